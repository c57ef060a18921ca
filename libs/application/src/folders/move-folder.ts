import {
  type AppResult,
  type AppError,
  checkFolderPath,
  sortFolders,
  createInvalidInput,
  isWithin,
  getKindRecordById,
  movePath,
  findRequestKind,
  getFolderName,
  getParentFolder,
  insertRequest,
  Folder,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { type UpdateFolderArguments, MoveFolderArguments } from './folder-arguments.js';
import {
  findFolder,
  type FolderForest,
  type FolderTree,
  isMixed,
  loadLevelOrder,
  placeEntries,
  loadFolders,
  checkPathIsFree,
  listRequestsWithin,
} from './folder-tree.js';
import { operation, replaceEffects } from '../operation.js';

interface Relocation {
  /** The new path; equal to the current path if only other fields change. */
  readonly to: string;
  readonly change: Partial<Omit<UpdateFolderArguments, 'workspaceId' | 'id' | 'name' | 'ifRevision'>>;
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

/** Stores requests with the new path of the folder that was moved with them. */
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

/** The destination of a folder: in `parent`, and next to the folder or request `neighbour` if that is set. */
interface Target {
  readonly parent: string;
  readonly neighbour?: { readonly id: string; readonly path: string };
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

/** The request next to which a folder is to be placed. Only a folder with a mixed order allows that. */
const findNeighbourRequest = (
  { store }: Transaction,
  { workspace, stored }: FolderForest,
  ref: string,
  argument: string,
): AppResult<NonNullable<Target['neighbour']> & { readonly around: string }> =>
  pipe(
    store.requestPositions.list(workspace.id),
    TE.flatMap((positions) => {
      const found = positions.find(({ id }) => id === ref);
      return found !== undefined && isMixed(stored, found.folder)
        ? TE.right({ id: found.id, path: found.id, around: found.folder })
        : refuse(
            argument,
            'is no request in a folder with a mixed order; elsewhere folders come before requests',
            ref,
            'a folder, or a request beside folders',
          );
    }),
  );

const findNeighbour = (
  transaction: Transaction,
  forest: FolderForest,
  ref: string,
  argument: string,
): AppResult<NonNullable<Target['neighbour']> & { readonly around: string }> =>
  findRequestKind(ref) === undefined
    ? pipe(
        findFolder(forest.all, ref, argument),
        TE.map(({ id, path }) => ({ id, path, around: getParentFolder(path) })),
      )
    : findNeighbourRequest(transaction, forest, ref, argument);

const resolveTarget = (
  transaction: Transaction,
  forest: FolderForest,
  { parent, before, after }: MoveFolderArguments,
): AppResult<Target> => {
  const { all } = forest;
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
    TE.bind('neighbour', () => findNeighbour(transaction, forest, ref, argument)),
    TE.bind('wanted', ({ neighbour: { around } }) =>
      parent === undefined ? TE.right(around) : resolveParent(all, parent),
    ),
    TE.flatMap(({ neighbour, wanted }) =>
      wanted === neighbour.around
        ? TE.right({ parent: wanted, neighbour })
        : refuse(argument, `is not in the folder ${wanted || '""'}`, ref, 'a folder in parent'),
    ),
  );
};

/** Places the folder next to its neighbour. Without a neighbour, places it last in a mixed order; elsewhere it is sorted by name. */
const placeFolder = (
  transaction: Transaction,
  { workspace, all }: FolderTree,
  folder: Folder,
  { target: { neighbour, parent }, isBefore }: { readonly target: Target; readonly isBefore: boolean },
): AppResult<unknown> =>
  pipe(
    transaction.store.folders.list(workspace.id),
    TE.flatMap((stored) => loadLevelOrder(transaction, workspace.id, parent, stored)),
    TE.flatMap(({ isMixed: isInMixed, order: level }) => {
      const { id } = folder;
      const position = { id, folder: parent, seq: null };
      if (neighbour === undefined && !isInMixed) return placeEntries(transaction, workspace.id, [position]);
      const beside = all.filter((one) => one.id !== id && getParentFolder(one.path) === parent);
      const folders = sortFolders(beside).map((one) => ({ id: one.id, folder: parent, seq: one.seq }));
      const order = isInMixed ? level.filter((one) => one.id !== id) : folders;
      const found = order.findIndex((one) => one.id === neighbour?.id);
      const index = neighbour === undefined ? order.length : found + (isBefore ? 0 : 1);
      return placeEntries(transaction, workspace.id, insertRequest(order, position, index));
    }),
  );

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

/** Moves a folder with its contents into another folder, or to another position among its siblings. */
export const moveFolder =
  (transaction: Transaction) =>
  (input: MoveFolderArguments): AppResult<Folder> =>
    pipe(
      loadFolders(transaction)(input.workspaceId),
      TE.bind('folder', ({ all }) => findFolder(all, input.id)),
      TE.bind('target', ({ folder: _, ...forest }) => resolveTarget(transaction, forest, input)),
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
  successor: 'folders_edit',
  title: 'Move a folder',
  description: 'With everything in it.',
  arguments: MoveFolderArguments,
  result: Folder,
  effects: replaceEffects,
  showsSaved: true,
  useCase: 'folders.move',
  run: ({ ports }) => runAtomically(ports, moveFolder),
});
