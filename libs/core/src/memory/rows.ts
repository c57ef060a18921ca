import type { StoredActivity } from '../activity/activity.js';
import type { Environment } from '../environments/environment.js';
import type { AppResult, AppError } from '../errors.js';
import type { DeletedFolder } from '../folders/deleted-folder.js';
import type { Folder } from '../folders/folder.js';
import type { ProvidedSecretDecision } from '../environments/provided-secret.js';
import type { ScriptReview } from '../guards/script-review.js';
import type { WorkspaceId } from '../ids.js';
import type { JarCookie } from '../cookies/jar-cookie.js';
import type { AuthToken } from '../auth/oauth2.js';
import type { Pair } from '../requests/pair.js';
import { forEachKind, type RequestKind, type EntityNoun } from '../requests/request-kind.js';
import type { StoredBody, StoredExecution } from '../executions/stored-execution.js';
import type { HiddenWorkspace, Workspace } from '../workspaces/workspace.js';
import type { E } from '../fp.js';
import type { RequestOf } from '../request-kinds.js';
import type { RunReport } from '../runs/run.js';
import type { Binding, SecretHosts } from '../environments/secret-hosts.js';
import type { FolderMemory, PlannedWrite, RetiredEnvironment } from '../ports/folder-sync.js';

/** A request, where it stands in the order of creation, and its place in its folder. */
export interface PlacedRequest<A> {
  readonly position: number;
  readonly seq: number | null;
  readonly request: A;
}

/** An execution, its body, and where it stands in the order of being kept. */
export interface ExecutionRow {
  readonly position: number;
  readonly execution: StoredExecution;
  readonly body: StoredBody | null;
}

/** The requests of each kind. */
export type RequestRows = { readonly [K in RequestKind]: ReadonlyMap<string, PlacedRequest<RequestOf<K>>> };

/** All that is stored; a change makes new rows. */
export interface Rows {
  /** The position of the request that was created last; none is used twice. */
  readonly lastPosition: number;
  /** The id of the activity that was added last. */
  readonly lastActivity: number;
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** By workspace, which stays in `workspaces`. */
  readonly hidden: ReadonlyMap<string, Pick<HiddenWorkspace, 'hiding' | 'at'>>;
  readonly environments: ReadonlyMap<string, Environment>;
  readonly requests: RequestRows;
  readonly folders: ReadonlyMap<string, Folder>;
  /** By workspace, the newest last. */
  readonly deletedFolders: ReadonlyMap<string, readonly DeletedFolder[]>;
  readonly executions: ReadonlyMap<string, ExecutionRow>;
  /** By workspace. */
  readonly folderMemories: ReadonlyMap<string, FolderMemory>;
  readonly planned: ReadonlyMap<string, readonly PlannedWrite[]>;
  /** By workspace. */
  readonly retired: ReadonlyMap<string, readonly RetiredEnvironment[]>;
  /** By workspace. */
  readonly former: ReadonlyMap<string, readonly Pair[]>;
  /** By workspace. */
  readonly givenSecrets: ReadonlyMap<string, readonly ProvidedSecretDecision[]>;
  /** By workspace. */
  readonly scriptSending: ReadonlyMap<string, boolean>;
  /** By workspace, environment and name. */
  readonly secretBindings: ReadonlyMap<string, SecretHosts & Binding & { readonly workspaceId: string }>;
  /** By workspace. */
  readonly scriptReviews: ReadonlyMap<string, readonly ScriptReview[]>;
  /** By workspace, the newest last. */
  readonly activities: ReadonlyMap<string, readonly StoredActivity[]>;
  /** By workspace and environment. */
  readonly cookies: ReadonlyMap<string, readonly JarCookie[]>;
  /** By workspace and environment, the oldest first. */
  readonly authTokens: ReadonlyMap<string, readonly AuthToken[]>;
  /** By workspace, the newest last. */
  readonly runs: ReadonlyMap<string, readonly RunReport[]>;
  readonly active: WorkspaceId | null;
}

/** The rows of a new store. */
export const noRows: Rows = {
  lastPosition: 0,
  lastActivity: 0,
  workspaces: new Map(),
  hidden: new Map(),
  environments: new Map(),
  requests: forEachKind(() => new Map<string, never>()),
  folders: new Map(),
  deletedFolders: new Map(),
  executions: new Map(),
  folderMemories: new Map(),
  planned: new Map(),
  retired: new Map(),
  former: new Map(),
  givenSecrets: new Map(),
  scriptSending: new Map(),
  secretBindings: new Map(),
  scriptReviews: new Map(),
  activities: new Map(),
  cookies: new Map(),
  authTokens: new Map(),
  runs: new Map(),
  active: null,
};

/** How the repositories reach the rows. */
export interface MemoryAccess {
  readonly read: <A>(look: (rows: Rows) => E.Either<AppError, A>) => AppResult<A>;
  /** A write gives its answer and the rows after it. */
  readonly write: <A>(change: (rows: Rows) => E.Either<AppError, readonly [A, Rows]>) => AppResult<A>;
}

/** What a database says of a row that breaks its rules. */
export const createIntegrityError = (doing: string, rule: string): AppError => ({
  kind: 'storage-failed',
  doing,
  reason: 'other',
  cause: new Error(rule),
});

/** What a repository says of an id that it does not have. */
export const createNotFoundError = (entity: EntityNoun, ref: string): AppError => ({
  kind: 'not-found',
  entity,
  ref,
});

/** The map with one entry more, or with another value for it. */
export const setEntry = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value);

/** The map without an entry. */
export const removeEntry = <A>(map: ReadonlyMap<string, A>, key: string): ReadonlyMap<string, A> =>
  new Map([...map].filter(([name]) => name !== key));

/** Where an entity is kept: an id belongs to its workspace, since two clones of one folder hold the same ids. */
export const keyOf = (workspaceId: string, id: string): string => `${workspaceId} ${id}`;
