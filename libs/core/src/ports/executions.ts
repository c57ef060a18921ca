import type { AppResult } from '../errors.js';
import type { ExecutionId, WorkspaceId } from '../ids.js';
import type {
  ExecutionOutcome,
  ExecutionSummary,
  StoredBody,
  StoredExecution,
} from '../executions/stored-execution.js';
import type { Page } from './repositories.js';

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ExecutionQuery {
  readonly requestId?: string;
  /** Part of a name or URL, ignoring case. */
  readonly search?: string;
  /** The name or URL as shown to the caller. A search must match this text too. */
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
   * Stores an execution and drops all but the newest `most` of its workspace and the newest `maxOfRequest` (default
   * 0) of each request.
   */
  readonly add: (
    execution: StoredExecution,
    body: StoredBody | null,
    most: number,
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
  /** Null if the response had no body, or none that may be stored. */
  readonly body: (workspaceId: WorkspaceId, id: ExecutionId) => AppResult<StoredBody | null>;
  readonly workspaceOf: (id: ExecutionId) => AppResult<WorkspaceId>;
}
