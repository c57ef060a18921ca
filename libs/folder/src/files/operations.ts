import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';

/** The code of a system error, such as ENOENT; undefined for other errors. */
export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** An entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Whether the name is UTF-8. If not, it contains replacement characters, and the file cannot be opened by it. */
  readonly isText: boolean;
}

/** The file system operations that a synchronization needs. Each call is one step, and a crash may happen between any two steps. */
export interface FileOperations {
  readonly list: (directory: string) => Promise<readonly Entry[]>;
  /** The bytes of a regular file; null if it exceeds `maxBytes`. Links are not followed. */
  readonly read: (path: string, maxBytes: number) => Promise<Buffer | null>;
  readonly kindOf: (path: string) => Promise<Entry['kind'] | null>;
  readonly makeDirectory: (path: string) => Promise<void>;
  /** Writes a new file and flushes it to disk. */
  readonly writeNew: (path: string, text: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Flushes a directory's entries to disk. */
  readonly settle: (directory: string) => Promise<void>;
  /** Removes a file; a missing file is not an error. */
  readonly remove: (path: string) => Promise<void>;
  /** Removes a directory if it is empty. */
  readonly removeDirectory: (path: string) => Promise<void>;
}

const getEntryKind = (entry: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): Entry['kind'] => {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
};

const ignoreErrorCodes = async (codes: readonly string[], work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!codes.includes(getErrorCode(error) ?? '')) throw error;
  }
};

const syncDirectory = async (path: string): Promise<void> => {
  // Some systems cannot open a directory, but flush its entries anyway.
  const handle = await open(path, constants.O_RDONLY).catch(() => undefined);
  if (!handle) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
};

/** The real file system. */
export const fileOperations: FileOperations = {
  list: async (directory) =>
    (await readdir(directory, { withFileTypes: true, encoding: 'buffer' })).map((entry) => ({
      name: entry.name.toString('utf8'),
      kind: getEntryKind(entry),
      isText: isUtf8(entry.name),
    })),
  // Synchronous, because four asynchronous calls cost ten times as much as reading a small file.
  // eslint-disable-next-line @typescript-eslint/require-await
  read: async (path, maxBytes) => {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return fstatSync(file).size > maxBytes ? null : readFileSync(file);
    } finally {
      closeSync(file);
    }
  },
  kindOf: async (path) => {
    try {
      return getEntryKind(await lstat(path));
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
  },
  makeDirectory: (path) => ignoreErrorCodes(['EEXIST'], mkdir(path)),
  writeNew: async (path, text) => {
    const handle = await open(path, 'wx', 0o666);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  settle: syncDirectory,
  remove: (path) => ignoreErrorCodes(['ENOENT'], unlink(path)),
  removeDirectory: (path) => ignoreErrorCodes(['ENOTEMPTY', 'EEXIST', 'ENOENT'], rmdir(path)),
};
