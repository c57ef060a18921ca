import type { StoredActivity } from '../activity/activity.js';
import type { Environment } from '../environments/environment.js';
import type { AppResult, AppError } from '../errors.js';
import type { DeletedFolder, Folder } from '../folders/folder.js';
import type { Binding, ProvidedSecretDecision, SecretHosts } from '../environments/secret-hosts.js';
import type { ScriptReview } from '../guards/reviews.js';
import type { WorkspaceId } from '../ids.js';
import type { JarCookie } from '../cookies/jar-cookie.js';
import type { AuthToken } from '../auth/auth.js';
import type { Pair } from '../requests/fields.js';
import { mapRequestKinds, type RequestKind, type EntityNoun } from '../requests/request-kind.js';
import type { StoredBody, StoredExecution } from '../executions/stored-execution.js';
import type { HiddenWorkspace, Workspace } from '../workspaces/workspace.js';
import type { E } from '../fp.js';
import type { RequestOf } from '../request-kinds.js';
import type { RunReport } from '../runs/run.js';
import type { FolderMemory, PlannedWrite, RetiredEnvironment } from '../ports/folder-sync.js';

/** A request, its number in creation order, and its position in its folder. */
export interface PlacedRequest<A> {
  readonly position: number;
  readonly seq: number | null;
  readonly request: A;
}

/** An execution, its body, and its number in storage order. */
export interface ExecutionRow {
  readonly position: number;
  readonly execution: StoredExecution;
  readonly body: StoredBody | null;
}

/** The requests of each kind. */
export type RequestRows = { readonly [K in RequestKind]: ReadonlyMap<string, PlacedRequest<RequestOf<K>>> };

/** The whole stored state. It is immutable: a change creates new rows. */
export interface Rows {
  /** The number of the newest request. Numbers are never reused. */
  readonly lastPosition: number;
  /** The id of the newest activity entry. */
  readonly lastActivity: number;
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** How and when workspaces were hidden, by workspace. The workspaces themselves are in `workspaces`. */
  readonly hidden: ReadonlyMap<string, Pick<HiddenWorkspace, 'hiding' | 'at'>>;
  readonly environments: ReadonlyMap<string, Environment>;
  readonly requests: RequestRows;
  readonly folders: ReadonlyMap<string, Folder>;
  /** By workspace, newest last. */
  readonly deletedFolders: ReadonlyMap<string, readonly DeletedFolder[]>;
  readonly executions: ReadonlyMap<string, ExecutionRow>;
  /** By workspace. */
  readonly folderMemories: ReadonlyMap<string, FolderMemory>;
  readonly planned: ReadonlyMap<string, readonly PlannedWrite[]>;
  /** By workspace. */
  readonly retired: ReadonlyMap<string, readonly RetiredEnvironment[]>;
  /** By workspace. */
  readonly previousSecrets: ReadonlyMap<string, readonly Pair[]>;
  /** By workspace. */
  readonly providedSecrets: ReadonlyMap<string, readonly ProvidedSecretDecision[]>;
  /** By workspace. */
  readonly scriptSending: ReadonlyMap<string, boolean>;
  /** By workspace, environment and name. */
  readonly secretBindings: ReadonlyMap<string, SecretHosts & Binding & { readonly workspaceId: string }>;
  /** By workspace. */
  readonly scriptReviews: ReadonlyMap<string, readonly ScriptReview[]>;
  /** By workspace, newest last. */
  readonly activities: ReadonlyMap<string, readonly StoredActivity[]>;
  /** By workspace and environment. */
  readonly cookies: ReadonlyMap<string, readonly JarCookie[]>;
  /** By workspace and environment, oldest first. */
  readonly authTokens: ReadonlyMap<string, readonly AuthToken[]>;
  /** By workspace, newest last. */
  readonly runs: ReadonlyMap<string, readonly RunReport[]>;
  readonly active: WorkspaceId | null;
}

/** The initial rows of a store. */
export const emptyRows: Rows = {
  lastPosition: 0,
  lastActivity: 0,
  workspaces: new Map(),
  hidden: new Map(),
  environments: new Map(),
  requests: mapRequestKinds(() => new Map<string, never>()),
  folders: new Map(),
  deletedFolders: new Map(),
  executions: new Map(),
  folderMemories: new Map(),
  planned: new Map(),
  retired: new Map(),
  previousSecrets: new Map(),
  providedSecrets: new Map(),
  scriptSending: new Map(),
  secretBindings: new Map(),
  scriptReviews: new Map(),
  activities: new Map(),
  cookies: new Map(),
  authTokens: new Map(),
  runs: new Map(),
  active: null,
};

/** How repositories access the rows. */
export interface MemoryAccess {
  readonly read: <A>(look: (rows: Rows) => E.Either<AppError, A>) => AppResult<A>;
  /** Replaces the rows: `change` returns the result of the write, and the new rows. */
  readonly write: <A>(change: (rows: Rows) => E.Either<AppError, readonly [A, Rows]>) => AppResult<A>;
}

/** Creates the error of the database for a row that violates a constraint. */
export const createIntegrityError = (doing: string, rule: string): AppError => ({
  kind: 'storage-failed',
  doing,
  reason: 'other',
  cause: new Error(rule),
});

/** Creates the error of a repository for an unknown id. */
export const createNotFoundError = (entity: EntityNoun, ref: string): AppError => ({
  kind: 'not-found',
  entity,
  ref,
});

/** Copies the map and adds or replaces an entry. */
export const setEntry = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value);

/** Copies the map without an entry. */
export const removeEntry = <A>(map: ReadonlyMap<string, A>, key: string): ReadonlyMap<string, A> =>
  new Map([...map].filter(([name]) => name !== key));

/** The storage key of an entity. It includes the workspace, because two clones of a folder contain the same ids. */
export const formatRowKey = (workspaceId: string, id: string): string => `${workspaceId} ${id}`;
