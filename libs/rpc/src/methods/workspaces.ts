import { ActiveWorkspace, GetWorkspace, ListWorkspaces, WorkspaceDetails, WorkspaceList } from '@tandem/core';
import { struct } from '@tandem/core/codec';

import { method, reads } from '../method.js';

export const workspacesList = method({
  name: 'workspaces_list',
  title: 'List workspaces',
  description: 'Lists recent workspaces with their ids, folders and counts, latest opened first.',
  params: ListWorkspaces,
  result: WorkspaceList,
  effects: reads,
  handle: (application) => application.workspaces.list,
});

export const workspacesActive = method({
  name: 'workspaces_active',
  title: 'Active workspace',
  description: 'Returns the id of the active workspace, which tools use when workspaceId is left out.',
  params: struct('workspaces_active arguments', {}),
  result: ActiveWorkspace,
  effects: reads,
  handle: (application) => () => application.workspaces.active,
});

export const workspacesGet = method({
  name: 'workspaces_get',
  title: 'Get a workspace',
  description: 'Returns a workspace with its environments by name and the counts of its requests.',
  params: GetWorkspace,
  result: WorkspaceDetails,
  effects: reads,
  handle:
    (application) =>
    ({ id }) =>
      application.workspaces.get(id),
});
