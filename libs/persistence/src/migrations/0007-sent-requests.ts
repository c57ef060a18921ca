import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Executions store the request as it was sent. */
export class SentRequests1795262400000 implements MigrationInterface {
  static readonly migrationName = 'SentRequests1795262400000';
  readonly name = SentRequests1795262400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "executions" ADD COLUMN "sent" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "executions" DROP COLUMN "sent"`);
  }
}
