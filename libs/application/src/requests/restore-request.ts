import {
  type AppResult,
  type AnyRequest,
  getKindRecordById,
  RequestId,
  SavedRequest,
  createInvalidInput,
  type Repositories,
  type SavedRequests,
} from '@tandem/core';
import { withDescription, struct, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { ensureFolders } from '../folders/folder-tree.js';
import { makeRoom } from './request-order.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { operation, addEffects } from '../operation.js';

export const RestoreRequestArguments = struct(
  'requests_restore arguments',
  { request: withDescription(SavedRequest, 'The whole request as it was') },
  {
    before: withDescription(
      RequestId,
      'Request that it came before; last in its folder if omitted or deleted',
    ),
  },
);
export type RestoreRequestArguments = t.TypeOf<typeof RestoreRequestArguments>;

/** Stores the request under its own id, which must be free. */
const createAgain = (
  requests: SavedRequests<AnyRequest, unknown>,
  request: SavedRequest,
): AppResult<SavedRequest> =>
  pipe(
    requests.get(request.workspaceId, request.id),
    TE.matchE(
      (error): AppResult<SavedRequest> => {
        if (error.kind !== 'not-found') return TE.left(error);
        return pipe(
          requests.create(request),
          TE.map(() => request),
        );
      },
      () => {
        const details = { expected: 'the id of a request that was deleted', got: request.id };
        return TE.left(
          createInvalidInput('request.id', 'exists; only deleted requests can be restored', details),
        );
      },
    ),
  );

/** Maximum accepted revision. Each change adds one. */
const maxRevision = 1_000_000_000;

/** Finds a revision that neither the caller nor the last synchronization has seen. */
const findUnseenRevision = (
  { folderMemories }: Repositories,
  { workspaceId, id, revision }: SavedRequest,
): AppResult<number> => {
  if (revision > maxRevision) {
    const details = { expected: `at most ${maxRevision}`, got: revision };
    return TE.left(
      createInvalidInput('request.revision', 'is higher than any revision of a request', details),
    );
  }
  return pipe(
    folderMemories.get(workspaceId),
    TE.map(({ bases }) => Math.max(revision, bases.find((base) => base.id === id)?.revision ?? 0) + 1),
  );
};

/** Restores a deleted request with its id, its stored executions and its position. */
export const restoreRequest =
  (transaction: Transaction) =>
  ({ request, before }: RestoreRequestArguments): AppResult<SavedRequest> => {
    const { store, clock } = transaction;
    return pipe(
      resolveWorkspace({ store })(request.workspaceId),
      TE.tap(() => {
        const problem = getKindRecordById(request.id).problemOf(request, 'request.');
        return problem === undefined ? TE.right(undefined) : TE.left(problem);
      }),
      TE.flatMap(({ id: workspaceId }) => {
        const at = clock.now().toISOString();
        const { folder } = request;
        return pipe(
          ensureFolders(transaction, workspaceId, [folder]),
          TE.flatMap(() => findUnseenRevision(store, request)),
          TE.flatMap((revision) =>
            createAgain(getKindRecordById(request.id).of(store), { ...request, revision, updatedAt: at }),
          ),
          TE.bindTo('restored'),
          TE.bind('order', () => store.requestPositions.list(workspaceId, folder)),
          TE.tap(({ order }) => {
            const neighbour = order.some(({ id }) => id === before) && before ? { before } : {};
            const input = { id: request.id, folder, ...neighbour };
            return makeRoom({ transaction, workspaceId, at, input }, { folder, isMoved: true });
          }),
          TE.map(({ restored }) => restored),
        );
      }),
    );
  };

export const requestsRestore = operation({
  name: 'requests_restore',
  title: 'Restore a request',
  description: 'Restores a deleted request with its id and position.',
  audience: 'person',
  arguments: RestoreRequestArguments,
  result: SavedRequest,
  effects: addEffects,
  showsSaved: true,
  useCase: 'requests.restore',
  run: ({ ports }) => runAtomically(ports, restoreRequest),
});
