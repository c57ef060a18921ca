import type { AppResult } from '../../errors.js';
import type { WorkspaceId } from '../../ids.js';
import type { BoundSecret, SecretHosts } from '../../environments/secret-hosts.js';

/**
 * The hosts of secrets. They are stored apart from environments, so that writing an environment can never widen them.
 * Every write of an environment binds its new values.
 */
export interface SecretBindings {
  /** Sorted by environment and name. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly SecretHosts[]>;
  /** Those of every workspace. */
  readonly bound: () => AppResult<readonly BoundSecret[]>;
  /** Stores a person's choice. Without hosts, the secret may be sent anywhere. */
  readonly choose: (workspaceId: WorkspaceId, chosen: SecretHosts) => AppResult<void>;
}
