import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

import { decodeFileText, importLimits, tooLongToImport } from '@tandem/core';

import { readLimitedBytes, readInputFile, requireFileText } from '../given-file.js';
import { exitCodes, CommandRefusal } from '../refused.js';

const limit = { bytes: importLimits.bytes, tooLong: tooLongToImport, exitCode: exitCodes.unreadable };

/**
 * The text of the document in `file`, or from stdin for `-`.
 * @throws Refused if it is missing or too long
 */
export const readDocument = async (file: string): Promise<string> => {
  if (file === '-')
    return requireFileText(await readLimitedBytes(process.stdin, 'stdin', limit), 'stdin', limit.exitCode);
  if ((await stat(file).catch(() => undefined)) === undefined)
    throw new CommandRefusal(`${file} does not exist.`);
  return requireFileText(await readInputFile(file, limit), file, limit.exitCode);
};

/** Reads files below the document's folder that it refers to. Links out of that folder are not followed. */
export const createSiblingReader = (file: string) => {
  const folder = file === '-' ? process.cwd() : dirname(file);
  return async (path: string): Promise<string | undefined> => {
    try {
      const [root, found] = [await realpath(folder), await realpath(join(folder, path))];
      const about = await stat(found);
      const isBelow = found.startsWith(root.endsWith(sep) ? root : root + sep);
      if (!isBelow || !about.isFile() || about.size > importLimits.bytes) return undefined;
      const read = decodeFileText(await readFile(found));
      return 'text' in read ? read.text : undefined;
    } catch {
      return undefined;
    }
  };
};
