import type { AppResult } from '../../errors.js';
import type { EnvironmentId, WorkspaceId } from '../../ids.js';
import type { CookieChanges, JarCookie } from '../../cookies/jar-cookie.js';

/** The cookies of each workspace and environment. They are deleted with their workspace or environment. */
export interface Cookies {
  /** In creation order; null for executions without an environment. */
  readonly list: (
    workspaceId: WorkspaceId,
    environmentId: EnvironmentId | null,
  ) => AppResult<readonly JarCookie[]>;
  /** The cookies of all environments of a workspace, or of all workspaces, for hiding their values. */
  readonly all: (workspaceId?: WorkspaceId) => AppResult<readonly JarCookie[]>;
  /** Applies the changes to the stored cookies and drops the oldest beyond {@link maxJarCookies}. */
  readonly change: (
    workspaceId: WorkspaceId,
    environmentId: EnvironmentId | null,
    changes: CookieChanges,
  ) => AppResult<void>;
}
