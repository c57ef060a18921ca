import { constants, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

import type { AppError, ExecutionFault, RequestFiles } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { createStorageError } from '../storage-fault.js';
import { addFile, toAddFileError } from './add-file.js';
import { checkNewFile, saveFile, toSaveFileFault } from './save-file.js';

class FileFault extends Error {
  readonly fault: ExecutionFault;
  constructor(fault: ExecutionFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const createRefusedFault = (path: string): ExecutionFault => ({
  code: 'FILE_REFUSED',
  message:
    path === ''
      ? 'No file is chosen. Choose one in the body, by its path in the folder of the workspace.'
      : `"${path}" leads out of the workspace's folder or is not a readable file. Use a path relative to that folder.`,
  details: { path },
});

const createNotFoundFault = (path: string): ExecutionFault => ({
  code: 'FILE_NOT_FOUND',
  message: `"${path}" is not in the workspace's folder. Check the name or add the file.`,
  details: { path },
});

const createTooLongFault = (path: string, most: number): ExecutionFault => ({
  code: 'FILE_REFUSED',
  message: `"${path}" is longer than ${most / 1024 / 1024} MiB. Split it.`,
  details: { path, most },
});

const isInside = (folder: string, file: string): boolean => {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** All bytes of a file. The limit also holds for a file that grows while it is read. */
const readBounded = async (handle: FileHandle, path: string, most: number): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of handle.createReadStream({
    autoClose: false,
    end: most,
    highWaterMark: 1024 * 1024,
  })) {
    pieces.push(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
  }
  if (bytes > most) throw new FileFault(createTooLongFault(path, most));
  return Buffer.concat(pieces);
};

const readInside = async (folder: string, path: string, most: number | undefined): Promise<Uint8Array> => {
  const asked = resolve(folder, path);
  if (path.includes('\0') || isAbsolute(path) || !isInside(folder, asked))
    throw new FileFault(createRefusedFault(path));
  const real = await realpath(asked);
  if (!isInside(await realpath(folder), real)) throw new FileFault(createRefusedFault(path));
  // Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new FileFault(createRefusedFault(path));
    if (most === undefined) return await handle.readFile();
    if (found.size > most) throw new FileFault(createTooLongFault(path, most));
    return await readBounded(handle, path, most);
  } finally {
    await handle.close();
  }
};

const toFileFault = (error: unknown, path: string): ExecutionFault => {
  if (error instanceof FileFault) return error.fault;
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)
    ? createNotFoundFault(path)
    : createRefusedFault(path);
};

/** Folders with many generated files. */
const passedOver: readonly string[] = ['.git', 'node_modules'];

/** Maximum number of folders that are searched. */
const maxFolders = 2_000;

const listEntries = async (folder: string): Promise<readonly Dirent[]> => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Missing or unreadable: none of its files could be sent.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return [];
    throw error;
  }
};

/** Breadth first, so that a limited list contains top-level files. */
const listInside = async (folder: string, most: number) => {
  const [files, folders]: [string[], string[]] = [[], ['']];
  for (let at = 0; at < Math.min(folders.length, maxFolders) && files.length <= most; at++) {
    const here = folders[at] ?? '';
    for (const entry of await listEntries(join(folder, here))) {
      const path = here === '' ? entry.name : `${here}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !passedOver.includes(entry.name)) folders.push(path);
    }
  }
  const isCut = files.length > most || folders.length > maxFolders;
  return { files: files.slice(0, most).sort((a, b) => a.localeCompare(b)), isCut };
};

/** Reads and adds files in a workspace folder, and nowhere else. */
export const requestFiles: RequestFiles = {
  read: (folder, path, most) =>
    TE.tryCatch(
      () => readInside(folder, path, most),
      (error) => toFileFault(error, path),
    ),
  list: (folder, most) =>
    TE.tryCatch(
      () => listInside(folder, most),
      (cause): AppError => createStorageError('listing the files of a workspace', cause),
    ),
  add: (folder, name, bytes, most) => TE.tryCatch(() => addFile(folder, name, bytes, most), toAddFileError),
  checkNew: (folder, path) =>
    TE.tryCatch(
      () => checkNewFile(folder, path),
      (error) => toSaveFileFault(error, path),
    ),
  save: (folder, path, bytes) =>
    TE.tryCatch(
      () => saveFile(folder, path, bytes),
      (error) => toSaveFileFault(error, path),
    ),
};
