import {
  type AppResult,
  type AppError,
  checkFolderPath,
  sortFolders,
  createInvalidInput,
  isWithin,
  getKindRecordById,
  movePath,
  getFolderName,
  getParentFolder,
  insertRequest,
  Folder,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { type UpdateFolder, MoveFolder } from './folder-arguments.js';
import {
  findFolder,
  type FolderTree,
  loadFolders,
  checkPathIsFree,
  listRequestsWithin,
} from './folder-tree.js';
import { operation, replaces } from '../operation.js';

interface Relocation {
  /** The new path, or the old one if only other fields change. */
  readonly to: string;
  readonly change: Partial<Omit<UpdateFolder, 'workspaceId' | 'id' | 'name' | 'ifRevision'>>;
  readonly expected: number;
  /** The argument named in errors. */
  readonly argument: string;
}

const checkRelocation = (
  all: readonly Folder[],
  folder: Folder,
  { to, argument }: Relocation,
): AppError | null => {
  if (to === folder.path) return null;
  const [inside, others] = [
    all.filter(({ path }) => isWithin(folder.path, path)),
    all.filter(({ path }) => !isWithin(folder.path, path)),
  ];
  const paths = inside.map(({ path }) => movePath(path, folder.path, to));
  const tooDeep = paths.map((path) => checkFolderPath(path, argument)).find((problem) => problem !== null);
  return tooDeep ?? checkPathIsFree(others, to, argument);
};

/** Sets the path of requests to the folder that they have moved to. */
const relocateRequests = (
  { store, clock }: Transaction,
  { workspaceId, path }: Folder,
  to: string,
): AppResult<unknown> => {
  const updatedAt = clock.now().toISOString();
  return pipe(
    listRequestsWithin(store, workspaceId, path),
    TE.flatMap(
      TE.traverseSeqArray(({ request }) => {
        const { folder, revision } = request;
        const next = { ...request, folder: movePath(folder, path, to), revision: revision + 1, updatedAt };
        return getKindRecordById(request.id).of(store).replace(next, revision);
      }),
    ),
  );
};

/** Changes a folder. If its path changes, its contents move along. */
export const relocateFolder = (
  transaction: Transaction,
  { all }: FolderTree,
  folder: Folder,
  relocation: Relocation,
): AppResult<Folder> => {
  const { to, change, expected } = relocation;
  const { store, clock } = transaction;
  const problem = checkRelocation(all, folder, relocation);
  if (problem) return TE.left(problem);
  const updatedAt = clock.now().toISOString();
  const moved = (one: Folder): Folder => ({
    ...one,
    path: movePath(one.path, folder.path, to),
    revision: one.revision + 1,
    updatedAt,
  });
  const inside = all.filter((one) => one.id !== folder.id && isWithin(folder.path, one.path));
  return pipe(
    store.folders.replace({ ...moved(folder), ...change }, expected),
    TE.tap(() =>
      to === folder.path
        ? TE.right(undefined)
        : pipe(
            inside,
            TE.traverseSeqArray((one) => store.folders.replace(moved(one), one.revision)),
            TE.flatMap(() => relocateRequests(transaction, folder, to)),
          ),
    ),
  );
};

/** Where a folder goes: in `parent`, beside `neighbour` if there is one. */
interface Target {
  readonly parent: string;
  readonly neighbour?: Folder;
}

const refuse = (argument: string, advice: string, got: unknown, expected: string): AppResult<never> =>
  TE.left(createInvalidInput(argument, advice, { expected, got }));

const resolveParent = (all: readonly Folder[], ref: string): AppResult<string> =>
  /^\/*$/.test(ref)
    ? TE.right('')
    : pipe(
        findFolder(all, ref, 'parent'),
        TE.map(({ path }) => path),
      );

const resolveTarget = (all: readonly Folder[], { parent, before, after }: MoveFolder): AppResult<Target> => {
  const ref = before ?? after;
  if (before !== undefined && after !== undefined)
    return refuse('after', 'must be omitted when before is given', after, 'before or after');
  if (ref === undefined) {
    return parent === undefined
      ? refuse('parent', 'is required unless before or after is given', parent, 'parent, before or after')
      : pipe(
          resolveParent(all, parent),
          TE.map((path) => ({ parent: path })),
        );
  }
  const argument = before === undefined ? 'after' : 'before';
  return pipe(
    TE.Do,
    TE.bind('neighbour', () => findFolder(all, ref, argument)),
    TE.let('around', ({ neighbour }) => getParentFolder(neighbour.path)),
    TE.bind('wanted', ({ around }) => (parent === undefined ? TE.right(around) : resolveParent(all, parent))),
    TE.flatMap(({ neighbour, around, wanted }) =>
      wanted === around
        ? TE.right({ parent: around, neighbour })
        : refuse(argument, `is not in the folder ${wanted || '""'}`, ref, 'a folder in parent'),
    ),
  );
};

/** Places the folder beside its neighbour. Without one, it is ordered by name. */
const placeFolder = (
  { store }: Transaction,
  { all }: FolderTree,
  folder: Folder,
  { target, isBefore }: { readonly target: Target; readonly isBefore: boolean },
): AppResult<unknown> => {
  const { workspaceId, id } = folder;
  const { neighbour, parent } = target;
  if (neighbour === undefined) return store.folders.place(workspaceId, [{ id, seq: null }]);
  const beside = all.filter((one) => one.id !== id && getParentFolder(one.path) === parent);
  const order = sortFolders(beside).map((one) => ({ id: one.id, folder: parent, seq: one.seq }));
  const index = order.findIndex((one) => one.id === neighbour.id) + (isBefore ? 0 : 1);
  const changed = insertRequest(order, { id, folder: parent, seq: null }, index);
  const known = new Map([folder, ...beside].map((one): [string, Folder] => [one.id, one]));
  return store.folders.place(
    workspaceId,
    changed.flatMap((place) => {
      const one = known.get(place.id);
      return one === undefined ? [] : [{ id: one.id, seq: place.seq }];
    }),
  );
};

const checkTarget = (folder: Folder, { parent, neighbour }: Target): AppResult<void> => {
  if (parent !== '' && isWithin(folder.path, parent))
    return refuse(
      'parent',
      `is the folder ${folder.path} itself or inside it`,
      parent,
      'a folder outside of it',
    );
  return neighbour?.id === folder.id
    ? refuse('before', 'is the folder itself', neighbour.path, 'another folder')
    : TE.right(undefined);
};

/** Moves a folder with its contents into another one, or to another place among its siblings. */
export const moveFolder =
  (transaction: Transaction) =>
  (input: MoveFolder): AppResult<Folder> =>
    pipe(
      loadFolders(transaction)(input.workspaceId),
      TE.bind('folder', ({ all }) => findFolder(all, input.id)),
      TE.bind('target', ({ all }) => resolveTarget(all, input)),
      TE.tap(({ folder, target }) => checkTarget(folder, target)),
      TE.flatMap(({ workspace, all, folder, target }) => {
        const name = getFolderName(folder.path);
        const to = target.parent === '' ? name : `${target.parent}/${name}`;
        const expected = input.ifRevision ?? folder.revision;
        const tree = { workspace, all };
        const relocation = { to, change: {}, expected, argument: 'parent' };
        const isBefore = input.before !== undefined;
        return pipe(
          to === folder.path && expected === folder.revision
            ? TE.right(folder)
            : relocateFolder(transaction, tree, folder, relocation),
          TE.tap(() => placeFolder(transaction, tree, folder, { target, isBefore })),
          TE.flatMap(() => transaction.store.folders.get(workspace.id, folder.id)),
        );
      }),
    );

export const foldersMove = operation({
  name: 'folders_move',
  mergedInto: 'folders_edit',
  title: 'Move a folder',
  description: 'With everything in it.',
  arguments: MoveFolder,
  result: Folder,
  effects: replaces,
  showsSaved: true,
  useCase: 'folders.move',
  run: ({ ports }) => runAtomically(ports, moveFolder),
});
