import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['rest_requests', 'graphql_requests'] as const;

const inFiles = `SELECT 1 FROM "folder_bases" AS b WHERE b."workspaceId" = r."workspaceId" AND b."id" = r."id"`;

/** Requests without a file are numbered by creation; the others have a position in their files. */
const numberedRequestsSql = `
  SELECT "workspaceId", "id", 1000 * row_number() OVER (
    PARTITION BY "workspaceId", "folder" ORDER BY "createdAt", "kind", "position"
  ) AS "seq"
  FROM (${tables
    .map(
      (table, kind) =>
        `SELECT "workspaceId", "id", "folder", "createdAt", ${kind} AS "kind", rowid AS "position"
         FROM "${table}" AS r WHERE NOT EXISTS (${inFiles})`,
    )
    .join(' UNION ALL ')})`;

const statements = [
  ...tables.map((table) => `ALTER TABLE "${table}" ADD COLUMN "seq" real`),
  `CREATE TEMP TABLE "numbered" AS ${numberedRequestsSql}`,
  ...tables.flatMap((table) => [
    `UPDATE "${table}" SET "seq" = n."seq" FROM "numbered" AS n
     WHERE n."workspaceId" = "${table}"."workspaceId" AND n."id" = "${table}"."id"`,
    `DROP INDEX "${table}_order"`,
    `CREATE INDEX "${table}_order" ON "${table}" ("workspaceId", "folder", "seq")`,
    // An index, because reading the rows with their bodies may be slow.
    `CREATE INDEX "${table}_heads" ON "${table}" ("workspaceId", "id", "revision", "seq")`,
  ]),
  `DROP TABLE "numbered"`,
  `ALTER TABLE "folder_bases" ADD COLUMN "seq" real`,
  // Their files are read again for the positions in them.
  `UPDATE "folder_bases" SET "settled" = 0, "fields" = json_set("fields", '$.seq', null)
   WHERE "kind" IN ('rest', 'graphql')`,
];

/** The positions of requests in their folders. */
export class RequestPlaces1795258800000 implements MigrationInterface {
  static readonly migrationName = 'RequestPlaces1795258800000';
  readonly name = RequestPlaces1795258800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      for (const index of ['order', 'heads']) await runner.query(`DROP INDEX "${table}_${index}"`);
      await runner.query(`CREATE INDEX "${table}_order" ON "${table}" ("workspaceId", "folder")`);
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "seq"`);
    }
    await runner.query(`ALTER TABLE "folder_bases" DROP COLUMN "seq"`);
  }
}
