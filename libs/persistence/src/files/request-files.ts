import { randomBytes } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import {
  type AppError,
  createInvalidInput,
  type ExecutionFault,
  type ImportMemories,
  type RequestFiles,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { replaceFile } from '@tandem/node';

import { createStorageError } from '../storage-fault.js';

class SaveRefusedError extends Error {}

const getErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const isMissing = (error: unknown): boolean => getErrorCode(error) === 'ENOENT';

/** The entry at a path, without following a link; undefined if there is none. */
const findEntry = (path: string) =>
  lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Returns the path of a new file below `folder`. Refuses a path through a link. */
const checkPath = async (folder: string, path: string): Promise<{ parents: string[]; file: string }> => {
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\0\\]/.test(name)))
    throw new SaveRefusedError("leads out of the workspace's folder; use a path relative to that folder");
  let here = await realpath(folder);
  const parents: string[] = [];
  for (const name of names.slice(0, -1)) {
    here = join(here, name);
    const found = await findEntry(here);
    if (found === undefined) parents.push(here);
    else if (!found.isDirectory())
      throw new SaveRefusedError(`goes through "${name}", which is a link or a file`);
  }
  const file = join(here, names.at(-1) ?? '');
  if ((await findEntry(file)) !== undefined)
    throw new SaveRefusedError('exists already; choose another name, or remove that file first');
  return { parents, file };
};

/** Refuses a path that {@link saveFile} would refuse. */
const checkNewFile = async (folder: string, path: string): Promise<void> => {
  await checkPath(folder, path);
};

/** Writes a new file below `folder` that only its owner can read. Writes it completely or not at all. */
const saveFile = async (folder: string, path: string, bytes: Uint8Array): Promise<void> => {
  const { parents, file } = await checkPath(folder, path);
  for (const parent of parents)
    await mkdir(parent).catch((error: unknown) => {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
  // An empty file reserves the name, and is then replaced in one step.
  await (await open(file, 'wx', 0o600)).close();
  try {
    await replaceFile(file, bytes);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
};

/** Converts an error of {@link saveFile} to the error that callers get. */
const toSaveFileFault = (error: unknown, path: string): ExecutionFault => {
  const code = getErrorCode(error);
  const why =
    error instanceof SaveRefusedError
      ? error.message
      : code === 'EEXIST'
        ? 'exists already; choose another name, or remove that file first'
        : `could not be written (${code || String(error)}); check the folder's permissions and the space on its disk`;
  return { code: 'FILE_REFUSED', message: `"${path}" ${why}.`, details: { path } };
};

/** The folder for uploaded files, below the workspace folder. */
const filesFolder = 'files';

/** Maximum number of names that are tried before a file is refused. */
const maxNames = 1_000;

class AddRefusedError extends Error {
  readonly refusal: AppError;
  constructor(refusal: AppError) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** Creates the folder for uploaded files. Refuses a folder that is a link to another location. */
const ensureFilesFolder = async (folder: string): Promise<string> => {
  const path = join(folder, filesFolder);
  await mkdir(folder, { recursive: true });
  await mkdir(path).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
  });
  if ((await lstat(path)).isDirectory()) return path;
  const reason = 'it is a link or a file, so uploaded files cannot be written into it';
  throw new AddRefusedError({ kind: 'folder-unusable', path, reason });
};

/** Writes the bytes into a new file. Refuses more than `maxBytes` bytes. */
const writeWithinLimit = async (
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<void> => {
  const handle = await open(path, 'wx');
  try {
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > maxBytes)
        throw new AddRefusedError(
          createInvalidInput('file', `has more than ${maxBytes} bytes; put it into the folder yourself`, {
            expected: `at most ${maxBytes} bytes`,
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

/** Returns the name for a try, counted from 1: `a.txt`, `a-2.txt`, `a-3.txt` and so on. */
const getNameAt = (name: string, turn: number): string => {
  if (turn === 1) return name;
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)}-${turn}${extension}`;
};

/** Reserves a free name with an empty file, which is then replaced in one step. */
const reserveName = async (folder: string, name: string): Promise<string> => {
  for (let turn = 1; turn <= maxNames; turn += 1) {
    const free = getNameAt(name, turn);
    try {
      await (await open(join(folder, free), 'wx')).close();
      return free;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new AddRefusedError(
    createInvalidInput('name', 'is taken, as are the names with a number; rename the file', {
      expected: 'a name that is free',
      got: name,
    }),
  );
};

/** Writes a new file into `files/` and returns its path below `folder`. */
const addFile = async (
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> => {
  const files = await ensureFilesFolder(folder);
  const temporary = join(files, `.tandem-${randomBytes(8).toString('hex')}.tmp`);
  try {
    await writeWithinLimit(temporary, bytes, maxBytes);
    const free = await reserveName(files, name);
    await rename(temporary, join(files, free));
    return `${filesFolder}/${free}`;
  } finally {
    await rm(temporary, { force: true });
  }
};

/** Converts an error of {@link addFile} to the error that callers get. */
const toAddFileError = (cause: unknown): AppError =>
  cause instanceof AddRefusedError
    ? cause.refusal
    : createStorageError('adding a file to the workspace', cause);

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

const createNotFoundFault = (path: string, near: string | undefined): ExecutionFault => ({
  code: 'FILE_NOT_FOUND',
  message:
    near === undefined
      ? `"${path}" is not in the workspace's folder. Check the name or add the file.`
      : `"${path}" is not in the workspace's folder. Did you mean "${near}"?`,
  details: near === undefined ? { path } : { path, near: [near] },
});

/** The folder for files that agents and executions add, below the workspace folder. */
const addedFolder = 'files';

/** Finds a file in `files/` by a path without that folder, which callers often omit. */
const findAdded = async (folder: string, path: string): Promise<string | undefined> => {
  const added = `${addedFolder}/${path}`;
  const found = await lstat(join(folder, added)).catch(() => undefined);
  return found?.isFile() === true ? added : undefined;
};

const createTooLongFault = (path: string, maxBytes: number): ExecutionFault => ({
  code: 'FILE_REFUSED',
  message: `"${path}" is longer than ${maxBytes / 1024 / 1024} MiB. Split it.`,
  details: { path, most: maxBytes },
});

const isInside = (folder: string, file: string): boolean => {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** Reads all bytes of a file. The limit also holds for a file that grows while it is read. */
const readBounded = async (handle: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of handle.createReadStream({
    autoClose: false,
    end: maxBytes,
    highWaterMark: 1024 * 1024,
  })) {
    pieces.push(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
  }
  if (bytes > maxBytes) throw new FileFault(createTooLongFault(path, maxBytes));
  return Buffer.concat(pieces);
};

const readInside = async (
  folder: string,
  path: string,
  maxBytes: number | undefined,
): Promise<Uint8Array> => {
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
    if (maxBytes === undefined) return await handle.readFile();
    if (found.size > maxBytes) throw new FileFault(createTooLongFault(path, maxBytes));
    return await readBounded(handle, path, maxBytes);
  } finally {
    await handle.close();
  }
};

const toFileFault = async (error: unknown, folder: string, path: string): Promise<ExecutionFault> => {
  if (error instanceof FileFault) return error.fault;
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(getErrorCode(error))
    ? createNotFoundFault(path, await findAdded(folder, path))
    : createRefusedFault(path);
};

/** Folders with many generated files, which are not listed. */
const unlistedFolders: readonly string[] = ['.git', 'node_modules'];

/** Maximum number of folders that are searched. */
const maxFolders = 2_000;

const listEntries = async (folder: string): Promise<readonly Dirent[]> => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The folder is missing or unreadable, so its files could not be sent.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return [];
    throw error;
  }
};

/** Lists the files below a folder, breadth first, so that a limited list contains the top-level files. */
const listInside = async (folder: string, maxFiles: number) => {
  const [files, folders]: [string[], string[]] = [[], ['']];
  for (let at = 0; at < Math.min(folders.length, maxFolders) && files.length <= maxFiles; at++) {
    const here = folders[at] ?? '';
    for (const entry of await listEntries(join(folder, here))) {
      const path = here === '' ? entry.name : `${here}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !unlistedFolders.includes(entry.name)) folders.push(path);
    }
  }
  const isCut = files.length > maxFiles || folders.length > maxFolders;
  return { files: files.slice(0, maxFiles).sort((a, b) => a.localeCompare(b)), isCut };
};

/** Reads and adds files, only inside a workspace folder. */
export const requestFiles: RequestFiles = {
  read: (folder, path, maxBytes) =>
    pipe(
      TE.tryCatch(
        () => readInside(folder, path, maxBytes),
        (error) => error,
      ),
      TE.orElse((error) => TE.leftTask(() => toFileFault(error, folder, path))),
    ),
  list: (folder, maxFiles) =>
    TE.tryCatch(
      () => listInside(folder, maxFiles),
      (cause): AppError => createStorageError('listing the files of a workspace', cause),
    ),
  add: (folder, name, bytes, maxBytes) =>
    TE.tryCatch(() => addFile(folder, name, bytes, maxBytes), toAddFileError),
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

const folderName = '.tandem';
const fileName = `${folderName}/imports.json`;

/** Refuses a symbolic link, which could lead out of the workspace. */
const refuseLinks = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw new Error(`${path} is a link`);
};

/** The memories of earlier imports, with which an update compares. Stored in `.tandem/imports.json` of the workspace folder. */
export const importMemories: ImportMemories = {
  read: (folder) => async () => {
    const read = await requestFiles.read(folder, fileName)();
    if (read._tag === 'Right') return { _tag: 'Right', right: new TextDecoder().decode(read.right) };
    return { _tag: 'Right', right: null };
  },
  write: (folder, text) =>
    TE.tryCatch(
      async () => {
        await refuseLinks(join(folder, folderName));
        await refuseLinks(join(folder, fileName));
        await replaceFile(join(folder, fileName), text);
      },
      (cause): AppError => createStorageError('writing what an import brought', cause),
    ),
};
