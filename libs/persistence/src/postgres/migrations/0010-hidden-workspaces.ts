import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = ['hiding', 'hiddenAt'] as const;

/** Workspaces can be hidden, which is how they are removed from the list and deleted. */
export class HiddenWorkspaces1795320000000 implements MigrationInterface {
  static readonly migrationName = 'HiddenWorkspaces1795320000000';
  readonly name = HiddenWorkspaces1795320000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const name of columns)
      await runner.query(`ALTER TABLE "workspaces" ADD COLUMN "${name}" text COLLATE "C"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of columns) await runner.query(`ALTER TABLE "workspaces" DROP COLUMN "${name}"`);
  }
}
