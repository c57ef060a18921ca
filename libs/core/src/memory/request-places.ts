import { type AppError, createCursorError } from '../errors.js';
import { mapRequestKinds, requestKindList } from '../requests/request-kind.js';
import type { RequestPlace } from '../requests/request-position.js';
import { E } from '../fp.js';
import { getKindRecordById, type RequestSummary, type SavedRequest } from '../request-kinds.js';
import type { Page, RequestPlaces } from '../ports/repositories.js';
import { compareText } from './requests.js';
import { formatRowKey, type MemoryAccess, type PlacedRequest, type RequestRows, type Rows } from './rows.js';

interface Request {
  readonly id: string;
  readonly workspaceId: string;
  readonly folder: string;
  readonly createdAt: string;
}

const byPlace = (a: PlacedRequest<Request>, b: PlacedRequest<Request>): number => {
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
    .sort(byPlace);
};

const listPlaces = (rows: Rows, workspaceId: string, folder?: string): readonly RequestPlace[] =>
  listRequests(rows, workspaceId, folder).map(({ request, seq }) => ({
    id: request.id,
    folder: request.folder,
    seq,
  }));

const toSummary = (request: SavedRequest): RequestSummary => getKindRecordById(request.id).summaryOf(request);

/** The cursor is the number of requests on previous pages. */
const getPage = (
  rows: Rows,
  workspaceId: string,
  { take, after = '0' }: Parameters<RequestPlaces['page']>[1],
): E.Either<AppError, Page<RequestSummary>> => {
  if (!/^\d+$/.test(after)) return E.left(createCursorError(after));
  const all = listRequests(rows, workspaceId);
  const end = Number(after) + take;
  const items = all.slice(Number(after), end).map(({ request }) => toSummary(request));
  return E.right(end < all.length ? { items, next: String(end) } : { items });
};

const setPlaces = <A>(
  all: ReadonlyMap<string, PlacedRequest<A>>,
  wanted: ReadonlyMap<string, number | null>,
) =>
  new Map(
    [...all].map(([key, one]) => {
      const seq = wanted.get(key);
      return [key, seq === undefined ? one : { ...one, seq }];
    }),
  );

/** The order of requests in memory. */
export const createMemoryRequestPlaces = ({ read, write }: MemoryAccess): RequestPlaces => ({
  list: (workspaceId, folder) => read((rows) => E.right(listPlaces(rows, workspaceId, folder))),
  page: (workspaceId, query) => read((rows) => getPage(rows, workspaceId, query)),
  end: (workspaceId, folder) =>
    read((rows) => {
      const seqs = listPlaces(rows, workspaceId, folder).map(({ seq }) => seq);
      const known = seqs.filter((seq) => seq !== null);
      return E.right({
        highest: known.length === 0 ? null : Math.max(...known),
        hasUnplaced: known.length < seqs.length,
      });
    }),
  put: (workspaceId, places) =>
    write((rows) => {
      const wanted = new Map(places.map(({ id, seq }) => [formatRowKey(workspaceId, id), seq]));
      const requests = mapRequestKinds((kind) => setPlaces<SavedRequest>(rows.requests[kind], wanted));
      // A position does not change the request, so each stays with its kind.
      return E.right([undefined, { ...rows, requests: requests as RequestRows }]);
    }),
});
