import type { AppResult } from '../errors.js';
import type { EnvironmentId, WorkspaceId } from '../ids.js';
import type { AuthToken } from '../auth/oauth2.js';

/** The workspace and environment that data is stored for; null for executions without an environment. */
export interface EnvironmentPlace {
  readonly workspaceId: WorkspaceId;
  readonly environmentId: EnvironmentId | null;
}

/**
 * The tokens of each workspace and environment, one per configuration. They are deleted with their workspace or
 * environment, and count as secrets of all workspaces.
 */
export interface AuthTokens {
  /** Oldest first. */
  readonly list: (place: EnvironmentPlace) => AppResult<readonly AuthToken[]>;
  /** Null if there is none. */
  readonly find: (place: EnvironmentPlace, key: string) => AppResult<AuthToken | null>;
  /** Replaces the one with the same key. */
  readonly put: (place: EnvironmentPlace, token: AuthToken) => AppResult<void>;
  /** Deletes the one with this key, or all. Returns the number deleted. */
  readonly remove: (place: EnvironmentPlace, key?: string) => AppResult<number>;
}
