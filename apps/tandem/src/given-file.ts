import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { fileText } from '@tandem/core';

import { CommandRefusal } from './refused.js';

/** What a command accepts of a file that it was given. */
export interface FileLimit {
  /** Maximum size, in bytes. */
  readonly bytes: number;
  /** Follows the name of a file that is larger, to make a sentence. */
  readonly tooLong?: string;
  /** The exit code for a file that cannot be read; default that of a wrong call. */
  readonly exitCode?: number;
}

const refuseLarger = (
  name: string,
  { bytes, tooLong = `is larger than ${bytes} bytes.`, exitCode }: FileLimit,
): never => {
  throw new CommandRefusal(`${name} ${tooLong}`, exitCode);
};

/**
 * The bytes of a stream; `name` is what messages call it.
 * @throws Refused if they are more than the limit
 */
export const bytesOf = async (
  stream: AsyncIterable<Buffer>,
  name: string,
  limit: FileLimit,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > limit.bytes) refuseLarger(name, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * The bytes of a file that a command was given. A pipe, such as that of <(command), and a device have no size before they are read.
 * @throws Refused if it cannot be read, or is larger than the limit
 */
export const readInputFile = async (file: string, limit: FileLimit): Promise<Buffer> => {
  try {
    const { size } = await stat(file);
    if (size > limit.bytes) refuseLarger(file, limit);
    return await bytesOf(createReadStream(file), file, limit);
  } catch (error) {
    if (error instanceof CommandRefusal) throw error;
    throw new CommandRefusal(`${file} cannot be read: ${(error as Error).message}`, limit.exitCode);
  }
};

/**
 * The text of bytes that were read; `name` is what messages call them.
 * @throws Refused if they are no text
 */
export const textOfBytes = (bytes: Buffer, name: string, exitCode?: number): string => {
  const read = fileText(bytes);
  if ('text' in read) return read.text;
  throw new CommandRefusal(`${name} cannot be read: ${read.problem}.`, exitCode);
};
