import {
  type AppResult,
  type AnyRequest,
  getAppendedSeq,
  type AppError,
  checkFolderPath,
  type ListQuery,
  type Ports,
  type Repositories,
  type RequestKindOf,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type StoreAccess, type Transaction } from '../transaction.js';
import { type CreationPorts, ensureFolders } from '../folders/folder-tree.js';
import { requireKnownFolder } from '../folders/known-folders.js';
import type { DeletionResult } from './request-arguments.js';
import { refuseNeeds } from './refuse-needs.js';
import { requestIdOf } from './request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { type Caller, hideSecretsFromSearch } from '../secrets/secrets.js';

type Stamps = 'id' | 'workspaceId' | 'revision' | 'createdAt' | 'updatedAt';

/** A request by its id, path or name. */
export interface OneRequest {
  readonly workspaceId?: string;
  readonly id: string;
}

/** The fields of a new request, which needs a name. */
type NewRequest<A extends AnyRequest> = Partial<Omit<A, Stamps>> & {
  readonly name: string;
  readonly workspaceId?: string;
};

type RequestPatch<A extends AnyRequest> = OneRequest &
  Partial<Omit<A, Stamps>> & { readonly ifRevision?: number };

export interface ListRequests extends Omit<ListQuery, 'after' | 'shown'> {
  readonly workspaceId?: string;
  readonly cursor?: string;
}

/** A page of summaries. */
export const listSaved =
  <A extends AnyRequest, S>(ports: Ports, { of }: RequestKindOf<A, S>) =>
  (
    { workspaceId, cursor, ...query }: ListRequests,
    caller: Caller = {},
  ): AppResult<{ readonly requests: readonly S[]; readonly nextCursor?: string }> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('seen', () => hideSecretsFromSearch(ports, query.search, caller)),
      TE.bind('page', ({ workspace, seen }) =>
        of(ports.store).list(workspace.id, {
          ...query,
          ...seen,
          ...(cursor === undefined ? {} : { after: cursor }),
        }),
      ),
      TE.tap(({ workspace, page }) =>
        page.items.length === 0
          ? requireKnownFolder(ports, workspace.id, query.folder ?? '')
          : TE.right(undefined),
      ),
      TE.map(({ page: { items, next } }) => ({
        requests: items,
        ...(next === undefined ? {} : { nextCursor: next }),
      })),
    );

/** The whole request. */
export const getSaved =
  <A extends AnyRequest, S>({ store }: StoreAccess, kind: RequestKindOf<A, S>) =>
  ({ workspaceId, id }: OneRequest): AppResult<A> =>
    pipe(
      resolveWorkspace({ store })(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('found', ({ workspace }) => requestIdOf({ store }, kind, workspace.id, id)),
      TE.flatMap(({ workspace, found }) => kind.of(store).get(workspace.id, found)),
    );

/** Refused if there is a problem. */
export const refuseIfProblem = (problem: AppError | null | undefined): AppResult<void> =>
  problem ? TE.left(problem) : TE.right(undefined);

/** The last position in a folder, which is created if necessary. Refused if it cannot be a folder. */
const getEnd = (
  transaction: CreationPorts,
  { workspaceId, folder }: AnyRequest,
): ReturnType<Repositories['requestPlaces']['end']> =>
  pipe(
    refuseIfProblem(checkFolderPath(folder)),
    TE.flatMap(() => ensureFolders(transaction, workspaceId, [folder])),
    TE.flatMap(() => transaction.store.requestPlaces.end(workspaceId, folder)),
  );

/** A new request, last in its folder. Missing fields get their defaults. */
export const createSaved =
  <A extends AnyRequest, S>(kind: RequestKindOf<A, S>) =>
  (transaction: Transaction) =>
  ({ workspaceId, ...fields }: NewRequest<A>): AppResult<A> => {
    const { store, clock, ids } = transaction;
    return pipe(
      resolveWorkspace({ store })(workspaceId),
      TE.tap(() => refuseIfProblem(kind.problemOf(fields as unknown as Partial<A>))),
      TE.tap(({ id }) =>
        fields.needs === undefined
          ? TE.right(undefined)
          : refuseNeeds(transaction, { workspaceId: id, present: null, name: fields.name }, fields.needs),
      ),
      TE.flatMap((workspace) => {
        const at = clock.now().toISOString();
        // The fields are those of the kind's codec, and its defaults provide the others.
        const request = {
          ...kind.defaults,
          ...fields,
          id: `${kind.prefix}_${ids.next()}`,
          workspaceId: workspace.id,
          revision: 1,
          createdAt: at,
          updatedAt: at,
        } as unknown as A;
        return pipe(
          getEnd(transaction, request),
          TE.flatMap((end) => kind.of(store).create(request, getAppendedSeq(end))),
        );
      }),
    );
  };

/** Stores a changed request. If it moves to another folder, it is last there. */
const replaceSaved = <A extends AnyRequest, S>(
  transaction: CreationPorts,
  { of }: Pick<RequestKindOf<A, S>, 'of'>,
  { present, next, expected }: { readonly present: A; readonly next: A; readonly expected: number },
): AppResult<A> => {
  const requests = of(transaction.store);
  return present.folder === next.folder
    ? requests.replace(next, expected)
    : pipe(
        getEnd(transaction, next),
        TE.flatMap((end) => requests.replace(next, expected, getAppendedSeq(end))),
      );
};

/**
 * Changes what is stored now, in a transaction, so that somebody else's change of other fields is not lost.
 * `ifRevision` requires the stored revision to match.
 */
export const changeSaved =
  <A extends AnyRequest, S>(kind: Pick<RequestKindOf<A, S>, 'of'>) =>
  (transaction: CreationPorts) =>
  (workspace: Workspace, id: A['id'], patch: Partial<A>, ifRevision?: number): AppResult<A> =>
    pipe(
      kind.of(transaction.store).get(workspace.id, id),
      TE.flatMap((present) => {
        const { revision } = present;
        const updatedAt = transaction.clock.now().toISOString();
        const next = { ...present, ...patch, revision: revision + 1, updatedAt };
        return replaceSaved(transaction, kind, { present, next, expected: ifRevision ?? revision });
      }),
    );

/** Rejects invalid dependencies. */
const needsOf = <A extends AnyRequest, S>(
  { store }: StoreAccess,
  { of }: RequestKindOf<A, S>,
  { workspaceId, id }: Pick<A, 'workspaceId' | 'id'>,
  { name, needs }: Partial<AnyRequest>,
): AppResult<void> =>
  needs === undefined
    ? TE.right(undefined)
    : pipe(
        of(store).get(workspaceId, id),
        TE.flatMap((present) =>
          refuseNeeds({ store }, { workspaceId, present, name: name ?? present.name }, needs),
        ),
      );

/** Changes the provided fields. */
export const updateSaved =
  <A extends AnyRequest, S>(kind: RequestKindOf<A, S>) =>
  (transaction: Transaction) =>
  ({ workspaceId, id, ifRevision, ...patch }: RequestPatch<A>): AppResult<A> => {
    // The remaining fields belong to the kind's codec.
    const fields = patch as unknown as Partial<A>;
    return pipe(
      resolveWorkspace(transaction)(workspaceId),
      TE.bindTo('workspace'),
      TE.tap(() => refuseIfProblem(kind.problemOf(fields))),
      TE.bind('found', ({ workspace }) => requestIdOf(transaction, kind, workspace.id, id)),
      TE.tap(({ workspace, found }) =>
        needsOf(transaction, kind, { workspaceId: workspace.id, id: found }, fields),
      ),
      TE.flatMap(({ workspace, found }) =>
        changeSaved(kind)(transaction)(workspace, found, fields, ifRevision),
      ),
    );
  };

export const removeSaved =
  <A extends AnyRequest, S>(kind: RequestKindOf<A, S>) =>
  ({ store }: StoreAccess) =>
  ({
    workspaceId,
    id,
    ifRevision,
  }: OneRequest & { readonly ifRevision?: number }): AppResult<DeletionResult> =>
    pipe(
      resolveWorkspace({ store })(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('found', ({ workspace }) => requestIdOf({ store }, kind, workspace.id, id)),
      TE.tap(({ workspace, found }) => kind.of(store).remove(workspace.id, found, ifRevision)),
      TE.map(({ found }) => ({ deleted: found })),
    );
