import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables: readonly string[] = [
  `CREATE TABLE "settings" ("name" text PRIMARY KEY NOT NULL, "value" text NOT NULL)`,
  `CREATE TABLE "workspaces" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL, "path" text NOT NULL UNIQUE,
    "activeEnvironmentId" text,
    "lastOpenedAt" text NOT NULL,
    "createdAt" text NOT NULL, "updatedAt" text NOT NULL,
    "hiding" text, "hiddenAt" text
  )`,
  `CREATE TABLE "executions" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL UNIQUE,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "requestId" text NOT NULL,
    "summary" text NOT NULL,
    "result" text NOT NULL,
    "contentType" text NOT NULL,
    "bodyKind" text,
    "body" blob,
    "kept" integer,
    "sent" text,
    "bodyTruncated" integer,
    "keptOfRequest" integer,
    "bodyFile" integer,
    "searched" text,
    "status" integer,
    "outcome" text,
    "by" text,
    "startedAt" text,
    "origins" text
  )`,
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
    "seq" real,
    "searched" text NOT NULL DEFAULT '',
    PRIMARY KEY ("workspaceId", "id")
  )`,
  `CREATE TABLE "folder_removals" (
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "path" text NOT NULL,
    "hash" text NOT NULL,
    PRIMARY KEY ("workspaceId", "path")
  )`,
  `CREATE TABLE "given_secrets" (
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "allowed" boolean NOT NULL,
    PRIMARY KEY ("workspaceId", "name")
  )`,
  `CREATE TABLE "former_secrets" (
    "position" integer PRIMARY KEY AUTOINCREMENT,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "value" text NOT NULL,
    UNIQUE ("workspaceId", "value")
  )`,
  `CREATE TABLE "environments" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "variables" text NOT NULL,
    "secrets" text NOT NULL,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL, "updatedAt" text NOT NULL,
    "color" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "extends" text NOT NULL DEFAULT '',
    "guard" text NOT NULL DEFAULT 'null',
    "proposedGuard" text NOT NULL DEFAULT 'null',
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "rest_requests" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "folder" text NOT NULL,
    "description" text NOT NULL,
    "method" text NOT NULL,
    "url" text NOT NULL,
    "pathParams" text NOT NULL,
    "queryParams" text NOT NULL,
    "headers" text NOT NULL,
    "body" text NOT NULL,
    "auth" text NOT NULL,
    "script" text NOT NULL,
    "settings" text NOT NULL,
    "searched" text NOT NULL,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL, "updatedAt" text NOT NULL,
    "seq" real,
    "requestVariables" text NOT NULL DEFAULT '[]',
    "needs" text NOT NULL DEFAULT '[]',
    "tags" text NOT NULL DEFAULT '[]',
    "foreign" text NOT NULL DEFAULT 'null',
    "examples" text NOT NULL DEFAULT '[]',
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "graphql_requests" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "folder" text NOT NULL,
    "description" text NOT NULL,
    "url" text NOT NULL,
    "headers" text NOT NULL,
    "query" text NOT NULL,
    "variables" text NOT NULL,
    "operationName" text,
    "auth" text NOT NULL,
    "script" text NOT NULL,
    "settings" text NOT NULL,
    "searched" text NOT NULL,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL, "updatedAt" text NOT NULL,
    "seq" real,
    "requestVariables" text NOT NULL DEFAULT '[]',
    "needs" text NOT NULL DEFAULT '[]',
    "tags" text NOT NULL DEFAULT '[]',
    "foreign" text NOT NULL DEFAULT 'null',
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "folder_planned" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "path" text NOT NULL,
    "id" text NOT NULL,
    "planned" text NOT NULL,
    UNIQUE ("workspaceId", "path")
  )`,
  `CREATE TABLE "retired_environments" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "id" text NOT NULL,
    "secrets" text NOT NULL,
    "wasActive" boolean NOT NULL,
    "guard" text NOT NULL DEFAULT 'null',
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "folders" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "path" text NOT NULL,
    "description" text NOT NULL,
    "seq" real,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL, "updatedAt" text NOT NULL,
    "headers" text NOT NULL DEFAULT '[]',
    "auth" text NOT NULL DEFAULT '{"type":"none"}',
    "variables" text NOT NULL DEFAULT '[]',
    "settings" text NOT NULL DEFAULT '{}',
    "connections" text NOT NULL DEFAULT '{}',
    "script" text NOT NULL DEFAULT '',
    "foreign" text NOT NULL DEFAULT 'null',
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "deleted_folders" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "id" text NOT NULL,
    "deleted" text NOT NULL,
    UNIQUE ("workspaceId", "id")
  )`,
  `CREATE TABLE "activities" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "by" text,
    "entity" text NOT NULL,
    "entityId" text NOT NULL,
    "searched" text NOT NULL,
    "length" integer NOT NULL,
    "activity" text NOT NULL,
    "restores" text NOT NULL,
    "kind" text,
    "session" text,
    "groupId" text,
    "at" text
  )`,
  `CREATE TABLE "cookies" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "environmentId" text,
    "domain" text NOT NULL,
    "path" text NOT NULL,
    "name" text NOT NULL,
    "createdAt" text NOT NULL,
    "cookie" text NOT NULL,
    FOREIGN KEY ("workspaceId", "environmentId") REFERENCES "environments" ("workspaceId", "id") ON DELETE CASCADE
  )`,
  `CREATE TABLE "auth_tokens" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "environmentId" text,
    "key" text NOT NULL,
    "label" text NOT NULL,
    "accessToken" text NOT NULL,
    "refreshToken" text NOT NULL,
    "idToken" text NOT NULL,
    "scope" text NOT NULL,
    "obtainedAt" text NOT NULL,
    "expiresAt" text NOT NULL,
    FOREIGN KEY ("workspaceId", "environmentId") REFERENCES "environments" ("workspaceId", "id") ON DELETE CASCADE
  )`,
  `CREATE TABLE "runs" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "id" text NOT NULL,
    "summary" text NOT NULL,
    "report" text NOT NULL
  )`,
  `CREATE TABLE "script_sending" (
    "workspaceId" text NOT NULL PRIMARY KEY REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "allowed" boolean NOT NULL
  )`,
  `CREATE TABLE "secret_hosts" (
    "environmentId" text NOT NULL,
    "name" text NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "hosts" text NOT NULL,
    "bound" text NOT NULL,
    PRIMARY KEY ("environmentId", "name")
  )`,
  `CREATE TABLE "script_reviews" (
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "hash" text NOT NULL,
    "approved" boolean NOT NULL,
    "path" text,
    "text" text,
    PRIMARY KEY ("workspaceId", "hash")
  )`,
];

const indexes: readonly string[] = [
  `CREATE INDEX "activities_by" ON "activities" ("workspaceId", "by")`,
  `CREATE INDEX "activities_entity" ON "activities" ("workspaceId", "entityId", "position")`,
  `CREATE INDEX "activities_group" ON "activities" ("workspaceId", "groupId", "position") WHERE "groupId" IS NOT NULL`,
  `CREATE INDEX "activities_of" ON "activities" ("workspaceId", "position", "length", "at")`,
  `CREATE INDEX "activities_session" ON "activities" ("workspaceId", "session", "position") WHERE "session" IS NOT NULL`,
  `CREATE UNIQUE INDEX "auth_tokens_of" ON "auth_tokens" ("workspaceId", coalesce("environmentId", ''), "key")`,
  `CREATE UNIQUE INDEX "cookies_of" ON "cookies" ("workspaceId", coalesce("environmentId", ''), "domain", "path", "name")`,
  `CREATE INDEX "environments_workspace" ON "environments" ("workspaceId")`,
  `CREATE INDEX "executions_by" ON "executions" ("workspaceId", "by")`,
  `CREATE INDEX "executions_files" ON "executions" ("position") WHERE "bodyFile" IS NOT NULL`,
  `CREATE INDEX "executions_history" ON "executions" (
    "workspaceId", "position", "requestId", "status", "outcome", "by", "startedAt", "searched"
  )`,
  `CREATE INDEX "executions_request" ON "executions" ("workspaceId", "requestId", "position")`,
  `CREATE INDEX "executions_workspace" ON "executions" ("workspaceId", "position")`,
  `CREATE INDEX "folder_planned_by_id" ON "folder_planned" ("workspaceId", "id")`,
  `CREATE INDEX "graphql_requests_heads" ON "graphql_requests" ("workspaceId", "id", "revision", "seq")`,
  `CREATE INDEX "graphql_requests_order" ON "graphql_requests" ("workspaceId", "folder", "seq")`,
  `CREATE INDEX "rest_requests_heads" ON "rest_requests" ("workspaceId", "id", "revision", "seq")`,
  `CREATE INDEX "rest_requests_order" ON "rest_requests" ("workspaceId", "folder", "seq")`,
  `CREATE UNIQUE INDEX "runs_of" ON "runs" ("workspaceId", "id")`,
  `CREATE INDEX "script_reviews_waiting" ON "script_reviews" ("workspaceId") WHERE NOT "approved"`,
  `CREATE TRIGGER "executions_kept" AFTER INSERT ON "executions" WHEN NEW."kept" IS NOT NULL BEGIN
    DELETE FROM "executions" WHERE coalesce(NEW."keptOfRequest", 0) = 0 AND "workspaceId" = NEW."workspaceId"
      AND "position" < (SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId"
        ORDER BY "position" DESC LIMIT 1 OFFSET NEW."kept" - 1);
    DELETE FROM "executions" WHERE coalesce(NEW."keptOfRequest", 0) > 0
      AND "position" IN (SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId"
        ORDER BY "position" DESC LIMIT 64 OFFSET NEW."kept")
      AND (SELECT count(*) FROM (SELECT 1 FROM "executions" AS "newer"
        WHERE "newer"."workspaceId" = "executions"."workspaceId" AND "newer"."requestId" = "executions"."requestId"
          AND "newer"."position" > "executions"."position"
        LIMIT coalesce(NEW."keptOfRequest", 0))) >= coalesce(NEW."keptOfRequest", 0);
    DELETE FROM "executions" WHERE coalesce(NEW."keptOfRequest", 0) > 0
      AND "requestId" = NEW."requestId" AND "workspaceId" = NEW."workspaceId"
      AND "position" < (SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId"
        ORDER BY "position" DESC LIMIT 1 OFFSET NEW."kept" - 1)
      AND (SELECT count(*) FROM (SELECT 1 FROM "executions" AS "newer"
        WHERE "newer"."workspaceId" = "executions"."workspaceId" AND "newer"."requestId" = "executions"."requestId"
          AND "newer"."position" > "executions"."position"
        LIMIT coalesce(NEW."keptOfRequest", 0))) >= coalesce(NEW."keptOfRequest", 0);
  END`,
];

/** Creates the tables, indexes and triggers of a SQLite file. */
export class Initial1795446000000 implements MigrationInterface {
  readonly name = 'Initial1795446000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...indexes]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is no version before this one; delete the database instead'));
  }
}
