import { EnvironmentId, WorkspaceId } from '@tandem/core';
import { defaulted, described, Int, integer, nameText, struct, t, text } from '@tandem/core/codec';

export const ListWorkspaces = struct('workspaces_list arguments', {
  take: described(defaulted(integer(1, 100), 20), 'How many, latest opened first'),
});
export type ListWorkspaces = t.TypeOf<typeof ListWorkspaces>;

export const WorkspaceList = struct('a list of workspaces', {
  workspaces: t.readonlyArray(
    struct('a workspace', {
      id: WorkspaceId,
      name: t.string,
      path: t.string,
      active: t.boolean,
      lastOpenedAt: t.string,
      restCount: Int,
      graphqlCount: Int,
    }),
  ),
});
export type WorkspaceList = t.TypeOf<typeof WorkspaceList>;

export const ActiveWorkspace = struct('the active workspace', {
  workspaceId: t.union([WorkspaceId, t.null]),
});
export type ActiveWorkspace = t.TypeOf<typeof ActiveWorkspace>;

export const GetWorkspace = struct('workspaces_get arguments', {
  id: described(t.string, 'Workspace id, name, full path or folder name'),
});
export type GetWorkspace = t.TypeOf<typeof GetWorkspace>;

export const WorkspaceDetails = struct('a workspace with its environments', {
  id: WorkspaceId,
  name: t.string,
  path: t.string,
  active: t.boolean,
  activeEnvironmentId: t.union([EnvironmentId, t.null]),
  environments: t.readonlyArray(
    struct('an environment', { id: EnvironmentId, name: t.string, active: t.boolean }),
  ),
  restCount: Int,
  graphqlCount: Int,
  createdAt: t.string,
  updatedAt: t.string,
  lastOpenedAt: t.string,
});
export type WorkspaceDetails = t.TypeOf<typeof WorkspaceDetails>;

export const OpenWorkspace = struct(
  'arguments to open a workspace',
  { path: described(text('an absolute path'), "The workspace's folder") },
  { name: described(nameText(), "Default: the folder's name") },
);
export type OpenWorkspace = t.TypeOf<typeof OpenWorkspace>;

export const CreateWorkspace = struct('workspaces_create arguments', {
  name: described(nameText(200), 'Name, unique without regard to case'),
});
export type CreateWorkspace = t.TypeOf<typeof CreateWorkspace>;
