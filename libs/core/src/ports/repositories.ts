import type { Environment, EnvironmentChange } from '../environments/environment.js';
import type { AppResult } from '../errors.js';
import type { ProvidedSecretDecision } from '../environments/provided-secret.js';
import type { DeletedFolder } from '../folders/deleted-folder.js';
import type { Folder, FolderPlace } from '../folders/folder.js';
import type { EnvironmentId, FolderId, WorkspaceId } from '../ids.js';
import type { Pair } from '../requests/pair.js';
import type { FolderEnd, RequestPlace } from '../requests/request-position.js';
import type { UnreadableRow } from '../synchronization/storage-problem.js';
import type { HiddenWorkspace, WorkspaceRemoval, Workspace } from '../workspaces/workspace.js';
import type { RequestRepositories, RequestSummary } from '../request-kinds.js';
import type { Activities } from './activities.js';
import type { Cookies } from './cookies.js';
import type { Executions } from './executions.js';
import type { Runs } from './runs.js';
import type { ScriptReviews } from './script-reviews.js';
import type { ScriptSendingDecisions } from './script-sending.js';
import type { SecretBindings } from './secret-bindings.js';
import type { AuthTokens } from './tokens.js';
import type { SharedChanges, SharedStore } from './shared-store.js';
import type {
  FolderBase,
  FolderMemory,
  FolderMemoryChange,
  PlannedWrite,
  RetiredEnvironment,
} from './folder-sync.js';

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ListQuery {
  readonly folder?: string;
  /** Only requests with this tag. */
  readonly tag?: string;
  /** Part of a name, URL, header, body, script or note, ignoring case; summaries say where it hit. */
  readonly search?: string;
  /** How the caller sees a text: a search must match in this text too. */
  readonly shown?: (text: string) => string;
  readonly take: number;
  readonly after?: string;
}

/** A part of a list, and how many there are in all. */
export interface Page<A> {
  readonly items: readonly A[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** A hidden workspace is in `hidden` only: for everything else it does not exist. */
export interface Workspaces {
  /** Most recently opened first. */
  readonly list: (take: number) => AppResult<readonly Workspace[]>;
  /** All workspaces, to find one by name or path. */
  readonly all: () => AppResult<readonly Workspace[]>;
  readonly get: (id: WorkspaceId) => AppResult<Workspace>;
  readonly create: (workspace: Workspace) => AppResult<Workspace>;
  /** Replaces a workspace that exists. */
  readonly update: (workspace: Workspace) => AppResult<Workspace>;
  /** The workspace used by calls that name none. */
  readonly active: () => AppResult<Workspace | null>;
  readonly activate: (id: WorkspaceId) => AppResult<void>;
  /** Takes a workspace out of every list; where it was active, none is. */
  readonly hide: (id: WorkspaceId, hiding: WorkspaceRemoval, at: string) => AppResult<void>;
  /** Workspaces that were hidden, the latest first. */
  readonly hidden: () => AppResult<readonly HiddenWorkspace[]>;
  /** Puts a hidden workspace back into the lists. */
  readonly unhide: (id: WorkspaceId) => AppResult<void>;
  /** Deletes a hidden workspace with everything in it. */
  readonly remove: (id: WorkspaceId) => AppResult<void>;
}

/** An environment whose row cannot be decoded. */
export interface UnreadableEnvironment {
  readonly row: UnreadableRow;
  readonly revision: number;
  /** Its secrets and every text that may be a secret value; all of them stay hidden. */
  readonly secrets: readonly Pair[];
}

/** The stored environments. */
export interface Environments {
  /** Environments that can be decoded. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly Environment[]>;
  /** Environments that `list` omits. */
  readonly unreadable: (workspaceId: WorkspaceId) => AppResult<readonly UnreadableEnvironment[]>;
  /** All secrets of every workspace, those that folders took out too, and the newest values that were replaced or removed. */
  readonly allSecrets: () => AppResult<readonly Pair[]>;
  readonly get: (workspaceId: WorkspaceId, id: EnvironmentId) => AppResult<Environment>;
  readonly create: (environment: Environment) => AppResult<Environment>;
  /**
   * Applies `changes` to what is stored now, in one transaction: names that are not in them stay as they
   * are. What changes nothing is not written.
   */
  readonly change: (
    workspaceId: WorkspaceId,
    id: EnvironmentId,
    changes: readonly EnvironmentChange[],
    at: string,
    /** The name of the request whose script made the changes, for the activity. */
    request?: string,
  ) => AppResult<Environment>;
  /** Stores `next` if the stored revision is still `expected`, else `revision-conflict` with what is stored. */
  readonly replace: (next: Environment, expected: number) => AppResult<Environment>;
  /** Deletes while the stored revision is `expected`; where it was active, none is. */
  readonly remove: (workspaceId: WorkspaceId, id: EnvironmentId, expected: number) => AppResult<void>;
}

/** The state of the last synchronization of each workspace. */
export interface FolderMemories {
  readonly get: (workspaceId: WorkspaceId) => AppResult<FolderMemory>;
  /** The base of one entity; null if none is remembered. */
  readonly base: (workspaceId: WorkspaceId, id: string) => AppResult<FolderBase | null>;
  readonly change: (workspaceId: WorkspaceId, change: FolderMemoryChange) => AppResult<void>;
  /** What a synchronization was about to write when it was last heard of. */
  readonly planned: (workspaceId: WorkspaceId) => AppResult<readonly PlannedWrite[]>;
  /** Adds to what is planned; of one path the last counts. */
  readonly note: (workspaceId: WorkspaceId, planned: readonly PlannedWrite[]) => AppResult<void>;
  /** Forgets what is planned for these entities, or all of it. */
  readonly forgetPlanned: (workspaceId: WorkspaceId, ids: readonly string[] | null) => AppResult<void>;
  readonly retired: (workspaceId: WorkspaceId) => AppResult<readonly RetiredEnvironment[]>;
  /** In place of what was retired of that environment; nothing is kept of one that has neither secrets nor a guard and was not active. */
  readonly retire: (workspaceId: WorkspaceId, environment: RetiredEnvironment) => AppResult<void>;
}

/** What a person has decided about the values that the process is given for secrets. */
export interface ProvidedSecretDecisions {
  /** Sorted by name. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly ProvidedSecretDecision[]>;
  /** Replaces the earlier decision about that name. */
  readonly decide: (workspaceId: WorkspaceId, decision: ProvidedSecretDecision) => AppResult<void>;
}

/** A request is as it was while its revision and its place are. */
export interface RequestHead {
  readonly id: string;
  readonly revision: number;
  readonly seq: number | null;
}

/** Saved requests of one kind: `A` whole, `S` as a list shows them. */
export interface SavedRequests<A extends { readonly id: string }, S> {
  /** In the order of folder, then creation. */
  readonly list: (workspaceId: WorkspaceId, query: ListQuery) => AppResult<Page<S>>;
  readonly count: (workspaceId: WorkspaceId) => AppResult<number>;
  /** Every one of a workspace, or those of `ids` that are there, in the order of creation; without unreadable ones. */
  readonly all: (workspaceId: WorkspaceId, ids?: readonly A['id'][]) => AppResult<readonly A[]>;
  /** What tells whether one has changed, of every one, in the order of creation. */
  readonly heads: (workspaceId: WorkspaceId) => AppResult<readonly RequestHead[]>;
  readonly get: (workspaceId: WorkspaceId, id: A['id']) => AppResult<A>;
  /** Stores a new request at position `seq` of its folder, or without a position. */
  readonly create: (request: A, seq?: number | null) => AppResult<A>;
  /**
   * Stores `next` if the stored revision is still `expected`, else `revision-conflict` with what is stored.
   * Keeps its position unless `seq` is given.
   */
  readonly replace: (next: A, expected: number, seq?: number | null) => AppResult<A>;
  /** Deletes; with `expected` only while the stored revision is that. */
  readonly remove: (workspaceId: WorkspaceId, id: A['id'], expected?: number) => AppResult<void>;
}

/** The order of the requests of both kinds within their folders. */
export interface RequestPlaces {
  /** Those of `folder`, or of all, in the order of folder, place, creation. */
  readonly list: (workspaceId: WorkspaceId, folder?: string) => AppResult<readonly RequestPlace[]>;
  /** Those of all in that order, as a list shows them; without unreadable ones. `after` is the cursor of the previous page. */
  readonly page: (
    workspaceId: WorkspaceId,
    query: Pick<ListQuery, 'take' | 'after'>,
  ) => AppResult<Page<RequestSummary>>;
  readonly end: (workspaceId: WorkspaceId, folder: string) => AppResult<FolderEnd>;
  /** Sets the `seq` of each; ignores requests that do not exist. */
  readonly put: (workspaceId: WorkspaceId, places: readonly RequestPlace[]) => AppResult<void>;
}

/** The folders of workspaces. Requests name theirs by its path; use cases keep both together. */
export interface Folders {
  /** In the order of creation; without unreadable ones. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly Folder[]>;
  readonly get: (workspaceId: WorkspaceId, id: FolderId) => AppResult<Folder>;
  readonly create: (folder: Folder) => AppResult<Folder>;
  /** Stores `next` if the stored revision is still `expected`, else `revision-conflict` with what is stored. Keeps `seq`. */
  readonly replace: (next: Folder, expected: number) => AppResult<Folder>;
  /** Sets the `seq` of each without a new revision; ignores folders that do not exist. */
  readonly place: (workspaceId: WorkspaceId, places: readonly FolderPlace[]) => AppResult<void>;
  /** Deletes; with `expected` only while the stored revision is that. */
  readonly remove: (workspaceId: WorkspaceId, id: FolderId, expected?: number) => AppResult<void>;
  /** Keeps what was deleted with a folder, and drops all but the newest {@link maxDeletedFolders} of the workspace. */
  readonly keepDeleted: (workspaceId: WorkspaceId, deleted: DeletedFolder) => AppResult<void>;
  /** What was last deleted with the folder `id`; null if it is not kept. */
  readonly deleted: (workspaceId: WorkspaceId, id: FolderId) => AppResult<DeletedFolder | null>;
  readonly forgetDeleted: (workspaceId: WorkspaceId, id: FolderId) => AppResult<void>;
}

export interface Repositories extends RequestRepositories {
  readonly workspaces: Workspaces;
  readonly environments: Environments;
  readonly requestPlaces: RequestPlaces;
  readonly folders: Folders;
  readonly executions: Executions;
  readonly folderMemories: FolderMemories;
  readonly givenSecrets: ProvidedSecretDecisions;
  readonly scriptSending: ScriptSendingDecisions;
  readonly secretBindings: SecretBindings;
  readonly scriptReviews: ScriptReviews;
  readonly activities: Activities;
  readonly cookies: Cookies;
  readonly authTokens: AuthTokens;
  readonly runs: Runs;
  /** Present when other processes use the store too. */
  readonly sharedChanges?: SharedChanges;
}

/** The repositories, and transactions over them. */
export interface Store extends Repositories {
  /** Present when other processes use the store too. */
  readonly shared?: SharedStore;
  /** Runs `work` in one transaction; a Left or an exception undoes all of it. Not to be nested. */
  readonly transaction: <A>(work: (repositories: Repositories) => AppResult<A>) => AppResult<A>;
}
