import { ExecutionSummary } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';
import type { QueryRunner } from 'typeorm';

import { toFilterColumns } from '../repositories/execution-search.js';
import { tryParseJson } from '../rows.js';

interface StoredExecutionRow {
  readonly id: string;
  readonly summary: string;
}

/** Fills the columns by which executions are searched. An unreadable summary is left out of searches. */
export const fillExecutionSearch = async (runner: QueryRunner): Promise<void> => {
  const rows = (await runner.query(
    `SELECT "id", "summary" FROM "executions"`,
  )) as readonly StoredExecutionRow[];
  for (const { id, summary } of rows) {
    const read = pipe(tryParseJson(summary), E.flatMap(decode(ExecutionSummary)));
    if (E.isLeft(read)) continue;
    // Those of this migration: a later one may add columns, which are not there yet.
    const { searched, status, outcome, by, startedAt } = toFilterColumns(read.right);
    const columns = Object.entries({ searched, status, outcome, by, startedAt });
    const set = columns.map(([name], index) => `"${name}" = $${index + 1}`).join(', ');
    const values = columns.map(([, value]) => value);
    // Numbered in the order of the text, as SQLite counts them.
    const sql = `UPDATE "executions" SET ${set} WHERE "id" = $${columns.length + 1}`;
    await runner.query(sql, [...values, id]);
  }
};
