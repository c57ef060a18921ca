import type { AppError } from '../domain/errors.js';
import { invalidInput } from '../domain/errors.js';
import { type RestRequest, summaryOf } from '../domain/rest-request.js';
import { E, pipe } from '../fp.js';
import type { ListQuery, RestRequests } from '../ports/repositories.js';
import { broken, having, type MemoryAccess, missing, type PlacedRequest, type Rows } from './memory-rows.js';

type Place = readonly [folder: string, position: number];

/** Compares by code point, as UTF-8 bytes compare. */
const compareText = (a: string, b: string): number => {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
};

const comparePlaces = (a: Place, b: Place): number => compareText(a[0], b[0]) || a[1] - b[1];

const placeOf = ({ request, position }: PlacedRequest): Place => [request.folder, position];

const fromCursor = (cursor: string): E.Either<AppError, Place> => {
  const [, position, folder] = /^(\d+):(.*)$/su.exec(cursor) ?? [];
  return folder === undefined
    ? E.left(invalidInput('cursor', 'is not a cursor of this list; leave it out to begin anew'))
    : E.right([folder, Number(position)]);
};

const afterOf = ({ after }: ListQuery): E.Either<AppError, Place | undefined> =>
  after === undefined ? E.right(undefined) : fromCursor(after);

const selects = ({ folder = '', search = '' }: ListQuery) => {
  const within = folder.replace(/^\/+|\/+$/g, '');
  const wanted = search.toLowerCase();
  return (request: RestRequest): boolean =>
    (within === '' || request.folder === within || request.folder.startsWith(`${within}/`)) &&
    (request.name.toLowerCase().includes(wanted) || request.url.toLowerCase().includes(wanted));
};

const pageAfter = (rows: Rows, workspaceId: string, query: ListQuery, after: Place | undefined) => {
  const found = [...rows.restRequests.values()]
    .filter(({ request }) => request.workspaceId === workspaceId && selects(query)(request))
    .filter((one) => after === undefined || comparePlaces(placeOf(one), after) > 0)
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
  const placed = found.slice(0, query.take);
  const last = found.length > query.take ? placed.at(-1) : undefined;
  const items = placed.map(({ request }) => summaryOf(request));
  return last === undefined ? { items } : { items, next: `${last.position}:${last.request.folder}` };
};

const requestOf = (rows: Rows, workspaceId: string, id: string): E.Either<AppError, PlacedRequest> => {
  const found = rows.restRequests.get(id);
  return found?.request.workspaceId === workspaceId ? E.right(found) : E.left(missing('REST request', id));
};

/** The stored request if its revision is `expected`. */
const atRevision = (rows: Rows, workspaceId: string, id: string, expected: number | undefined) =>
  pipe(
    requestOf(rows, workspaceId, id),
    E.flatMap((placed): E.Either<AppError, PlacedRequest> => {
      const { request: present } = placed;
      return expected === undefined || present.revision === expected
        ? E.right(placed)
        : E.left({ kind: 'revision-conflict', expected, present });
    }),
  );

/** REST requests in memory. */
export const memoryRestRequests = ({ read, write }: MemoryAccess): RestRequests => ({
  list: (workspaceId, query) =>
    read((rows) =>
      pipe(
        afterOf(query),
        E.map((after) => pageAfter(rows, workspaceId, query, after)),
      ),
    ),
  count: (workspaceId) =>
    read(({ restRequests }) =>
      E.right([...restRequests.values()].filter(({ request }) => request.workspaceId === workspaceId).length),
    ),
  get: (workspaceId, id) =>
    read((rows) =>
      pipe(
        requestOf(rows, workspaceId, id),
        E.map(({ request }) => request),
      ),
    ),
  create: (request) =>
    write((rows) => {
      if (!rows.workspaces.has(request.workspaceId) || rows.restRequests.has(request.id)) {
        return E.left(broken('creating a request', 'the workspace is not there or the id is taken'));
      }
      const position = 1 + Math.max(0, ...[...rows.restRequests.values()].map((one) => one.position));
      return E.right([
        request,
        { ...rows, restRequests: having(rows.restRequests, request.id, { position, request }) },
      ]);
    }),
  replace: (next, expected) =>
    write((rows) =>
      pipe(
        atRevision(rows, next.workspaceId, next.id, expected),
        E.map(({ position }) => having(rows.restRequests, next.id, { position, request: next })),
        E.map((restRequests) => [next, { ...rows, restRequests }] as const),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((rows) =>
      pipe(
        atRevision(rows, workspaceId, id, expected),
        E.map(() => new Map([...rows.restRequests].filter(([key]) => key !== id))),
        E.map((restRequests) => [undefined, { ...rows, restRequests }] as const),
      ),
    ),
});
