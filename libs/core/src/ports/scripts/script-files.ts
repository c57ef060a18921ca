import type { AppError } from '../../errors.js';
import type { TE } from '../../fp.js';
import type { WorkspaceFolder } from '../folder-sync.js';

/** A required file, or why it cannot be used, as the end of a sentence about it. */
export type ScriptFile =
  { readonly file: string; readonly text: string } | { readonly file: string; readonly problem: string };

/** Reads the files that scripts of other tools require. */
export interface ScriptFiles {
  /**
   * The first existing one of `files` below the workspace's data folder; null if there is none. Links are not
   * followed.
   */
  readonly first: (
    workspace: WorkspaceFolder,
    files: readonly string[],
  ) => TE.TaskEither<AppError, ScriptFile | null>;
}
