import { struct, t } from '../codec/index.js';
import { EnvironmentId, WorkspaceId } from '../ids.js';

/** A workspace: saved requests and environments in one folder. Times are ISO 8601 in UTC. */
export const Workspace = struct('a workspace', {
  id: WorkspaceId,
  name: t.string,
  path: t.string,
  activeEnvironmentId: t.union([EnvironmentId, t.null]),
  createdAt: t.string,
  updatedAt: t.string,
  lastOpenedAt: t.string,
});
export type Workspace = t.TypeOf<typeof Workspace>;

/**
 * Until when a workspace is hidden: until its folder is opened again, or, if it was deleted, until it is restored. A deleted workspace is
 * removed for good after {@link deletedWorkspaceDays}.
 */
export type WorkspaceRemoval = 'removed' | 'deleted';

/** How long a deleted workspace can be restored, in days. */
export const deletedWorkspaceDays = 30;

/** A hidden workspace. Everything in it is still stored. */
export interface HiddenWorkspace {
  readonly workspace: Workspace;
  readonly hiding: WorkspaceRemoval;
  /** When it was hidden. */
  readonly at: string;
}

/** The last segment of a folder's path, with slashes or backslashes. */
export const getFolderBaseName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
