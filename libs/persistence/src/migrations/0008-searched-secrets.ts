import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records for which secrets a folder was searched; none so far. */
export class SearchedSecrets1795266000000 implements MigrationInterface {
  static readonly migrationName = 'SearchedSecrets1795266000000';
  readonly name = SearchedSecrets1795266000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "folder_bases" ADD COLUMN "searched" text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "folder_bases" DROP COLUMN "searched"`);
  }
}
