/** The indexes and triggers of a new database, like its tables. */
export const newIndexes: readonly string[] = [
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
