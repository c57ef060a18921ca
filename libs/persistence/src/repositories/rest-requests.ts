import {
  invalidInput,
  type ListQuery,
  type Page,
  RestRequest,
  type RestRequestId,
  type RestRequests,
  RestRequestSummary,
  type WorkspaceId,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { fromRow, Refusal, storing, toRow } from '../rows.js';
import { restRequests, type Row } from '../schema/tables.js';

const json = ['pathParams', 'queryParams', 'headers', 'body', 'auth', 'settings'];
const decodeRow = fromRow(RestRequest, json);
const decodeSummary = fromRow(RestRequestSummary, []);

const missing = (ref: string) => new Refusal({ kind: 'not-found', entity: 'REST request', ref });

const load =
  (workspaceId: WorkspaceId, id: RestRequestId) =>
  async (db: EntityManager): Promise<RestRequest> => {
    const row = await db.findOneBy(restRequests, { id, workspaceId });
    if (row === null) throw missing(id);
    const { searched: _, ...stored } = row;
    return decodeRow(stored);
  };

/** A row, with the text that a search looks at: SQLite itself ignores the case of ASCII alone. */
const toRestRow = (request: RestRequest): Row => ({
  ...toRow(request, json),
  searched: `${request.name}\n${request.url}`.toLowerCase(),
});

/** Where a page begins: after this folder and row. */
type Position = readonly [folder: string, row: number];

const toCursor = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

const fromCursor = (cursor: string): Position => {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && typeof place[0] === 'string' && typeof place[1] === 'number')
      return [place[0], place[1]];
  } catch {
    // Whatever it was, it was no cursor of ours.
  }
  throw new Refusal(invalidInput('cursor', 'is not a cursor of this list; leave it out to begin anew'));
};

const summaryColumns = ['id', 'name', 'folder', 'method', 'url'] as const;

const select = (
  db: EntityManager,
  workspaceId: WorkspaceId,
  { folder = '', search = '', after, take }: ListQuery,
) => {
  const rows = db
    .createQueryBuilder(restRequests, 'r')
    .select([...summaryColumns.map((name) => `r.${name} AS ${name}`), 'r.rowid AS position'])
    .where('r.workspaceId = :workspaceId', { workspaceId });
  const within = folder.replace(/^\/+|\/+$/g, '');
  if (within !== '') {
    // The character after the slash ends the range of what is below the folder.
    const range = { within, from: `${within}/`, to: `${within}0` };
    rows.andWhere('(r.folder = :within OR (r.folder >= :from AND r.folder < :to))', range);
  }
  if (search !== '') rows.andWhere('instr(r.searched, :search) > 0', { search: search.toLowerCase() });
  if (after !== undefined) {
    const [at, position] = fromCursor(after);
    rows.andWhere('(r.folder > :at OR (r.folder = :at AND r.rowid > :position))', { at, position });
  }
  return rows
    .orderBy('r.folder')
    .addOrderBy('r.rowid')
    .limit(take + 1);
};

const page = async (
  db: EntityManager,
  workspaceId: WorkspaceId,
  query: ListQuery,
): Promise<Page<RestRequestSummary>> => {
  const rows = await select(db, workspaceId, query).getRawMany<Row>();
  const shown = rows.slice(0, query.take);
  const last = rows.length > query.take ? shown.at(-1) : undefined;
  const items = shown.map(({ position: _, ...row }) => decodeSummary(row));
  return last === undefined
    ? { items }
    : { items, next: toCursor([String(last.folder), Number(last.position)]) };
};

const changed = (present: RestRequest, expected: number) =>
  new Refusal({ kind: 'revision-conflict', expected, present });

/** REST requests of workspaces. */
export const createRestRequests = ({ read, write }: Access): RestRequests => ({
  list: (workspaceId, query) => storing('listing requests')(() => read((db) => page(db, workspaceId, query))),
  count: (workspaceId) =>
    storing('counting requests')(() => read((db) => db.countBy(restRequests, { workspaceId }))),
  get: (workspaceId, id) => storing('reading a request')(() => read(load(workspaceId, id))),
  create: (request) =>
    storing('creating a request')(async () => {
      await write((db) => db.insert(restRequests, toRestRow(request)));
      return request;
    }),
  replace: (next, expected) =>
    storing('changing a request')(() =>
      write(async (db) => {
        const { id, workspaceId } = next;
        const { affected } = await db.update(
          restRequests,
          { id, workspaceId, revision: expected },
          toRow(next, json),
        );
        if (affected === 0) throw changed(await load(workspaceId, id)(db), expected);
        return next;
      }),
    ),
  remove: (workspaceId, id, expected) =>
    storing('deleting a request')(() =>
      write(async (db) => {
        const present = await load(workspaceId, id)(db);
        if (expected !== undefined && present.revision !== expected) throw changed(present, expected);
        await db.delete(restRequests, { id, workspaceId });
      }),
    ),
});
