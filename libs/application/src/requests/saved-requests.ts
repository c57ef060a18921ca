import {
  type AppResult,
  type AnyRequest,
  getAppendedSeq,
  type AppError,
  checkFolderPath,
  type ListQuery,
  createCursorError,
  type Ports,
  type FolderEnd,
  isWithin,
  type RequestKindOf,
  type RequestPosition,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type StoreAccess, type Transaction } from '../transaction.js';
import {
  type CreationPorts,
  ensureFolders,
  loadLevelEnd,
  resolveFolderPath,
} from '../folders/folder-tree.js';
import { requireKnownFolder } from '../folders/known-folders.js';
import type { DeletionResult } from './request-arguments.js';
import { refuseNeeds } from './refuse-needs.js';
import { resolveRequestId, resolveAnyRequestId } from './request-reference.js';
import { listIdsInTreeOrder } from './tree-order.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { type Caller, redactSearchedTexts } from '../secrets/secrets.js';

type Stamps = 'id' | 'workspaceId' | 'revision' | 'createdAt' | 'updatedAt';

/** A call that names one request by its id, path or name. */
export interface OneRequest {
  readonly workspaceId?: string;
  readonly id: string;
}

/** The fields of a new request. Only the name is required. */
type NewRequest<A extends AnyRequest> = Partial<Omit<A, Stamps>> & {
  readonly name: string;
  readonly workspaceId?: string;
};

type RequestPatch<A extends AnyRequest> = OneRequest &
  Partial<Omit<A, Stamps>> & { readonly ifRevision?: number };

export interface RequestListQuery extends Omit<ListQuery, 'after' | 'shown'> {
  readonly workspaceId?: string;
  readonly cursor?: string;
}

/** A number greater than that of the requests in any workspace, to list all of them. */
const everyRequest = 1_000_000;

/**
 * The cursor after the last request of a page. It contains the request's index too, in case the request is deleted before the next page is
 * read.
 */
const toCursor = (id: string, at: number): string => `${at}.${id}`;

/** The index of the first request of the page after a cursor. */
const findPageStart = (
  order: readonly { readonly id: string }[],
  cursor: string | undefined,
): AppResult<number> => {
  if (cursor === undefined) return TE.right(0);
  const [, at, id] = /^(\d{1,9})\.(\w+)$/.exec(cursor) ?? [];
  if (id === undefined) return TE.left(createCursorError(cursor));
  const found = order.findIndex((one) => one.id === id);
  return TE.right(found < 0 ? Number(at) : found + 1);
};

/** Loads the positions of all requests of a workspace, in the order in which a run executes them. */
const loadRunOrder = ({ store }: StoreAccess, id: WorkspaceId): AppResult<readonly RequestPosition[]> =>
  pipe(
    TE.Do,
    TE.apS('folders', store.folders.list(id)),
    TE.apS('positions', store.requestPositions.list(id)),
    TE.map(({ folders, positions }) => {
      const known = new Map(positions.map((position) => [position.id, position]));
      return listIdsInTreeOrder(folders, positions).flatMap((one) => known.get(one) ?? []);
    }),
  );

/** Loads the summaries that match a search or a tag, by id. */
const findMatches = <A extends AnyRequest, S>(
  ports: Ports,
  { of }: RequestKindOf<A, S>,
  workspaceId: WorkspaceId,
  { take: _, ...query }: Omit<RequestListQuery, 'workspaceId' | 'cursor'>,
  caller: Caller,
): AppResult<ReadonlyMap<string, S>> =>
  pipe(
    redactSearchedTexts(ports, query.search, caller, workspaceId),
    TE.flatMap((seen) => of(ports.store).list(workspaceId, { ...query, ...seen, take: everyRequest })),
    TE.map(({ items }) => new Map(items.map((one) => [(one as { readonly id: string }).id, one]))),
  );

/** Loads the summaries of some requests. Leaves out unreadable ones. */
const loadSummaries = <A extends AnyRequest, S>(
  { store }: StoreAccess,
  { of, summaryOf }: RequestKindOf<A, S>,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): AppResult<ReadonlyMap<string, S>> =>
  pipe(
    of(store).all(workspaceId, ids as readonly A['id'][]),
    TE.map((found) => new Map(found.map((one) => [one.id, summaryOf(one)]))),
  );

/** Lists a page of summaries, in the order in which a run executes the requests. */
export const listSaved =
  <A extends AnyRequest, S>(ports: Ports, kind: RequestKindOf<A, S>) =>
  (
    { workspaceId, cursor, ...query }: RequestListQuery,
    caller: Caller = {},
  ): AppResult<{ readonly requests: readonly S[]; readonly nextCursor?: string }> => {
    const { folder = '', search = '', tag, take } = query;
    const isFiltered = search !== '' || tag !== undefined;
    return pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.map(({ id }) => id),
      TE.bindTo('id'),
      TE.bind('all', ({ id }) => loadRunOrder(ports, id)),
      TE.bind('within', ({ id }) => resolveFolderPath(ports, id, folder)),
      TE.bind('matches', ({ id, within }) =>
        isFiltered ? findMatches(ports, kind, id, { ...query, folder: within }, caller) : TE.right(undefined),
      ),
      TE.let('listed', ({ all, within, matches }) =>
        all.filter((one) =>
          matches === undefined ? kind.id.is(one.id) && isWithin(within, one.folder) : matches.has(one.id),
        ),
      ),
      TE.tap(({ id, listed, within }) =>
        listed.length === 0 ? requireKnownFolder(ports, id, within) : TE.right(undefined),
      ),
      TE.bind('start', ({ listed }) => findPageStart(listed, cursor)),
      TE.let('page', ({ listed, start }) => listed.slice(start, start + take).map((one) => one.id)),
      TE.bind('shown', ({ id, matches, page }) =>
        matches === undefined ? loadSummaries(ports, kind, id, page) : TE.right(matches),
      ),
      TE.map(({ listed, start, page, shown }) => {
        const requests = page.flatMap((one) => shown.get(one) ?? []);
        const last = page.at(-1);
        return last === undefined || start + take >= listed.length
          ? { requests }
          : { requests, nextCursor: toCursor(last, start + take - 1) };
      }),
    );
  };

/** Returns a whole request. */
export const getSaved =
  <A extends AnyRequest, S>({ store }: StoreAccess, kind: RequestKindOf<A, S>) =>
  ({ workspaceId, id }: OneRequest): AppResult<A> =>
    pipe(
      resolveWorkspace({ store })(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('found', ({ workspace }) => resolveRequestId({ store }, kind, workspace.id, id)),
      TE.flatMap(({ workspace, found }) => kind.of(store).get(workspace.id, found)),
    );

/** Refuses with `problem` if it is set. */
export const refuseIfProblem = (problem: AppError | null | undefined): AppResult<void> =>
  problem ? TE.left(problem) : TE.right(undefined);

/** The last position in a folder, which is created if it is missing. Refuses a path that cannot be a folder. */
const getEnd = (transaction: CreationPorts, { workspaceId, folder }: AnyRequest): AppResult<FolderEnd> =>
  pipe(
    refuseIfProblem(checkFolderPath(folder)),
    TE.flatMap(() => ensureFolders(transaction, workspaceId, [folder])),
    TE.flatMap(() => transaction.store.folders.list(workspaceId)),
    TE.flatMap((stored) => loadLevelEnd(transaction, workspaceId, folder, stored)),
  );

/** Resolves dependencies that are named by path or name to ids. An unknown id is refused later. */
const resolveNeeds = (
  stored: StoreAccess,
  workspaceId: WorkspaceId,
  needs: readonly string[] | undefined,
): AppResult<readonly string[] | undefined> =>
  needs === undefined
    ? TE.right(undefined)
    : pipe(
        needs,
        TE.traverseSeqArrayWithIndex((at, ref) =>
          resolveAnyRequestId(stored, workspaceId, ref, `needs[${at}]`),
        ),
      );

/** Creates a request at the end of its folder. Fields that the call omits have their defaults. */
export const createSaved =
  <A extends AnyRequest, S>(kind: RequestKindOf<A, S>) =>
  (transaction: Transaction) =>
  ({ workspaceId, ...fields }: NewRequest<A>): AppResult<A> => {
    const { store, clock, ids } = transaction;
    return pipe(
      resolveWorkspace({ store })(workspaceId),
      TE.tap(() => refuseIfProblem(kind.problemOf(fields as Partial<A>))),
      TE.bindTo('workspace'),
      TE.bind('needs', ({ workspace }) => resolveNeeds(transaction, workspace.id, fields.needs)),
      TE.tap(({ workspace, needs }) =>
        needs === undefined
          ? TE.right(undefined)
          : refuseNeeds(transaction, { workspaceId: workspace.id, present: null, name: fields.name }, needs),
      ),
      TE.flatMap(({ workspace, needs }) => {
        const at = clock.now().toISOString();
        // The codec of the kind checked these fields, and its defaults provide the others.
        const request = {
          ...kind.defaults,
          ...fields,
          ...(needs === undefined ? {} : { needs }),
          id: `${kind.prefix}_${ids.next()}`,
          workspaceId: workspace.id,
          revision: 1,
          createdAt: at,
          updatedAt: at,
        } as A;
        return pipe(
          getEnd(transaction, request),
          TE.flatMap((end) => kind.of(store).create(request, getAppendedSeq(end))),
        );
      }),
    );
  };

/** Stores a changed request. If it moves to another folder, it becomes the last one there. */
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
 * Changes the stored request in a transaction, so that a change of other fields by somebody else is not lost. Refused if `ifRevision` is
 * set and the stored revision is another one.
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

/** Resolves the dependencies of a request and rejects invalid ones. */
const resolveValidNeeds = <A extends AnyRequest, S>(
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

/** Changes the fields that the call provides. */
export const updateSaved =
  <A extends AnyRequest, S>(kind: RequestKindOf<A, S>) =>
  (transaction: Transaction) =>
  ({ workspaceId, id, ifRevision, ...patch }: RequestPatch<A>): AppResult<A> => {
    // The other arguments are fields of this kind of request.
    const fields = patch as Partial<A>;
    return pipe(
      resolveWorkspace(transaction)(workspaceId),
      TE.bindTo('workspace'),
      TE.tap(() => refuseIfProblem(kind.problemOf(fields))),
      TE.bind('found', ({ workspace }) => resolveRequestId(transaction, kind, workspace.id, id)),
      TE.bind('needs', ({ workspace }) => resolveNeeds(transaction, workspace.id, fields.needs)),
      TE.let('change', ({ needs }) => (needs === undefined ? fields : { ...fields, needs })),
      TE.tap(({ workspace, found, change }) =>
        resolveValidNeeds(transaction, kind, { workspaceId: workspace.id, id: found }, change),
      ),
      TE.flatMap(({ workspace, found, change }) =>
        changeSaved(kind)(transaction)(workspace, found, change, ifRevision),
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
      TE.bind('found', ({ workspace }) => resolveRequestId({ store }, kind, workspace.id, id)),
      TE.tap(({ workspace, found }) => kind.of(store).remove(workspace.id, found, ifRevision)),
      TE.map(({ found }) => ({ deleted: found })),
    );
