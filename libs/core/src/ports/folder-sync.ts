import type { t } from '../codec/index.js';
import type { Environment } from '../environments/environment.js';
import type { AppError } from '../errors.js';
import type { Folder, inheritedFields } from '../folders/folder.js';
import type { TE } from '../fp.js';
import type { Guard } from '../guards/guard.js';
import type { EnvironmentId, WorkspaceId } from '../ids.js';
import type { requestKinds } from '../request-kinds.js';
import type { Pair } from '../requests/fields.js';
import type { RequestKind } from '../requests/request-kind.js';
import type {
  FolderKind,
  MergeDriverStatus,
  SynchronizationReport,
} from '../synchronization/synchronization.js';
import type { Workspace } from '../workspaces/workspace.js';

type DecodedTypes<Codecs extends Readonly<Record<string, t.Mixed>>> = {
  readonly [Name in keyof Codecs]: t.TypeOf<Codecs[Name]>;
};

/**
 * The fields that are stored in the file of each kind of entity, as their codecs describe them. Secrets have no values. Requests and
 * folders also have their position as `seq`; a change without `seq` keeps the position.
 */
export type FolderFieldsOf = {
  readonly workspace: Pick<Workspace, 'name'> &
    Pick<Folder, 'description' | 'order' | 'connections' | keyof typeof inheritedFields>;
  readonly environment: Pick<
    Environment,
    'name' | 'color' | 'description' | 'extends' | 'variables' | 'secrets' | 'guard'
  >;
  readonly folder: Pick<Folder, 'path' | 'description' | 'order' | keyof typeof inheritedFields> & {
    readonly seq?: number | null;
  };
} & {
  readonly [K in RequestKind]: DecodedTypes<(typeof requestKinds)[K]['fields']> & {
    readonly seq?: number | null;
  };
};

/** The fields of an entity whose kind the context determines. */
export type FolderFields = FolderFieldsOf[FolderKind];

/** An entity as stored in its file. */
export type FolderEntity = {
  readonly [K in FolderKind]: { readonly kind: K; readonly id: string; readonly fields: FolderFieldsOf[K] };
}[FolderKind];

/** An entity in the database. */
export type StoredEntity = FolderEntity & {
  readonly revision: number;
  /** The position of a request or folder, as in its fields; null for anything else. */
  readonly seq: number | null;
};

/** Creates an entity whose kind is known only at runtime. Its fields must have been decoded as those of that kind. */
export const createFolderEntity = (kind: FolderKind, id: string, fields: object): FolderEntity =>
  ({ kind, id, fields }) as FolderEntity;

/** An entity as it was last synchronized. */
export interface FolderBase {
  readonly id: string;
  readonly kind: FolderKind;
  /** Relative to the data folder, with `/`. */
  readonly path: string;
  /** The folder of a request at that time; for a folder, its own path. */
  readonly folder: string;
  /** SHA-256 of the file and of its script, in hexadecimal; empty if the file or the script does not exist. */
  readonly fileHash: string;
  readonly scriptHash: string;
  /** The stored revision and position at that time. A request can move without a new revision. */
  readonly revision: number;
  readonly seq: number | null;
  /** Whether the file and the database agreed. A base with a conflict is compared again in each synchronization. */
  readonly settled: boolean;
  /**
   * A fingerprint of the secrets that the file and the fields were searched for: other secrets require a new search. It reveals nothing
   * about their values.
   */
  readonly searched: string;
  /** {@link FolderFields} as JSON, which is parsed only when needed. Omits fields that have no common ancestor. */
  readonly fields: string;
}

/** A file to remove after the database has recorded the removal. */
export interface FolderRemoval {
  readonly path: string;
  readonly hash: string;
}

/** A file that is about to be written for an entity of the database. It is recorded before the write. */
export interface PlannedWrite {
  readonly id: string;
  readonly kind: FolderKind;
  readonly path: string;
  /** SHA-256 of the new and the old content; empty if there is no such content. */
  readonly hash: string;
  readonly expected: string;
  /** The temporary file that is renamed to `path`. While it exists, `path` has not been written. */
  readonly temporary: string;
  readonly folder: string;
  readonly revision: number;
  readonly seq: number | null;
  readonly searched: string;
  /** The fields that file and database have in common after the write, as JSON. For a script file, only the field `script`. */
  readonly fields: string;
  /** The files that the entity had before it moved, which this write replaces. */
  readonly replaces: readonly FolderRemoval[];
}

/** The state that the last synchronization saved. */
export interface FolderMemory {
  readonly bases: readonly FolderBase[];
  readonly removals: readonly FolderRemoval[];
}

/** A change to {@link FolderMemory}. */
export interface FolderMemoryChange {
  readonly put: readonly FolderBase[];
  readonly forget: readonly string[];
  /** Replaces all removals. If a path repeats, the last entry counts. Null keeps the existing removals. */
  readonly removals: readonly FolderRemoval[] | null;
}

/**
 * The parts of an environment that stay stored after its folder removed it, in case it returns, for example after switching branches back
 * and forth.
 */
export interface RetiredEnvironment {
  readonly id: EnvironmentId;
  /** The secrets that no file currently names, with their values. */
  readonly secrets: readonly Pair[];
  /** Whether the environment was active when it was removed. */
  readonly wasActive: boolean;
  /** The guard of the removed environment. */
  readonly guard?: Guard;
}

/** How to resolve a conflict. */
export interface FolderResolution {
  readonly id: string;
  readonly field: string;
  readonly take: 'ours' | 'theirs' | 'value';
  readonly value?: unknown;
}

/** The location of a workspace's files on disk. */
export interface WorkspaceFolder {
  /** The absolute path of the workspace. Its data folder is this folder or a folder inside it. */
  readonly path: string;
  /** The stored base of the workspace itself, which names its data folder; null before the first synchronization. */
  readonly base: FolderBase | null;
}

/** The state of the database before a synchronization, and the other inputs of the planner. */
export interface FolderState {
  readonly workspaceId: WorkspaceId;
  /** The absolute path of the workspace. Its data folder is this folder or a folder inside it. */
  readonly path: string;
  readonly stored: readonly StoredEntity[];
  readonly memory: FolderMemory;
  /** The ids of entities whose rows cannot be decoded. The planner ignores these entities and their files. */
  readonly unreadable?: readonly string[];
  /** The planned writes of an interrupted synchronization. */
  readonly planned: readonly PlannedWrite[];
  /** Values that must never be written. */
  readonly secrets: readonly { readonly name: string; readonly value: string }[];
  readonly confirmDeletions: boolean;
  readonly resolutions: readonly FolderResolution[];
  readonly newId: (kind: FolderKind) => string;
}

/** A change to the database. `expected` is the revision that it applies to, null for a new entity. */
export type FolderChange =
  | { readonly do: 'put'; readonly entity: FolderEntity; readonly expected: number | null }
  | {
      readonly do: 'remove';
      readonly kind: FolderKind;
      readonly id: string;
      readonly expected: number;
    };

/** Notes that a synchronization stores in the database before it changes the first file. */
export interface FolderNotes {
  /** Bases that an interrupted synchronization left, and the files that may be removed while the database is unchanged. */
  readonly memory: FolderMemoryChange;
  /** Replaces all earlier planned writes. */
  readonly planned: readonly PlannedWrite[];
}

/** Changes made in one transaction. */
export interface FolderStep {
  readonly changes: readonly FolderChange[];
  readonly memory: FolderMemoryChange;
  /** The entities whose planned writes are complete; null for all entities. */
  readonly done: readonly string[] | null;
}

/**
 * The phases of one synchronization, in order: write, steps, finish. After a crash between two phases, the next synchronization
 * completes the work.
 */
export interface FolderPlan {
  readonly report: Omit<SynchronizationReport, 'scripts'>;
  /**
   * Writes the files after `remember` has finished. Fails with `folder-changed` if a file was modified since it was
   * read.
   */
  readonly write: (
    remember: (notes: FolderNotes) => TE.TaskEither<AppError, void>,
  ) => TE.TaskEither<AppError, void>;
  /** One transaction each, in this order. Empty if nothing changes. */
  readonly steps: readonly FolderStep[];
  /** Removes the files that are no longer needed. */
  readonly finish: TE.TaskEither<AppError, void>;
  /** Whether `finish` has files to remove. */
  readonly removes: boolean;
}

/** The identity of the workspace in a folder, by the folder's manifest. A field is null if the manifest does not contain it. */
export interface FolderIdentity {
  readonly id: WorkspaceId | null;
  readonly name: string | null;
  /** Whether the folder contains environments. If so, none is created for a new workspace. */
  readonly hasEnvironments: boolean;
}

/** Synchronizes workspaces with their data folders. Each synchronization is planned completely before it changes anything. */
export interface FolderSync {
  /** The workspace that owns the data folder of `path`; null if there is no data folder. */
  readonly identify: (path: string) => TE.TaskEither<AppError, FolderIdentity | null>;
  /** Compares the folder, the database and the saved state. Fails with `folder-unusable` if the folder cannot be read. */
  readonly plan: (state: FolderState) => TE.TaskEither<AppError, FolderPlan>;
}

/** The git merge driver of a workspace's data folder. */
export interface MergeDriver {
  readonly status: (workspace: WorkspaceFolder) => TE.TaskEither<AppError, MergeDriverStatus>;
  /**
   * Changes `.gitattributes` in the data folder and the git configuration of the repository, never the user's. If that is not possible,
   * the status says why.
   */
  readonly install: (workspace: WorkspaceFolder) => TE.TaskEither<AppError, MergeDriverStatus>;
}

/** A path on disk, and the folder that exists there. */
export interface FoundFolder {
  /** The path. If it exists, symbolic links in it are resolved. */
  readonly path: string;
  readonly exists: boolean;
  /** The names of its entries, sorted; only the first ones if there are many. */
  readonly names: readonly string[];
  /** The Bruno collection in the folder, if there is one: in `.bru` files or in YAML. */
  readonly bruno: { readonly name: string; readonly format: 'bru' | 'yaml' } | null;
}

/** Chooses and creates the folders of workspaces. */
export interface WorkspaceLocations {
  /** Creates a folder named after `name` in the `workspaces` folder of Tandem's application data, and returns its absolute path. */
  readonly make: (name: string) => TE.TaskEither<AppError, string>;
  /**
   * The absolute path of the folder that a person chose, with symbolic links resolved. Creates the folder only with `create`. Fails with
   * invalid-input if the path is relative, does not exist or cannot be a folder.
   */
  readonly open: (path: string, create: boolean) => TE.TaskEither<AppError, string>;
  /**
   * Describes what exists at an absolute path, without changing anything. Fails with invalid-input if the path is relative or not a folder.
   */
  readonly look: (path: string) => TE.TaskEither<AppError, FoundFolder>;
}
