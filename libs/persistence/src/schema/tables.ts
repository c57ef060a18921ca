import type { RequestKind } from '@tandem/core';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** A column, and the type of its values in a row. */
interface Column<A> extends EntitySchemaColumnOptions {
  /** Exists only for the type; never set. */
  readonly valueType?: A;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The row of a table with these columns. */
type ColumnValues<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer A> ? A : never;
};

/** The row of a table. */
export type RowOf<T> = T extends EntitySchema<infer R> ? R : never;

const createTable = <C extends Columns>(name: string, columns: C): EntitySchema<ColumnValues<C>> =>
  new EntitySchema<ColumnValues<C>>({
    name,
    columns,
  });

/** Text, which also stores lists and unions as JSON. */
const text: Column<string> = { type: 'text' };
const key: Column<string> = { type: 'text', primary: true };
const optional: Column<string | null> = { type: 'text', nullable: true };
const integer: Column<number> = { type: 'integer' };
const optionalInteger: Column<number | null> = { type: 'integer', nullable: true };
/** A Boolean, which SQLite returns as 0 or 1 unless TypeORM converts it. */
const flag: Column<boolean | 0 | 1> = { type: 'boolean' };
const bytes: Column<Uint8Array | null> = { type: 'blob', nullable: true };
/** A sequence number; null for none. */
const seq: Column<number | null> = { type: 'real', nullable: true };
/** Numbers rows in the order in which they are inserted. */
const position: Column<number> = { type: 'integer', primary: true, generated: 'increment' };
const times = { createdAt: text, updatedAt: text } as const;

export const settings = createTable('settings', { name: key, value: text });

/** The setting that holds the id of the active workspace. */
export const activeWorkspace = 'activeWorkspaceId';

export const workspaces = createTable('workspaces', {
  id: key,
  name: text,
  path: { ...text, unique: true },
  activeEnvironmentId: optional,
  lastOpenedAt: text,
  hiding: optional,
  hiddenAt: optional,
  ...times,
});

export const environments = createTable('environments', {
  id: key,
  workspaceId: key,
  name: text,
  color: text,
  description: text,
  extends: text,
  variables: text,
  secrets: text,
  guard: text,
  proposedGuard: text,
  revision: integer,
  ...times,
});

/** The columns of every kind of saved request. */
const requestColumns = {
  id: key,
  workspaceId: key,
  name: text,
  folder: text,
  description: text,
  url: text,
  headers: text,
  auth: text,
  requestVariables: text,
  tags: text,
  needs: text,
  script: text,
  foreign: text,
  settings: text,
  searched: text,
  seq,
  revision: integer,
  ...times,
};

/** The row of a saved request of any kind. */
export type RequestRow = ColumnValues<typeof requestColumns>;

/** The table of each kind of saved request, in the order of their kinds. */
export const requestTables: Readonly<Record<RequestKind, EntitySchema<RequestRow>>> = {
  rest: createTable('rest_requests', {
    ...requestColumns,
    method: text,
    pathParams: text,
    queryParams: text,
    body: text,
    examples: text,
  }),
  graphql: createTable('graphql_requests', {
    ...requestColumns,
    query: text,
    variables: text,
    operationName: optional,
  }),
};

export const folders = createTable('folders', {
  id: key,
  workspaceId: key,
  path: text,
  description: text,
  headers: text,
  auth: text,
  variables: text,
  script: text,
  foreign: text,
  settings: text,
  order: text,
  connections: text,
  seq,
  revision: integer,
  ...times,
});

export const deletedFolders = createTable('deleted_folders', { workspaceId: key, id: key, deleted: text });

export const executions = createTable('executions', {
  position,
  id: { ...text, unique: true },
  workspaceId: text,
  requestId: text,
  summary: text,
  result: text,
  contentType: text,
  bodyKind: optional,
  body: bytes,
  /** 1 if the body was longer than the stored part; null in rows of older versions. */
  bodyTruncated: optionalInteger,
  sent: optional,
  origins: optional,
  /** The maximum number of executions of its workspace that was set when it was added. Older ones are dropped. */
  kept: optionalInteger,
  /** The number of newest executions of its request that are not dropped, as set when it was added. */
  keptOfRequest: optionalInteger,
  /** The length of a body that is in a file, in bytes; null if there is no file. */
  bodyFile: optionalInteger,
  /** The text that a search checks. The columns below it are the parts of the summary that lists are filtered by. */
  searched: optional,
  status: optionalInteger,
  outcome: optional,
  by: optional,
  startedAt: optional,
});

export const folderBases = createTable('folder_bases', {
  workspaceId: key,
  id: key,
  kind: text,
  path: text,
  folder: text,
  fileHash: text,
  scriptHash: text,
  revision: integer,
  seq,
  settled: flag,
  searched: text,
  fields: text,
});

export const folderRemovals = createTable('folder_removals', { workspaceId: key, path: key, hash: text });

export const folderPlanned = createTable('folder_planned', {
  workspaceId: key,
  path: key,
  id: text,
  planned: text,
});

export const retiredEnvironments = createTable('retired_environments', {
  workspaceId: key,
  id: key,
  secrets: text,
  wasActive: flag,
  guard: text,
});

export const providedSecrets = createTable('given_secrets', { workspaceId: key, name: key, allowed: flag });

export const scriptSending = createTable('script_sending', { workspaceId: key, allowed: flag });

export const secretHosts = createTable('secret_hosts', {
  environmentId: key,
  name: key,
  workspaceId: text,
  hosts: text,
  bound: text,
});

export const scriptReviews = createTable('script_reviews', {
  workspaceId: key,
  hash: key,
  approved: flag,
  path: optional,
  text: optional,
});

export const activities = createTable('activities', {
  position,
  workspaceId: text,
  by: optional,
  entity: text,
  entityId: text,
  kind: optional,
  session: optional,
  groupId: optional,
  /** Null for entries that an older version could not read. */
  at: optional,
  searched: text,
  /** The length of the two columns below together. */
  length: integer,
  activity: text,
  restores: text,
});

export const cookies = createTable('cookies', {
  position,
  workspaceId: text,
  environmentId: optional,
  domain: text,
  path: text,
  name: text,
  createdAt: text,
  cookie: text,
});

export const authTokens = createTable('auth_tokens', {
  position,
  workspaceId: text,
  environmentId: optional,
  key: text,
  label: text,
  accessToken: text,
  refreshToken: text,
  idToken: text,
  scope: text,
  obtainedAt: text,
  expiresAt: text,
});

export const runs = createTable('runs', {
  position,
  workspaceId: text,
  id: text,
  summary: text,
  report: text,
});

/** Every table that has an entity. */
export const tables = [
  settings,
  workspaces,
  environments,
  ...Object.values(requestTables),
  folders,
  deletedFolders,
  executions,
  folderBases,
  folderRemovals,
  folderPlanned,
  retiredEnvironments,
  providedSecrets,
  scriptSending,
  secretHosts,
  scriptReviews,
  activities,
  cookies,
  authTokens,
  runs,
];

const typeNames: ReadonlyMap<unknown, EntitySchemaColumnOptions['type']> = new Map([
  ['blob', 'bytea'],
  ['real', 'double precision'],
  ['integer', 'bigint'],
]);

/** Copies a table with PostgreSQL's column types. */
const toPostgresTable = ({ options: { name, columns } }: EntitySchema<object>): EntitySchema<object> => {
  const renamed = Object.entries(columns as Columns).map(([column, options]) => {
    const type = typeNames.get(options.type);
    return [column, type === undefined ? options : { ...options, type }];
  });
  return new EntitySchema<object>({ name, columns: Object.fromEntries(renamed) as Columns });
};

/** All tables for PostgreSQL. */
export const postgresTables = tables.map((table) => toPostgresTable(table));
