import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "folder_bases" (
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "id" text NOT NULL,
    "kind" text NOT NULL,
    "path" text NOT NULL,
    "folder" text NOT NULL,
    "fileHash" text NOT NULL,
    "scriptHash" text NOT NULL,
    "revision" integer NOT NULL,
    "settled" boolean NOT NULL,
    "fields" text NOT NULL,
    PRIMARY KEY ("workspaceId", "id")
  )`,
  `CREATE TABLE "folder_removals" (
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "path" text NOT NULL,
    "hash" text NOT NULL,
    PRIMARY KEY ("workspaceId", "path")
  )`,
];

/**
 * Two clones of one repository hold the same ids, so an id is one of its workspace's. SQLite cannot change the key of a
 * table: it is made anew from its own definition (https://www.sqlite.org/lang_altertable.html#otheralter).
 */
const keyedByWorkspace = ['environments', 'rest_requests', 'graphql_requests'] as const;

const column = `"id" text PRIMARY KEY NOT NULL`;

const rekey = async (runner: QueryRunner, table: string): Promise<void> => {
  const rows = (await runner.query(
    `SELECT "type", "sql" FROM sqlite_master WHERE "tbl_name" = '${table}' AND "sql" IS NOT NULL`,
  )) as { readonly type: string; readonly sql: string }[];
  const made = rows.find(({ type }) => type === 'table')?.sql ?? '';
  const next = made
    .replace(`"${table}"`, `"${table}_next"`)
    .replace(column, `"id" text NOT NULL`)
    .replace(/\)\s*$/, `, PRIMARY KEY ("workspaceId", "id"))`);
  await runner.query(next);
  await runner.query(`INSERT INTO "${table}_next" SELECT * FROM "${table}" ORDER BY rowid`);
  await runner.query(`DROP TABLE "${table}"`);
  await runner.query(`ALTER TABLE "${table}_next" RENAME TO "${table}"`);
  for (const { type, sql } of rows) if (type === 'index') await runner.query(sql);
};

/** What is remembered of the last synchronization with a workspace's folder. */
export class FolderMemory1763740800000 implements MigrationInterface {
  static readonly migrationName = 'FolderMemory1763740800000';
  readonly name = FolderMemory1763740800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of keyedByWorkspace) await rekey(runner, table);
    for (const statement of statements) await runner.query(statement);
  }

  /** The keys stay: rows of two workspaces may share an id by now. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['folder_removals', 'folder_bases']) await runner.query(`DROP TABLE "${table}"`);
  }
}
