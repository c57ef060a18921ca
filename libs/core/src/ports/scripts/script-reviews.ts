import type { AppResult } from '../../errors.js';
import type { WorkspaceId } from '../../ids.js';
import type { ScriptReview, ScriptTrust } from '../../guards/script-review.js';

/** What is known about the contents of scripts, by workspace. */
export interface ScriptReviews {
  readonly trust: (workspaceId: WorkspaceId) => AppResult<ScriptTrust>;
  /** The reviews whose hash or path is in `keys`. */
  readonly find: (workspaceId: WorkspaceId, keys: readonly string[]) => AppResult<readonly ScriptReview[]>;
  /** Adds those with an unknown hash. The others stay unchanged. */
  readonly add: (workspaceId: WorkspaceId, reviews: readonly ScriptReview[]) => AppResult<void>;
  /** Replaces the reviews with the same hashes. */
  readonly put: (workspaceId: WorkspaceId, reviews: readonly ScriptReview[]) => AppResult<void>;
}
