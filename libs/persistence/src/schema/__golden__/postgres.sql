column activities.01 position: bigint not null identity BY DEFAULT
column activities.02 workspaceId: text collate C not null
column activities.03 by: text collate C
column activities.04 entity: text collate C not null
column activities.05 entityId: text collate C not null
column activities.06 searched: text collate C not null
column activities.07 length: bigint not null
column activities.08 activity: text collate C not null
column activities.09 restores: text collate C not null
column activities.10 kind: text collate C
column activities.11 session: text collate C
column activities.12 groupId: text collate C
column activities.13 at: text collate C
column auth_tokens.01 position: bigint not null identity BY DEFAULT
column auth_tokens.02 workspaceId: text collate C not null
column auth_tokens.03 environmentId: text collate C
column auth_tokens.04 key: text collate C not null
column auth_tokens.05 label: text collate C not null
column auth_tokens.06 accessToken: text collate C not null
column auth_tokens.07 refreshToken: text collate C not null
column auth_tokens.08 idToken: text collate C not null
column auth_tokens.09 scope: text collate C not null
column auth_tokens.10 obtainedAt: text collate C not null
column auth_tokens.11 expiresAt: text collate C not null
column cookies.01 position: bigint not null identity BY DEFAULT
column cookies.02 workspaceId: text collate C not null
column cookies.03 environmentId: text collate C
column cookies.04 domain: text collate C not null
column cookies.05 path: text collate C not null
column cookies.06 name: text collate C not null
column cookies.07 createdAt: text collate C not null
column cookies.08 cookie: text collate C not null
column deleted_folders.01 position: bigint not null identity BY DEFAULT
column deleted_folders.02 workspaceId: text collate C not null
column deleted_folders.03 id: text collate C not null
column deleted_folders.04 deleted: text collate C not null
column environments.01 position: bigint not null identity BY DEFAULT
column environments.02 workspaceId: text collate C not null
column environments.03 id: text collate C not null
column environments.04 name: text collate C not null
column environments.05 variables: text collate C not null
column environments.06 secrets: text collate C not null
column environments.07 revision: bigint not null
column environments.08 createdAt: text collate C not null
column environments.09 updatedAt: text collate C not null
column environments.10 color: text collate C not null default ''::text
column environments.11 description: text collate C not null default ''::text
column environments.12 extends: text collate C not null default ''::text
column environments.13 guard: text collate C not null default 'null'::text
column environments.14 proposedGuard: text collate C not null default 'null'::text
column executions.01 position: bigint not null identity BY DEFAULT
column executions.02 id: text collate C not null
column executions.03 workspaceId: text collate C not null
column executions.04 requestId: text collate C not null
column executions.05 summary: text collate C not null
column executions.06 result: text collate C not null
column executions.07 contentType: text collate C not null
column executions.08 bodyKind: text collate C
column executions.09 body: bytea
column executions.10 bodyTruncated: bigint
column executions.11 sent: text collate C
column executions.12 kept: bigint
column executions.13 keptOfRequest: bigint
column executions.14 bodyFile: bigint
column executions.15 searched: text collate C
column executions.16 status: bigint
column executions.17 outcome: text collate C
column executions.18 by: text collate C
column executions.19 startedAt: text collate C
column executions.20 origins: text collate C
column folder_bases.01 workspaceId: text collate C not null
column folder_bases.02 id: text collate C not null
column folder_bases.03 kind: text collate C not null
column folder_bases.04 path: text collate C not null
column folder_bases.05 folder: text collate C not null
column folder_bases.06 fileHash: text collate C not null
column folder_bases.07 scriptHash: text collate C not null
column folder_bases.08 searched: text collate C not null
column folder_bases.09 revision: bigint not null
column folder_bases.10 seq: double precision
column folder_bases.11 settled: boolean not null
column folder_bases.12 fields: text collate C not null
column folder_planned.01 position: bigint not null identity BY DEFAULT
column folder_planned.02 workspaceId: text collate C not null
column folder_planned.03 path: text collate C not null
column folder_planned.04 id: text collate C not null
column folder_planned.05 planned: text collate C not null
column folder_removals.01 workspaceId: text collate C not null
column folder_removals.02 path: text collate C not null
column folder_removals.03 hash: text collate C not null
column folders.01 position: bigint not null identity BY DEFAULT
column folders.02 id: text collate C not null
column folders.03 workspaceId: text collate C not null
column folders.04 path: text collate C not null
column folders.05 description: text collate C not null
column folders.06 seq: double precision
column folders.07 revision: bigint not null
column folders.08 createdAt: text collate C not null
column folders.09 updatedAt: text collate C not null
column folders.10 headers: text collate C not null default '[]'::text
column folders.11 auth: text collate C not null default '{"type":"none"}'::text
column folders.12 variables: text collate C not null default '[]'::text
column folders.13 settings: text collate C not null default '{}'::text
column folders.14 connections: text collate C not null default '{}'::text
column folders.15 script: text collate C not null default ''::text
column folders.16 foreign: text collate C not null default 'null'::text
column folders.17 order: text collate C not null default 'folders-first'::text
column former_secrets.01 position: bigint not null identity BY DEFAULT
column former_secrets.02 workspaceId: text collate C not null
column former_secrets.03 name: text collate C not null
column former_secrets.04 value: text collate C not null
column given_secrets.01 workspaceId: text collate C not null
column given_secrets.02 name: text collate C not null
column given_secrets.03 allowed: boolean not null
column graphql_requests.01 position: bigint not null identity BY DEFAULT
column graphql_requests.02 workspaceId: text collate C not null
column graphql_requests.03 id: text collate C not null
column graphql_requests.04 name: text collate C not null
column graphql_requests.05 folder: text collate C not null
column graphql_requests.06 description: text collate C not null
column graphql_requests.07 url: text collate C not null
column graphql_requests.08 headers: text collate C not null
column graphql_requests.09 query: text collate C not null
column graphql_requests.10 variables: text collate C not null
column graphql_requests.11 auth: text collate C not null
column graphql_requests.12 script: text collate C not null
column graphql_requests.13 settings: text collate C not null
column graphql_requests.14 searched: text collate C not null
column graphql_requests.15 operationName: text collate C
column graphql_requests.16 seq: double precision
column graphql_requests.17 revision: bigint not null
column graphql_requests.18 createdAt: text collate C not null
column graphql_requests.19 updatedAt: text collate C not null
column graphql_requests.20 requestVariables: text collate C not null default '[]'::text
column graphql_requests.21 needs: text collate C not null default '[]'::text
column graphql_requests.22 tags: text collate C not null default '[]'::text
column graphql_requests.23 foreign: text collate C not null default 'null'::text
column rest_requests.01 position: bigint not null identity BY DEFAULT
column rest_requests.02 workspaceId: text collate C not null
column rest_requests.03 id: text collate C not null
column rest_requests.04 name: text collate C not null
column rest_requests.05 folder: text collate C not null
column rest_requests.06 description: text collate C not null
column rest_requests.07 method: text collate C not null
column rest_requests.08 url: text collate C not null
column rest_requests.09 pathParams: text collate C not null
column rest_requests.10 queryParams: text collate C not null
column rest_requests.11 headers: text collate C not null
column rest_requests.12 body: text collate C not null
column rest_requests.13 auth: text collate C not null
column rest_requests.14 script: text collate C not null
column rest_requests.15 settings: text collate C not null
column rest_requests.16 searched: text collate C not null
column rest_requests.17 seq: double precision
column rest_requests.18 revision: bigint not null
column rest_requests.19 createdAt: text collate C not null
column rest_requests.20 updatedAt: text collate C not null
column rest_requests.21 requestVariables: text collate C not null default '[]'::text
column rest_requests.22 needs: text collate C not null default '[]'::text
column rest_requests.23 tags: text collate C not null default '[]'::text
column rest_requests.24 foreign: text collate C not null default 'null'::text
column rest_requests.25 examples: text collate C not null default '[]'::text
column retired_environments.01 position: bigint not null identity BY DEFAULT
column retired_environments.02 workspaceId: text collate C not null
column retired_environments.03 id: text collate C not null
column retired_environments.04 secrets: text collate C not null
column retired_environments.05 wasActive: boolean not null
column retired_environments.06 guard: text collate C not null default 'null'::text
column runs.01 position: bigint not null identity BY DEFAULT
column runs.02 workspaceId: text collate C not null
column runs.03 id: text collate C not null
column runs.04 summary: text collate C not null
column runs.05 report: text collate C not null
column script_reviews.01 workspaceId: text collate C not null
column script_reviews.02 hash: text collate C not null
column script_reviews.03 approved: boolean not null
column script_reviews.04 path: text collate C
column script_reviews.05 text: text collate C
column script_sending.01 workspaceId: text collate C not null
column script_sending.02 allowed: boolean not null
column secret_hosts.01 environmentId: text collate C not null
column secret_hosts.02 name: text collate C not null
column secret_hosts.03 workspaceId: text collate C not null
column secret_hosts.04 hosts: text not null
column secret_hosts.05 bound: text not null
column settings.01 name: text collate C not null
column settings.02 value: text collate C not null
column shared_changes.01 position: bigint not null identity BY DEFAULT
column shared_changes.02 origin: text collate C not null
column shared_changes.03 change: text collate C not null
column tandem_migrations.01 id: integer not null default nextval('tandem_migrations_id_seq'::regclass)
column tandem_migrations.02 timestamp: bigint not null
column tandem_migrations.03 name: character varying not null
column workspaces.01 id: text collate C not null
column workspaces.02 name: text collate C not null
column workspaces.03 path: text collate C not null
column workspaces.04 lastOpenedAt: text collate C not null
column workspaces.05 activeEnvironmentId: text collate C
column workspaces.06 createdAt: text collate C not null
column workspaces.07 updatedAt: text collate C not null
column workspaces.08 hiding: text collate C
column workspaces.09 hiddenAt: text collate C
constraint activities.activities_pkey: PRIMARY KEY ("position")
constraint activities.activities_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint auth_tokens.auth_tokens_pkey: PRIMARY KEY ("position")
constraint auth_tokens.auth_tokens_workspaceId_environmentId_fkey: FOREIGN KEY ("workspaceId", "environmentId") REFERENCES environments("workspaceId", id) ON DELETE CASCADE
constraint auth_tokens.auth_tokens_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint cookies.cookies_pkey: PRIMARY KEY ("position")
constraint cookies.cookies_workspaceId_environmentId_fkey: FOREIGN KEY ("workspaceId", "environmentId") REFERENCES environments("workspaceId", id) ON DELETE CASCADE
constraint cookies.cookies_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint deleted_folders.deleted_folders_pkey: PRIMARY KEY ("workspaceId", id)
constraint deleted_folders.deleted_folders_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint environments.environments_pkey: PRIMARY KEY ("workspaceId", id)
constraint environments.environments_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint executions.executions_id_key: UNIQUE (id)
constraint executions.executions_pkey: PRIMARY KEY ("position")
constraint executions.executions_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint folder_bases.folder_bases_fields_check: CHECK (((fields)::json IS NOT NULL))
constraint folder_bases.folder_bases_pkey: PRIMARY KEY ("workspaceId", id)
constraint folder_bases.folder_bases_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint folder_planned.folder_planned_pkey: PRIMARY KEY ("workspaceId", path)
constraint folder_planned.folder_planned_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint folder_removals.folder_removals_pkey: PRIMARY KEY ("workspaceId", path)
constraint folder_removals.folder_removals_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint folders.folders_pkey: PRIMARY KEY ("workspaceId", id)
constraint folders.folders_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint former_secrets.former_secrets_pkey: PRIMARY KEY ("position")
constraint former_secrets.former_secrets_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint given_secrets.given_secrets_pkey: PRIMARY KEY ("workspaceId", name)
constraint given_secrets.given_secrets_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint graphql_requests.graphql_requests_pkey: PRIMARY KEY ("workspaceId", id)
constraint graphql_requests.graphql_requests_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint rest_requests.rest_requests_pkey: PRIMARY KEY ("workspaceId", id)
constraint rest_requests.rest_requests_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint retired_environments.retired_environments_pkey: PRIMARY KEY ("workspaceId", id)
constraint retired_environments.retired_environments_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint runs.runs_pkey: PRIMARY KEY ("position")
constraint runs.runs_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint script_reviews.script_reviews_pkey: PRIMARY KEY ("workspaceId", hash)
constraint script_reviews.script_reviews_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint script_sending.script_sending_pkey: PRIMARY KEY ("workspaceId")
constraint script_sending.script_sending_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint secret_hosts.secret_hosts_pkey: PRIMARY KEY ("environmentId", name)
constraint secret_hosts.secret_hosts_workspaceId_fkey: FOREIGN KEY ("workspaceId") REFERENCES workspaces(id) ON DELETE CASCADE
constraint settings.settings_pkey: PRIMARY KEY (name)
constraint shared_changes.shared_changes_pkey: PRIMARY KEY ("position")
constraint tandem_migrations.PK_1ef2182ba3ca7f6be67c3c07d7d: PRIMARY KEY (id)
constraint workspaces.workspaces_pkey: PRIMARY KEY (id)
CREATE INDEX activities_by ON public.activities USING btree ("workspaceId", by)
CREATE INDEX activities_entity ON public.activities USING btree ("workspaceId", "entityId", "position")
CREATE INDEX activities_group ON public.activities USING btree ("workspaceId", "groupId", "position") WHERE ("groupId" IS NOT NULL)
CREATE INDEX activities_of ON public.activities USING btree ("workspaceId", "position", length, at)
CREATE INDEX activities_session ON public.activities USING btree ("workspaceId", session, "position") WHERE (session IS NOT NULL)
CREATE INDEX executions_by ON public.executions USING btree ("workspaceId", by)
CREATE INDEX executions_request ON public.executions USING btree ("workspaceId", "requestId", "position")
CREATE INDEX executions_workspace ON public.executions USING btree ("workspaceId", "position")
CREATE INDEX folder_planned_by_id ON public.folder_planned USING btree ("workspaceId", id)
CREATE INDEX script_reviews_waiting ON public.script_reviews USING btree ("workspaceId") WHERE (NOT approved)
CREATE UNIQUE INDEX "PK_1ef2182ba3ca7f6be67c3c07d7d" ON public.tandem_migrations USING btree (id)
CREATE UNIQUE INDEX activities_pkey ON public.activities USING btree ("position")
CREATE UNIQUE INDEX auth_tokens_of ON public.auth_tokens USING btree ("workspaceId", COALESCE("environmentId", ''::text), key)
CREATE UNIQUE INDEX auth_tokens_pkey ON public.auth_tokens USING btree ("position")
CREATE UNIQUE INDEX cookies_of ON public.cookies USING btree ("workspaceId", COALESCE("environmentId", ''::text), domain, path, name)
CREATE UNIQUE INDEX cookies_pkey ON public.cookies USING btree ("position")
CREATE UNIQUE INDEX deleted_folders_pkey ON public.deleted_folders USING btree ("workspaceId", id)
CREATE UNIQUE INDEX environments_pkey ON public.environments USING btree ("workspaceId", id)
CREATE UNIQUE INDEX executions_id_key ON public.executions USING btree (id)
CREATE UNIQUE INDEX executions_pkey ON public.executions USING btree ("position")
CREATE UNIQUE INDEX folder_bases_pkey ON public.folder_bases USING btree ("workspaceId", id)
CREATE UNIQUE INDEX folder_planned_pkey ON public.folder_planned USING btree ("workspaceId", path)
CREATE UNIQUE INDEX folder_removals_pkey ON public.folder_removals USING btree ("workspaceId", path)
CREATE UNIQUE INDEX folders_pkey ON public.folders USING btree ("workspaceId", id)
CREATE UNIQUE INDEX former_secrets_pkey ON public.former_secrets USING btree ("position")
CREATE UNIQUE INDEX former_secrets_value ON public.former_secrets USING btree ("workspaceId", md5(value))
CREATE UNIQUE INDEX given_secrets_pkey ON public.given_secrets USING btree ("workspaceId", name)
CREATE UNIQUE INDEX graphql_requests_pkey ON public.graphql_requests USING btree ("workspaceId", id)
CREATE UNIQUE INDEX rest_requests_pkey ON public.rest_requests USING btree ("workspaceId", id)
CREATE UNIQUE INDEX retired_environments_pkey ON public.retired_environments USING btree ("workspaceId", id)
CREATE UNIQUE INDEX runs_of ON public.runs USING btree ("workspaceId", id)
CREATE UNIQUE INDEX runs_pkey ON public.runs USING btree ("position")
CREATE UNIQUE INDEX script_reviews_pkey ON public.script_reviews USING btree ("workspaceId", hash)
CREATE UNIQUE INDEX script_sending_pkey ON public.script_sending USING btree ("workspaceId")
CREATE UNIQUE INDEX secret_hosts_pkey ON public.secret_hosts USING btree ("environmentId", name)
CREATE UNIQUE INDEX settings_pkey ON public.settings USING btree (name)
CREATE UNIQUE INDEX shared_changes_pkey ON public.shared_changes USING btree ("position")
CREATE UNIQUE INDEX workspaces_path ON public.workspaces USING btree (md5(path))
CREATE UNIQUE INDEX workspaces_pkey ON public.workspaces USING btree (id)
CREATE TRIGGER executions_kept AFTER INSERT ON public.executions FOR EACH ROW WHEN ((new.kept IS NOT NULL)) EXECUTE FUNCTION executions_drop_older()
CREATE OR REPLACE FUNCTION public.executions_drop_older() RETURNS trigger LANGUAGE plpgsql AS $function$ DECLARE "ofRequest" bigint := coalesce(NEW."keptOfRequest", 0); BEGIN IF "ofRequest" = 0 THEN DELETE FROM "executions" WHERE "workspaceId" = NEW."workspaceId" AND "position" < (SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId" ORDER BY "position" DESC LIMIT 1 OFFSET greatest(NEW."kept" - 1, 0)); ELSE DELETE FROM "executions" WHERE "position" IN (SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId" ORDER BY "position" DESC LIMIT 64 OFFSET NEW."kept") AND (SELECT count(*) FROM (SELECT 1 FROM "executions" AS "newer" WHERE "newer"."workspaceId" = "executions"."workspaceId" AND "newer"."requestId" = "executions"."requestId" AND "newer"."position" > "executions"."position" LIMIT "ofRequest") AS "those") >= "ofRequest"; DELETE FROM "executions" WHERE "requestId" = NEW."requestId" AND "workspaceId" = NEW."workspaceId" AND "position" < (SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId" ORDER BY "position" DESC LIMIT 1 OFFSET greatest(NEW."kept" - 1, 0)) AND (SELECT count(*) FROM (SELECT 1 FROM "executions" AS "newer" WHERE "newer"."workspaceId" = "executions"."workspaceId" AND "newer"."requestId" = "executions"."requestId" AND "newer"."position" > "executions"."position" LIMIT "ofRequest") AS "those") >= "ofRequest"; END IF; RETURN NULL; END $function$
sequence activities_position_seq bigint 1 1
sequence auth_tokens_position_seq bigint 1 1
sequence cookies_position_seq bigint 1 1
sequence deleted_folders_position_seq bigint 1 1
sequence environments_position_seq bigint 1 1
sequence executions_position_seq bigint 1 1
sequence folder_planned_position_seq bigint 1 1
sequence folders_position_seq bigint 1 1
sequence former_secrets_position_seq bigint 1 1
sequence graphql_requests_position_seq bigint 1 1
sequence rest_requests_position_seq bigint 1 1
sequence retired_environments_position_seq bigint 1 1
sequence runs_position_seq bigint 1 1
sequence shared_changes_position_seq bigint 1 1
sequence tandem_migrations_id_seq integer 1 1
