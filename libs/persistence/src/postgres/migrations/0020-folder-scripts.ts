import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Folders and workspaces have scripts. */
export class FolderScripts1795363200000 implements MigrationInterface {
  static readonly migrationName = 'FolderScripts1795363200000';
  readonly name = FolderScripts1795363200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "folders" ADD COLUMN "script" text COLLATE "C" NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "folders" DROP COLUMN "script"`);
  }
}
