import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Executions record whether their stored body was truncated. */
export class TruncatedBodies1795273200000 implements MigrationInterface {
  static readonly migrationName = 'TruncatedBodies1795273200000';
  readonly name = TruncatedBodies1795273200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "executions" ADD COLUMN "bodyTruncated" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "executions" DROP COLUMN "bodyTruncated"`);
  }
}
