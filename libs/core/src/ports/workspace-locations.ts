import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** What is at a path on the disk. */
export interface FoundFolder {
  /** Without symbolic links if it exists. */
  readonly path: string;
  readonly exists: boolean;
  /** The names in it, sorted; the first ones if there are many. */
  readonly names: readonly string[];
  /** The Bruno collection in it, if it holds one: in `.bru` files, or in YAML. */
  readonly bruno: { readonly name: string; readonly format: 'bru' | 'yaml' } | null;
}

/** Chooses and creates the folders of workspaces. */
export interface WorkspaceLocations {
  /** Creates a folder named after `name` inside the data folder and returns its absolute path. */
  readonly make: (name: string) => TE.TaskEither<AppError, string>;
  /**
   * The absolute path, without symbolic links, of the folder that a person chose; it is created only with `create`.
   * invalid-input if the path is relative, does not exist or cannot be a folder.
   */
  readonly open: (path: string, create: boolean) => TE.TaskEither<AppError, string>;
  /** Reads what is at an absolute path, and changes nothing. invalid-input if it is relative or no folder. */
  readonly look: (path: string) => TE.TaskEither<AppError, FoundFolder>;
}
