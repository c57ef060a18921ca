import type { AppError } from '../domain/errors.js';
import type { ExecutionFault } from '../domain/execution.js';
import type { TE } from '../fp.js';

/** The files of a workspace's folder, and nothing outside of it. */
export interface RequestFiles {
  /**
   * The bytes of `relative` below `folder`.
   * FILE_REFUSED when the path leaves the folder (`..`, absolute, a symbolic link), FILE_NOT_FOUND when it does not exist.
   */
  readonly read: (folder: string, relative: string) => TE.TaskEither<ExecutionFault, Uint8Array>;
  /**
   * Paths of files below `folder` in their order, with slashes; `most` at the most, and whether there are more.
   * Symbolic links, `.git` and `node_modules` are passed over, a folder that is not there is empty.
   */
  readonly list: (
    folder: string,
    most: number,
  ) => TE.TaskEither<AppError, { readonly files: readonly string[]; readonly isCut: boolean }>;
}
