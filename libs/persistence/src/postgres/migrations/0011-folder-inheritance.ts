import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "folders" ADD COLUMN "headers" text COLLATE "C" NOT NULL DEFAULT '[]'`,
  `ALTER TABLE "folders" ADD COLUMN "auth" text COLLATE "C" NOT NULL DEFAULT '{"type":"none"}'`,
  `ALTER TABLE "folders" ADD COLUMN "variables" text COLLATE "C" NOT NULL DEFAULT '[]'`,
  `ALTER TABLE "folders" ADD COLUMN "settings" text COLLATE "C" NOT NULL DEFAULT '{}'`,
];

/** Folders have headers, auth, variables and settings, which their requests inherit. */
export class FolderInheritance1795330800000 implements MigrationInterface {
  static readonly migrationName = 'FolderInheritance1795330800000';
  readonly name = FolderInheritance1795330800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['settings', 'variables', 'auth', 'headers'])
      await runner.query(`ALTER TABLE "folders" DROP COLUMN "${column}"`);
  }
}
