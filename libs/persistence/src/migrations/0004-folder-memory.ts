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
 * Two clones of one repository have the same ids, so an id is unique per workspace. SQLite cannot change a primary key, so the
 * table is rebuilt from its own definition (https://www.sqlite.org/lang_altertable.html#otheralter).
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

/** The state of the last synchronization with a workspace's folder. */
export class FolderMemory1763740800000 implements MigrationInterface {
  static readonly migrationName = 'FolderMemory1763740800000';
  readonly name = FolderMemory1763740800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of keyedByWorkspace) await rekey(runner, table);
    for (const statement of statements) await runner.query(statement);
  }

  /** Keeps the keys, because rows of two workspaces may share an id. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['folder_removals', 'folder_bases']) await runner.query(`DROP TABLE "${table}"`);
  }
}
