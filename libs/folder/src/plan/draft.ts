import type {
  FolderBase,
  FolderChange,
  FolderConflict,
  FolderRemoval,
  FolderWarning,
  InvalidFile,
  PlannedWrite,
  WithheldField,
} from '@tandem/core';

import type { Documents } from '../document/documents.js';
import type { FileWrite, FolderTree } from '../files/tree.js';
import type { PathAssigner } from '../layout/paths.js';
import type { FindSecret } from '../secrets/search.js';
import { computeHash, type NeedPaths } from './write-entity.js';

/** Called with an exception that was thrown while a file or an entity was processed. This is always a bug in Tandem. */
export type OnDefect = (error: unknown, path: string) => void;

/** A plan under construction. */
export interface PlanDraft {
  readonly writes: FileWrite[];
  /** Paths of files of environments that get another base. */
  readonly rebased: string[];
  /** Paths of files that must not be removed, because they have the wanted content now or get it by a write. */
  readonly kept: Set<string>;
  /** Files to remove after the database is updated. */
  readonly removals: FolderRemoval[];
  /** Files to remove at the next synchronization if this one ends before the database is updated. */
  readonly pending: FolderRemoval[];
  /** The ids of entities whose files are removed or moved. */
  readonly removing: Set<string>;
  /** The writes to record in the database before the first file is written. */
  readonly noted: Omit<PlannedWrite, 'temporary'>[];
  /** Bases recovered from an interrupted synchronization. */
  readonly recovered: FolderBase[];
  readonly changes: FolderChange[];
  readonly put: FolderBase[];
  readonly forget: string[];
  readonly written: string[];
  readonly pulled: string[];
  readonly merged: string[];
  readonly renamed: { readonly from: string; readonly to: string }[];
  readonly deleted: string[];
  unchanged: number;
  readonly conflicts: FolderConflict[];
  readonly invalid: InvalidFile[];
  readonly withheld: WithheldField[];
  readonly warnings: FolderWarning[];
}

/** How documents are read and written, and where bugs are reported. */
export interface PlanningTools {
  readonly documents: Documents;
  readonly onDefect: OnDefect;
  /** Called with the number of files read, and with their total. */
  readonly onRead: (read: number, files: number) => void;
  /** The path of the data folder, relative to the workspace. */
  readonly dataFolder: string;
}

/** The inputs of a plan. */
export interface PlanningContext {
  readonly draft: PlanDraft;
  readonly tree: FolderTree;
  readonly find: FindSecret;
  /** Identifies the secrets that `find` searches for. */
  readonly searched: string;
  readonly paths: PathAssigner;
  readonly needs: NeedPaths;
  readonly documents: Documents;
  /** The path of the data folder, relative to the workspace. */
  readonly dataFolder: string;
}

/** Creates an empty plan. */
export const createDraft = (): PlanDraft => ({
  writes: [],
  rebased: [],
  kept: new Set(),
  removals: [],
  pending: [],
  removing: new Set(),
  noted: [],
  recovered: [],
  changes: [],
  put: [],
  forget: [],
  written: [],
  pulled: [],
  merged: [],
  renamed: [],
  deleted: [],
  unchanged: 0,
  conflicts: [],
  invalid: [],
  withheld: [],
  warnings: [],
});

/** Adds a write unless the file already has these bytes. Returns whether it was added. */
export const addWrite = (draft: PlanDraft, tree: FolderTree, path: string, text: string): boolean => {
  const expected = tree.hashes.get(path) ?? null;
  draft.kept.add(path);
  if (expected === computeHash(text)) return false;
  draft.writes.push({ path, text, expected });
  return true;
};

/** Adds the removal of an existing file. `id` is the entity that the file belongs to, if any. */
export const addRemoval = (draft: PlanDraft, tree: FolderTree, path: string, id?: string): void => {
  const hash = tree.hashes.get(path);
  if (hash === undefined) return;
  draft.removals.push({ path, hash });
  if (id !== undefined) draft.removing.add(id);
};
