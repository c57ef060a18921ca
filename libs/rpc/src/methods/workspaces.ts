import {
  ActiveWorkspace,
  ChooseWorkspace,
  CreateWorkspace,
  FolderContent,
  GetWorkspace,
  ListWorkspaceFiles,
  ListWorkspaces,
  LookAtFolder,
  WorkspaceDetails,
  WorkspaceFileList,
  WorkspaceList,
} from '@tandem/application';
import { struct } from '@tandem/core/codec';

import { adds, method, reads } from '../method.js';

export const workspacesList = method({
  name: 'workspaces_list',
  title: 'List workspaces',
  description: 'Lists recent workspaces with their ids, folders and counts, latest opened first.',
  params: ListWorkspaces,
  result: WorkspaceList,
  effects: reads,
  toolSet: 'core',
  hints: {
    'workspace-not-found': 'Use workspaces_list first and pass the returned id.',
    'no-active-workspace': 'Pass workspaceId; workspaces_list shows the ids.',
  },
  handle: (application) => application.workspaces.list,
});

export const workspacesActive = method({
  name: 'workspaces_active',
  title: 'Active workspace',
  description: 'Returns the id of the active workspace, which is used when workspaceId is omitted.',
  params: struct('workspaces_active arguments', {}),
  result: ActiveWorkspace,
  effects: reads,
  toolSet: 'core',
  handle: (application) => () => application.workspaces.active,
});

export const workspacesGet = method({
  name: 'workspaces_get',
  title: 'Get a workspace',
  description: 'Returns a workspace with its environments and counts.',
  params: GetWorkspace,
  result: WorkspaceDetails,
  effects: reads,
  toolSet: 'core',
  handle:
    (application) =>
    ({ id }) =>
      application.workspaces.get(id),
});

export const workspacesCreate = method({
  name: 'workspaces_create',
  title: 'Create a workspace',
  description: 'Creates a workspace in a new folder inside the data folder; it becomes active if none is.',
  params: CreateWorkspace,
  result: WorkspaceDetails,
  effects: adds,
  handle: (application) => application.workspaces.create,
});

/** Accepts any folder of the machine, so it is for people only. */
export const workspacesOpen = method({
  name: 'workspaces_open',
  title: 'Open a folder',
  description: 'Opens a folder as a workspace, creating it if asked, and makes it active.',
  audience: 'person',
  params: ChooseWorkspace,
  result: WorkspaceDetails,
  effects: adds,
  handle: (application) => application.workspaces.choose,
});

/** Reads names in any folder of the machine, so it is for people only. */
export const workspacesLook = method({
  name: 'workspaces_look',
  title: 'Look at a folder',
  description: 'Says what a folder holds before it is opened as a workspace, and changes nothing.',
  audience: 'person',
  params: LookAtFolder,
  result: FolderContent,
  effects: reads,
  handle: (application) => application.workspaces.look,
});

/** Agents read files by other means, so it is for people only. */
export const workspacesFiles = method({
  name: 'workspaces_files',
  title: 'Files of a workspace',
  description: "Lists files in the workspace's folder, which a binary body or a multipart part can send.",
  audience: 'person',
  params: ListWorkspaceFiles,
  result: WorkspaceFileList,
  effects: reads,
  handle: (application) => application.workspaces.files,
});
