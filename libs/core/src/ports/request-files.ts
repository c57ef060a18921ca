import type { AppError } from '../errors.js';
import type { ExecutionFault } from '../executions/execution.js';
import type { TE } from '../fp.js';

/** Reads and adds files inside a workspace's folder, and touches nothing outside it. */
export interface RequestFiles {
  /**
   * The bytes of `relative` below `folder`.
   * FILE_REFUSED if the path leaves the folder (`..`, absolute, a symbolic link), is no file, or has more than `most` bytes, of which
   * no more are read then; FILE_NOT_FOUND if it does not exist.
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
   * Writes a new file into `files/` below `folder`, whole or not at all, and returns its path with slashes. If the name is
   * taken, a number is added to it. `name` has no folder in it.
   * invalid-input if there are more than `most` bytes, folder-unusable if `files` is a link or not a folder.
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
   * Writes a new file below `folder`, whole or not at all, that only its owner can read; makes the folders that are missing.
   * FILE_REFUSED if there is a file of this name, the path leaves the folder, or a link or file stands in its way.
   */
  readonly save: (folder: string, relative: string, bytes: Uint8Array) => TE.TaskEither<ExecutionFault, void>;
}
