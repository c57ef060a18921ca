import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decodeFileText } from '@tandem/core';

import { CommandRefusal } from './refusal.js';

/** Whether a file or folder exists at a path. */
export const isPresent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The limits of an input file. */
export interface FileLimit {
  /** Maximum size, in bytes. */
  readonly bytes: number;
  /** Completes the error message about a file that is too large. */
  readonly tooLong?: string;
  /** The exit code if the file cannot be read; by default the one for an invalid call. */
  readonly exitCode?: number;
}

const refuseLarger = (
  name: string,
  { bytes, tooLong = `is larger than ${bytes} bytes.`, exitCode }: FileLimit,
): never => {
  throw new CommandRefusal(`${name} ${tooLong}`, exitCode);
};

/**
 * The bytes of a stream, which messages call `name`.
 * @throws CommandRefusal if they exceed the limit
 */
export const readLimitedBytes = async (
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

/** What is wrong with a file, by the error code of the operating system. */
const failures: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['EISDIR', 'is a folder; name a file'],
  ['EACCES', 'cannot be read by this user; change its permissions'],
]);

const describeFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  failures.get(code) ?? `cannot be read: ${message}`;

/**
 * Reads the bytes of a file argument. A pipe, such as that of <(command), and a device have no size before they are read.
 * @throws CommandRefusal if it cannot be read, or exceeds the limit
 */
export const readInputFile = async (file: string, limit: FileLimit): Promise<Buffer> => {
  try {
    const { size } = await stat(file);
    if (size > limit.bytes) refuseLarger(file, limit);
    return await readLimitedBytes(createReadStream(file), file, limit);
  } catch (error) {
    if (error instanceof CommandRefusal) throw error;
    throw new CommandRefusal(`${file} ${describeFailure(error as NodeJS.ErrnoException)}.`, limit.exitCode);
  }
};

/**
 * Decodes bytes, which messages call `name`, as text.
 * @throws CommandRefusal if they are not valid text
 */
export const requireFileText = (bytes: Buffer, name: string, exitCode?: number): string => {
  const read = decodeFileText(bytes);
  if ('text' in read) return read.text;
  throw new CommandRefusal(`${name} cannot be read: ${read.problem}.`, exitCode);
};
