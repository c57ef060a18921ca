import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';

/** What a person has decided about requests that scripts send. */
export interface ScriptSendingDecisions {
  /** Null if nobody has decided. */
  readonly get: (workspaceId: WorkspaceId) => AppResult<boolean | null>;
  /** Replaces the earlier decision. */
  readonly decide: (workspaceId: WorkspaceId, allowed: boolean) => AppResult<void>;
}
