import {
  type ExecutionQuery,
  getExecutionOutcome,
  type ExecutionSummary,
  createCursorError,
  toExecutionSearchText,
  type WorkspaceId,
} from '@tandem/core';

import type { EntityManager } from 'typeorm';

import type { Dialect } from '../dialect.js';
import { Refusal } from '../storage-fault.js';
import { getQuery, select } from '../rows/select.js';
import { tryParseJson } from '../rows/stored-rows.js';
import { executions, type RowOf } from '../schema/tables.js';

type ExecutionRow = RowOf<typeof executions>;

/** The columns that a list of executions needs. */
type ListedRow = Pick<ExecutionRow, 'position' | 'summary'>;

/** The columns that lists are filtered by; all of them are in the index `executions_history` of the SQLite file. */
export const toFilterColumns = (
  summary: ExecutionSummary,
): Pick<ExecutionRow, 'searched' | 'status' | 'outcome' | 'by' | 'startedAt'> => ({
  searched: toExecutionSearchText(summary),
  status: summary.status,
  outcome: getExecutionOutcome(summary),
  by: summary.by ?? null,
  startedAt: summary.startedAt,
});

/** The newest execution of each request, as the condition of a query. */
export const latestOfEach = `WHERE "position" IN (
    SELECT max("position") FROM "executions" WHERE "workspaceId" = $1 GROUP BY "requestId"
  )`;

/** All callers that have executed something. */
export const callersOf = `SELECT DISTINCT "by" FROM "executions" WHERE "workspaceId" = $1 AND "by" IS NOT NULL ORDER BY "by"`;

const parseCursor = (cursor: string): number => {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Refusal(createCursorError(cursor));
};

/** A condition with a placeholder, and the value for it. */
type Condition = readonly [sql: (place: string) => string, value: string | number];

const isLike =
  (column: string, operator: string) =>
  (place: string): string =>
    `"${column}" ${operator} ${place}`;

const toConditions = (dialect: Dialect, query: ExecutionQuery): readonly Condition[] => {
  const { after, requestId, search = '', status, outcome, by, since } = query;
  const [from, to] = status ?? [];
  const conditions = [
    [isLike('position', '<'), after === undefined ? undefined : parseCursor(after)],
    [isLike('requestId', '='), requestId],
    [isLike('status', '>='), from],
    [isLike('status', '<='), to],
    [isLike('outcome', '='), outcome],
    [isLike('by', '='), by],
    [isLike('startedAt', '>='), since],
    [
      (place: string) => `${dialect.find('"searched"', place)} > 0`,
      search === '' ? undefined : search.toLowerCase(),
    ],
  ] as const;
  return conditions.flatMap(([sql, value]): readonly Condition[] =>
    value === undefined ? [] : [[sql, value]],
  );
};

/**
 * One page of rows and one more, if there is one. The index contains all filtered columns, so only the long rows of the page are
 * read.
 */
const readExecutionPage = (
  db: EntityManager,
  dialect: Dialect,
  workspaceId: WorkspaceId,
  query: ExecutionQuery,
): Promise<readonly ListedRow[]> => {
  const conditions = toConditions(dialect, query);
  const where = ['"workspaceId" = $1', ...conditions.map(([sql], index) => sql(`$${index + 2}`))].join(
    ' AND ',
  );
  const found = `SELECT "position" FROM "executions" WHERE ${where} ORDER BY "position" DESC LIMIT ${query.take + 1}`;
  const rest = `WHERE "position" IN (${found}) ORDER BY "position" DESC`;
  const values = conditions.map(([, value]) => value);
  return select(getQuery(db), executions, ['position', 'id', 'summary'], rest, [workspaceId, ...values]);
};

/** Whether a row matches in the text that the caller is shown. */
const isFound = ({ search = '', shown }: ExecutionQuery): ((row: ListedRow) => boolean) => {
  if (shown === undefined || search === '') return () => true;
  const wanted = search.toLowerCase();
  return ({ summary }) => {
    const read = tryParseJson(summary);
    const { name, url } = (read._tag === 'Right' ? read.right : {}) as Partial<ExecutionSummary>;
    return [name, url].some((text) => text !== undefined && shown(text).toLowerCase().includes(wanted));
  };
};

/** The rows of a page, and at least one row more if there is one; the newest first. */
export const findExecutions = async (
  db: EntityManager,
  dialect: Dialect,
  workspaceId: WorkspaceId,
  query: ExecutionQuery,
): Promise<readonly ListedRow[]> => {
  const found: ListedRow[] = [];
  let after = query.after;
  for (;;) {
    const page = await readExecutionPage(
      db,
      dialect,
      workspaceId,
      after === undefined ? query : { ...query, after },
    );
    found.push(...page.filter(isFound(query)));
    const last = page.at(-1);
    if (last === undefined || page.length <= query.take || found.length > query.take) return found;
    after = String(last.position);
  }
};
