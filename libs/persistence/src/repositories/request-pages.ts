import { setImmediate } from 'node:timers/promises';

import {
  createCursorError,
  findSearchHit,
  getKindRecordById,
  type ListQuery,
  maxSearchedLength,
  type Page,
  type RequestKind,
  requestKindNames,
  requestKindList,
  type RequestPosition,
  type RequestPositions,
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
  queryDecoded,
  tryStorage,
  type UndecodedRow,
} from '../rows/stored-rows.js';
import { type RequestRow, requestTables } from '../schema/tables.js';
import { Refusal } from '../storage-fault.js';

const commonColumns = { id: 'r.id', name: 'r.name', folder: 'r.folder', url: 'r.url' } as const;

/** For each kind, the SQL expressions over the table `r` that give the fields of a summary. */
export const summaryColumns: Readonly<Record<RequestKind, Readonly<Record<keyof RequestSummary, string>>>> = {
  rest: { ...commonColumns, method: 'r.method' },
  graphql: { ...commonColumns, method: `'${requestKindNames.graphql.fixedMethod}'` },
};

/** The prefix of searched columns in the rows of a search. */
const searchedPrefix = 'searched_';

/** Minimum number of rows that one query of a search reads, and number of rows that are checked before yielding to other work. */
const searchBatch = { rows: 100, checked: 10 } as const;

type Search = Pick<ListQuery, 'search' | 'shown' | 'take'>;

/** The number of rows that one query reads. */
export const getBatchSize = ({ search = '', take }: Search): number =>
  search === '' ? take + 1 : Math.max(take + 1, searchBatch.rows);

const listSearchedColumns = (table: EntitySchema<RequestRow>): readonly string[] =>
  searchedFields.filter((name) => Object.hasOwn(table.options.columns, name));

/** The columns that a search checks in addition to name and URL, as SQL over the table `r`. */
export const selectSearchedColumns = (
  table: EntitySchema<RequestRow>,
  { search = '' }: Partial<Search>,
): readonly string[] =>
  search === ''
    ? []
    : listSearchedColumns(table).map(
        (name) => `substr(r.${name}, 1, ${maxSearchedLength}) AS "${searchedPrefix}${name}"`,
      );

/** A kind of request, and the SQL expressions of the summary fields that a search also checks. */
interface SearchedKind {
  readonly table: EntitySchema<RequestRow>;
  readonly summaryColumns: Readonly<Record<keyof RequestSummary, string>>;
}

/** Text that JSON never escapes. */
const unescapedText = /[a-z0-9](?:[a-z0-9_./-]*[a-z0-9])?|[_./-]+/g;

/**
 * Creates a condition that preselects rows, and the text that it looks for: the longest plain part of the search, because columns contain
 * JSON, and databases ignore case for ASCII only. Undefined if the search has no plain part.
 */
export const createHitCondition = (
  { table, summaryColumns: { folder, method } }: SearchedKind,
  dialect: Dialect,
  { search = '' }: Partial<Search>,
): readonly [sql: string, values: { readonly part: string }] | undefined => {
  const [part] = (search.toLowerCase().match(unescapedText) ?? []).toSorted((a, b) => b.length - a.length);
  if (part === undefined) return undefined;
  const columns = [
    'r.searched',
    `lower(${folder})`,
    `lower(${method})`,
    ...listSearchedColumns(table).map((name) => `lower(r.${name})`),
  ];
  return [`(${columns.map((column) => `${dialect.find(column, ':part')} > 0`).join(' OR ')})`, { part }];
};

const parseJsonOrText = (text: unknown): unknown => {
  try {
    return parseJson(String(text));
  } catch {
    return text;
  }
};

/**
 * Checks whether a row matches a search. Returns the row without the searched columns, and with `found`, which says where the match is;
 * undefined if nothing matches.
 */
const findHit = (
  row: UndecodedRow,
  json: readonly string[],
  { search = '', shown }: Search,
): UndecodedRow | undefined => {
  const columns = Object.entries(row);
  const fields = columns
    .filter(([column]) => column.startsWith(searchedPrefix))
    .map(([column, value]) => {
      const name = column.slice(searchedPrefix.length);
      return [name, json.includes(name) ? parseJsonOrText(value) : value] as const;
    });
  const found = findSearchHit(
    { name: row.name, folder: row.folder, method: row.method, url: row.url, ...Object.fromEntries(fields) },
    search,
    shown,
  );
  if (found === undefined) return undefined;
  const rest = Object.fromEntries(columns.filter(([column]) => !column.startsWith(searchedPrefix)));
  return found === null ? rest : { ...rest, found };
};

/** Collects matching rows until there are more than fit on a page. */
export const filterHits = async (
  rows: readonly UndecodedRow[],
  json: readonly string[],
  search: Search,
): Promise<readonly UndecodedRow[]> => {
  if ((search.search ?? '') === '') return rows;
  const found: UndecodedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % searchBatch.checked === 0) await setImmediate();
    const hit = findHit(row, json, search);
    if (hit) found.push(hit);
    if (found.length > search.take) return found;
  }
  return found;
};

/** The sort order of requests. A request without a position comes last in its folder. */
const sortColumns = ['"folder"', '"sort"', '"createdAt"', '"kind"', '"position"'] as const;

const unplacedPosition = '1e300';

/** Selects the requests of all kinds, each with its summary and sort columns. */
const selectAllKindsSql = requestKindList
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

/** The sort columns of the last request on a page. */
const SortKey = t.tuple([t.string, t.number, t.string, t.number, t.number], 'the place of a request');
type SortKey = t.TypeOf<typeof SortKey>;

const toPageKey = (row: UndecodedRow): SortKey => [
  String(row.folder),
  Number(row.sort),
  String(row.createdAt),
  Number(row.kind),
  Number(row.position),
];

const toCursor = (row: UndecodedRow): string =>
  Buffer.from(JSON.stringify(toPageKey(row))).toString('base64url');

const parseCursor = (cursor: string): SortKey => {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (SortKey.is(key)) return key;
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
  const since = after === undefined ? '' : `WHERE (${sortColumns.join(', ')}) > ($2, $3, $4, $5, $6)`;
  const sql = `SELECT * FROM (${selectAllKindsSql}) AS r ${since} ORDER BY ${sortColumns.join(', ')} LIMIT ${take + 1}`;
  return getQuery(db)(sql, [workspaceId, ...key]);
};

/** Converts a row to a summary. Lists have thousands of rows, so a row is only decoded to report what is wrong with it. */
const toRequestSummary = ({ id, name, folder, method, url }: UndecodedRow): RequestSummary => {
  const summary = { id, name, folder, method, url };
  if (RequestSummary.is(summary)) return summary;
  return decodeStoredRow(getKindRecordById(String(id)).noun, RequestSummary, [])(summary);
};

/** Maximum number of rows that are checked before yielding to other work. */
const maxCheckedRows = 500;

/** Reads a page of a workspace's requests of all kinds, in the order of the tree. */
const readRequestPage = async (
  { read, leave }: Pick<Access, 'read' | 'leave'>,
  workspaceId: WorkspaceId,
  query: Pick<ListQuery, 'take' | 'after'>,
): Promise<Page<RequestSummary>> => {
  const rows = await read((db) => readRowsAfter(db, workspaceId, query));
  const last = rows.length > query.take ? rows[query.take - 1] : undefined;
  const items: RequestSummary[] = [];
  for (let at = 0; at < query.take && at < rows.length; at += maxCheckedRows) {
    items.push(
      ...decodeReadableRows(
        rows.slice(at, Math.min(at + maxCheckedRows, query.take)),
        toRequestSummary,
        leave,
      ),
    );
    await setImmediate();
  }
  return last === undefined ? { items } : { items, next: toCursor(last) };
};

const orderColumn = t.union([t.number, t.null], 'a number or null');
const StoredPosition = struct('a place', { id: t.string, folder: t.string, seq: orderColumn });

const selectFromAllKinds = (columns: string, narrowed: string): string =>
  Object.values(requestTables)
    .map(
      ({ options: { name } }, kind) => `SELECT ${columns}, ${kind} AS kind FROM "${name}" WHERE ${narrowed}`,
    )
    .join(' UNION ALL ');

const readRequestPositions = (
  db: EntityManager,
  workspaceId: WorkspaceId,
  folder: string | undefined,
): Promise<readonly RequestPosition[]> => {
  const narrowed = folder === undefined ? '"workspaceId" = $1' : '"workspaceId" = $1 AND "folder" = $2';
  const all = selectFromAllKinds('"id", "folder", "seq", "createdAt", "position"', narrowed);
  return queryDecoded(
    getQuery(db),
    StoredPosition,
    `SELECT "id", "folder", "seq" FROM (${all}) AS r
     ORDER BY "folder", "seq" NULLS LAST, "createdAt", "kind", "position"`,
    folder === undefined ? [workspaceId] : [workspaceId, folder],
  );
};

const FolderEnd = struct('the end of a folder', { highest: orderColumn, count: t.number, placed: t.number });

/** Creates a repository of the order of requests, which is a column in the table of each kind. */
export const createRequestPositions = ({ read, write, leave }: Access): RequestPositions => ({
  list: (workspaceId, folder) =>
    tryStorage('reading the order of requests')(() =>
      read((db) => readRequestPositions(db, workspaceId, folder)),
    ),
  page: (workspaceId, query) =>
    tryStorage('listing requests')(() => readRequestPage({ read, leave }, workspaceId, query)),
  end: (workspaceId, folder) =>
    tryStorage('reading the order of a folder')(async () => {
      const all = selectFromAllKinds('"seq"', '"workspaceId" = $1 AND "folder" = $2');
      const [end] = await read((db) =>
        queryDecoded(
          getQuery(db),
          FolderEnd,
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
