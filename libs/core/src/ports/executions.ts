import type { AppResult } from '../errors.js';
import type { ExecutionId, WorkspaceId } from '../ids.js';
import type {
  ExecutionOutcome,
  ExecutionSummary,
  StoredBody,
  StoredExecution,
} from '../executions/stored-execution.js';
import type { Page } from './repositories.js';

/** Which executions; `after` is the cursor of the page before. */
export interface ExecutionQuery {
  readonly requestId?: string;
  /** Part of a name or URL, ignoring case. */
  readonly search?: string;
  /** How the caller sees a name or URL: a search must match in this text too. */
  readonly shown?: (text: string) => string;
  /** The lowest and the highest status. */
  readonly status?: readonly [from: number, to: number];
  readonly outcome?: ExecutionOutcome;
  /** The name of the caller. */
  readonly by?: string;
  /** Only those that started then or later, as ISO 8601 in UTC. */
  readonly since?: string;
  readonly take: number;
  readonly after?: string;
}

/** The history of executions. */
export interface Executions {
  /**
   * Stores an execution and drops all but the newest `most` of its workspace, and the newest `mostOfRequest` (default 0) of each
   * request.
   */
  readonly add: (
    execution: StoredExecution,
    body: StoredBody | null,
    most: number,
    mostOfRequest?: number,
  ) => AppResult<StoredExecution>;
  /** Newest first. */
  readonly list: (workspaceId: WorkspaceId, query: ExecutionQuery) => AppResult<Page<ExecutionSummary>>;
  readonly count: (workspaceId: WorkspaceId) => AppResult<number>;
  /** The newest execution of each request, in no particular order. */
  readonly latest: (workspaceId: WorkspaceId) => AppResult<readonly ExecutionSummary[]>;
  /** The names of the callers of executions, sorted. */
  readonly callers: (workspaceId: WorkspaceId) => AppResult<readonly string[]>;
  readonly get: (workspaceId: WorkspaceId, id: ExecutionId) => AppResult<StoredExecution>;
  /** Null if the response had no body, or none that may be stored. */
  readonly body: (workspaceId: WorkspaceId, id: ExecutionId) => AppResult<StoredBody | null>;
  readonly workspaceOf: (id: ExecutionId) => AppResult<WorkspaceId>;
}
