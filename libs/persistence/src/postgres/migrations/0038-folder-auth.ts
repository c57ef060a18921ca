import type { MigrationInterface, QueryRunner } from 'typeorm';

/** None in a folder ends the inheritance of auth. Until now it acted as Inherit, so folders that say it inherit. */
export class FolderAuth1795442400000 implements MigrationInterface {
  static readonly migrationName = 'FolderAuth1795442400000';
  readonly name = FolderAuth1795442400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE "folders" SET "auth" = '{"type":"inherit"}' WHERE "auth" = '{"type":"none"}'`);
  }

  /** Both act alike in an older version. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
