import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the order inside a folder. Until now, subfolders came first. */
const createMigration = (type: string) =>
  class FolderOrder1795800000000 implements MigrationInterface {
    readonly name = 'FolderOrder1795800000000';

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`ALTER TABLE "folders" ADD COLUMN "order" ${type} NOT NULL DEFAULT 'folders-first'`);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE "folders" DROP COLUMN "order"');
    }
  };

export const SqliteFolderOrder = createMigration('text');
export const PostgresFolderOrder = createMigration('text COLLATE "C"');
