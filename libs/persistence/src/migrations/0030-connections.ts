import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workspaces have settings for their connections. */
export class Connections1795352400000 implements MigrationInterface {
  static readonly migrationName = 'Connections1795352400000';
  readonly name = Connections1795352400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "folders" ADD COLUMN "connections" text NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "folders" DROP COLUMN "connections"`);
  }
}
