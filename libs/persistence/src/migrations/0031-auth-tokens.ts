import type { MigrationInterface, QueryRunner } from 'typeorm';

const text = (...names: readonly string[]) => names.map((name) => `"${name}" text NOT NULL`).join(', ');

const statements = [
  `CREATE TABLE "auth_tokens" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "environmentId" text,
    ${text('key', 'label', 'accessToken', 'refreshToken', 'idToken', 'scope', 'obtainedAt', 'expiresAt')},
    FOREIGN KEY ("workspaceId", "environmentId") REFERENCES "environments" ("workspaceId", "id") ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX "auth_tokens_of" ON "auth_tokens" ("workspaceId", coalesce("environmentId", ''), "key")`,
];

/** The tokens of each workspace and environment. */
export class AuthTokens1795356000000 implements MigrationInterface {
  static readonly migrationName = 'AuthTokens1795356000000';
  readonly name = AuthTokens1795356000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "auth_tokens"`);
  }
}
