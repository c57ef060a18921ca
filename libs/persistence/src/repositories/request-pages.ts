import { setImmediate } from 'node:timers/promises';

import {
  createCursorError,
  findSearchHit,
  getKindRecordById,
  type ListQuery,
  maxSearchedLength,
  type Page,
  type RequestKind,
  requestKindList,
  type RequestPlace,
  type RequestPlaces,
  RequestSummary,
  searchedFields,
  type WorkspaceId,
} from '@tandem/core';
import { parseJson, struct, t } from '@tandem/core/codec';
import type { EntityManager, EntitySchema } from 'typeorm';

import type { Access, Dialect } from '../access.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  getQuery,
  queryAs,
  tryStorage,
  type UndecodedRow,
} from '../rows/stored-rows.js';
import { type RequestRow, requestTables } from '../schema/tables.js';
import { Refusal } from '../storage-fault.js';

const commonColumns = { id: 'r.id', name: 'r.name', folder: 'r.folder', url: 'r.url' } as const;

/** The sources of a summary of each kind, as SQL over the table `r`. */
export const summaryColumns: Readonly<Record<RequestKind, Readonly<Record<keyof RequestSummary, string>>>> = {
  rest: { ...commonColumns, method: 'r.method' },
  graphql: { ...commonColumns, method: `'POST'` },
};

/** The prefix of searched columns in the rows of a search. */
const prefix = 'searched_';

/** Minimum number of rows per query of a search, and how many are checked before yielding to other work. */
const batch = { rows: 100, checked: 10 } as const;

type Search = Pick<ListQuery, 'search' | 'shown' | 'take'>;

/** How many rows one query reads. */
export const getBatchSize = ({ search = '', take }: Search): number =>
  search === '' ? take + 1 : Math.max(take + 1, batch.rows);

const listSearchedColumns = (table: EntitySchema<RequestRow>): readonly string[] =>
  searchedFields.filter((name) => Object.hasOwn(table.options.columns, name));

/** The columns in which a search looks besides name and URL, as SQL over the table `r`. */
export const selectSearchedColumns = (
  table: EntitySchema<RequestRow>,
  { search = '' }: Partial<Search>,
): readonly string[] =>
  search === ''
    ? []
    : listSearchedColumns(table).map(
        (name) => `substr(r.${name}, 1, ${maxSearchedLength}) AS "${prefix}${name}"`,
      );

/** A kind of request, and where a search looks besides its columns with text. */
interface SearchedKind {
  readonly table: EntitySchema<RequestRow>;
  readonly summaryColumns: Readonly<Record<keyof RequestSummary, string>>;
}

/** Text that JSON never escapes. */
const plain = /[a-z0-9](?:[a-z0-9_./-]*[a-z0-9])?|[_./-]+/g;

/**
 * A condition that preselects rows, and the text that it looks for: the longest plain part of the search, because columns contain
 * JSON, and databases ignore case for ASCII only. Undefined if there is none.
 */
export const createHitCondition = (
  { table, summaryColumns: { folder, method } }: SearchedKind,
  dialect: Dialect,
  { search = '' }: Partial<Search>,
): readonly [sql: string, values: { readonly part: string }] | undefined => {
  const [part] = (search.toLowerCase().match(plain) ?? []).toSorted((a, b) => b.length - a.length);
  if (part === undefined) return undefined;
  const places = [
    'r.searched',
    `lower(${folder})`,
    `lower(${method})`,
    ...listSearchedColumns(table).map((name) => `lower(r.${name})`),
  ];
  return [`(${places.map((place) => `${dialect.find(place, ':part')} > 0`).join(' OR ')})`, { part }];
};

const parseJsonOrText = (text: unknown): unknown => {
  try {
    return parseJson(String(text));
  } catch {
    return text;
  }
};

/** The row without the searched columns, and with `found`, which tells where the match is; undefined if there is none. */
const findHit = (
  row: UndecodedRow,
  json: readonly string[],
  { search = '', shown }: Search,
): UndecodedRow | undefined => {
  const columns = Object.entries(row);
  const fields = columns
    .filter(([column]) => column.startsWith(prefix))
    .map(([column, value]) => {
      const name = column.slice(prefix.length);
      return [name, json.includes(name) ? parseJsonOrText(value) : value] as const;
    });
  const found = findSearchHit(
    { name: row.name, folder: row.folder, method: row.method, url: row.url, ...Object.fromEntries(fields) },
    search,
    shown,
  );
  if (found === undefined) return undefined;
  const rest = Object.fromEntries(columns.filter(([column]) => !column.startsWith(prefix)));
  return found === null ? rest : { ...rest, found };
};

/** The rows that match a search, until there are more than fit on a page. */
export const filterHits = async (
  rows: readonly UndecodedRow[],
  json: readonly string[],
  search: Search,
): Promise<readonly UndecodedRow[]> => {
  if ((search.search ?? '') === '') return rows;
  const found: UndecodedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % batch.checked === 0) await setImmediate();
    const hit = findHit(row, json, search);
    if (hit) found.push(hit);
    if (found.length > search.take) return found;
  }
  return found;
};

/** The sort order of requests. A request without a position comes last in its folder. */
const sorts = ['"folder"', '"sort"', '"createdAt"', '"kind"', '"position"'] as const;

const unplacedPosition = '1e300';

/** The requests of all kinds, each with its summary and what it is sorted by. */
const all = requestKindList
  .map((kind, index) => {
    const summary = Object.entries(summaryColumns[kind]).map(([name, sql]) => `${sql} AS "${name}"`);
    const rest = [
      'r."createdAt"',
      'r."position"',
      `COALESCE(r."seq", ${unplacedPosition}) AS "sort"`,
      `${index} AS "kind"`,
    ];
    return `SELECT ${[...summary, ...rest].join(', ')} FROM "${requestTables[kind].options.name}" AS r WHERE r."workspaceId" = $1`;
  })
  .join(' UNION ALL ');

/** The last request of a page, by what it is sorted by. */
const Key = t.tuple([t.string, t.number, t.string, t.number, t.number], 'the place of a request');
type Key = t.TypeOf<typeof Key>;

const toPageKey = (row: UndecodedRow): Key => [
  String(row.folder),
  Number(row.sort),
  String(row.createdAt),
  Number(row.kind),
  Number(row.position),
];

const toCursor = (row: UndecodedRow): string =>
  Buffer.from(JSON.stringify(toPageKey(row))).toString('base64url');

const parseCursor = (cursor: string): Key => {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Key.is(key)) return key;
  } catch {
    // The text is not a valid cursor.
  }
  throw new Refusal(createCursorError(cursor));
};

const readRowsAfter = (
  db: EntityManager,
  workspaceId: WorkspaceId,
  { take, after }: Pick<ListQuery, 'take' | 'after'>,
): Promise<readonly UndecodedRow[]> => {
  const key = after === undefined ? [] : parseCursor(after);
  const since = after === undefined ? '' : `WHERE (${sorts.join(', ')}) > ($2, $3, $4, $5, $6)`;
  const sql = `SELECT * FROM (${all}) AS r ${since} ORDER BY ${sorts.join(', ')} LIMIT ${take + 1}`;
  return getQuery(db)(sql, [workspaceId, ...key]);
};

/** Checks a row, and decodes it only to report what is wrong with it, because a list has thousands. */
const toRequestSummary = ({ id, name, folder, method, url }: UndecodedRow): RequestSummary => {
  const summary = { id, name, folder, method, url };
  if (RequestSummary.is(summary)) return summary;
  return decodeStoredRow(getKindRecordById(String(id)).noun, RequestSummary, [])(summary);
};

/** How many rows are checked before yielding to other work. */
const slice = 500;

/** A page of the requests of a workspace, those of all kinds in the order of the tree. */
const requestPage = async (
  { read, leave }: Pick<Access, 'read' | 'leave'>,
  workspaceId: WorkspaceId,
  query: Pick<ListQuery, 'take' | 'after'>,
): Promise<Page<RequestSummary>> => {
  const rows = await read((db) => readRowsAfter(db, workspaceId, query));
  const last = rows.length > query.take ? rows[query.take - 1] : undefined;
  const items: RequestSummary[] = [];
  for (let at = 0; at < query.take && at < rows.length; at += slice) {
    items.push(
      ...decodeReadableRows(rows.slice(at, Math.min(at + slice, query.take)), toRequestSummary, leave),
    );
    await setImmediate();
  }
  return last === undefined ? { items } : { items, next: toCursor(last) };
};

const orderColumn = t.union([t.number, t.null], 'a number or null');
const StoredPlace = struct('a place', { id: t.string, folder: t.string, seq: orderColumn });

const selectFromAllKinds = (columns: string, narrowed: string): string =>
  Object.values(requestTables)
    .map(
      ({ options: { name } }, kind) => `SELECT ${columns}, ${kind} AS kind FROM "${name}" WHERE ${narrowed}`,
    )
    .join(' UNION ALL ');

const readRequestPlaces = (
  db: EntityManager,
  workspaceId: WorkspaceId,
  folder: string | undefined,
): Promise<readonly RequestPlace[]> => {
  const narrowed = folder === undefined ? '"workspaceId" = $1' : '"workspaceId" = $1 AND "folder" = $2';
  const all = selectFromAllKinds('"id", "folder", "seq", "createdAt", "position"', narrowed);
  return queryAs(
    getQuery(db),
    StoredPlace,
    `SELECT "id", "folder", "seq" FROM (${all}) AS r
     ORDER BY "folder", "seq" NULLS LAST, "createdAt", "kind", "position"`,
    folder === undefined ? [workspaceId] : [workspaceId, folder],
  );
};

const End = struct('the end of a folder', { highest: orderColumn, count: t.number, placed: t.number });

/** The order of requests, a column of both tables. */
export const createRequestPlaces = ({ read, write, leave }: Access): RequestPlaces => ({
  list: (workspaceId, folder) =>
    tryStorage('reading the order of requests')(() =>
      read((db) => readRequestPlaces(db, workspaceId, folder)),
    ),
  page: (workspaceId, query) =>
    tryStorage('listing requests')(() => requestPage({ read, leave }, workspaceId, query)),
  end: (workspaceId, folder) =>
    tryStorage('reading the order of a folder')(async () => {
      const all = selectFromAllKinds('"seq"', '"workspaceId" = $1 AND "folder" = $2');
      const [end] = await read((db) =>
        queryAs(
          getQuery(db),
          End,
          `SELECT max("seq") AS "highest", count(*) AS "count", count("seq") AS "placed" FROM (${all}) AS r`,
          [workspaceId, folder],
        ),
      );
      return {
        highest: end?.highest ?? null,
        hasUnplaced: (end?.count ?? 0) > (end?.placed ?? 0),
      };
    }),
  put: (workspaceId, changed) =>
    tryStorage('changing the order of requests')(() =>
      write(async (db) => {
        for (const { id, seq } of changed)
          await db.update(requestTables[getKindRecordById(id).kind], { id, workspaceId }, { seq });
      }),
    ),
});
