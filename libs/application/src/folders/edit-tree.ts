import {
  type AppResult,
  copyName,
  type Folder,
  FolderId,
  getFolderName,
  getKindRecordById,
  getParentFolder,
  isWithin,
  movePath,
  RequestId,
  type SavedRequest,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';

import { isSameJson } from '../activity/field-values.js';
import { groupChanges, operation, type OperationScope, replaceEffects } from '../operation.js';
import { copySaved } from '../requests/copy-request.js';
import { placeRequest } from '../requests/request-order.js';
import { removeSaved, updateSaved } from '../requests/saved-requests.js';
import { type Transaction, withTransaction } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { deleteFolder } from './delete-folder.js';
import {
  ensureFolders,
  findFolder,
  isMixed,
  listRequestsAt,
  listRequestsWithin,
  loadFolders,
} from './folder-tree.js';
import { moveFolder } from './move-folder.js';

const EntryId = t.union([RequestId, FolderId], 'the id of a request or folder');
type EntryId = t.TypeOf<typeof EntryId>;

const EditTreeArguments = struct(
  'tree_edit arguments',
  {
    ids: withDescription(
      t.readonlyArray(EntryId, 'a list of ids'),
      'Requests and folders; folders with what is in them',
    ),
    action: withDescription(oneOf('move', 'copy', 'delete', 'tag'), 'What to do with them'),
  },
  {
    workspaceId: workspaceRef,
    parent: withDescription(t.string, 'Path of the folder to move to, "" for the top'),
    before: withDescription(EntryId, 'What is there, to move them before it'),
    after: withDescription(EntryId, 'What is there, to move them after it'),
    addTags: withDescription(t.readonlyArray(t.string, 'a list of tags'), 'Tags to add'),
    removeTags: withDescription(t.readonlyArray(t.string, 'a list of tags'), 'Tags to remove'),
  },
);
type EditTreeArguments = t.TypeOf<typeof EditTreeArguments>;

const TreeEdited = struct('what was edited', {
  ids: withDescription(
    t.readonlyArray(EntryId, 'a list of ids'),
    'What was moved, tagged or deleted, or its copies',
  ),
  group: withDescription(t.string, 'The group of these changes, to undo them together'),
});
type TreeEdited = t.TypeOf<typeof TreeEdited>;

/** The arguments of an edit, and its transaction. */
interface TreeEdit {
  readonly transaction: Transaction;
  readonly workspaceId: WorkspaceId;
  readonly input: EditTreeArguments;
}

type EditEntries = (editing: TreeEdit, ids: readonly EntryId[]) => AppResult<readonly EntryId[]>;

/** Removes entries whose folder is selected too. */
const excludeContents = ({ transaction, workspaceId, input }: TreeEdit): AppResult<readonly EntryId[]> =>
  taskEither(function* () {
    const { all } = yield* attempt(loadFolders(transaction)(workspaceId));
    const positions = yield* attempt(transaction.store.requestPositions.list(workspaceId));
    const wanted = new Set<string>(input.ids);
    const chosen = all.filter(({ id }) => wanted.has(id)).map(({ path }) => path);
    const parents = new Map<string, string>([
      ...all.map(({ id, path }) => [id, getParentFolder(path)] as const),
      ...positions.map(({ id, folder }) => [id, folder] as const),
    ]);
    const isInside = (id: string): boolean => {
      const parent = parents.get(id);
      return parent !== undefined && chosen.some((path) => isWithin(path, parent));
    };
    return [...new Set(input.ids)].filter((id) => !isInside(id));
  });

const findById = ({ transaction, workspaceId }: TreeEdit, id: FolderId): AppResult<Folder> =>
  pipe(
    loadFolders(transaction)(workspaceId),
    TE.flatMap(({ all }) => findFolder(all, id)),
  );

/** Moves a folder, unless it is already in that parent and no neighbour was named. */
const moveFolderTo = (
  editing: TreeEdit,
  id: FolderId,
  siblings: { readonly before?: EntryId; readonly after?: EntryId },
): AppResult<unknown> =>
  taskEither(function* () {
    const { transaction, workspaceId, input } = editing;
    const { parent = '' } = input;
    const { path } = yield* attempt(findById(editing, id));
    const isThere = Object.keys(siblings).length === 0 && getParentFolder(path) === parent;
    if (!isThere) yield* attempt(moveFolder(transaction)({ workspaceId, id, parent, ...siblings }));
  });

/** Moves entries one by one, so that they keep their order. */
const moveEntries: EditEntries = (editing, ids) =>
  taskEither(function* () {
    const { transaction, workspaceId, input } = editing;
    const { parent = '', before, after } = input;
    yield* attempt(ensureFolders(transaction, workspaceId, parent === '' ? [] : [parent]));
    const { stored } = yield* attempt(loadFolders(transaction)(workspaceId));
    /** Whether an entry can be placed next to the neighbour. Where folders come first, only next to one of the same kind. */
    const canBeBeside = (id: EntryId, neighbour: EntryId): boolean =>
      isMixed(stored, parent) || FolderId.is(id) === FolderId.is(neighbour);
    const targets = ids.filter((id) => id !== (before ?? after));
    for (const id of after === undefined ? targets : targets.toReversed()) {
      const siblings = {
        ...(before !== undefined && canBeBeside(id, before) ? { before } : {}),
        ...(after !== undefined && canBeBeside(id, after) ? { after } : {}),
      };
      yield* attempt(
        FolderId.is(id)
          ? moveFolderTo(editing, id, siblings)
          : pipe(
              placeRequest(transaction)({ workspaceId, id, folder: parent, ...siblings }),
              TE.map((): unknown => undefined),
            ),
      );
    }
    return targets;
  });

/**
 * Copies the requests in a copied folder. A copy depends on the copies of the requests that the original depends on, if they were copied
 * too.
 */
const copyContents = ({ transaction, workspaceId }: TreeEdit, from: string, to: string): AppResult<unknown> =>
  taskEither(function* () {
    const { store, clock, ids } = transaction;
    const at = clock.now().toISOString();
    const found = yield* attempt(listRequestsWithin(store, workspaceId, from));
    const copyIds = new Map(
      found.map(({ request: { id } }) => [
        id as string,
        `${getKindRecordById(id).prefix}_${ids.next()}` as RequestId,
      ]),
    );
    for (const { request, seq } of found) {
      const copy = {
        ...request,
        id: copyIds.get(request.id) ?? request.id,
        folder: movePath(request.folder, from, to),
        needs: request.needs.map((id) => copyIds.get(id) ?? id),
        revision: 1,
        createdAt: at,
        updatedAt: at,
      } as SavedRequest;
      yield* attempt(getKindRecordById(request.id).of(store).create(copy, seq));
    }
  });

/** Copies a folder with its settings and contents. The copy is placed next to the original, under a free name. */
const copyFolder = (editing: TreeEdit, id: FolderId): AppResult<FolderId> =>
  taskEither(function* () {
    const { transaction, workspaceId } = editing;
    const { store, clock, ids } = transaction;
    const { all, stored } = yield* attempt(loadFolders(transaction)(workspaceId));
    const original = yield* attempt(findFolder(all, id));
    const parent = getParentFolder(original.path);
    const siblings = all.filter(({ path }) => getParentFolder(path) === parent);
    const name = copyName(
      getFolderName(original.path),
      siblings.map(({ path }) => getFolderName(path)),
    );
    const to = parent === '' ? name : `${parent}/${name}`;
    const at = clock.now().toISOString();
    const copyId = `fold_${ids.next()}` as FolderId;
    for (const one of all.filter(({ path }) => isWithin(original.path, path)))
      yield* attempt(
        store.folders.create({
          ...one,
          id: one.id === id ? copyId : (`fold_${ids.next()}` as FolderId),
          path: movePath(one.path, original.path, to),
          revision: 1,
          createdAt: at,
          updatedAt: at,
        }),
      );
    yield* attempt(copyContents(editing, original.path, to));
    // Folders without a position are sorted by name, and the name of the copy already puts it after the original.
    if (original.seq !== null || isMixed(stored, parent))
      yield* attempt(moveFolder(transaction)({ workspaceId, id: copyId, after: id }));
    return copyId;
  });

const copyEntries: EditEntries = (editing, ids) =>
  pipe(
    ids,
    TE.traverseSeqArray((id): AppResult<EntryId> => {
      if (FolderId.is(id)) return copyFolder(editing, id);
      const { transaction, workspaceId } = editing;
      return pipe(
        copySaved(getKindRecordById(id))(transaction)({ workspaceId, id }),
        TE.map(({ id: copyId }) => copyId as RequestId),
      );
    }),
  );

const deleteEntries: EditEntries = ({ transaction, workspaceId }, ids) =>
  pipe(
    ids,
    TE.traverseSeqArray((id) => {
      const deletion: AppResult<unknown> = FolderId.is(id)
        ? deleteFolder(transaction)({ workspaceId, id })
        : removeSaved(getKindRecordById(id))(transaction)({ workspaceId, id });
      return pipe(
        deletion,
        TE.map(() => id),
      );
    }),
  );

/** Adds tags to requests and removes tags from them, also in selected folders. */
const tagEntries: EditEntries = (editing, ids) =>
  taskEither(function* () {
    const { transaction, workspaceId, input } = editing;
    const { addTags = [], removeTags = [] } = input;
    const changed: RequestId[] = [];
    const { all: folders } = yield* attempt(loadFolders(transaction)(workspaceId));
    const wanted = new Set<string>(ids);
    const paths = folders.filter(({ id }) => wanted.has(id)).map(({ path }) => path);
    const found = yield* attempt(
      listRequestsAt(
        transaction.store,
        workspaceId,
        ({ id, folder }) => wanted.has(id) || paths.some((path) => isWithin(path, folder)),
      ),
    );
    for (const { request } of found) {
      const { id, tags: present } = request;
      const tags = [...new Set([...present.filter((tag) => !removeTags.includes(tag)), ...addTags])];
      if (isSameJson(tags, present)) continue;
      yield* attempt(updateSaved(getKindRecordById(id))(transaction)({ workspaceId, id, tags }));
      changed.push(id);
    }
    return changed;
  });

const edits: Readonly<Record<EditTreeArguments['action'], EditEntries>> = {
  move: moveEntries,
  copy: copyEntries,
  delete: deleteEntries,
  tag: tagEntries,
};

/** How the activity describes each action. */
const occasions = {
  move: { moved: true },
  copy: { copied: true },
  delete: {},
  tag: {},
} as const satisfies Readonly<Record<EditTreeArguments['action'], object>>;

const editTree = (scope: OperationScope) => (input: EditTreeArguments) =>
  groupChanges(
    scope,
    occasions[input.action],
  )(
    (ports, group) => () =>
      pipe(
        resolveWorkspace(ports)(input.workspaceId),
        TE.flatMap(({ id: workspaceId }) =>
          withTransaction(ports, (transaction) => {
            const editing = { transaction, workspaceId, input };
            return pipe(
              excludeContents(editing),
              TE.flatMap((ids) => edits[input.action](editing, ids)),
            );
          }),
        ),
        TE.map((ids): TreeEdited => ({ ids, group })),
      ),
  )();

/** For people only. Agents use `requests_apply` and `folders_edit`, in which they name what they change by its path. */
export const treeEdit = operation({
  name: 'tree_edit',
  title: 'Edit several requests and folders',
  description: 'Moves, copies, deletes or tags what a person selected in the tree, all or nothing.',
  audience: 'person',
  arguments: EditTreeArguments,
  result: TreeEdited,
  effects: { ...replaceEffects, idempotent: false },
  showsSaved: true,
  useCase: 'tree.edit',
  run: (scope) => scope.takeBack(editTree(scope)),
});
