import {
  createCursorError,
  type ExecutionId,
  type ExecutionQuery,
  type Executions,
  ExecutionSummary,
  getExecutionOutcome,
  type StoredBody,
  StoredExecution,
  toExecutionSearchText,
  type WorkspaceId,
} from '@tandem/core';
import { struct, t } from '@tandem/core/codec';
import type { EntityManager } from 'typeorm';

import type { Access, Dialect } from '../access.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  getQuery,
  parseJsonColumn,
  queryDecoded,
  select,
  toRow,
  tryParseJson,
  tryStorage,
} from '../rows/stored-rows.js';
import { executions, type RowOf } from '../schema/tables.js';
import type { BodyFiles } from '../sqlite/body-files.js';
import { Refusal } from '../storage-fault.js';
import type { NewExecutionRow } from '../sqlite/body-files.js';
import type { History } from './history.js';

type ExecutionRow = RowOf<typeof executions>;

/** The columns that a list of executions needs. */
type ListedRow = Pick<ExecutionRow, 'position' | 'summary'>;

/** The columns that lists are filtered by. The index `executions_history` of the SQLite file contains all of them. */
const toFilterColumns = (
  summary: ExecutionSummary,
): Pick<ExecutionRow, 'searched' | 'status' | 'outcome' | 'by' | 'startedAt'> => ({
  searched: toExecutionSearchText(summary),
  status: summary.status,
  outcome: getExecutionOutcome(summary),
  by: summary.by ?? null,
  startedAt: summary.startedAt,
});

/** Selects the newest execution of each request. */
const latestCondition = `WHERE "position" IN (
    SELECT max("position") FROM "executions" WHERE "workspaceId" = $1 GROUP BY "requestId"
  )`;

/** Selects the names of all callers that have executed something. */
const selectCallersSql = `SELECT DISTINCT "by" FROM "executions" WHERE "workspaceId" = $1 AND "by" IS NOT NULL ORDER BY "by"`;

const parseCursor = (cursor: string): number => {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Refusal(createCursorError(cursor));
};

/** A condition with a placeholder for one value, and that value. */
type Condition = readonly [sql: (parameter: string) => string, value: string | number];

const formatCondition =
  (column: string, operator: string) =>
  (parameter: string): string =>
    `"${column}" ${operator} ${parameter}`;

const toConditions = (dialect: Dialect, query: ExecutionQuery): readonly Condition[] => {
  const { after, requestId, search = '', status, outcome, by, since } = query;
  const [from, to] = status ?? [];
  const conditions = [
    [formatCondition('position', '<'), after === undefined ? undefined : parseCursor(after)],
    [formatCondition('requestId', '='), requestId],
    [formatCondition('status', '>='), from],
    [formatCondition('status', '<='), to],
    [formatCondition('outcome', '='), outcome],
    [formatCondition('by', '='), by],
    [formatCondition('startedAt', '>='), since],
    [
      (parameter: string) => `${dialect.find('"searched"', parameter)} > 0`,
      search === '' ? undefined : search.toLowerCase(),
    ],
  ] as const;
  return conditions.flatMap(([sql, value]): readonly Condition[] =>
    value === undefined ? [] : [[sql, value]],
  );
};

/**
 * Reads the rows of a page, and one more row if there is one. The index contains all filtered columns, so the long rows of other pages are
 * not read.
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

/** Whether the text of a row that the caller sees matches the search. */
const isSearchHit = ({ search = '', shown }: ExecutionQuery): ((row: ListedRow) => boolean) => {
  if (shown === undefined || search === '') return () => true;
  const wanted = search.toLowerCase();
  return ({ summary }) => {
    const read = tryParseJson(summary);
    const { name, url } = (read._tag === 'Right' ? read.right : {}) as Partial<ExecutionSummary>;
    return [name, url].some((text) => text !== undefined && shown(text).toLowerCase().includes(wanted));
  };
};

/** Finds the rows of a page, newest first, and at least one more row if there is one. */
const findExecutions = async (
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
    found.push(...page.filter(isSearchHit(query)));
    const last = page.at(-1);
    if (last === undefined || page.length <= query.take || found.length > query.take) return found;
    after = String(last.position);
  }
};

const jsonColumns = ['summary', 'result', 'sent', 'origins'] as const;
const decodeRow = decodeStoredRow('execution', StoredExecution, jsonColumns);
const decodeSummary = decodeStoredRow('execution', ExecutionSummary, []);

const createNotFound = (id: string) => new Refusal({ kind: 'not-found', entity: 'execution', ref: id });

const Caller = struct('who executed something', { by: t.string });

const decodeExecution = (row: ExecutionRow): StoredExecution => {
  const { workspaceId, summary, result, contentType, sent, origins } = row;
  const kept = {
    workspaceId,
    summary,
    result,
    contentType,
    ...(sent === null ? {} : { sent }),
    ...(origins === null ? {} : { origins }),
  };
  return decodeRow(kept, row);
};

/** Decodes only the summary, so that an execution with a damaged result is still listed. */
const readSummary = (row: Pick<ExecutionRow, 'summary'>): ExecutionSummary =>
  decodeSummary(parseJsonColumn(row, 'summary'), row);

const loadRow = async (
  db: EntityManager,
  workspaceId: WorkspaceId,
  id: ExecutionId,
): Promise<ExecutionRow> => {
  const row = await db.findOneBy(executions, { id, workspaceId });
  if (row === null) throw createNotFound(id);
  return row;
};

/**
 * Says whether a stored body was truncated. Rows of older versions have no flag: their body was truncated if it is shorter than the
 * response.
 */
const isBodyTruncated = (row: ExecutionRow, bytes: Uint8Array): boolean =>
  row.bodyTruncated !== null
    ? row.bodyTruncated !== 0
    : bytes.length < (decodeExecution(row).result.response?.size ?? 0);

/** Reads the bytes of a body from its row or its file. */
const readStoredBytes = async (
  { id, body, bodyFile }: ExecutionRow,
  files: Pick<BodyFiles, 'read'> | undefined,
): Promise<Uint8Array | null> => {
  if (bodyFile !== null) return (await files?.read(id, bodyFile)) ?? null;
  return body === null ? null : new Uint8Array(body);
};

const toExecutionRow = (
  execution: StoredExecution,
  body: StoredBody | null,
  kept: number,
  keptOfRequest: number,
): NewExecutionRow => ({
  sent: null,
  origins: null,
  ...toRow(execution, jsonColumns),
  id: execution.summary.id,
  requestId: execution.summary.requestId,
  bodyKind: body?.kind ?? null,
  body: body === null ? null : Buffer.from(body.bytes),
  bodyTruncated: body === null ? null : Number(body.truncated),
  kept,
  keptOfRequest,
  bodyFile: null,
  ...toFilterColumns(execution.summary),
});

/** Executions and their response bodies. */
export const createExecutions = (
  { leave, dialect }: Pick<Access, 'leave' | 'dialect'>,
  { add, read }: History,
  files?: Pick<BodyFiles, 'read'>,
): Executions => ({
  add: (execution, body, maxExecutions, maxOfRequest = 0) =>
    tryStorage('keeping an execution')(async () => {
      await add(toExecutionRow(execution, body, maxExecutions, maxOfRequest));
      return execution;
    }),
  list: (workspaceId, query) =>
    tryStorage('listing executions')(async () => {
      const { take } = query;
      const rows = await read((db) => findExecutions(db, dialect, workspaceId, query));
      const page = rows.slice(0, take);
      const last = rows.length > take ? page.at(-1) : undefined;
      const items = decodeReadableRows(page, readSummary, leave);
      return last === undefined ? { items } : { items, next: String(last.position) };
    }),
  count: (workspaceId) =>
    tryStorage('counting executions')(() => read((db) => db.countBy(executions, { workspaceId }))),
  latest: (workspaceId) =>
    tryStorage('listing executions')(async () => {
      const rows = await read((db) =>
        select(getQuery(db), executions, ['id', 'summary'], latestCondition, [workspaceId]),
      );
      return decodeReadableRows(rows, readSummary, leave);
    }),
  callers: (workspaceId) =>
    tryStorage('listing the callers of executions')(async () => {
      const rows = await read((db) => queryDecoded(getQuery(db), Caller, selectCallersSql, [workspaceId]));
      return rows.map(({ by }) => by);
    }),
  get: (workspaceId, id) =>
    tryStorage('reading an execution')(async () =>
      decodeExecution(await read((db) => loadRow(db, workspaceId, id))),
    ),
  body: (workspaceId, id) =>
    tryStorage('reading a body')(async () => {
      const row = await read((db) => loadRow(db, workspaceId, id));
      const bytes = await readStoredBytes(row, files);
      if (bytes === null) return null;
      return {
        kind: row.bodyKind === 'text' ? 'text' : 'binary',
        bytes,
        truncated: isBodyTruncated(row, bytes),
      };
    }),
  workspaceOf: (id) =>
    tryStorage('reading an execution')(async () => {
      const row = await read((db) => db.findOne(executions, { select: ['workspaceId'], where: { id } }));
      if (row === null) throw createNotFound(id);
      return row.workspaceId as WorkspaceId;
    }),
});
