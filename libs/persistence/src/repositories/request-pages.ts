import {
  type ListQuery,
  createCursorError,
  type Page,
  requestKindList,
  getKindRecordById,
  RequestSummary,
  type WorkspaceId,
} from '@tandem/core';
import { t } from '@tandem/core/codec';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../storage-fault.js';
import { getQuery, type UndecodedRow } from '../rows/select.js';
import { decodeStoredRow, decodeReadableRows } from '../rows/stored-rows.js';
import { requestTables } from '../schema/tables.js';
import { summaryColumns } from './request-search.js';

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
export const requestPage = async (
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
    await new Promise(setImmediate);
  }
  return last === undefined ? { items } : { items, next: toCursor(last) };
};
