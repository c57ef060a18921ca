import type { AppResult } from '../../errors.js';
import type { WorkspaceId } from '../../ids.js';

/** A person's decisions about requests sent by scripts. */
export interface ScriptSendingDecisions {
  /** Null if there is no decision. */
  readonly get: (workspaceId: WorkspaceId) => AppResult<boolean | null>;
  /** Replaces the earlier decision. */
  readonly decide: (workspaceId: WorkspaceId, allowed: boolean) => AppResult<void>;
}
