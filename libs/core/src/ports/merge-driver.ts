import type { AppError } from '../errors.js';
import type { MergeDriverStatus } from '../synchronization/merge-driver.js';
import type { TE } from '../fp.js';
import type { WorkspaceFolder } from './folder-sync.js';

/** The git merge driver of a workspace's data folder. */
export interface MergeDriver {
  readonly status: (workspace: WorkspaceFolder) => TE.TaskEither<AppError, MergeDriverStatus>;
  /**
   * Changes `.gitattributes` in the data folder and the repository's own configuration, never the user's. If it
   * cannot be set up, the status says why.
   */
  readonly install: (workspace: WorkspaceFolder) => TE.TaskEither<AppError, MergeDriverStatus>;
}
