import type { MigrationInterface, QueryRunner } from 'typeorm';

import { fillExecutionSearch } from './fill-execution-search.js';

const columns = {
  searched: 'text',
  status: 'integer',
  outcome: 'text',
  by: 'text',
  startedAt: 'text',
} as const;

const up = [
  ...Object.entries(columns).map(([name, type]) => `ALTER TABLE "executions" ADD COLUMN "${name}" ${type}`),
  // A search reads the index alone; rows are long.
  `CREATE INDEX "executions_history" ON "executions"
    ("workspaceId", "position", "requestId", "status", "outcome", "by", "startedAt", "searched")`,
  `CREATE INDEX "executions_by" ON "executions" ("workspaceId", "by")`,
];

/** Executions are searched by what their summaries say. */
export class ExecutionSearch1795312800000 implements MigrationInterface {
  static readonly migrationName = 'ExecutionSearch1795312800000';
  readonly name = ExecutionSearch1795312800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of up) await runner.query(statement);
    await fillExecutionSearch(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "executions_by"`);
    await runner.query(`DROP INDEX "executions_history"`);
    for (const name of Object.keys(columns).reverse())
      await runner.query(`ALTER TABLE "executions" DROP COLUMN "${name}"`);
  }
}
