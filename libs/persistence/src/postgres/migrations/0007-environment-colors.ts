import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Environments have a color. */
export class EnvironmentColors1795309200000 implements MigrationInterface {
  static readonly migrationName = 'EnvironmentColors1795309200000';
  readonly name = EnvironmentColors1795309200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "environments" ADD COLUMN "color" text COLLATE "C" NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "environments" DROP COLUMN "color"`);
  }
}
