import type { Fault } from '../yaml/parse.js';

/** A file that may contain an entity, a script or a folder's name. */
export interface FolderFile {
  /** Relative to the data folder, with `/`. */
  readonly path: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** Decoded lazily: most files are recognized by their hash and never examined. */
  readonly text: string;
}

/** A file or folder that is not read, and why. */
export interface Unreadable extends Fault {
  readonly path: string;
  /** The affected part of the file; undefined for the whole file. */
  readonly part?: string;
}

/** The content of a data folder when it was read. */
export interface FolderTree {
  readonly exists: boolean;
  readonly files: ReadonlyMap<string, FolderFile>;
  /** The hash of each file that was read, including files that are still to be removed. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly unreadable: readonly Unreadable[];
  /** Other files, which are not read. They are not errors, because they may be unrelated to the collection. */
  readonly notRead: readonly Unreadable[];
  /** The paths of all files and folders, which new files must not have. */
  readonly taken: readonly string[];
  readonly directories: readonly string[];
  /** Temporary files left by a process that has ended. */
  readonly leftovers: readonly string[];
}

/** A file to write. `expected` is the hash of its current content, null if it must not exist. */
export interface FileWrite {
  readonly path: string;
  readonly text: string;
  readonly expected: string | null;
}

/** A file to write, with its temporary path. */
export interface PreparedWrite extends FileWrite {
  readonly temporary: string;
}
