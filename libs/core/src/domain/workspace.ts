import { struct, t } from '../codec/index.js';
import { EnvironmentId, WorkspaceId } from './ids.js';

/** A workspace: saved requests and environments in one folder. Times are ISO 8601, UTC. */
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

/** The last part of a folder's path, with either kind of slash. */
export const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
