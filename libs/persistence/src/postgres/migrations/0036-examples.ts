import type { MigrationInterface, QueryRunner } from 'typeorm';

/** REST requests have examples. */
export class Examples1795435200000 implements MigrationInterface {
  static readonly migrationName = 'Examples1795435200000';
  readonly name = Examples1795435200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "rest_requests" ADD COLUMN "examples" text COLLATE "C" NOT NULL DEFAULT '[]'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "rest_requests" DROP COLUMN "examples"`);
  }
}
