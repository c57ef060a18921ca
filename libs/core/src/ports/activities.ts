import type {
  Activity,
  ActivityLimits,
  AuthorKind,
  StoredActivity,
  NewActivity,
} from '../activity/activity.js';
import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import type { Page } from './repositories.js';

/** Which entries; `after` is the cursor of the page before. */
export interface ActivityQuery {
  /** The name of who made the change. */
  readonly by?: string;
  readonly kind?: AuthorKind;
  readonly session?: string;
  readonly group?: string;
  /** Not before this time. */
  readonly since?: string;
  /** Only those that were added after the entry of this id. */
  readonly newerThan?: string;
  readonly entity?: Activity['entity'];
  readonly entityId?: string;
  /** Part of a name or of a value, ignoring case. */
  readonly search?: string;
  readonly take: number;
  readonly after?: string;
}

/** Who changed what. Entries are deleted with their workspace. */
export interface Activities {
  /** Adds entries of one workspace in their order, and drops its oldest ones beyond the limits. */
  readonly add: (
    workspaceId: WorkspaceId,
    entries: readonly NewActivity[],
    limits: ActivityLimits,
  ) => AppResult<void>;
  /** Newest first; without unreadable ones. */
  readonly list: (workspaceId: WorkspaceId, query: ActivityQuery) => AppResult<Page<Activity>>;
  /** The names of those who changed something, sorted. */
  readonly callers: (workspaceId: WorkspaceId) => AppResult<readonly string[]>;
  readonly get: (workspaceId: WorkspaceId, id: string) => AppResult<StoredActivity>;
  /** Replaces an entry that exists. */
  readonly replace: (entry: StoredActivity) => AppResult<void>;
}
