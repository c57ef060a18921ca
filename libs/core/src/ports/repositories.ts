import type {
  Activity,
  ActivityLimits,
  AuthorKind,
  NewActivity,
  StoredActivity,
} from '../activity/activity.js';
import type { SharedChanges, SharedStore } from '../changes/listeners.js';
import type { CookieChanges, JarCookie } from '../cookies/jar-cookie.js';
import type { Environment, EnvironmentChange } from '../environments/environment.js';
import type { BoundSecret, ProvidedSecretDecision, SecretHosts } from '../environments/secret-hosts.js';
import type { AppResult } from '../errors.js';
import type {
  ExecutionOutcome,
  ExecutionSummary,
  StoredBody,
  StoredExecution,
} from '../executions/stored-execution.js';
import type { DeletedFolder, Folder, FolderPosition } from '../folders/folder.js';
import type { ScriptReview, ScriptTrust } from '../guards/reviews.js';
import type { EnvironmentId, ExecutionId, FolderId, WorkspaceId } from '../ids.js';
import type { RequestRepositories, RequestSummary } from '../request-kinds.js';
import type { Pair } from '../requests/fields.js';
import type { FolderEnd, RequestPosition } from '../requests/request-position.js';
import type { RunReport, RunSummary } from '../runs/run.js';
import type { UnreadableRow } from '../synchronization/storage-problem.js';
import type { HiddenWorkspace, Workspace, WorkspaceRemoval } from '../workspaces/workspace.js';
import type {
  FolderBase,
  FolderMemory,
  FolderMemoryChange,
  PlannedWrite,
  RetiredEnvironment,
} from './folder-sync.js';
import type { AuthTokens } from './oauth2.js';
import type { ListQuery, Page } from './saved-requests.js';

/** The cookies of each workspace and environment. They are deleted with their workspace or environment. */
export interface Cookies {
  /** The cookies of an environment, in creation order. If the environment is null, those of executions without an environment. */
  readonly list: (
    workspaceId: WorkspaceId,
    environmentId: EnvironmentId | null,
  ) => AppResult<readonly JarCookie[]>;
  /** The cookies of all environments of a workspace, or of all workspaces, so that their values can be redacted. */
  readonly all: (workspaceId?: WorkspaceId) => AppResult<readonly JarCookie[]>;
  /** Applies the changes to the stored cookies and drops the oldest beyond {@link maxJarCookies}. */
  readonly change: (
    workspaceId: WorkspaceId,
    environmentId: EnvironmentId | null,
    changes: CookieChanges,
  ) => AppResult<void>;
}

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ExecutionQuery {
  readonly requestId?: string;
  /** Part of a name or URL, ignoring case. */
  readonly search?: string;
  /** Returns the part of a name or URL that the caller sees. A search must match this text too. */
  readonly shown?: (text: string) => string;
  /** The minimum and maximum status. */
  readonly status?: readonly [from: number, to: number];
  readonly outcome?: ExecutionOutcome;
  /** The caller's name. */
  readonly by?: string;
  /** Only executions started at or after this time, as ISO 8601 in UTC. */
  readonly since?: string;
  readonly take: number;
  readonly after?: string;
}

/** The history of executions. */
export interface Executions {
  /**
   * Stores an execution. Drops older executions of its workspace, except the newest `maxExecutions`, and the newest `maxOfRequest` (default
   * 0) of each request.
   */
  readonly add: (
    execution: StoredExecution,
    body: StoredBody | null,
    maxExecutions: number,
    maxOfRequest?: number,
  ) => AppResult<StoredExecution>;
  /** Newest first. */
  readonly list: (workspaceId: WorkspaceId, query: ExecutionQuery) => AppResult<Page<ExecutionSummary>>;
  readonly count: (workspaceId: WorkspaceId) => AppResult<number>;
  /** The newest execution of each request, unordered. */
  readonly latest: (workspaceId: WorkspaceId) => AppResult<readonly ExecutionSummary[]>;
  /** The names of all callers, sorted. */
  readonly callers: (workspaceId: WorkspaceId) => AppResult<readonly string[]>;
  readonly get: (workspaceId: WorkspaceId, id: ExecutionId) => AppResult<StoredExecution>;
  /** The stored body; null if the response had no body, or its body may not be stored. */
  readonly body: (workspaceId: WorkspaceId, id: ExecutionId) => AppResult<StoredBody | null>;
  readonly workspaceOf: (id: ExecutionId) => AppResult<WorkspaceId>;
}

/** The stored run reports, with their secrets redacted. */
export interface Runs {
  /** Stores a report. Keeps only the newest `maxReports` reports of its workspace. */
  readonly add: (workspaceId: WorkspaceId, report: RunReport, maxReports: number) => AppResult<void>;
  /** The reports, newest first. Omits unreadable ones. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly RunSummary[]>;
  readonly get: (workspaceId: WorkspaceId, id: string) => AppResult<RunReport>;
}

/** The formats of run reports. */
export const reportFormats = ['spec', 'dot', 'json', 'junit', 'html', 'github', 'tap'] as const;
/** A format of run reports. */
export type ReportFormat = (typeof reportFormats)[number];

/** Writes run reports. */
export interface Reports {
  readonly render: (format: ReportFormat, report: RunReport) => Promise<string>;
}

/** The reviews of script contents, by workspace. */
export interface ScriptReviews {
  readonly trust: (workspaceId: WorkspaceId) => AppResult<ScriptTrust>;
  /** The reviews whose hash or path is in `keys`. */
  readonly find: (workspaceId: WorkspaceId, keys: readonly string[]) => AppResult<readonly ScriptReview[]>;
  /** Adds the reviews whose hash is unknown. Other reviews stay unchanged. */
  readonly add: (workspaceId: WorkspaceId, reviews: readonly ScriptReview[]) => AppResult<void>;
  /** Replaces the reviews with the same hashes. */
  readonly put: (workspaceId: WorkspaceId, reviews: readonly ScriptReview[]) => AppResult<void>;
}

/** A person's decisions about requests sent by scripts. */
export interface ScriptSendingDecisions {
  /** Null if there is no decision. */
  readonly get: (workspaceId: WorkspaceId) => AppResult<boolean | null>;
  /** Replaces the earlier decision. */
  readonly decide: (workspaceId: WorkspaceId, allowed: boolean) => AppResult<void>;
}

/**
 * The hosts of secrets. They are stored separately from environments, so that writing an environment can never widen them. Each write of
 * an environment adds its new values to the bindings.
 */
export interface SecretBindings {
  /** Sorted by environment and name. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly SecretHosts[]>;
  /** The bindings of all workspaces. */
  readonly bound: () => AppResult<readonly BoundSecret[]>;
  /** Stores the hosts that a person chose. Without hosts, the secret may be sent anywhere. */
  readonly choose: (workspaceId: WorkspaceId, chosen: SecretHosts) => AppResult<void>;
}

/** The stored workspaces. A hidden workspace is only listed by `hidden`; every other function ignores it. */
export interface Workspaces {
  /** Most recently opened first. */
  readonly list: (take: number) => AppResult<readonly Workspace[]>;
  /** All workspaces, to find a workspace by name or path. */
  readonly all: () => AppResult<readonly Workspace[]>;
  readonly get: (id: WorkspaceId) => AppResult<Workspace>;
  readonly create: (workspace: Workspace) => AppResult<Workspace>;
  /** Replaces an existing workspace. */
  readonly update: (workspace: Workspace) => AppResult<Workspace>;
  /** The workspace for calls that name none; null if no workspace is active. */
  readonly active: () => AppResult<Workspace | null>;
  readonly activate: (id: WorkspaceId) => AppResult<void>;
  /** Removes a workspace from every list. If it was active, no workspace is active afterwards. */
  readonly hide: (id: WorkspaceId, hiding: WorkspaceRemoval, at: string) => AppResult<void>;
  /** Hidden workspaces, latest first. */
  readonly hidden: () => AppResult<readonly HiddenWorkspace[]>;
  /** Restores a hidden workspace to the lists. */
  readonly unhide: (id: WorkspaceId) => AppResult<void>;
  /** Deletes a hidden workspace with everything in it. */
  readonly remove: (id: WorkspaceId) => AppResult<void>;
}

/** An environment that cannot be decoded from its row. */
export interface UnreadableEnvironment {
  readonly row: UnreadableRow;
  readonly revision: number;
  /** The secrets of the environment, and all strings in its row that may be secret values, so that they can be redacted. */
  readonly secrets: readonly Pair[];
}

/** The stored environments. */
export interface Environments {
  /** The environments that can be decoded. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly Environment[]>;
  /** The environments that `list` omits because they cannot be decoded. */
  readonly unreadable: (workspaceId: WorkspaceId) => AppResult<readonly UnreadableEnvironment[]>;
  /** The secrets of every workspace, including secrets removed by folders and the newest replaced or removed values. */
  readonly allSecrets: () => AppResult<readonly Pair[]>;
  readonly get: (workspaceId: WorkspaceId, id: EnvironmentId) => AppResult<Environment>;
  readonly create: (environment: Environment) => AppResult<Environment>;
  /**
   * Applies `changes` to the stored environment in one transaction. Names that are not in `changes` stay unchanged. Writes nothing if
   * there is no difference.
   */
  readonly change: (
    workspaceId: WorkspaceId,
    id: EnvironmentId,
    changes: readonly EnvironmentChange[],
    at: string,
    /** The name of the request whose script made the changes, for the activity. */
    request?: string,
  ) => AppResult<Environment>;
  /**
   * Stores `next` if the stored revision is still `expected`; otherwise fails with `revision-conflict` and the stored environment.
   * @param plain names of secrets that are variables in `next`: their values are not remembered as previous secrets
   */
  readonly replace: (
    next: Environment,
    expected: number,
    plain?: readonly string[],
  ) => AppResult<Environment>;
  /** Deletes the environment if its stored revision is `expected`. If it was active, no environment is active afterwards. */
  readonly remove: (workspaceId: WorkspaceId, id: EnvironmentId, expected: number) => AppResult<void>;
}

/** The memory of each workspace's last synchronization. The next one compares with it to find changes. */
export interface FolderMemories {
  readonly get: (workspaceId: WorkspaceId) => AppResult<FolderMemory>;
  /** The base of one entity; null if it has none. */
  readonly base: (workspaceId: WorkspaceId, id: string) => AppResult<FolderBase | null>;
  readonly change: (workspaceId: WorkspaceId, change: FolderMemoryChange) => AppResult<void>;
  /** The planned writes that a synchronization last recorded. */
  readonly planned: (workspaceId: WorkspaceId) => AppResult<readonly PlannedWrite[]>;
  /** Adds to the planned writes. If a path repeats, the last entry counts. */
  readonly note: (workspaceId: WorkspaceId, planned: readonly PlannedWrite[]) => AppResult<void>;
  /** Removes the planned writes of these entities, or all planned writes. */
  readonly forgetPlanned: (workspaceId: WorkspaceId, ids: readonly string[] | null) => AppResult<void>;
  readonly retired: (workspaceId: WorkspaceId) => AppResult<readonly RetiredEnvironment[]>;
  /**
   * Replaces the stored parts of a removed environment. Deletes them if there are no secrets and no guard and the environment was not
   * active.
   */
  readonly retire: (workspaceId: WorkspaceId, environment: RetiredEnvironment) => AppResult<void>;
}

/** A person's decisions about the provided secret values. */
export interface ProvidedSecretDecisions {
  /** Sorted by name. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly ProvidedSecretDecision[]>;
  /** Replaces the earlier decision about that name. */
  readonly decide: (workspaceId: WorkspaceId, decision: ProvidedSecretDecision) => AppResult<void>;
}

/** The order of the requests of both kinds within their folders. */
export interface RequestPositions {
  /** The requests of `folder`, or of all folders, sorted by folder, position and creation. */
  readonly list: (workspaceId: WorkspaceId, folder?: string) => AppResult<readonly RequestPosition[]>;
  /** The summaries of all requests in the same order. Omits unreadable ones. `after` is the cursor of the previous page. */
  readonly page: (
    workspaceId: WorkspaceId,
    query: Pick<ListQuery, 'take' | 'after'>,
  ) => AppResult<Page<RequestSummary>>;
  readonly end: (workspaceId: WorkspaceId, folder: string) => AppResult<FolderEnd>;
  /** Sets the `seq` of each request. Ignores missing requests. */
  readonly put: (workspaceId: WorkspaceId, positions: readonly RequestPosition[]) => AppResult<void>;
}

/** The folders of workspaces. Requests refer to their folder by path; the use cases keep both consistent. */
export interface Folders {
  /** The folders in creation order. Omits unreadable ones. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly Folder[]>;
  readonly get: (workspaceId: WorkspaceId, id: FolderId) => AppResult<Folder>;
  readonly create: (folder: Folder) => AppResult<Folder>;
  /**
   * Stores `next` if the stored revision is still `expected`; otherwise fails with `revision-conflict` and the stored folder. Keeps
   * `seq`.
   */
  readonly replace: (next: Folder, expected: number) => AppResult<Folder>;
  /** Sets the `seq` of each folder without a new revision. Ignores missing folders. */
  readonly place: (workspaceId: WorkspaceId, positions: readonly FolderPosition[]) => AppResult<void>;
  /** Deletes the folder; with `expected`, only if the stored revision matches. */
  readonly remove: (workspaceId: WorkspaceId, id: FolderId, expected?: number) => AppResult<void>;
  /** Stores a deleted folder with its contents, and drops all but the newest {@link maxDeletedFolders} of the workspace. */
  readonly keepDeleted: (workspaceId: WorkspaceId, deleted: DeletedFolder) => AppResult<void>;
  /** The folder `id` with its contents, as last deleted; null if it is not stored. */
  readonly deleted: (workspaceId: WorkspaceId, id: FolderId) => AppResult<DeletedFolder | null>;
  readonly forgetDeleted: (workspaceId: WorkspaceId, id: FolderId) => AppResult<void>;
}

export interface Repositories extends RequestRepositories {
  readonly workspaces: Workspaces;
  readonly environments: Environments;
  readonly requestPositions: RequestPositions;
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
  /** Present if other processes also use the store. */
  readonly sharedChanges?: SharedChanges;
}

/** The repositories, and transactions over them. */
export interface Store extends Repositories {
  /** Present if other processes also use the store. */
  readonly shared?: SharedStore;
  /** Runs `work` in one transaction. A Left or an exception rolls all of it back. Must not be nested. */
  readonly transaction: <A>(work: (repositories: Repositories) => AppResult<A>) => AppResult<A>;
}

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ActivityQuery {
  /** The author's name. */
  readonly by?: string;
  readonly kind?: AuthorKind;
  readonly session?: string;
  readonly group?: string;
  /** Only changes at or after this time. */
  readonly since?: string;
  /** Only entries added after the entry with this id. */
  readonly newerThan?: string;
  readonly entity?: Activity['entity'];
  readonly entityId?: string;
  /** Part of a name or of a value, ignoring case. */
  readonly search?: string;
  readonly take: number;
  readonly after?: string;
}

/** The changes to workspaces and their authors. The entries of a workspace are deleted with it. */
export interface Activities {
  /** Adds entries of one workspace in order, and drops its oldest ones beyond the limits. */
  readonly add: (
    workspaceId: WorkspaceId,
    entries: readonly NewActivity[],
    limits: ActivityLimits,
  ) => AppResult<void>;
  /** The entries, newest first. Omits unreadable ones. */
  readonly list: (workspaceId: WorkspaceId, query: ActivityQuery) => AppResult<Page<Activity>>;
  /** The names of all authors, sorted. */
  readonly callers: (workspaceId: WorkspaceId) => AppResult<readonly string[]>;
  readonly get: (workspaceId: WorkspaceId, id: string) => AppResult<StoredActivity>;
  /** Replaces an existing entry. */
  readonly replace: (entry: StoredActivity) => AppResult<void>;
}
