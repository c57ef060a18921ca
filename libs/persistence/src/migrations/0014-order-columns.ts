import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables whose rows are listed in creation order. */
const orderedTables = [
  'environments',
  'rest_requests',
  'graphql_requests',
  'folder_planned',
  'retired_environments',
] as const;

const tableOpening = /^CREATE TABLE "\w+" \(/;
const position = `"position" integer PRIMARY KEY AUTOINCREMENT NOT NULL`;
const byWorkspace = /PRIMARY KEY (\("workspaceId", "(?:id|path)"\))/;

interface SchemaObject {
  readonly type: string;
  readonly sql: string;
}

/**
 * Rebuilds a table from its own definition, because SQLite cannot change a primary key
 * (https://www.sqlite.org/lang_altertable.html#otheralter).
 * @param columns the new columns and the expressions over the old table
 */
const rebuild = async (
  runner: QueryRunner,
  table: string,
  definition: (sql: string) => string,
  columns: (names: string) => readonly [into: string, from: string],
): Promise<void> => {
  const made = (await runner.query(
    `SELECT "type", "sql" FROM sqlite_master WHERE "tbl_name" = '${table}' AND "sql" IS NOT NULL`,
  )) as readonly SchemaObject[];
  const info = (await runner.query(`PRAGMA table_info("${table}")`)) as readonly { readonly name: string }[];
  const names = info.filter(({ name }) => name !== 'position').map(({ name }) => `"${name}"`);
  const [into, from] = columns(names.join(', '));
  const sql = made.find(({ type }) => type === 'table')?.sql ?? '';
  await runner.query(definition(sql).replace(`"${table}"`, `"${table}_next"`));
  await runner.query(`INSERT INTO "${table}_next" (${into}) SELECT ${from} FROM "${table}" ORDER BY rowid`);
  await runner.query(`DROP TABLE "${table}"`);
  await runner.query(`ALTER TABLE "${table}_next" RENAME TO "${table}"`);
  for (const { type, sql: index } of made) if (type === 'index') await runner.query(index);
};

/** Adds a column for the creation order, which was SQLite's `rowid`; other databases do not have that. */
export class OrderColumns1795287600000 implements MigrationInterface {
  static readonly migrationName = 'OrderColumns1795287600000';
  readonly name = OrderColumns1795287600000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of orderedTables)
      await rebuild(
        runner,
        table,
        (sql) =>
          sql.replace(tableOpening, (start) => `${start}\n${position},`).replace(byWorkspace, 'UNIQUE $1'),
        // Existing cursors of clients refer to rows by rowid.
        (names) => [`"position", ${names}`, `rowid, ${names}`],
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of orderedTables)
      await rebuild(
        runner,
        table,
        (sql) =>
          sql
            .replace(`${position},`, '')
            .replace(/UNIQUE (\("workspaceId", "(?:id|path)"\))/, 'PRIMARY KEY $1'),
        (names) => [`rowid, ${names}`, `"position", ${names}`],
      );
  }
}
