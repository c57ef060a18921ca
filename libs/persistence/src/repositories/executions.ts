import {
  type ExecutionId,
  type Executions,
  ExecutionSummary,
  StoredExecution,
  type StoredBody,
  type WorkspaceId,
} from '@tandem/core';
import { struct, t } from '@tandem/core/codec';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import type { BodyFiles } from '../sqlite/body-files.js';
import type { History, NewExecutionRow } from './history.js';
import { Refusal } from '../storage-fault.js';
import { queryAs, getQuery, select } from '../rows/select.js';
import { decodeStoredRow, objectIn, decodeReadableRows, toRow, tryStorage } from '../rows/stored-rows.js';
import { executions, type RowOf } from '../schema/tables.js';
import { callersOf, toFilterColumns, findExecutions, latestOfEach } from './execution-search.js';

type ExecutionRow = RowOf<typeof executions>;

const json = ['summary', 'result', 'sent', 'origins'] as const;
const decodeRow = decodeStoredRow('execution', StoredExecution, json);
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
  decodeSummary(objectIn(row, 'summary'), row);

const load = async (db: EntityManager, workspaceId: WorkspaceId, id: ExecutionId): Promise<ExecutionRow> => {
  const row = await db.findOneBy(executions, { id, workspaceId });
  if (row === null) throw createNotFound(id);
  return row;
};

/** Rows of older versions have no flag; there, a body that is shorter than the response was truncated. */
const isBodyTruncated = (row: ExecutionRow, bytes: Uint8Array): boolean =>
  row.bodyTruncated !== null
    ? row.bodyTruncated !== 0
    : bytes.length < (decodeExecution(row).result.response?.size ?? 0);

/** The bytes of a body, from its row or its file. */
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
  ...toRow(execution, json),
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
  add: (execution, body, most, maxOfRequest = 0) =>
    tryStorage('keeping an execution')(async () => {
      await add(toExecutionRow(execution, body, most, maxOfRequest));
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
        select(getQuery(db), executions, ['id', 'summary'], latestOfEach, [workspaceId]),
      );
      return decodeReadableRows(rows, readSummary, leave);
    }),
  callers: (workspaceId) =>
    tryStorage('listing the callers of executions')(async () => {
      const rows = await read((db) => queryAs(getQuery(db), Caller, callersOf, [workspaceId]));
      return rows.map(({ by }) => by);
    }),
  get: (workspaceId, id) =>
    tryStorage('reading an execution')(async () =>
      decodeExecution(await read((db) => load(db, workspaceId, id))),
    ),
  body: (workspaceId, id) =>
    tryStorage('reading a body')(async () => {
      const row = await read((db) => load(db, workspaceId, id));
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
