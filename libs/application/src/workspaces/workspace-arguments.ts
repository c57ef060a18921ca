import { EnvironmentId, WorkspaceId } from '@tandem/core';
import {
  withDefault,
  withDescription,
  Int,
  integer,
  nameText,
  oneOf,
  struct,
  t,
  text,
} from '@tandem/core/codec';

import { Selection } from '../agents/presence.js';

export const ListWorkspacesArguments = struct('workspaces_list arguments', {
  take: withDescription(withDefault(integer(1, 100), 20), 'How many'),
});
export type ListWorkspacesArguments = t.TypeOf<typeof ListWorkspacesArguments>;

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

export const ActiveWorkspace = struct(
  'the active workspace',
  { workspaceId: t.union([WorkspaceId, t.null]) },
  { selection: withDescription(Selection, 'What a person looks at; absent if no window is open') },
);
export type ActiveWorkspace = t.TypeOf<typeof ActiveWorkspace>;

export const GetWorkspaceArguments = struct('workspaces_get arguments', {
  id: withDescription(t.string, 'Id, name or full path'),
});
export type GetWorkspaceArguments = t.TypeOf<typeof GetWorkspaceArguments>;

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
  { path: withDescription(text('an absolute path'), "The workspace's folder") },
  { name: withDescription(nameText(), "Default: the folder's name") },
);
export type OpenWorkspace = t.TypeOf<typeof OpenWorkspace>;

export const ChooseWorkspaceArguments = struct(
  'workspaces_open arguments',
  { path: withDescription(text('an absolute path'), "The workspace's folder") },
  {
    name: withDescription(nameText(), "Default: the folder's name"),
    create: withDescription(t.boolean, 'Create the folder if it does not exist; default: false'),
  },
);
export type ChooseWorkspaceArguments = t.TypeOf<typeof ChooseWorkspaceArguments>;

export const LookAtFolderArguments = struct('workspaces_look arguments', {
  path: withDescription(text('an absolute path'), 'The folder'),
});
export type LookAtFolderArguments = t.TypeOf<typeof LookAtFolderArguments>;

/** The contents of a folder, before it is opened as a workspace. */
export const FolderContent = struct('what a folder holds', {
  path: withDescription(t.string, 'Without symbolic links'),
  kind: withDescription(
    oneOf('missing', 'empty', 'workspace', 'bruno', 'unreadable', 'other'),
    'bruno: a collection in .bru files; unreadable: with an opencollection.yml that cannot be read',
  ),
  name: withDescription(t.union([t.string, t.null]), 'Name of the workspace or collection'),
  names: withDescription(t.readonlyArray(t.string), 'The first names in it'),
});
export type FolderContent = t.TypeOf<typeof FolderContent>;

export const ConvertBrunoFolderArguments = struct(
  'workspaces_convert arguments',
  { path: withDescription(text('an absolute path'), 'The folder with bruno.json') },
  {
    into: withDescription(
      text('an absolute path'),
      'A new folder for the YAML files; if omitted, the folder itself is converted and its .bru files are removed',
    ),
    dryRun: withDescription(t.boolean, 'Only report'),
  },
);
export type ConvertBrunoFolderArguments = t.TypeOf<typeof ConvertBrunoFolderArguments>;

export const CreateWorkspaceArguments = struct('workspaces_create arguments', {
  name: withDescription(nameText(200), 'Name; unique without regard to case'),
});
export type CreateWorkspaceArguments = t.TypeOf<typeof CreateWorkspaceArguments>;

export const RenameWorkspaceArguments = struct('workspaces_rename arguments', {
  id: withDescription(t.string, 'Workspace id'),
  name: withDescription(nameText(200), 'Name; unique without regard to case'),
});
export type RenameWorkspaceArguments = t.TypeOf<typeof RenameWorkspaceArguments>;

/** The contents of a workspace. */
export const WorkspaceContent = struct('what a workspace holds', {
  id: WorkspaceId,
  name: t.string,
  path: t.string,
  requests: Int,
  environments: Int,
  executions: Int,
  isOnly: withDescription(t.boolean, 'Whether there is no other workspace'),
});
export type WorkspaceContent = t.TypeOf<typeof WorkspaceContent>;

/** A workspace that was removed from the list. */
export const RemovedWorkspace = struct('a workspace that left the list', {
  id: WorkspaceId,
  name: t.string,
  path: t.string,
  activeId: withDescription(WorkspaceId, 'The active workspace'),
  isReplaced: withDescription(t.boolean, 'Whether an empty workspace was created in its place'),
});
export type RemovedWorkspace = t.TypeOf<typeof RemovedWorkspace>;

export const DeletedWorkspaces = struct('deleted workspaces', {
  /** Most recently deleted first. */
  workspaces: t.readonlyArray(
    struct('a deleted workspace', {
      id: WorkspaceId,
      name: t.string,
      path: t.string,
      deletedAt: t.string,
      endsAt: withDescription(t.string, 'Until when it can be restored'),
    }),
  ),
});
export type DeletedWorkspaces = t.TypeOf<typeof DeletedWorkspaces>;
