import {
  CreateFolder,
  DeleteFolder,
  FolderDeleted,
  FolderDetails,
  FolderList,
  GetFolder,
  ListFolders,
  MoveFolder,
  RestoreFolder,
  UpdateFolder,
} from '@tandem/application';
import { Folder } from '@tandem/core';

import { adds, method, reads, replaces } from '../method.js';

export const foldersList = method({
  name: 'folders_list',
  title: 'List folders',
  description: 'In the order of the tree.',
  params: ListFolders,
  result: FolderList,
  effects: reads,
  showsSaved: true,
  hints: { folder: 'Use folders_list to find ids and paths.' },
  handle: (application) => application.folders.list,
});

export const foldersGet = method({
  name: 'folders_get',
  title: 'Get a folder',
  description: 'Returns a folder and how much it holds.',
  params: GetFolder,
  result: FolderDetails,
  effects: reads,
  showsSaved: true,
  handle: (application) => application.folders.get,
});

export const foldersCreate = method({
  name: 'folders_create',
  title: 'Create a folder',
  description: 'Saving a request creates its folder too.',
  params: CreateFolder,
  result: Folder,
  effects: adds,
  showsSaved: true,
  handle: (application) => application.folders.create,
});

export const foldersUpdate = method({
  name: 'folders_update',
  title: 'Update a folder',
  description: 'Changes the given fields, which requests inherit.',
  params: UpdateFolder,
  result: Folder,
  effects: replaces,
  showsSaved: true,
  handle: (application) => application.folders.update,
});

export const foldersMove = method({
  name: 'folders_move',
  title: 'Move a folder',
  description: 'With all below.',
  params: MoveFolder,
  result: Folder,
  effects: replaces,
  showsSaved: true,
  handle: (application) => application.folders.move,
});

export const foldersDelete = method({
  name: 'folders_delete',
  title: 'Delete a folder',
  description: 'With all below; returns how much that was.',
  params: DeleteFolder,
  result: FolderDeleted,
  effects: replaces,
  showsSaved: true,
  handle: (application) => application.folders.remove,
});

export const foldersRestore = method({
  name: 'folders_restore',
  title: 'Restore a folder',
  description: 'Restores a deleted folder with everything that was in it.',
  audience: 'person',
  params: RestoreFolder,
  result: Folder,
  effects: adds,
  showsSaved: true,
  handle: (application) => application.folders.restore,
});
