import {
  type AppResult,
  getKindRecordById,
  createLevels,
  type Folder,
  FolderId,
  RequestId,
  checkFolderPath,
  createInvalidInput,
  insertRequest,
  type RequestPosition,
  type SavedRequests,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { taggedUnion, withDescription, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type StoreAccess, type Transaction, runAtomically } from '../transaction.js';
import { type CreationPorts, ensureFolders, loadLevelOrder, placeEntries } from '../folders/folder-tree.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { operation, readEffects, replaceEffects } from '../operation.js';

export const ListOrderArguments = struct(
  'requests_order arguments',
  {},
  {
    workspaceId: workspaceRef,
    folder: withDescription(t.string, 'Only this folder; all folders if omitted'),
  },
);
export type ListOrderArguments = t.TypeOf<typeof ListOrderArguments>;

/** A request can be placed next to a folder only in a folder with a mixed order. */
const neighbourId = t.union([RequestId, FolderId], 'the id of a request or folder');

export const PlaceRequestArguments = struct(
  'requests_place arguments',
  { id: withDescription(RequestId, 'The request') },
  {
    workspaceId: workspaceRef,
    folder: withDescription(t.string, 'Folder to move it to; its current folder if omitted'),
    before: withDescription(
      neighbourId,
      'Request in that folder to put it before; a folder in it if it mixes both',
    ),
    after: withDescription(neighbourId, 'Request or folder to put it after; last if omitted'),
  },
);
export type PlaceRequestArguments = t.TypeOf<typeof PlaceRequestArguments>;

/** The requests and folders directly in a folder with a mixed order, in that order. */
const MixedLevel = struct('the order of a folder', {
  path: withDescription(t.string, 'Empty for the workspace'),
  entries: t.readonlyArray(
    taggedUnion('a folder or request', 'kind', {
      folder: [{ path: t.string }, {}],
      request: [{ id: RequestId }, {}],
    }),
  ),
});
type MixedLevel = t.TypeOf<typeof MixedLevel>;

/** The ids of all requests by folder, in order; and for each folder with a mixed order, its requests and folders together. */
export const RequestOrder = struct(
  'the order of requests',
  { ids: t.readonlyArray(RequestId) },
  { mixed: t.readonlyArray(MixedLevel) },
);
export type RequestOrder = t.TypeOf<typeof RequestOrder>;

const getOrder = (positions: readonly RequestPosition[]): RequestOrder => ({
  ids: positions.map(({ id }) => id as RequestId),
});

const listMixedLevels = (
  stored: readonly Folder[],
  positions: readonly RequestPosition[],
  isListed: (folder: Folder) => boolean,
): readonly MixedLevel[] => {
  const levelAt = createLevels(stored, positions);
  return stored.filter(isListed).map(({ path }) => ({
    path,
    entries: levelAt(path).map((one) =>
      one.kind === 'folder'
        ? { kind: 'folder', path: one.folder.path }
        : { kind: 'request', id: one.request.id as RequestId },
    ),
  }));
};

const loadOrder = (
  { store }: StoreAccess,
  workspaceId: WorkspaceId,
  folder: string | undefined,
): AppResult<RequestOrder> =>
  pipe(
    TE.Do,
    TE.bind('positions', () => store.requestPositions.list(workspaceId, folder)),
    TE.bind('stored', () => store.folders.list(workspaceId)),
    TE.map(({ positions, stored }) => {
      const isListed = ({ path, order }: Folder): boolean =>
        order === 'mixed' && (folder === undefined || path === folder);
      const mixed = listMixedLevels(stored, positions, isListed);
      return mixed.length === 0 ? getOrder(positions) : { ...getOrder(positions), mixed };
    }),
  );

/**
 * The order of the requests in one folder or in all of them. Requests without a position come last, in the order of their creation. For the
 * window's tree: agents list requests by folder and creation.
 */
export const requestsOrder = operation({
  name: 'requests_order',
  title: 'Order of requests',
  description: 'Returns the ids of REST and GraphQL requests in order, for one folder or all.',
  audience: 'person',
  arguments: ListOrderArguments,
  result: RequestOrder,
  effects: readEffects,
  showsSaved: true,
  useCase: 'requests.order',
  run:
    ({ ports }) =>
    ({ workspaceId, folder }: ListOrderArguments): AppResult<RequestOrder> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ id }) => loadOrder(ports, id, folder)),
      ),
});

/** The index that a request gets in `order`. Refused if the neighbour is not in that folder. */
const findTargetIndex = (
  order: readonly RequestPosition[],
  { before, after }: PlaceRequestArguments,
): AppResult<number> => {
  const neighbour = before ?? after;
  if (neighbour === undefined) return TE.right(order.length);
  const at = order.findIndex(({ id }) => id === neighbour);
  if (at < 0) {
    const given = { expected: 'the id of another request of that folder', got: neighbour };
    const problem = FolderId.is(neighbour)
      ? 'is no folder in that folder, or its folders come before its requests; set its order to mixed'
      : 'is not another request in that folder';
    return TE.left(createInvalidInput(before ? 'before' : 'after', problem, given));
  }
  return TE.right(before ? at : at + 1);
};

interface PlacedRequest {
  readonly id: string;
  readonly folder: string;
  readonly revision: number;
}

interface RequestPlacement {
  readonly transaction: CreationPorts;
  readonly workspaceId: WorkspaceId;
  readonly at: string;
  readonly input: PlaceRequestArguments;
}

/** Stores the position of a request, and of others if there is no room between two. Changes nothing if the request is already there. */
export const makeRoom = (
  { transaction, workspaceId, input }: RequestPlacement,
  { folder, isMoved }: { readonly folder: string; readonly isMoved: boolean },
): AppResult<unknown> => {
  return pipe(
    transaction.store.folders.list(workspaceId),
    TE.flatMap((stored) => loadLevelOrder(transaction, workspaceId, folder, stored)),
    TE.flatMap(({ order }) => {
      const others = order.filter(({ id }) => id !== input.id);
      return pipe(
        findTargetIndex(others, input),
        TE.flatMap((index): AppResult<unknown> => {
          if (!isMoved && order[index]?.id === input.id) return TE.right(undefined);
          const changed = insertRequest(others, { id: input.id, folder, seq: null }, index);
          return placeEntries(transaction, workspaceId, changed);
        }),
      );
    }),
  );
};

const placeInOrder = <A extends PlacedRequest, S>(
  placing: RequestPlacement,
  requests: SavedRequests<A, S>,
): AppResult<string> => {
  const { transaction, workspaceId, at, input } = placing;
  return pipe(
    requests.get(workspaceId, input.id as A['id']),
    TE.flatMap((present) => {
      const folder = input.folder ?? present.folder;
      const isMoved = folder !== present.folder;
      const problem = isMoved ? checkFolderPath(folder) : null;
      if (problem) return TE.left(problem);
      const next = { ...present, folder, revision: present.revision + 1, updatedAt: at };
      return pipe(
        ensureFolders(transaction, workspaceId, isMoved ? [folder] : []),
        TE.flatMap(() => (isMoved ? requests.replace(next, present.revision) : TE.right(present))),
        TE.flatMap(() => makeRoom(placing, { folder, isMoved })),
        TE.map(() => folder),
      );
    }),
  );
};

/** Moves a request before or after another, or to the end, in its own folder or another. Returns the new order of that folder. */
export const placeRequest =
  (transaction: Transaction) =>
  (input: PlaceRequestArguments): AppResult<RequestOrder> => {
    const { store, clock } = transaction;
    const { before, after } = input;
    if (before !== undefined && after !== undefined) {
      const given = { expected: 'before or after', got: after };
      return TE.left(createInvalidInput('after', 'must be omitted when before is given', given));
    }
    return pipe(
      resolveWorkspace({ store })(input.workspaceId),
      TE.flatMap(({ id: workspaceId }) => {
        const placing = { transaction, workspaceId, at: clock.now().toISOString(), input };
        return pipe(
          placeInOrder(placing, getKindRecordById(input.id).of(store)),
          TE.flatMap((folder) => store.requestPositions.list(workspaceId, folder)),
          TE.map(getOrder),
        );
      }),
    );
  };

export const requestsPlace = operation({
  name: 'requests_place',
  title: 'Place a request',
  description: 'Puts a request before or after another, or last, in a folder, and returns the new order.',
  audience: 'person',
  arguments: PlaceRequestArguments,
  result: RequestOrder,
  effects: replaceEffects,
  showsSaved: true,
  useCase: 'requests.place',
  run: ({ ports }) => runAtomically(ports, placeRequest),
});
