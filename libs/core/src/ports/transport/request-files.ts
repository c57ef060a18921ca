import type { AppError } from '../../errors.js';
import type { ExecutionFault } from '../../executions/execution.js';
import type { TE } from '../../fp.js';

/** Reads and adds files inside a workspace's folder. Never touches anything outside it. */
export interface RequestFiles {
  /**
   * The bytes of `relative` below `folder`. Reads no more than `most` bytes. FILE_REFUSED if the path leaves the
   * folder (`..`, absolute, a symbolic link), is not a file, or has more than `most` bytes; FILE_NOT_FOUND if it does
   * not exist.
   */
  readonly read: (
    folder: string,
    relative: string,
    most?: number,
  ) => TE.TaskEither<ExecutionFault, Uint8Array>;
  /**
   * Sorted paths of the files below `folder`, with slashes: at most `most`, and whether there are more.
   * Skips symbolic links, `.git` and `node_modules`. A missing folder counts as empty.
   */
  readonly list: (
    folder: string,
    most: number,
  ) => TE.TaskEither<AppError, { readonly files: readonly string[]; readonly isCut: boolean }>;
  /**
   * Writes a new file into `files/` below `folder` atomically, and returns its path with slashes. If the name is
   * taken, a number is added. `name` contains no folder. invalid-input if there are more than `most` bytes,
   * folder-unusable if `files` is a link or not a folder.
   */
  readonly add: (
    folder: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    most: number,
  ) => TE.TaskEither<AppError, string>;
  /** FILE_REFUSED if `save` would refuse the path. */
  readonly checkNew: (folder: string, relative: string) => TE.TaskEither<ExecutionFault, void>;
  /**
   * Writes a new file below `folder` atomically, readable only by its owner. Creates missing folders.
   * FILE_REFUSED if the file exists, the path leaves the folder, or a link or file blocks the path.
   */
  readonly save: (folder: string, relative: string, bytes: Uint8Array) => TE.TaskEither<ExecutionFault, void>;
}
