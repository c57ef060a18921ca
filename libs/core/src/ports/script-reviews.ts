import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import type { ScriptReview, ScriptTrust } from '../guards/script-review.js';

/** What is known of the contents of scripts, by workspace. */
export interface ScriptReviews {
  readonly trust: (workspaceId: WorkspaceId) => AppResult<ScriptTrust>;
  /** Those whose hash or path is among `keys`. */
  readonly find: (workspaceId: WorkspaceId, keys: readonly string[]) => AppResult<readonly ScriptReview[]>;
  /** Adds those whose hash is not known yet; the others stay as they are. */
  readonly add: (workspaceId: WorkspaceId, reviews: readonly ScriptReview[]) => AppResult<void>;
  /** In place of what is known of the same hashes. */
  readonly put: (workspaceId: WorkspaceId, reviews: readonly ScriptReview[]) => AppResult<void>;
}
