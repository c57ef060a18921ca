import type { AppError } from '../domain/errors.js';
import type { EnvironmentId, WorkspaceId } from '../domain/ids.js';
import type { Pair } from '../domain/pair.js';
import type { FolderKind, SynchronizationReport } from '../domain/synchronization.js';
import type { TE } from '../fp.js';

/**
 * The fields of an entity that its file holds, under their names in the domain; secrets without values. A request has its
 * place in its folder too, as `seq`.
 */
export type FolderFields = Readonly<Record<string, unknown>>;

export interface FolderEntity {
  readonly kind: FolderKind;
  readonly id: string;
  readonly fields: FolderFields;
}

/** An entity as the database has it. */
export interface StoredEntity extends FolderEntity {
  readonly revision: number;
  /** The place of a request, as in its fields; null for anything else. */
  readonly seq: number | null;
}

/** An entity as it was last synchronized. */
export interface FolderBase {
  readonly id: string;
  readonly kind: FolderKind;
  /** Relative to the data folder, with `/`. */
  readonly path: string;
  /** The folder that a request was in. */
  readonly folder: string;
  /** SHA-256 of the file and of its script, in hexadecimal; empty where there is none. */
  readonly fileHash: string;
  readonly scriptHash: string;
  /** The stored revision that it belongs to, and the place: a request gets another one without a new revision. */
  readonly revision: number;
  readonly seq: number | null;
  /** Whether file and database said the same; a base with a conflict is compared at each run. */
  readonly settled: boolean;
  /** A mark of the secrets that file and fields were searched for, which says nothing of their values. */
  readonly searched: string;
  /** {@link FolderFields} as JSON, parsed only when needed; a field without a common ancestor is absent. */
  readonly fields: string;
}

/** A file that is to go once the database knows that it is gone. */
export interface FolderRemoval {
  readonly path: string;
  readonly hash: string;
}

/** A file that is about to be written for an entity of the database, noted before it is. */
export interface PlannedWrite {
  readonly id: string;
  readonly kind: FolderKind;
  readonly path: string;
  /** SHA-256 of what is written, and of what is there before; empty where nothing is. */
  readonly hash: string;
  readonly expected: string;
  /** The file beside it that is renamed to `path`: while it is there, nothing was written. */
  readonly temporary: string;
  readonly folder: string;
  readonly revision: number;
  readonly seq: number | null;
  readonly searched: string;
  /** What the file has in common with the database once it is written, as JSON: of a script the field `script` alone. */
  readonly fields: string;
  /** Files in whose place it comes, when the entity moves. */
  readonly replaces: readonly FolderRemoval[];
}

/** What is remembered of the last synchronization. */
export interface FolderMemory {
  readonly bases: readonly FolderBase[];
  readonly removals: readonly FolderRemoval[];
}

/** What changes in {@link FolderMemory}. */
export interface FolderMemoryChange {
  readonly put: readonly FolderBase[];
  readonly forget: readonly string[];
  /** In place of all others; of one path the last counts. Null when they stay. */
  readonly removals: readonly FolderRemoval[] | null;
}

/** What a folder took out of an environment, for when it comes back: a branch is left and come back to. */
export interface RetiredEnvironment {
  readonly id: EnvironmentId;
  /** Secrets that no file names at the moment, with their values. */
  readonly secrets: readonly Pair[];
  /** Whether it was the active one when it went. */
  readonly wasActive: boolean;
}

/** How a conflict is to end. */
export interface FolderResolution {
  readonly id: string;
  readonly field: string;
  readonly take: 'ours' | 'theirs' | 'value';
  readonly value?: unknown;
}

/** One side of a synchronization, and what is known besides. */
export interface FolderState {
  readonly workspaceId: WorkspaceId;
  /** The absolute path of the workspace; its data folder is `tandem` below it. */
  readonly path: string;
  readonly stored: readonly StoredEntity[];
  readonly memory: FolderMemory;
  /** Ids of entities whose rows cannot be read: nothing is concluded about them, and their files stay. */
  readonly unreadable?: readonly string[];
  /** What a run that ended early was about to write. */
  readonly planned: readonly PlannedWrite[];
  /** Values that are never written. */
  readonly secrets: readonly { readonly name: string; readonly value: string }[];
  readonly confirmDeletions: boolean;
  readonly resolutions: readonly FolderResolution[];
  readonly newId: (kind: FolderKind) => string;
}

/** A change of the database; `expected` is the revision it holds for, null for an entity that is new. */
export type FolderChange =
  | { readonly do: 'put'; readonly entity: FolderEntity; readonly expected: number | null }
  | {
      readonly do: 'remove';
      readonly kind: FolderKind;
      readonly id: string;
      readonly expected: number;
    };

/** What is remembered before the first file changes. */
export interface FolderNotes {
  /** Bases as a run that ended early has left them; the files that are ours to remove while the database is not changed. */
  readonly memory: FolderMemoryChange;
  /** In place of all others. */
  readonly planned: readonly PlannedWrite[];
}

/** Some of the changes, made in one transaction. */
export interface FolderStep {
  readonly changes: readonly FolderChange[];
  readonly memory: FolderMemoryChange;
  /** Entities whose planned writes are done; null for all. */
  readonly done: readonly string[] | null;
}

/** What is to be done, in the order write, steps, finish. A crash between any two is mended by the next run. */
export interface FolderPlan {
  readonly report: SynchronizationReport;
  /** Writes the files after `remember` has ended; `folder-changed` when one is no longer as it was read. */
  readonly write: (
    remember: (notes: FolderNotes) => TE.TaskEither<AppError, void>,
  ) => TE.TaskEither<AppError, void>;
  /** One transaction each, in this order; none when nothing is to be changed or remembered. */
  readonly steps: readonly FolderStep[];
  /** Removes what is to go. */
  readonly finish: TE.TaskEither<AppError, void>;
  /** Whether `finish` removes anything that is remembered. */
  readonly removes: boolean;
}

/** What a manifest says of the workspace whose folder it is in. */
export interface FolderIdentity {
  readonly id: WorkspaceId | null;
  readonly name: string | null;
  readonly hasEnvironments: boolean;
}

/** The data folder of workspaces: plans without touching it, then writes. */
export interface FolderSync {
  /** Who the folder below `path` belongs to; null where there is none. */
  readonly identify: (path: string) => TE.TaskEither<AppError, FolderIdentity | null>;
  /** Compares folder, database and memory. `folder-unusable` when the folder cannot be read. */
  readonly plan: (state: FolderState) => TE.TaskEither<AppError, FolderPlan>;
}
