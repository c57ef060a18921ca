import {
  type AppResult,
  checkFolderPath,
  sortFolders,
  createInvalidInput,
  isWithin,
  checkMaxAge,
  getParentFolder,
  placeStep,
  type RequestPosition,
  type Ports,
  Folder,
  type FolderOrder,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type StoreAccess, type Transaction, runAtomically } from '../transaction.js';
import {
  UpdateFolderArguments,
  FolderList,
  ListFoldersArguments,
  FolderDetails,
  GetFolderArguments,
  CreateFolderArguments,
  OrderFolderArguments,
} from './folder-arguments.js';
import {
  checkPathIsFree,
  ensureFolders,
  findFolder,
  type FolderForest,
  loadFolders,
  loadLevelOrder,
  placeEntries,
} from './folder-tree.js';
import { relocateFolder } from './move-folder.js';
import { refuseIfProblem } from '../requests/saved-requests.js';
import { putRoot } from '../workspaces/resolve-workspace.js';
import { type ReadRevised } from '../seen-revisions.js';
import { operation, replaceEffects, readEffects, addEffects } from '../operation.js';

const countByFolder = (positions: readonly RequestPosition[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { folder } of positions) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
};

const listFolders =
  ({ store }: StoreAccess) =>
  ({ workspaceId, id: wanted }: ListFoldersArguments): AppResult<FolderList> =>
    pipe(
      loadFolders({ store })(workspaceId),
      TE.bind('folder', ({ all, root }) =>
        wanted === undefined
          ? TE.right(undefined)
          : isRoot(root, wanted)
            ? TE.right(root)
            : findFolder(all, wanted),
      ),
      TE.bind('positions', ({ workspace }) => store.requestPositions.list(workspace.id)),
      TE.map(({ all, stored, folder, positions }) => {
        const counts = countByFolder(positions);
        const shown = folder === undefined ? all : all.filter(({ path }) => isWithin(folder.path, path));
        const folders = sortFolders(shown).map(({ id, path, description, revision }) => ({
          id,
          path,
          description,
          revision,
          requests: counts.get(path) ?? 0,
        }));
        const mixed = stored.filter(({ order }) => order === 'mixed').map(({ path }) => path);
        return {
          folders,
          ...(folder === undefined ? {} : { folder }),
          ...(mixed.length === 0 ? {} : { mixed }),
        };
      }),
    );

export const foldersList = operation({
  name: 'folders_list',
  title: 'List folders',
  description: 'In the order of the tree; with an id, that folder with its settings.',
  arguments: ListFoldersArguments,
  result: FolderList,
  effects: readEffects,
  showsSaved: true,
  hints: { folder: 'Use folders_list to find ids and paths.' },
  useCase: 'folders.list',
  run: ({ ports, view }) =>
    view.noteResult(listFolders(ports), ({ folder }) => (folder === undefined ? [] : [folder])),
});

export const getFolder =
  ({ store }: StoreAccess) =>
  ({ workspaceId, id }: GetFolderArguments): AppResult<FolderDetails> =>
    pipe(
      loadFolders({ store })(workspaceId),
      TE.bind('folder', ({ all, root }) => (isRoot(root, id) ? TE.right(root) : findFolder(all, id))),
      TE.bind('positions', ({ workspace }) => store.requestPositions.list(workspace.id)),
      TE.map(({ all, folder, positions }) => ({
        folder,
        folders: all.filter(({ id: one, path }) => one !== folder.id && isWithin(folder.path, path)).length,
        requests: positions.filter((position) => isWithin(folder.path, position.folder)).length,
      })),
    );

export const foldersGet = operation({
  name: 'folders_get',
  successor: 'folders_list',
  title: 'Get a folder',
  description: 'Returns a folder and how much it holds.',
  arguments: GetFolderArguments,
  result: FolderDetails,
  effects: readEffects,
  showsSaved: true,
  useCase: 'folders.get',
  run: ({ ports, view }) => view.noteResult(getFolder(ports), ({ folder }) => [folder]),
});

/** Creates a folder, and its missing parents. */
export const createFolder =
  (transaction: Transaction) =>
  ({ workspaceId, path, ...fields }: CreateFolderArguments): AppResult<Folder> =>
    pipe(
      loadFolders(transaction)(workspaceId),
      TE.flatMap(({ workspace, all }) => {
        const problem = checkFolderPath(path, 'path') ?? checkPathIsFree(all, path, 'path');
        if (problem) return TE.left(problem);
        return pipe(
          ensureFolders(transaction, workspace.id, [path]),
          TE.flatMap((created) => findFolder(created, path)),
          TE.flatMap((folder) =>
            Object.keys(fields).length === 0 ? TE.right(folder) : fillFolder(transaction, folder, fields),
          ),
        );
      }),
    );

export const foldersCreate = operation({
  name: 'folders_create',
  successor: 'folders_edit',
  title: 'Create a folder',
  description: 'Saving a request creates its folder too.',
  arguments: CreateFolderArguments,
  result: Folder,
  effects: addEffects,
  showsSaved: true,
  useCase: 'folders.create',
  run: ({ ports, view, agree }) =>
    agree.folder(view.noteResult(runAtomically(ports, createFolder), (one) => [one])),
});

/** Stores the settings as part of the creation, so that the new folder has revision 1. */
const fillFolder = ({ store }: Transaction, folder: Folder, fields: Partial<Folder>): AppResult<Folder> =>
  store.folders.replace({ ...folder, ...fields }, folder.revision);

/** Replaces the last name of a folder's path by `name`. */
const renamePath = ({ path }: Folder, name: string): string => {
  const parent = getParentFolder(path);
  return parent === '' ? name : `${parent}/${name}`;
};

const checkName = (name: string | undefined): AppResult<void> =>
  name?.includes('/')
    ? TE.left(
        createInvalidInput('name', 'must not contain /; op move puts a folder into another one', {
          expected: 'a name without /',
          got: name,
        }),
      )
    : TE.right(undefined);

const isRoot = (root: Folder, ref: string): boolean => ref === root.id || /^\/*$/.test(ref);

/** Refuses to rename the workspace as a folder, because its name is stored elsewhere. */
const refuseRootName = (name: string | undefined): AppResult<void> =>
  name === undefined
    ? TE.right(undefined)
    : TE.left(
        createInvalidInput('name', 'must be omitted: the folder "" is the workspace itself', {
          expected: 'no name',
          got: name,
        }),
      );

const createWorkspaceOnlyError = (id: string) =>
  createInvalidInput('connections', 'are those of the workspace; pass "" as id', {
    expected: 'the id ""',
    got: id,
  });

/** Gives the entries of a folder positions when the folder begins to mix folders and requests. They keep their order: folders first. */
const numberLevel = (
  transaction: Transaction,
  { workspace, stored }: FolderForest,
  { path, order }: Folder,
  wanted: FolderOrder,
): AppResult<void> =>
  wanted !== 'mixed' || order === 'mixed'
    ? TE.right(undefined)
    : pipe(
        loadLevelOrder(transaction, workspace.id, path, stored),
        TE.flatMap(({ order: requests }) => {
          const inside = stored.filter((one) => one.path !== '' && getParentFolder(one.path) === path);
          const entries = [...sortFolders(inside), ...requests];
          const positions = entries.map(({ id }, at) => ({ id, folder: path, seq: (at + 1) * placeStep }));
          return placeEntries(transaction, workspace.id, positions);
        }),
      );

/** Sets whether a folder has its folders first, or its folders and requests in one order. */
export const orderFolder =
  (transaction: Transaction) =>
  ({ workspaceId, id, order, ifRevision }: OrderFolderArguments): AppResult<Folder> =>
    pipe(
      loadFolders(transaction)(workspaceId),
      TE.bind('folder', ({ all, root }) => (isRoot(root, id) ? TE.right(root) : findFolder(all, id))),
      TE.tap(({ folder, ...forest }) => numberLevel(transaction, forest, folder, order)),
      TE.flatMap(({ workspace, root, stored, folder }) => {
        const at = transaction.clock.now().toISOString();
        const expected = ifRevision ?? folder.revision;
        if (folder === root)
          return putRoot(transaction.store, workspace, stored, { fields: { order }, expected, at });
        const next = { ...folder, order, revision: expected + 1, updatedAt: at };
        return transaction.store.folders.replace(next, expected);
      }),
    );

export const foldersOrder = operation({
  name: 'folders_order',
  title: 'Order the content of a folder',
  description: 'Puts folders before requests, or both in one order.',
  audience: 'person',
  arguments: OrderFolderArguments,
  result: Folder,
  effects: replaceEffects,
  showsSaved: true,
  useCase: 'folders.order',
  run: ({ ports }) => runAtomically(ports, orderFolder),
});

/** Changes a folder: its name, its description and the settings that its requests inherit. Renaming it moves its contents along. */
export const updateFolder =
  (transaction: Transaction) =>
  ({ workspaceId, id, name, ifRevision, ...change }: UpdateFolderArguments): AppResult<Folder> =>
    pipe(
      checkName(name),
      TE.flatMap(() => refuseIfProblem(checkMaxAge(change.settings?.maxAge, 'settings.maxAge'))),
      TE.flatMap(() => loadFolders(transaction)(workspaceId)),
      TE.bind('folder', ({ all, root }) => (isRoot(root, id) ? TE.right(root) : findFolder(all, id))),
      TE.flatMap(({ workspace, all, root, stored, folder }) => {
        if (folder === root) {
          const at = transaction.clock.now().toISOString();
          const put = { fields: change, expected: ifRevision ?? null, at };
          return pipe(
            refuseRootName(name),
            TE.flatMap(() => putRoot(transaction.store, workspace, stored, put)),
          );
        }
        if (change.connections !== undefined) return TE.left(createWorkspaceOnlyError(id));
        const to = name === undefined ? folder.path : renamePath(folder, name);
        return relocateFolder(transaction, { workspace, all }, folder, {
          to,
          change,
          expected: ifRevision ?? folder.revision,
          argument: 'name',
        });
      }),
    );

export const foldersUpdate = operation({
  name: 'folders_update',
  successor: 'folders_edit',
  title: 'Update a folder',
  description: 'Changes the given fields, which requests inherit.',
  arguments: UpdateFolderArguments,
  result: Folder,
  effects: replaceEffects,
  showsSaved: true,
  useCase: 'folders.update',
  run: ({ ports, view, agree }) =>
    agree.folder(
      view.noteResult(view.guardUpdate(runAtomically(ports, updateFolder), readFolder(ports)), (one) => [
        one,
      ]),
    ),
});

const readFolder =
  (ports: Ports): ReadRevised =>
  (input) =>
    pipe(
      getFolder(ports)(input),
      TE.map(({ folder }) => folder),
    );
