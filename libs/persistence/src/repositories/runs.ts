import { RunReport, type Runs, RunSummary, summaryOfRun } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { Access } from '../access.js';
import { Refusal } from '../refusal.js';
import { decodeStoredRow, tryParseJson, readableRows, tryStorage } from '../rows/stored-rows.js';
import { type Row, runs } from '../schema/tables.js';

const decodeReport = decodeStoredRow('run', RunReport, []);
const decodeSummary = decodeStoredRow('run', RunSummary, []);

/** The JSON object in a column, decoded; a row that holds none is unreadable. */
const decodeJsonColumn =
  <A>(decode: (row: Row, about?: Row) => A, column: 'summary' | 'report') =>
  (row: Row): A => {
    const read = tryParseJson(row[column]);
    const isObject = E.isRight(read) && typeof read.right === 'object' && read.right !== null;
    return decode(isObject ? (read.right as Row) : { [column]: row[column] }, row);
  };

/** The reports of runs. */
export const createRuns = ({ read, write, leave }: Access): Runs => ({
  add: (workspaceId, report, most) =>
    tryStorage('storing a run')(() =>
      write(async (db) => {
        const [summary, text] = [stringifyJson(summaryOfRun(report)), stringifyJson(report)];
        await db.insert(runs, { workspaceId, id: report.id, summary, report: text });
        await db.query(
          `DELETE FROM "runs" WHERE "workspaceId" = $1 AND "position" NOT IN (
             SELECT "position" FROM "runs" WHERE "workspaceId" = $1 ORDER BY "position" DESC LIMIT $2
           )`,
          [workspaceId, most],
        );
      }),
    ),
  list: (workspaceId) =>
    tryStorage('listing runs')(async () => {
      const sql = `SELECT "id", "summary" FROM "runs" WHERE "workspaceId" = $1 ORDER BY "position" DESC`;
      const rows = await read((db) => db.query<Row[]>(sql, [workspaceId]));
      return readableRows(rows, decodeJsonColumn(decodeSummary, 'summary'), leave);
    }),
  get: (workspaceId, id) =>
    tryStorage('reading a run')(async () => {
      const row = await read((db) => db.findOneBy(runs, { workspaceId, id }));
      if (row === null) throw new Refusal({ kind: 'not-found', entity: 'run', ref: id });
      return decodeJsonColumn(decodeReport, 'report')(row);
    }),
});
