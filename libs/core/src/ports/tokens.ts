import type { AppResult } from '../errors.js';
import type { EnvironmentId, WorkspaceId } from '../ids.js';
import type { AuthToken } from '../auth/oauth2.js';

/** A workspace and one of its environments that something is kept for; null for executions without one. */
export interface EnvironmentPlace {
  readonly workspaceId: WorkspaceId;
  readonly environmentId: EnvironmentId | null;
}

/**
 * The tokens of each workspace and environment, one for each configuration. They are deleted with their workspace or
 * environment, and are among the secrets of all workspaces.
 */
export interface AuthTokens {
  /** The oldest first. */
  readonly list: (place: EnvironmentPlace) => AppResult<readonly AuthToken[]>;
  /** Null if there is none. */
  readonly find: (place: EnvironmentPlace, key: string) => AppResult<AuthToken | null>;
  /** Replaces the one with the same key. */
  readonly put: (place: EnvironmentPlace, token: AuthToken) => AppResult<void>;
  /** Deletes the one with this key, or all; how many there were. */
  readonly remove: (place: EnvironmentPlace, key?: string) => AppResult<number>;
}
