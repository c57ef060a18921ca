import {
  type AppError,
  type AppResult,
  everyKind,
  type Folder,
  folderDefaults,
  type FolderEnd,
  FolderId,
  findRequestKind,
  getAppendedSeq,
  getFolderName,
  getParentFolder,
  createInvalidInput,
  isWithin,
  getKindRecordById,
  listPathsTo,
  type Repositories,
  type RequestPosition,
  createLevels,
  isSameOnDisk,
  type SavedRequest,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { StoreAccess, Transaction } from '../transaction.js';
import { excludeRoot, getRootFolder, resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** The ports that creating a folder needs. */
export type CreationPorts = Pick<Transaction, 'store' | 'clock' | 'ids'>;

/** The folders of a workspace. */
export interface FolderTree {
  readonly workspace: Workspace;
  readonly all: readonly Folder[];
}

/** The folders of a workspace, and the workspace itself as their root folder. */
export interface FolderForest extends FolderTree {
  readonly root: Folder;
  /** All folders as they are stored. The workspace itself is one of them once it has been changed. */
  readonly stored: readonly Folder[];
}

export const loadFolders =
  ({ store }: StoreAccess) =>
  (workspaceId: string | undefined): AppResult<FolderForest> =>
    pipe(
      resolveWorkspace({ store })(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('stored', ({ workspace }) => store.folders.list(workspace.id)),
      TE.map(({ workspace, stored }) => ({
        workspace,
        all: excludeRoot(stored),
        root: getRootFolder(workspace, stored),
        stored,
      })),
    );

/** Whether the folder at `path` has its folders and requests in one order, rather than folders first. */
export const isMixed = (stored: readonly Folder[], path: string): boolean =>
  stored.find((one) => one.path === path)?.order === 'mixed';

/** The order in one folder: of its requests, or of its folders and requests together if it mixes them. */
export interface LevelOrder {
  readonly isMixed: boolean;
  readonly order: readonly RequestPosition[];
}

/**
 * Loads the order in one folder.
 * @param stored all stored folders, including the workspace itself if it is stored
 */
export const loadLevelOrder = (
  { store }: StoreAccess,
  workspaceId: WorkspaceId,
  path: string,
  stored: readonly Folder[],
): AppResult<LevelOrder> =>
  pipe(
    store.requestPositions.list(workspaceId, path),
    TE.map((requests) => {
      if (!isMixed(stored, path)) return { isMixed: false, order: requests };
      const order = createLevels(
        stored,
        requests,
      )(path).map((one) =>
        one.kind === 'request' ? one.request : { id: one.folder.id, folder: path, seq: one.seq },
      );
      return { isMixed: true, order };
    }),
  );

/** Stores the positions of folders and requests. */
export const placeEntries = (
  { store }: StoreAccess,
  workspaceId: WorkspaceId,
  changed: readonly RequestPosition[],
): AppResult<void> => {
  const requests = changed.filter(({ id }) => findRequestKind(id) !== undefined);
  const folders = changed.flatMap(({ id, seq }) => (FolderId.is(id) ? [{ id, seq }] : []));
  return pipe(
    requests.length === 0 ? TE.right(undefined) : store.requestPositions.put(workspaceId, requests),
    TE.flatMap(() =>
      folders.length === 0 ? TE.right(undefined) : store.folders.place(workspaceId, folders),
    ),
  );
};

/** The last position in a folder: among its requests, or among its folders and requests if it mixes them. */
export const loadLevelEnd = (
  access: StoreAccess,
  workspaceId: WorkspaceId,
  path: string,
  stored: readonly Folder[],
): AppResult<FolderEnd> =>
  isMixed(stored, path)
    ? pipe(
        loadLevelOrder(access, workspaceId, path, stored),
        TE.map(({ order }) => ({
          highest: order.reduce<number | null>(
            (highest, { seq }) => (seq === null ? highest : Math.max(highest ?? seq, seq)),
            null,
          ),
          hasUnplaced: order.some(({ seq }) => seq === null),
        })),
      )
    : access.store.requestPositions.end(workspaceId, path);

const createFolder = (
  { store, clock, ids }: CreationPorts,
  workspaceId: WorkspaceId,
  path: string,
  seq: number | null,
) => {
  const at = clock.now().toISOString();
  return store.folders.create({
    id: `fold_${ids.next()}` as FolderId,
    workspaceId,
    path,
    ...folderDefaults,
    seq,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  });
};

/** Creates those folders of `paths`, and their parents, that do not exist. Returns the new ones. */
export const ensureFolders = (
  creating: CreationPorts,
  workspaceId: WorkspaceId,
  paths: readonly string[],
): AppResult<readonly Folder[]> => {
  const wanted = [...new Set(paths.flatMap(listPathsTo))];
  if (wanted.length === 0) return TE.right([]);
  return pipe(
    creating.store.folders.list(workspaceId),
    TE.flatMap((all) => {
      const known = new Set(all.map(({ path }) => path));
      return pipe(
        wanted.filter((path) => !known.has(path)),
        TE.traverseSeqArray((path) => {
          const parent = getParentFolder(path);
          // Where folders come first, those without a position are sorted by name.
          if (!isMixed(all, parent)) return createFolder(creating, workspaceId, path, null);
          return pipe(
            creating.store.folders.list(workspaceId),
            TE.flatMap((now) => loadLevelEnd(creating, workspaceId, parent, now)),
            TE.flatMap((end) => createFolder(creating, workspaceId, path, getAppendedSeq(end))),
          );
        }),
      );
    }),
  );
};

/** Finds the folder with the id or path `ref`, or else all folders with that name. */
const matchFolders = (all: readonly Folder[], ref: string): readonly Folder[] => {
  const path = ref.replace(/^\/+|\/+$/g, '');
  const exact = all.find(({ id }) => id === ref) ?? all.find((one) => one.path === path);
  return exact === undefined ? all.filter((one) => getFolderName(one.path) === path) : [exact];
};

/** The path of the folder that `ref` names by id, by path, or by a name that only one folder has. Returns any other `ref` unchanged. */
export const resolveFolderPath = (
  { store }: StoreAccess,
  workspaceId: WorkspaceId,
  ref: string,
): AppResult<string> =>
  /^\/*$/.test(ref)
    ? TE.right('')
    : pipe(
        store.folders.list(workspaceId),
        TE.map((all) => {
          const [found, other] = matchFolders(excludeRoot(all), ref);
          return found === undefined || other !== undefined ? ref : found.path;
        }),
      );

/** Finds the folder that `ref` names by id, by path, or by a name that only one folder has. */
export const findFolder = (all: readonly Folder[], ref: string, argument = 'id'): AppResult<Folder> => {
  const path = ref.replace(/^\/+|\/+$/g, '');
  const [found, ...others] = matchFolders(all, ref);
  if (found !== undefined && others.length === 0) return TE.right(found);
  if (found !== undefined) {
    const paths = [found, ...others].slice(0, 5).map((one) => one.path);
    return TE.left(
      createInvalidInput(
        argument,
        `is the name of ${others.length + 1} folders; pass a path: ${paths.join(', ')}`,
        {
          expected: 'the id, path or unique name of a folder',
          got: ref,
          near: paths,
        },
      ),
    );
  }
  if (FolderId.is(ref)) return TE.left({ kind: 'not-found', entity: 'folder', ref });
  const paths = all.map((one) => one.path);
  const near = findNearest(path, paths, 3);
  const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'folders_list shows all folders';
  return TE.left(
    createInvalidInput(argument, `is not a folder of this workspace; ${advice}`, {
      expected: 'the id, path or unique name of a folder',
      got: ref,
      near,
    }),
  );
};

/** Refuses a path that one of `others` has, or that is the same directory as another path on some file systems. */
export const checkPathIsFree = (
  others: readonly Folder[],
  path: string,
  argument: string,
): AppError | null => {
  const around = listPathsTo(path);
  const taken = others.find((one) =>
    around.some((step) => isSameOnDisk(step, one.path) && (one.path === path || !around.includes(one.path))),
  );
  if (taken === undefined) return null;
  const problem =
    taken.path === path
      ? 'is taken: a folder with this path exists; choose another name'
      : `would differ from the folder ${taken.path} only in case, and both would be one directory on some disks; choose another name`;
  return createInvalidInput(argument, problem, { expected: 'a path that no folder has', got: path });
};

/** A request in a folder, and its position there. */
export interface ContainedRequest {
  readonly request: SavedRequest;
  readonly seq: number | null;
}

/**
 * Loads the requests at these positions, in the order of their creation. Refuses if one cannot be read, because that one could be neither
 * moved nor restored.
 */
export const listRequestsAt = (
  store: Repositories,
  workspaceId: WorkspaceId,
  isWanted: (position: { readonly id: string; readonly folder: string }) => boolean,
): AppResult<readonly ContainedRequest[]> =>
  pipe(
    store.requestPositions.list(workspaceId),
    TE.map((positions) => new Map(positions.filter(isWanted).map((one) => [one.id, one.seq]))),
    TE.flatMap((seqs) =>
      pipe(
        everyKind,
        TE.traverseSeqArray(({ kind, of }) => {
          const ids = [...seqs.keys()].filter((id) => getKindRecordById(id).kind === kind);
          const requests = of(store);
          return pipe(
            ids.length === 0 ? TE.right([]) : requests.all(workspaceId, ids),
            TE.tap((found) => {
              const read = new Set(found.map(({ id }) => id));
              const unreadable = ids.find((id) => !read.has(id));
              return unreadable === undefined ? TE.right(null) : requests.get(workspaceId, unreadable);
            }),
          );
        }),
        TE.map((found) =>
          found.flat().map((request) => ({
            // Each request was read by the repository of its kind.
            request: request as SavedRequest,
            seq: seqs.get(request.id) ?? null,
          })),
        ),
      ),
    ),
  );

/** Loads the requests in `folder` and in the folders inside it, like {@link listRequestsAt}. */
export const listRequestsWithin = (
  store: Repositories,
  workspaceId: WorkspaceId,
  folder: string,
): AppResult<readonly ContainedRequest[]> =>
  listRequestsAt(store, workspaceId, (position) => isWithin(folder, position.folder));
