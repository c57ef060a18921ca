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
import type { Places } from '../layout/places.js';
import type { FindSecret } from '../secrets/finder.js';
import type { NeedPaths } from './dependencies/paths.js';
import { hashOf } from './write-entity.js';

/** Called with what was thrown while a file was read or an entity was planned: a bug of ours, whatever the file holds. */
export type OnDefect = (error: unknown, path: string) => void;

/** A plan while it is being made. */
export interface PlanDraft {
  readonly writes: FileWrite[];
  /** Paths that hold what they should, or will. */
  readonly kept: Set<string>;
  /** Files that go once the database knows. */
  readonly removals: FolderRemoval[];
  /** Files that are ours to remove if this run ends before the database knows of them. */
  readonly pending: FolderRemoval[];
  /** Entities whose files are among the removals, or move. */
  readonly removing: Set<string>;
  /** What is to be noted before files are written. */
  readonly noted: Omit<PlannedWrite, 'temporary'>[];
  /** Bases as a run that ended early has left them. */
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

/** How documents are read and written, and who is told of a bug. */
export interface PlanningWith {
  readonly documents: Documents;
  readonly onDefect: OnDefect;
  /** Called with how many files are read, and how many there are. */
  readonly onRead: (read: number, files: number) => void;
  /** The path of the data folder from the workspace. */
  readonly dataFolder: string;
}

/** What a plan is made with. */
export interface PlanningContext {
  readonly draft: PlanDraft;
  readonly tree: FolderTree;
  readonly find: FindSecret;
  /** The mark of what `find` looks for. */
  readonly searched: string;
  readonly places: Places;
  readonly needs: NeedPaths;
  readonly documents: Documents;
  /** The path of the data folder from the workspace. */
  readonly dataFolder: string;
}

/** A plan to do nothing. */
export const emptyDraft = (): PlanDraft => ({
  writes: [],
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

/** Adds the write of `text` to `path` unless those are its bytes already; tells whether it did. */
export const addWrite = (draft: PlanDraft, tree: FolderTree, path: string, text: string): boolean => {
  const expected = tree.hashes.get(path) ?? null;
  draft.kept.add(path);
  if (expected === hashOf(text)) return false;
  draft.writes.push({ path, text, expected });
  return true;
};

/** Adds the removal of a file that is there, for the entity `id` if it belongs to one. */
export const addRemoval = (draft: PlanDraft, tree: FolderTree, path: string, id?: string): void => {
  const hash = tree.hashes.get(path);
  if (hash === undefined) return;
  draft.removals.push({ path, hash });
  if (id !== undefined) draft.removing.add(id);
};
