import {
  type AppResult,
  getKindRecordById,
  RequestId,
  checkFolderPath,
  createInvalidInput,
  insertRequest,
  type RequestPlace,
  type SavedRequests,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { type CreationPorts, ensureFolders } from '../folders/folder-tree.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { operation, reads, replaces } from '../operation.js';

export const ListOrder = struct(
  'requests_order arguments',
  {},
  {
    workspaceId: workspaceRef,
    folder: withDescription(t.string, 'Only this folder; all folders if omitted'),
  },
);
export type ListOrder = t.TypeOf<typeof ListOrder>;

export const PlaceRequest = struct(
  'requests_place arguments',
  { id: withDescription(RequestId, 'The request') },
  {
    workspaceId: workspaceRef,
    folder: withDescription(t.string, 'Folder to move it to; its current folder if omitted'),
    before: withDescription(RequestId, 'Request in that folder to put it before'),
    after: withDescription(RequestId, 'Request in that folder to put it after; last if omitted'),
  },
);
export type PlaceRequest = t.TypeOf<typeof PlaceRequest>;

/** Ids of requests of both kinds, by folder and in order. */
export const RequestOrder = struct('the order of requests', { ids: t.readonlyArray(RequestId) });
export type RequestOrder = t.TypeOf<typeof RequestOrder>;

const getOrder = (places: readonly RequestPlace[]): RequestOrder => ({
  ids: places.map(({ id }) => id as RequestId),
});

/**
 * The order of requests in one folder or in all. Those without a position come last, in creation order.
 * For the window's tree. Agents list requests by folder and creation.
 */
export const requestsOrder = operation({
  name: 'requests_order',
  title: 'Order of requests',
  description: 'Returns the ids of REST and GraphQL requests in order, for one folder or all.',
  audience: 'person',
  arguments: ListOrder,
  result: RequestOrder,
  effects: reads,
  showsSaved: true,
  useCase: 'requests.order',
  run:
    ({ ports }) =>
    ({ workspaceId, folder }: ListOrder): AppResult<RequestOrder> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ id }) => ports.store.requestPlaces.list(id, folder)),
        TE.map(getOrder),
      ),
});

/** The requested position of the request in `order`. Left if its neighbour is not there. */
const findTargetIndex = (
  order: readonly RequestPlace[],
  { before, after }: PlaceRequest,
): AppResult<number> => {
  const neighbour = before ?? after;
  if (neighbour === undefined) return TE.right(order.length);
  const at = order.findIndex(({ id }) => id === neighbour);
  if (at < 0) {
    const given = { expected: 'the id of another request of that folder', got: neighbour };
    return TE.left(
      createInvalidInput(before ? 'before' : 'after', 'is not another request in that folder', given),
    );
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
  readonly input: PlaceRequest;
}

/** Sets the position of the request, and of others if there was no room. Nothing changes if it is already there. */
export const giveWay = (
  { transaction, workspaceId, input }: RequestPlacement,
  { folder, isMoved }: { readonly folder: string; readonly isMoved: boolean },
): AppResult<unknown> => {
  const { requestPlaces } = transaction.store;
  return pipe(
    requestPlaces.list(workspaceId, folder),
    TE.flatMap((order) => {
      const others = order.filter(({ id }) => id !== input.id);
      return pipe(
        findTargetIndex(others, input),
        TE.flatMap((index): AppResult<unknown> => {
          if (!isMoved && order[index]?.id === input.id) return TE.right(undefined);
          const changed = insertRequest(others, { id: input.id, folder, seq: null }, index);
          return requestPlaces.put(workspaceId, changed);
        }),
      );
    }),
  );
};

const place = <A extends PlacedRequest, S>(
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
        TE.flatMap(() => giveWay(placing, { folder, isMoved })),
        TE.map(() => folder),
      );
    }),
  );
};

/** Moves a request before or after another, or to the end, in its folder or another one. Returns the order there. */
export const placeRequest =
  (transaction: Transaction) =>
  (input: PlaceRequest): AppResult<RequestOrder> => {
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
          place(placing, getKindRecordById(input.id).of(store)),
          TE.flatMap((folder) => store.requestPlaces.list(workspaceId, folder)),
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
  arguments: PlaceRequest,
  result: RequestOrder,
  effects: replaces,
  showsSaved: true,
  useCase: 'requests.place',
  run: ({ ports }) => runAtomically(ports, placeRequest),
});
