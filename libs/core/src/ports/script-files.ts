import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';
import type { WorkspaceFolder } from './folder-sync.js';

/** A file that scripts require, or why it cannot be used, as the end of a sentence about it. */
export type ScriptFile =
  { readonly file: string; readonly text: string } | { readonly file: string; readonly problem: string };

/** Reads the files that scripts of other tools require. */
export interface ScriptFiles {
  /**
   * The first of `files` that is there, below the data folder of the workspace; null if none is. Nothing is read through a link.
   */
  readonly first: (
    workspace: WorkspaceFolder,
    files: readonly string[],
  ) => TE.TaskEither<AppError, ScriptFile | null>;
}
