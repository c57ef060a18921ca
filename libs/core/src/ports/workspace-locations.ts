import type { AppError } from '../domain/errors.js';
import type { TE } from '../fp.js';

/** Where workspaces live. */
export interface WorkspaceLocations {
  /** Makes a new folder inside the data folder, called after `name`; gives its absolute path. */
  readonly make: (name: string) => TE.TaskEither<AppError, string>;
  /**
   * The folder that a person chose, made when it does not exist; its absolute path without symbolic links.
   * invalid-input when the path is relative or cannot be a folder.
   */
  readonly open: (path: string) => TE.TaskEither<AppError, string>;
}
