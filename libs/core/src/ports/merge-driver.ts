import type { AppError } from '../domain/errors.js';
import type { MergeDriverStatus } from '../domain/merge-driver.js';
import type { TE } from '../fp.js';

/** The git merge driver of a workspace's data folder; `path` is the workspace's absolute path. */
export interface MergeDriver {
  readonly status: (path: string) => TE.TaskEither<AppError, MergeDriverStatus>;
  /**
   * Changes `.gitattributes` in the data folder and the repository's own configuration, never the user's. If it
   * cannot be set up, the status says why.
   */
  readonly install: (path: string) => TE.TaskEither<AppError, MergeDriverStatus>;
}
