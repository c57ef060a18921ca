import type { AppError } from '../domain/errors.js';
import type { TE } from '../fp.js';

/** Chooses and creates the folders of workspaces. */
export interface WorkspaceLocations {
  /** Creates a folder named after `name` inside the data folder and returns its absolute path. */
  readonly make: (name: string) => TE.TaskEither<AppError, string>;
  /**
   * Creates the folder that a person chose if it does not exist, and returns its absolute path without symbolic links.
   * invalid-input if the path is relative or cannot be a folder.
   */
  readonly open: (path: string) => TE.TaskEither<AppError, string>;
}
