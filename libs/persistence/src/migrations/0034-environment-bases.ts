import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = ['description', 'extends'] as const;

/** Environments have a description and may extend another one. */
export class EnvironmentBases1795366800000 implements MigrationInterface {
  static readonly migrationName = 'EnvironmentBases1795366800000';
  readonly name = EnvironmentBases1795366800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns)
      await runner.query(`ALTER TABLE "environments" ADD COLUMN "${column}" text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of columns) await runner.query(`ALTER TABLE "environments" DROP COLUMN "${column}"`);
  }
}
