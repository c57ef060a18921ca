import {
  ConnectionSettings,
  Folder,
  FolderId,
  FolderOrder,
  inheritedFields,
  workspaceRef,
} from '@tandem/core';
import { withDescription, Int, integer, nameText, struct, t } from '@tandem/core/codec';

import { acceptWrittenForms } from '../requests/written-forms.js';

const workspaceId = workspaceRef;
const fields = acceptWrittenForms(inheritedFields);
const id = withDescription(t.string, 'Id or path');
const idOrRoot = withDescription(t.string, 'Id or path, "" for the workspace');
const description = withDescription(t.string, 'Markdown');
const ifRevision = withDescription(integer(1), 'Must match');

export const ListFoldersArguments = struct(
  'folders_list arguments',
  {},
  {
    workspaceId,
    id: withDescription(t.string, 'Id or path; returns it with its settings, and the folders in it'),
  },
);
export type ListFoldersArguments = t.TypeOf<typeof ListFoldersArguments>;

/** The folders of a workspace in tree order, each before those inside it. */
export const FolderList = struct(
  'a list of folders',
  {
    folders: t.readonlyArray(
      struct('a folder in a list', {
        id: FolderId,
        path: t.string,
        description: t.string,
        revision: Int,
        requests: withDescription(Int, 'Requests directly in it, not in folders inside it'),
      }),
    ),
  },
  {
    folder: withDescription(Folder, 'The requested folder with its settings'),
    mixed: withDescription(
      t.readonlyArray(t.string),
      'Paths of those with one order for folders and requests',
    ),
  },
);
export type FolderList = t.TypeOf<typeof FolderList>;

export const GetFolderArguments = struct('folders_get arguments', { id: idOrRoot }, { workspaceId });
export type GetFolderArguments = t.TypeOf<typeof GetFolderArguments>;

/** A folder, with the number of requests and folders that it contains at any depth. */
export const FolderDetails = struct('a folder and what it contains', {
  folder: Folder,
  folders: withDescription(Int, 'Folders inside it, at any depth'),
  requests: withDescription(Int, 'Requests inside it, at any depth'),
});
export type FolderDetails = t.TypeOf<typeof FolderDetails>;

export const CreateFolderArguments = struct(
  'folders_create arguments',
  { path: withDescription(nameText(), 'Such as a/b; missing folders around it are created') },
  { workspaceId, description, ...fields },
);
export type CreateFolderArguments = t.TypeOf<typeof CreateFolderArguments>;

export const UpdateFolderArguments = struct(
  'folders_update arguments',
  { id: idOrRoot },
  {
    workspaceId,
    name: withDescription(nameText(), 'Last name of its path'),
    description,
    ...fields,
    connections: withDescription(
      ConnectionSettings,
      'Only for the workspace; CA files, client certificates, proxy, script order, session cookies',
    ),
    ifRevision,
  },
);
export type UpdateFolderArguments = t.TypeOf<typeof UpdateFolderArguments>;

export const OrderFolderArguments = struct(
  'folders_order arguments',
  {
    id: idOrRoot,
    order: withDescription(FolderOrder, 'Folders before requests, or both in one order'),
  },
  { workspaceId, ifRevision },
);
export type OrderFolderArguments = t.TypeOf<typeof OrderFolderArguments>;

export const MoveFolderArguments = struct(
  'folders_move arguments',
  { id },
  {
    workspaceId,
    parent: withDescription(t.string, 'Id or path, "" for the top'),
    before: withDescription(t.string, 'A sibling; id or path'),
    after: withDescription(t.string, 'A sibling; id or path'),
    ifRevision,
  },
);
export type MoveFolderArguments = t.TypeOf<typeof MoveFolderArguments>;

export const DeleteFolderArguments = struct('folders_delete arguments', { id }, { workspaceId, ifRevision });
export type DeleteFolderArguments = t.TypeOf<typeof DeleteFolderArguments>;

/** The deleted folder, and the number of entities that were deleted with it. */
export const FolderDeleted = struct('what was deleted', {
  deleted: FolderId,
  path: t.string,
  folders: withDescription(Int, 'Folders deleted with it, at any depth'),
  requests: withDescription(Int, 'Requests deleted with it, at any depth'),
});
export type FolderDeleted = t.TypeOf<typeof FolderDeleted>;

export const RestoreFolderArguments = struct(
  'folders_restore arguments',
  { id: withDescription(FolderId, 'Id of the deleted folder') },
  { workspaceId },
);
export type RestoreFolderArguments = t.TypeOf<typeof RestoreFolderArguments>;
