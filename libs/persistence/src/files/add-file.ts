import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { type AppError, createInvalidInput } from '@tandem/core';

import { createStorageError } from '../storage-fault.js';

/** The folder that uploaded files are written to, below that of the workspace. */
const filesFolder = 'files';

/** How many names are tried before a file is refused. */
const maxNames = 1_000;

class RefusalError extends Error {
  readonly refusal: AppError;
  constructor(refusal: AppError) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** Creates the folder for files. Refuses one that leads elsewhere. */
const ensureFilesFolder = async (folder: string): Promise<string> => {
  const path = join(folder, filesFolder);
  await mkdir(folder, { recursive: true });
  await mkdir(path).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
  });
  if ((await lstat(path)).isDirectory()) return path;
  const reason = 'it is a link or a file, so uploaded files cannot be written into it';
  throw new RefusalError({ kind: 'folder-unusable', path, reason });
};

/** Writes the bytes into a new file; refuses more than `most`. */
const writeTo = async (path: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<void> => {
  const handle = await open(path, 'wx');
  try {
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > most)
        throw new RefusalError(
          createInvalidInput('file', `has more than ${most} bytes; put it into the folder yourself`, {
            expected: `at most ${most} bytes`,
            got: written,
          }),
        );
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The names that are tried in turn: `a.txt`, `a-2.txt`, `a-3.txt`. */
const getNameAt = (name: string, turn: number): string => {
  if (turn === 1) return name;
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)}-${turn}${extension}`;
};

/** Reserves a free name with an empty file, which is then replaced in one step. */
const reserve = async (folder: string, name: string): Promise<string> => {
  for (let turn = 1; turn <= maxNames; turn += 1) {
    const free = getNameAt(name, turn);
    try {
      await (await open(join(folder, free), 'wx')).close();
      return free;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new RefusalError(
    createInvalidInput('name', 'is taken, as are the names with a number; rename the file', {
      expected: 'a name that is free',
      got: name,
    }),
  );
};

/** Writes a new file into `files/` and returns its path below `folder`. */
export const addFile = async (
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<string> => {
  const files = await ensureFilesFolder(folder);
  const temporary = join(files, `.tandem-${randomBytes(8).toString('hex')}.tmp`);
  try {
    await writeTo(temporary, bytes, most);
    const free = await reserve(files, name);
    await rename(temporary, join(files, free));
    return `${filesFolder}/${free}`;
  } finally {
    await rm(temporary, { force: true });
  }
};

/** The error of a call to {@link addFile}. */
export const toAddFileError = (cause: unknown): AppError =>
  cause instanceof RefusalError ? cause.refusal : createStorageError('adding a file to the workspace', cause);
