import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

import { fileText, importLimits, tooLongToImport } from '@tandem/core';

import { exitCodes, Refused } from '../refused.js';

/** All of a stream as text; `name` is what messages call it. */
const textOf = async (stream: AsyncIterable<Buffer>, name: string): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > importLimits.bytes) throw new Refused(`${name} ${tooLongToImport}`, exitCodes.unreadable);
    chunks.push(chunk);
  }
  const read = fileText(Buffer.concat(chunks));
  if ('text' in read) return read.text;
  throw new Refused(`${name} cannot be read: ${read.problem}.`, exitCodes.unreadable);
};

/**
 * The text of the document in `file`, or from stdin for `-`.
 * @throws Refused if there is none, or it is too long
 */
export const readDocument = async (file: string): Promise<string> => {
  if (file === '-') return textOf(process.stdin, 'stdin');
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new Refused(`${file} does not exist.`);
  if (found.size > importLimits.bytes) throw new Refused(`${file} ${tooLongToImport}`, exitCodes.unreadable);
  // A pipe, such as that of <(command), and a device have no size before they are read.
  return textOf(createReadStream(file), file).catch((error: unknown) => {
    if (error instanceof Refused) throw error;
    throw new Refused(`${file} cannot be read: ${(error as Error).message}`, exitCodes.unreadable);
  });
};

/** Reads files below the folder of the document, which it refers to; links that lead out of it are not followed. */
export const readerBeside = (file: string) => {
  const folder = file === '-' ? process.cwd() : dirname(file);
  return async (path: string): Promise<string | undefined> => {
    try {
      const [root, found] = [await realpath(folder), await realpath(join(folder, path))];
      const about = await stat(found);
      const isBelow = found.startsWith(root.endsWith(sep) ? root : root + sep);
      if (!isBelow || !about.isFile() || about.size > importLimits.bytes) return undefined;
      const read = fileText(await readFile(found));
      return 'text' in read ? read.text : undefined;
    } catch {
      return undefined;
    }
  };
};
