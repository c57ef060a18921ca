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

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ActivityQuery {
  /** The author's name. */
  readonly by?: string;
  readonly kind?: AuthorKind;
  readonly session?: string;
  readonly group?: string;
  /** Only changes at or after this time. */
  readonly since?: string;
  /** Only entries added after the one with this id. */
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
  /** Adds entries of one workspace in order, and drops its oldest ones beyond the limits. */
  readonly add: (
    workspaceId: WorkspaceId,
    entries: readonly NewActivity[],
    limits: ActivityLimits,
  ) => AppResult<void>;
  /** Newest first, without unreadable ones. */
  readonly list: (workspaceId: WorkspaceId, query: ActivityQuery) => AppResult<Page<Activity>>;
  /** The names of all authors, sorted. */
  readonly callers: (workspaceId: WorkspaceId) => AppResult<readonly string[]>;
  readonly get: (workspaceId: WorkspaceId, id: string) => AppResult<StoredActivity>;
  /** Replaces an existing entry. */
  readonly replace: (entry: StoredActivity) => AppResult<void>;
}
