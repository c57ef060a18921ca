import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Executions store what made each place of their request. */
export class Origins1795428000000 implements MigrationInterface {
  static readonly migrationName = 'Origins1795428000000';
  readonly name = Origins1795428000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "executions" ADD COLUMN "origins" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "executions" DROP COLUMN "origins"`);
  }
}
