import type { Fault } from '../yaml/fault.js';

/** A file that may hold an entity, a script or a folder's name. */
export interface FolderFile {
  /** Relative to the data folder, with `/`. */
  readonly path: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** Made of the bytes when it is asked for: most files are known by their hash and never looked at. */
  readonly text: string;
}

/** A file or folder that is not read, and why. */
export interface Unreadable extends Fault {
  readonly path: string;
  /** What of it is meant, if not all. */
  readonly part?: string;
}

/** The data folder as it was read. */
export interface FolderTree {
  readonly exists: boolean;
  readonly files: ReadonlyMap<string, FolderFile>;
  /** The hash of each file that was read, those of a removal that is still to be done included. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly unreadable: readonly Unreadable[];
  /** What is not read either, and was never an entity: in a folder with other files it may be none. */
  readonly notRead: readonly Unreadable[];
  /** Every name that is taken: files of any kind and folders. */
  readonly taken: readonly string[];
  readonly directories: readonly string[];
  /** Temporary files that an ended process has left. */
  readonly leftovers: readonly string[];
}

/** A file to write; `expected` is the hash that it has now, null where nothing is to be. */
export interface FileWrite {
  readonly path: string;
  readonly text: string;
  readonly expected: string | null;
}

/** A file to write, with the path that it has until it is renamed. */
export interface PreparedWrite extends FileWrite {
  readonly temporary: string;
}
