import { RunReport, type Runs, RunSummary, toRunSummary } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import type { Access } from '../access.js';
import { Refusal } from '../storage-fault.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  getQuery,
  parseJsonColumn,
  select,
  tryStorage,
} from '../rows/stored-rows.js';
import { runs } from '../schema/tables.js';

const decodeReport = decodeStoredRow('run', RunReport, []);
const decodeSummary = decodeStoredRow('run', RunSummary, []);

/** Creates the repository of run reports. */
export const createRuns = ({ read, write, leave }: Access): Runs => ({
  add: (workspaceId, report, maxReports) =>
    tryStorage('storing a run')(() =>
      write(async (db) => {
        const [summary, text] = [stringifyJson(toRunSummary(report)), stringifyJson(report)];
        await db.insert(runs, { workspaceId, id: report.id, summary, report: text });
        await db.query(
          `DELETE FROM "runs" WHERE "workspaceId" = $1 AND "position" NOT IN (
             SELECT "position" FROM "runs" WHERE "workspaceId" = $1 ORDER BY "position" DESC LIMIT $2
           )`,
          [workspaceId, maxReports],
        );
      }),
    ),
  list: (workspaceId) =>
    tryStorage('listing runs')(async () => {
      const rest = `WHERE "workspaceId" = $1 ORDER BY "position" DESC`;
      const rows = await read((db) => select(getQuery(db), runs, ['id', 'summary'], rest, [workspaceId]));
      return decodeReadableRows(rows, (row) => decodeSummary(parseJsonColumn(row, 'summary'), row), leave);
    }),
  get: (workspaceId, id) =>
    tryStorage('reading a run')(async () => {
      const row = await read((db) => db.findOneBy(runs, { workspaceId, id }));
      if (row === null) throw new Refusal({ kind: 'not-found', entity: 'run', ref: id });
      return decodeReport(parseJsonColumn(row, 'report'), row);
    }),
});
