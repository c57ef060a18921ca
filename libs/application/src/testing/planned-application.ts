import {
  checkFolderPath,
  type Environments,
  type ExecutionResult,
  type FolderSync,
  type Ports,
  type Repositories,
  type Store,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { createMemoryStore, unwrapResult } from '@tandem/core/testing';

import { addDefaultPorts, createApplication, createQuietContext } from '../application.js';
import type { ExecuteGraphql, ExecuteRest } from '../executions/execute-arguments.js';
import type { CreateGraphql, CreateRest } from '../requests/request-arguments.js';
import { createPlannedAmbient, noFolderSync, type Plan, type RecordedEvents } from './planned-ambient.js';

const breakEnvironments = ({ environments }: Repositories, plan: Plan): Environments => ({
  ...environments,
  change: (...args) => (plan.broken === null ? environments.change(...args) : TE.left(plan.broken)),
});

/** The store, except for what `plan` makes fail. */
const breakStore = (store: Store, plan: Plan): Store => ({
  ...store,
  environments: breakEnvironments(store, plan),
  transaction: (work) =>
    store.transaction((within) => work({ ...within, environments: breakEnvironments(within, plan) })),
  executions: {
    ...store.executions,
    add: (...args) => (plan.full === null ? store.executions.add(...args) : TE.left(plan.full)),
  },
});

/** Replaces the disk: a folder adapter, and the workspace's path. */
export interface PlannedFolder {
  readonly folderSync?: FolderSync;
  readonly path?: string;
  /** Wraps the store of the application. */
  readonly wrap?: (store: Store) => Store;
  /** Its own ids, for an application that shares files with another one. */
  readonly ids?: Ports['ids'];
  /** How long agents' changes wait for a person. */
  readonly approvalMs?: number;
}

/** An in-memory application with planned scripts and responses and one open workspace. */
export const createPlannedApplication = async ({
  folderSync = noFolderSync,
  path = '/w',
  wrap = (store) => store,
  ids,
  approvalMs,
}: PlannedFolder = {}) => {
  const plan: Plan = {
    onRequest: {},
    onResponse: {},
    onTest: {},
    response: {},
    failure: null,
    files: {},
    outside: {},
    allowed: [],
    broken: null,
    full: null,
    asked: () => ({}),
    calling: () => Promise.resolve(),
    meanwhile: () => Promise.resolve(),
  };
  const seen: RecordedEvents = {
    order: [],
    sent: [],
    options: [],
    scripts: [],
    environments: [],
    requests: [],
    responses: [],
  };
  const store = createMemoryStore();
  const ambient = createPlannedAmbient(plan, seen);
  const ports = addDefaultPorts({
    store: wrap(breakStore(store, plan)),
    ...ambient,
    folderSync,
    ids: ids ?? ambient.ids,
    ...(approvalMs === undefined ? {} : { approvalMs }),
  });
  const application = createApplication(ports);
  const { workspace } = await unwrapResult(application.workspaces.open({ path }));

  // An invalid folder is stored as a data folder might contain it.
  const placeOf = (wanted = '') =>
    checkFolderPath(wanted) ? { folder: '', brought: wanted } : { folder: wanted };
  // An invalid method is stored too, because an older version may have stored one.
  const createRest = async ({ method = 'GET', ...fields }: Partial<CreateRest> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await unwrapResult(
      application.rest.create({ name: 'R', url: 'http://h/x', script: 's', ...fields, folder: at }),
    );
    if (brought !== undefined || method !== 'GET')
      await unwrapResult(store.restRequests.replace({ ...created, method, folder: brought ?? at }, 1));
    return created.id;
  };
  const createGraphql = async (fields: Partial<CreateGraphql> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await unwrapResult(
      application.graphql.create({ name: 'G', url: 'http://h/g', ...fields, folder: at }),
    );
    if (brought !== undefined)
      await unwrapResult(store.graphqlRequests.replace({ ...created, folder: brought }, 1));
    return created.id;
  };

  return {
    application,
    /** The ports of the application, for calling use cases directly. */
    ports,
    store,
    workspace,
    plan,
    seen,
    createRest,
    createGraphql,
    /** Creates a REST request and executes it. */
    rest: async (
      fields: Partial<CreateRest> = {},
      input: Omit<ExecuteRest, 'id'> = {},
    ): Promise<ExecutionResult> =>
      unwrapResult<ExecutionResult>(
        application.rest.execute({ id: await createRest(fields), ...input }, createQuietContext()),
      ),
    /** Creates a GraphQL request and executes it. */
    graphql: async (
      fields: Partial<CreateGraphql> = {},
      input: Omit<ExecuteGraphql, 'id'> = {},
    ): Promise<ExecutionResult> =>
      unwrapResult<ExecutionResult>(
        application.graphql.execute({ id: await createGraphql(fields), ...input }, createQuietContext()),
      ),
    /** The active environment as stored. */
    environment: async () => {
      const { id, activeEnvironmentId } = await unwrapResult(store.workspaces.get(workspace.id));
      if (activeEnvironmentId === null) throw new Error('no environment is active');
      return unwrapResult(store.environments.get(id, activeEnvironmentId));
    },
  };
};
export type PlannedApplication = Awaited<ReturnType<typeof createPlannedApplication>>;
