import type { AppError } from '../errors.js';
import { findSearchHit } from '../requests/search-hit.js';
import { createCursorError } from '../errors.js';
import type { RequestNoun } from '../requests/request-kind.js';
import { E, pipe } from '../fp.js';
import type { ListQuery, SavedRequests } from '../ports/repositories.js';
import { type RequestRepositories, requestRepositories, type SavedRequest } from '../request-kinds.js';
import {
  createIntegrityError,
  setEntry,
  formatRowKey,
  type MemoryAccess,
  createNotFoundError,
  type PlacedRequest,
  type Rows,
} from './rows.js';

/** One kind of saved request: its rows, and how a list shows it. */
interface Kind<A extends SavedRequest, S> {
  readonly name: RequestNoun;
  readonly rowsOf: (rows: Rows) => ReadonlyMap<string, PlacedRequest<A>>;
  readonly withRows: (rows: Rows, requests: ReadonlyMap<string, PlacedRequest<A>>) => Rows;
  readonly summaryOf: (request: A) => S;
}

type SortKey = readonly [folder: string, position: number];

/** Compares by code point, like UTF-8 bytes. */
export const compareText = (a: string, b: string): number => {
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

/** The stored request if its revision is `expected`. */
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

/** An in-memory repository of saved requests of every kind. */
export const createMemoryRequestRepositories = (access: MemoryAccess): RequestRepositories =>
  requestRepositories((kind, { noun, summaryOf }) =>
    createMemoryRequests({
      name: noun,
      rowsOf: ({ requests }) => requests[kind],
      withRows: (rows, changed) => ({ ...rows, requests: { ...rows.requests, [kind]: changed } }),
      summaryOf,
    })(access),
  );
