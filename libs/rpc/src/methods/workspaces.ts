import {
  ActiveWorkspace,
  ChooseWorkspace,
  ConvertBrunoFolder,
  CreateWorkspace,
  FolderContent,
  GetWorkspace,
  ListWorkspaceFiles,
  ListWorkspaces,
  LookAtFolder,
  RenameWorkspace,
  WorkspaceContent,
  WorkspaceDetails,
  WorkspaceFileList,
  RemovedWorkspace,
  DeletedWorkspaces,
  WorkspaceList,
} from '@tandem/application';
import { BrunoConversion } from '@tandem/core';
import { struct } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { adds, method, reads, replaces } from '../method.js';

export const workspacesList = method({
  name: 'workspaces_list',
  title: 'List workspaces',
  description: 'Latest first.',
  params: ListWorkspaces,
  result: WorkspaceList,
  effects: reads,
  showsSaved: true,
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
  description: 'Returns its id and what the window shows.',
  params: struct('workspaces_active arguments', {}),
  result: ActiveWorkspace,
  effects: reads,
  showsSaved: true,
  toolSet: 'core',
  handle: (application) => () =>
    pipe(
      TE.Do,
      TE.bind('active', () => application.workspaces.active),
      TE.bind('window', () => application.presence.selection()),
      TE.map(({ active, window: { selection } }) => ({
        ...active,
        ...(selection === null ? {} : { selection }),
      })),
    ),
});

export const workspacesGet = method({
  name: 'workspaces_get',
  title: 'Get a workspace',
  description: 'With its environments.',
  params: GetWorkspace,
  result: WorkspaceDetails,
  effects: reads,
  showsSaved: true,
  toolSet: 'core',
  handle:
    (application) =>
    ({ id }) =>
      application.workspaces.get(id),
});

export const workspacesCreate = method({
  name: 'workspaces_create',
  title: 'Create a workspace',
  description: 'In a new folder; inside the data folder. It becomes active if none is.',
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

/** Writes and removes files in any folder of the machine, so it is for people only. */
export const workspacesConvert = method({
  name: 'workspaces_convert',
  title: 'Convert a Bruno folder',
  description:
    'Converts a folder of .bru files to YAML, in place or into a new folder: all of it, or nothing.',
  audience: 'person',
  params: ConvertBrunoFolder,
  result: BrunoConversion,
  effects: { ...replaces, idempotent: false },
  handle: (application) => application.workspaces.convert,
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

export const workspacesRename = method({
  name: 'workspaces_rename',
  title: 'Rename a workspace',
  description: 'Renames a workspace; its folder keeps its name.',
  audience: 'person',
  params: RenameWorkspace,
  result: WorkspaceDetails,
  effects: replaces,
  showsSaved: true,
  handle: (application) => application.workspaces.rename,
});

export const workspacesContent = method({
  name: 'workspaces_content',
  title: 'Content of a workspace',
  description: 'Counts what a workspace holds.',
  audience: 'person',
  params: GetWorkspace,
  result: WorkspaceContent,
  effects: reads,
  showsSaved: true,
  handle: (application) => application.workspaces.content,
});

export const workspacesRemove = method({
  name: 'workspaces_remove',
  title: 'Remove a workspace from the list',
  description: 'Takes a workspace off the list until its folder is opened again; nothing is deleted.',
  audience: 'person',
  params: GetWorkspace,
  result: RemovedWorkspace,
  effects: replaces,
  handle: (application) => application.workspaces.remove,
});

export const workspacesDelete = method({
  name: 'workspaces_delete',
  title: 'Delete a workspace',
  description:
    'Deletes a workspace with everything in it, but not its folder; it can be restored for 30 days.',
  audience: 'person',
  params: GetWorkspace,
  result: RemovedWorkspace,
  effects: replaces,
  handle: (application) => application.workspaces.delete,
});

export const workspacesRestore = method({
  name: 'workspaces_restore',
  title: 'Restore a workspace',
  description: 'Restores a deleted workspace, or one that was removed from the list, and makes it active.',
  audience: 'person',
  params: GetWorkspace,
  result: WorkspaceDetails,
  effects: adds,
  handle: (application) => application.workspaces.restore,
});

export const workspacesDeleted = method({
  name: 'workspaces_deleted',
  title: 'Deleted workspaces',
  description: 'Lists the deleted workspaces that can be restored.',
  audience: 'person',
  params: struct('workspaces_deleted arguments', {}),
  result: DeletedWorkspaces,
  effects: reads,
  handle: (application) => () => application.workspaces.deleted(),
});
