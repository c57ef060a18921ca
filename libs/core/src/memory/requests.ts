import { type AppError, createCursorError } from '../errors.js';
import { E, pipe } from '../fp.js';
import type { RequestPositions } from '../ports/repositories.js';
import type { ListQuery, Page, SavedRequests } from '../ports/saved-requests.js';
import {
  getKindRecordById,
  type RequestRepositories,
  createRequestRepositories,
  type RequestSummary,
  type SavedRequest,
} from '../request-kinds.js';
import { mapRequestKinds, requestKindList, type RequestNoun } from '../requests/request-kind.js';
import type { RequestPosition } from '../requests/request-position.js';
import { findSearchHit } from '../requests/search-hit.js';
import {
  createIntegrityError,
  createNotFoundError,
  formatRowKey,
  type MemoryAccess,
  type PlacedRequest,
  type RequestRows,
  type Rows,
  setEntry,
} from './rows.js';

/** How one kind of saved request is stored, and how lists show it. */
interface Kind<A extends SavedRequest, S> {
  readonly name: RequestNoun;
  readonly rowsOf: (rows: Rows) => ReadonlyMap<string, PlacedRequest<A>>;
  readonly withRows: (rows: Rows, requests: ReadonlyMap<string, PlacedRequest<A>>) => Rows;
  readonly summaryOf: (request: A) => S;
}

type SortKey = readonly [folder: string, position: number];

/** Compares by code point, which gives the same order as comparing UTF-8 bytes. */
const compareText = (a: string, b: string): number => {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
};

const compareSortKeys = (a: SortKey, b: SortKey): number => compareText(a[0], b[0]) || a[1] - b[1];

const getSortKey = ({ request, position }: PlacedRequest<SavedRequest>): SortKey => [
  request.folder,
  position,
];

const parseCursor = (cursor: string): E.Either<AppError, SortKey> => {
  const [, position, folder] = /^(\d+):(.*)$/su.exec(cursor) ?? [];
  return folder === undefined ? E.left(createCursorError(cursor)) : E.right([folder, Number(position)]);
};

const parseAfter = ({ after }: ListQuery): E.Either<AppError, SortKey | undefined> =>
  after === undefined ? E.right(undefined) : parseCursor(after);

const createListFilter = ({ folder = '', tag, search = '', shown }: ListQuery) => {
  const within = folder.replace(/^\/+|\/+$/g, '');
  return (request: SavedRequest): boolean =>
    (within === '' || request.folder === within || request.folder.startsWith(`${within}/`)) &&
    (tag === undefined || request.tags.includes(tag)) &&
    (search === '' || findSearchHit({ ...request }, search, shown) !== undefined);
};

const getPageAfter = <A extends SavedRequest, S>(
  { rowsOf, summaryOf: show }: Kind<A, S>,
  rows: Rows,
  workspaceId: string,
  query: ListQuery,
  after: SortKey | undefined,
) => {
  const found = [...rowsOf(rows).values()]
    .filter(({ request }) => request.workspaceId === workspaceId && createListFilter(query)(request))
    .filter((one) => after === undefined || compareSortKeys(getSortKey(one), after) > 0)
    .sort((a, b) => compareSortKeys(getSortKey(a), getSortKey(b)));
  const placed = found.slice(0, query.take);
  const last = found.length > query.take ? placed.at(-1) : undefined;
  const { search = '', shown } = query;
  const items = placed.map(({ request }) => {
    const found = search === '' ? null : findSearchHit({ ...request }, search, shown);
    return found ? { ...show(request), found } : show(request);
  });
  return last === undefined ? { items } : { items, next: `${last.position}:${last.request.folder}` };
};

const getRequest =
  <A extends SavedRequest, S>({ name, rowsOf }: Kind<A, S>) =>
  (rows: Rows, workspaceId: string, id: string): E.Either<AppError, PlacedRequest<A>> => {
    const found = rowsOf(rows).get(formatRowKey(workspaceId, id));
    return found?.request.workspaceId === workspaceId
      ? E.right(found)
      : E.left(createNotFoundError(name, id));
  };

/** Finds the stored request, and refuses a revision other than `expected`. */
const findAtRevision =
  <A extends SavedRequest, S>(kind: Kind<A, S>) =>
  (rows: Rows, workspaceId: string, id: string, expected: number | undefined) =>
    pipe(
      getRequest(kind)(rows, workspaceId, id),
      E.flatMap((placed): E.Either<AppError, PlacedRequest<A>> => {
        const { request: present } = placed;
        return expected === undefined || present.revision === expected
          ? E.right(placed)
          : E.left({ kind: 'revision-conflict', expected, present });
      }),
    );

const listInOrder = <A extends SavedRequest, S>(
  { rowsOf }: Kind<A, S>,
  rows: Rows,
  workspaceId: string,
): readonly PlacedRequest<A>[] =>
  [...rowsOf(rows).values()]
    .filter(({ request }) => request.workspaceId === workspaceId)
    .sort((a, b) => a.position - b.position);

type Read = 'list' | 'count' | 'all' | 'heads' | 'get';

const readRequests =
  <A extends SavedRequest, S>(kind: Kind<A, S>) =>
  ({ read }: MemoryAccess): Pick<SavedRequests<A, S>, Read> => ({
    list: (workspaceId, query) =>
      read((rows) =>
        pipe(
          parseAfter(query),
          E.map((after) => getPageAfter(kind, rows, workspaceId, query, after)),
        ),
      ),
    count: (workspaceId) =>
      read((rows) =>
        E.right(
          [...kind.rowsOf(rows).values()].filter(({ request }) => request.workspaceId === workspaceId).length,
        ),
      ),
    all: (workspaceId, ids) =>
      read((rows) =>
        E.right(
          listInOrder(kind, rows, workspaceId)
            .map(({ request }) => request)
            .filter(({ id }) => ids === undefined || ids.includes(id)),
        ),
      ),
    heads: (workspaceId) =>
      read((rows) =>
        E.right(
          listInOrder(kind, rows, workspaceId).map(({ request: { id, revision }, seq }) => ({
            id,
            revision,
            seq,
          })),
        ),
      ),
    get: (workspaceId, id) =>
      read((rows) =>
        pipe(
          getRequest(kind)(rows, workspaceId, id),
          E.map(({ request }) => request),
        ),
      ),
  });

const writeRequests =
  <A extends SavedRequest, S>(kind: Kind<A, S>) =>
  ({ write }: MemoryAccess): Omit<SavedRequests<A, S>, Read> => ({
    create: (request, seq = null) =>
      write((rows) => {
        const present = kind.rowsOf(rows);
        if (
          !rows.workspaces.has(request.workspaceId) ||
          present.has(formatRowKey(request.workspaceId, request.id))
        ) {
          return E.left(
            createIntegrityError('creating a request', 'the workspace is not there or the id is taken'),
          );
        }
        const position = rows.lastPosition + 1;
        return E.right([
          request,
          kind.withRows(
            { ...rows, lastPosition: position },
            setEntry(present, formatRowKey(request.workspaceId, request.id), { position, seq, request }),
          ),
        ]);
      }),
    replace: (next, expected, seq) =>
      write((rows) =>
        pipe(
          findAtRevision(kind)(rows, next.workspaceId, next.id, expected),
          E.map((placed) => ({ ...placed, request: next, seq: seq === undefined ? placed.seq : seq })),
          E.map((placed) => setEntry(kind.rowsOf(rows), formatRowKey(next.workspaceId, next.id), placed)),
          E.map((requests) => [next, kind.withRows(rows, requests)] as const),
        ),
      ),
    remove: (workspaceId, id, expected) =>
      write((rows) =>
        pipe(
          findAtRevision(kind)(rows, workspaceId, id, expected),
          E.map(
            () => new Map([...kind.rowsOf(rows)].filter(([key]) => key !== formatRowKey(workspaceId, id))),
          ),
          E.map((requests) => [undefined, kind.withRows(rows, requests)] as const),
        ),
      ),
  });

const createMemoryRequests =
  <A extends SavedRequest, S>(kind: Kind<A, S>) =>
  (access: MemoryAccess): SavedRequests<A, S> => ({
    ...readRequests(kind)(access),
    ...writeRequests(kind)(access),
  });

/** Creates an in-memory repository of saved requests of every kind. */
export const createMemoryRequestRepositories = (access: MemoryAccess): RequestRepositories =>
  createRequestRepositories((kind, { noun, summaryOf }) =>
    createMemoryRequests({
      name: noun,
      rowsOf: ({ requests }) => requests[kind],
      withRows: (rows, changed) => ({ ...rows, requests: { ...rows.requests, [kind]: changed } }),
      summaryOf,
    })(access),
  );

interface Request {
  readonly id: string;
  readonly workspaceId: string;
  readonly folder: string;
  readonly createdAt: string;
}

const comparePositions = (a: PlacedRequest<Request>, b: PlacedRequest<Request>): number => {
  if (a.request.folder !== b.request.folder) return compareText(a.request.folder, b.request.folder);
  if (a.seq !== b.seq) return (a.seq ?? Infinity) - (b.seq ?? Infinity);
  return compareText(a.request.createdAt, b.request.createdAt);
};

const listRequests = (
  { requests }: Rows,
  workspaceId: string,
  folder?: string,
): readonly PlacedRequest<SavedRequest>[] => {
  const inOrder = (all: ReadonlyMap<string, PlacedRequest<SavedRequest>>) =>
    [...all.values()].sort((a, b) => a.position - b.position);
  return requestKindList
    .flatMap((kind) => inOrder(requests[kind]))
    .filter(({ request }) => request.workspaceId === workspaceId)
    .filter(({ request }) => folder === undefined || request.folder === folder)
    .sort(comparePositions);
};

const listPositions = (rows: Rows, workspaceId: string, folder?: string): readonly RequestPosition[] =>
  listRequests(rows, workspaceId, folder).map(({ request, seq }) => ({
    id: request.id,
    folder: request.folder,
    seq,
  }));

const toSummary = (request: SavedRequest): RequestSummary => getKindRecordById(request.id).summaryOf(request);

/** Returns a page of a list. The cursor is the number of requests on previous pages. */
const getPage = (
  rows: Rows,
  workspaceId: string,
  { take, after = '0' }: Parameters<RequestPositions['page']>[1],
): E.Either<AppError, Page<RequestSummary>> => {
  if (!/^\d+$/.test(after)) return E.left(createCursorError(after));
  const all = listRequests(rows, workspaceId);
  const end = Number(after) + take;
  const items = all.slice(Number(after), end).map(({ request }) => toSummary(request));
  return E.right(end < all.length ? { items, next: String(end) } : { items });
};

const setPositions = <A>(
  all: ReadonlyMap<string, PlacedRequest<A>>,
  wanted: ReadonlyMap<string, number | null>,
) =>
  new Map(
    [...all].map(([key, one]) => {
      const seq = wanted.get(key);
      return [key, seq === undefined ? one : { ...one, seq }];
    }),
  );

/** Creates an in-memory repository of the order of requests. */
export const createMemoryRequestPositions = ({ read, write }: MemoryAccess): RequestPositions => ({
  list: (workspaceId, folder) => read((rows) => E.right(listPositions(rows, workspaceId, folder))),
  page: (workspaceId, query) => read((rows) => getPage(rows, workspaceId, query)),
  end: (workspaceId, folder) =>
    read((rows) => {
      const seqs = listPositions(rows, workspaceId, folder).map(({ seq }) => seq);
      const known = seqs.filter((seq) => seq !== null);
      return E.right({
        highest: known.length === 0 ? null : Math.max(...known),
        hasUnplaced: known.length < seqs.length,
      });
    }),
  put: (workspaceId, positions) =>
    write((rows) => {
      const wanted = new Map(positions.map(({ id, seq }) => [formatRowKey(workspaceId, id), seq]));
      const requests = mapRequestKinds((kind) => setPositions<SavedRequest>(rows.requests[kind], wanted));
      // Setting a position does not change a request, so each request keeps its kind.
      return E.right([undefined, { ...rows, requests: requests as RequestRows }]);
    }),
});
