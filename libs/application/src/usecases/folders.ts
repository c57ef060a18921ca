import {
  type AppResult,
  type Folder,
  folderProblem,
  foldersInOrder,
  invalidInput,
  isWithin,
  parentOfFolder,
  type RequestPlace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Stored, Transaction } from '../transaction.js';
import type {
  CreateFolder,
  FolderDetails,
  FolderList,
  GetFolder,
  ListFolders,
  UpdateFolder,
} from './folder-arguments.js';
import { ensureFolders, findFolder, loadFolders, pathTaken } from './folder-tree.js';
import { relocateFolder } from './move-folder.js';

const countByFolder = (places: readonly RequestPlace[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { folder } of places) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
};

export const listFolders =
  ({ store }: Stored) =>
  ({ workspaceId }: ListFolders): AppResult<FolderList> =>
    pipe(
      loadFolders({ store })(workspaceId),
      TE.bind('places', ({ workspace }) => store.requestPlaces.list(workspace.id)),
      TE.map(({ all, places }) => {
        const counts = countByFolder(places);
        return {
          folders: foldersInOrder(all).map(({ id, path, description, revision }) => ({
            id,
            path,
            description,
            revision,
            requests: counts.get(path) ?? 0,
          })),
        };
      }),
    );

export const getFolder =
  ({ store }: Stored) =>
  ({ workspaceId, id }: GetFolder): AppResult<FolderDetails> =>
    pipe(
      loadFolders({ store })(workspaceId),
      TE.bind('folder', ({ all }) => findFolder(all, id)),
      TE.bind('places', ({ workspace }) => store.requestPlaces.list(workspace.id)),
      TE.map(({ all, folder, places }) => ({
        folder,
        folders: all.filter(({ path }) => isWithin(folder.path, path)).length - 1,
        requests: places.filter((place) => isWithin(folder.path, place.folder)).length,
      })),
    );

/** Creates a folder, and those around it that do not exist. */
export const createFolder =
  (transaction: Transaction) =>
  ({ workspaceId, path, description = '' }: CreateFolder): AppResult<Folder> =>
    pipe(
      loadFolders(transaction)(workspaceId),
      TE.flatMap(({ workspace, all }) => {
        const problem = folderProblem(path, 'path') ?? pathTaken(all, path, 'path');
        if (problem) return TE.left(problem);
        return pipe(
          ensureFolders(transaction, workspace.id, [path]),
          TE.flatMap((created) => findFolder(created, path)),
          TE.flatMap((folder) =>
            description === '' ? TE.right(folder) : describeFolder(transaction, folder, description),
          ),
        );
      }),
    );

/** Part of the creation, so it stays at the first revision. */
const describeFolder = ({ store }: Transaction, folder: Folder, description: string): AppResult<Folder> =>
  store.folders.replace({ ...folder, description }, folder.revision);

/** The path with `name` as its last name. */
const renamed = ({ path }: Folder, name: string): string => {
  const parent = parentOfFolder(path);
  return parent === '' ? name : `${parent}/${name}`;
};

const checkName = (name: string | undefined): AppResult<void> =>
  name?.includes('/')
    ? TE.left(
        invalidInput('name', 'must not contain /; folders_move puts a folder into another one', {
          expected: 'a name without /',
          got: name,
        }),
      )
    : TE.right(undefined);

/** Renames a folder with everything in it, and changes its description. */
export const updateFolder =
  (transaction: Transaction) =>
  ({ workspaceId, id, name, description, ifRevision }: UpdateFolder): AppResult<Folder> =>
    pipe(
      checkName(name),
      TE.flatMap(() => loadFolders(transaction)(workspaceId)),
      TE.bind('folder', ({ all }) => findFolder(all, id)),
      TE.flatMap(({ workspace, all, folder }) => {
        const to = name === undefined ? folder.path : renamed(folder, name);
        const change = { ...(description === undefined ? {} : { description }) };
        return relocateFolder(transaction, { workspace, all }, folder, {
          to,
          change,
          expected: ifRevision ?? folder.revision,
          argument: 'name',
        });
      }),
    );
