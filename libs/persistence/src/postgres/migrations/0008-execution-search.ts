import type { MigrationInterface, QueryRunner } from 'typeorm';

import { fillExecutionSearch } from '../../migrations/fill-execution-search.js';

const text = `text COLLATE "C"`;
const columns = { searched: text, status: 'bigint', outcome: text, by: text, startedAt: text } as const;

const up = [
  `ALTER TABLE "executions" ${Object.entries(columns)
    .map(([name, type]) => `ADD COLUMN "${name}" ${type}`)
    .join(', ')}`,
  `CREATE INDEX "executions_by" ON "executions" ("workspaceId", "by")`,
];

/** The columns of the SQLite file. An index over them is not needed: long columns are stored apart from the rows. */
export class ExecutionSearch1795312800000 implements MigrationInterface {
  static readonly migrationName = 'ExecutionSearch1795312800000';
  readonly name = ExecutionSearch1795312800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of up) await runner.query(statement);
    await fillExecutionSearch(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "executions_by"`);
    for (const name of Object.keys(columns))
      await runner.query(`ALTER TABLE "executions" DROP COLUMN "${name}"`);
  }
}
