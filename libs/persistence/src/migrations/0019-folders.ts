import type { MigrationInterface, QueryRunner } from 'typeorm';

import { insertFolders } from './insert-folders.js';

const statements = [
  `CREATE TABLE "folders" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "path" text NOT NULL,
    "description" text NOT NULL,
    "seq" real,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL,
    "updatedAt" text NOT NULL,
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "deleted_folders" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "id" text NOT NULL,
    "deleted" text NOT NULL,
    UNIQUE ("workspaceId", "id")
  )`,
];

/** Folders, so far no more than a path in each request, and what was deleted with a folder. */
export class Folders1795305600000 implements MigrationInterface {
  static readonly migrationName = 'Folders1795305600000';
  readonly name = Folders1795305600000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    await insertFolders(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "deleted_folders"`);
    await runner.query(`DROP TABLE "folders"`);
  }
}
