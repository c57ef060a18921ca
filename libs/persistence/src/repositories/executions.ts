import {
  type ExecutionId,
  type Executions,
  ExecutionSummary,
  notACursor,
  StoredExecution,
  type WorkspaceId,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { type EntityManager, LessThan } from 'typeorm';

import type { Access } from '../access.js';
import type { BodyFiles } from '../body-files.js';
import type { History } from '../history.js';
import { Refusal } from '../refusal.js';
import { fromRow, parsed, readableRows, storing, toRow } from '../rows.js';
import { executions, type Row } from '../schema/tables.js';

const json = ['summary', 'result', 'sent'];
const decodeRow = fromRow('execution', StoredExecution, json);
const decodeSummary = fromRow('execution', ExecutionSummary, []);

const missing = (id: string) => new Refusal({ kind: 'not-found', entity: 'execution', ref: id });

const decoded = (row: Row): StoredExecution => {
  const { workspaceId, summary, result, contentType, sent } = row;
  const kept = { workspaceId, summary, result, contentType };
  return decodeRow(typeof sent === 'string' ? { ...kept, sent } : kept, row);
};

/** The summary alone is read, so that an execution with a damaged result is listed. */
const summaryOf = (row: Row): ExecutionSummary => {
  const read = parsed(row.summary);
  const isObject = E.isRight(read) && typeof read.right === 'object';
  return decodeSummary(isObject ? (read.right as Row) : { summary: row.summary }, row);
};

const load = async (db: EntityManager, workspaceId: WorkspaceId, id: ExecutionId): Promise<Row> => {
  const row = await db.findOneBy(executions, { id, workspaceId });
  if (row === null) throw missing(id);
  return row;
};

/** Rows of older versions do not say; a body that is shorter than the response was cut. */
const wasCut = (row: Row, bytes: Uint8Array): boolean =>
  typeof row.bodyTruncated === 'number'
    ? row.bodyTruncated !== 0
    : bytes.length < (decoded(row).result.response?.size ?? 0);

/** The bytes of a body, from its row or its file. */
const storedBytes = async (
  { id, body, bodyFile }: Row,
  files: Pick<BodyFiles, 'read'> | undefined,
): Promise<Uint8Array | null> => {
  if (typeof bodyFile === 'number') return (await files?.read(String(id), bodyFile)) ?? null;
  return body instanceof Uint8Array ? new Uint8Array(body) : null;
};

const fromCursor = (cursor: string): number => {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Refusal(notACursor(cursor));
};

/** What has run, with the bodies that came back. */
export const createExecutions = (
  leave: Access['leave'],
  { add, read }: History,
  files?: Pick<BodyFiles, 'read'>,
): Executions => ({
  add: (execution, body, most, mostOfRequest = 0) =>
    storing('keeping an execution')(async () => {
      const row = {
        ...toRow(execution, json),
        id: execution.summary.id,
        requestId: execution.summary.requestId,
        bodyKind: body?.kind ?? null,
        body: body === null ? null : Buffer.from(body.bytes),
        bodyTruncated: body === null ? null : Number(body.truncated),
        kept: most,
        keptOfRequest: mostOfRequest,
        bodyFile: null,
      };
      await add(row);
      return execution;
    }),
  list: (workspaceId, { take, requestId, after }) =>
    storing('listing executions')(async () => {
      const where = {
        workspaceId,
        ...(requestId === undefined ? {} : { requestId }),
        ...(after === undefined ? {} : { position: LessThan(fromCursor(after)) }),
      };
      const columns = ['position', 'id', 'summary'] as const;
      const rows = await read((db) =>
        db.find(executions, { select: [...columns], where, order: { position: 'DESC' }, take: take + 1 }),
      );
      const page = rows.slice(0, take);
      const last = rows.length > take ? page.at(-1) : undefined;
      const items = readableRows(page, summaryOf, leave);
      return last === undefined ? { items } : { items, next: String(last.position) };
    }),
  get: (workspaceId, id) =>
    storing('reading an execution')(async () => decoded(await read((db) => load(db, workspaceId, id)))),
  body: (workspaceId, id) =>
    storing('reading a body')(async () => {
      const row = await read((db) => load(db, workspaceId, id));
      const bytes = await storedBytes(row, files);
      if (bytes === null) return null;
      return { kind: row.bodyKind === 'text' ? 'text' : 'binary', bytes, truncated: wasCut(row, bytes) };
    }),
  workspaceOf: (id) =>
    storing('reading an execution')(async () => {
      const row = await read((db) => db.findOne(executions, { select: ['workspaceId'], where: { id } }));
      if (row === null) throw missing(id);
      return String(row.workspaceId) as WorkspaceId;
    }),
});
