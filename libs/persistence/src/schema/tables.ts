import type { RequestKind } from '@tandem/core';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** A row as the database gives it; lists and unions are JSON text. */
export type Row = Readonly<Record<string, unknown>>;

const text: EntitySchemaColumnOptions = { type: 'text' };
const key: EntitySchemaColumnOptions = { type: 'text', primary: true };
const optional: EntitySchemaColumnOptions = { ...text, nullable: true };
const integer: EntitySchemaColumnOptions = { type: 'integer' };
/** A place among others; null for none. */
const seq: EntitySchemaColumnOptions = { type: 'real', nullable: true };
const times = { createdAt: text, updatedAt: text } as const;

export const settings = new EntitySchema<Row>({ name: 'settings', columns: { name: key, value: text } });

/** The setting that holds the id of the active workspace. */
export const activeWorkspace = 'activeWorkspaceId';

export const workspaces = new EntitySchema<Row>({
  name: 'workspaces',
  columns: {
    id: key,
    name: text,
    path: { ...text, unique: true },
    activeEnvironmentId: optional,
    lastOpenedAt: text,
    hiding: optional,
    hiddenAt: optional,
    ...times,
  },
});

export const environments = new EntitySchema<Row>({
  name: 'environments',
  columns: {
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
  },
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

/** The table of each kind of saved request, in the order of their kinds. */
export const requestTables: Readonly<Record<RequestKind, EntitySchema<Row>>> = {
  rest: new EntitySchema<Row>({
    name: 'rest_requests',
    columns: {
      ...requestColumns,
      ...{ method: text, pathParams: text, queryParams: text, body: text, examples: text },
    },
  }),
  graphql: new EntitySchema<Row>({
    name: 'graphql_requests',
    columns: { ...requestColumns, query: text, variables: text, operationName: optional },
  }),
};

export const folders = new EntitySchema<Row>({
  name: 'folders',
  columns: {
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
    connections: text,
    seq,
    revision: integer,
    ...times,
  },
});

export const deletedFolders = new EntitySchema<Row>({
  name: 'deleted_folders',
  columns: { workspaceId: key, id: key, deleted: text },
});

export const executions = new EntitySchema<Row>({
  name: 'executions',
  columns: {
    position: { ...integer, primary: true, generated: 'increment' },
    id: { ...text, unique: true },
    workspaceId: text,
    requestId: text,
    summary: text,
    result: text,
    contentType: text,
    bodyKind: optional,
    body: { type: 'blob', nullable: true },
    /** 1 when the body was longer than what is kept of it; null in rows of older versions. */
    bodyTruncated: { ...integer, nullable: true },
    sent: optional,
    origins: optional,
    /** How many of its workspace's newest were to be kept when it was added. */
    kept: { ...integer, nullable: true },
    /** How many of its request's newest were to be kept beside those. */
    keptOfRequest: { ...integer, nullable: true },
    /** How many bytes of its body are in a file; null when it has none there. */
    bodyFile: { ...integer, nullable: true },
    /** What a search looks through, and the parts of the summary that lists are filtered by. */
    searched: optional,
    status: { ...integer, nullable: true },
    outcome: optional,
    by: optional,
    startedAt: optional,
  },
});

export const folderBases = new EntitySchema<Row>({
  name: 'folder_bases',
  columns: {
    workspaceId: key,
    id: key,
    kind: text,
    path: text,
    folder: text,
    fileHash: text,
    scriptHash: text,
    revision: integer,
    seq,
    settled: { type: 'boolean' },
    searched: text,
    fields: text,
  },
});

export const folderRemovals = new EntitySchema<Row>({
  name: 'folder_removals',
  columns: { workspaceId: key, path: key, hash: text },
});

export const folderPlanned = new EntitySchema<Row>({
  name: 'folder_planned',
  columns: { workspaceId: key, path: key, id: text, planned: text },
});

export const retiredEnvironments = new EntitySchema<Row>({
  name: 'retired_environments',
  columns: { workspaceId: key, id: key, secrets: text, wasActive: { type: 'boolean' }, guard: text },
});

export const providedSecrets = new EntitySchema<Row>({
  name: 'given_secrets',
  columns: { workspaceId: key, name: key, allowed: { type: 'boolean' } },
});

export const scriptSending = new EntitySchema<Row>({
  name: 'script_sending',
  columns: { workspaceId: key, allowed: { type: 'boolean' } },
});

export const secretHosts = new EntitySchema<Row>({
  name: 'secret_hosts',
  columns: { environmentId: key, name: key, workspaceId: text, hosts: text, bound: text },
});

export const scriptReviews = new EntitySchema<Row>({
  name: 'script_reviews',
  columns: { workspaceId: key, hash: key, approved: { type: 'boolean' }, path: optional, text: optional },
});

export const activities = new EntitySchema<Row>({
  name: 'activities',
  columns: {
    position: { ...integer, primary: true, generated: 'increment' },
    workspaceId: text,
    by: optional,
    entity: text,
    entityId: text,
    kind: optional,
    ...{ session: optional, groupId: optional },
    /** Absent of entries that an older version could not read. */
    at: optional,
    searched: text,
    /** Of the two columns below together. */
    length: integer,
    activity: text,
    restores: text,
  },
});

export const runs = new EntitySchema<Row>({
  name: 'runs',
  columns: {
    position: { ...integer, primary: true, generated: 'increment' },
    workspaceId: text,
    id: text,
    summary: text,
    report: text,
  },
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
  runs,
];
