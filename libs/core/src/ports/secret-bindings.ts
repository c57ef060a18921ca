import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import type { BoundSecret, SecretHosts } from '../environments/secret-hosts.js';

/**
 * The hosts of secrets. They stand apart from environments, so that nothing that writes an environment can widen them; every
 * write of an environment adds its new values to those that are bound.
 */
export interface SecretBindings {
  /** Sorted by environment and name. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly SecretHosts[]>;
  /** Those of every workspace. */
  readonly bound: () => AppResult<readonly BoundSecret[]>;
  /** Stores what a person has chosen; without hosts, the secret may be sent anywhere. */
  readonly choose: (workspaceId: WorkspaceId, chosen: SecretHosts) => AppResult<void>;
}
