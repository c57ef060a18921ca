import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** What is at a path on disk. */
export interface FoundFolder {
  /** With symbolic links resolved, if it exists. */
  readonly path: string;
  readonly exists: boolean;
  /** Its sorted entries; only the first ones if there are many. */
  readonly names: readonly string[];
  /** The Bruno collection in it, if any: in `.bru` files or in YAML. */
  readonly bruno: { readonly name: string; readonly format: 'bru' | 'yaml' } | null;
}

/** Chooses and creates the folders of workspaces. */
export interface WorkspaceLocations {
  /** Creates a folder named after `name` inside the data folder and returns its absolute path. */
  readonly make: (name: string) => TE.TaskEither<AppError, string>;
  /**
   * The absolute path of the folder that a person chose, with symbolic links resolved. Created only with `create`.
   * invalid-input if the path is relative, does not exist or cannot be a folder.
   */
  readonly open: (path: string, create: boolean) => TE.TaskEither<AppError, string>;
  /**
   * Reads what is at an absolute path, without changing anything. invalid-input if it is relative or not a folder.
   */
  readonly look: (path: string) => TE.TaskEither<AppError, FoundFolder>;
}
