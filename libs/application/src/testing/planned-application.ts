import { type ExecutionResult, folderProblem, type Ports, type Store, type FolderSync } from '@tandem/core';
import { given, memoryStore } from '@tandem/core/testing';

import { createApplication, quietly } from '../application.js';
import type { ExecuteGraphql, ExecuteRest } from '../usecases/execute-arguments.js';
import type { CreateGraphql, CreateRest } from '../usecases/request-arguments.js';
import { ambientOf, breaking, noFolderSync, type Plan, type Seen } from './planned-ambient.js';

/** What stands for the disk: a folder adapter, and the workspace's path. */
export interface PlannedFolder {
  readonly folderSync?: FolderSync;
  readonly path?: string;
  /** Puts another store in front of the application's. */
  readonly wrap?: (store: Store) => Store;
}

/** An application in memory whose scripts and other ends answer as planned, with one workspace open. */
export const plannedApplication = async ({
  folderSync = noFolderSync,
  path = '/w',
  wrap = (store) => store,
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
    meanwhile: () => Promise.resolve(),
  };
  const seen: Seen = {
    order: [],
    sent: [],
    options: [],
    scripts: [],
    environments: [],
    requests: [],
    responses: [],
  };
  const store = memoryStore();
  const ports: Ports = { store: wrap(breaking(store, plan)), ...ambientOf(plan, seen), folderSync };
  const application = createApplication(ports);
  const { workspace } = await given(application.workspaces.open({ path }));

  // A folder that cannot be chosen is stored as a data folder may bring it.
  const placeOf = (wanted = '') =>
    folderProblem(wanted) ? { folder: '', brought: wanted } : { folder: wanted };
  // So is a method that can no longer be saved, which an older version may have stored.
  const createRest = async ({ method = 'GET', ...fields }: Partial<CreateRest> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await given(
      application.rest.create({ name: 'R', url: 'http://h/x', script: 's', ...fields, folder: at }),
    );
    if (brought !== undefined || method !== 'GET')
      await given(store.restRequests.replace({ ...created, method, folder: brought ?? at }, 1));
    return created.id;
  };
  const createGraphql = async (fields: Partial<CreateGraphql> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await given(
      application.graphql.create({ name: 'G', url: 'http://h/g', ...fields, folder: at }),
    );
    if (brought !== undefined) await given(store.graphqlRequests.replace({ ...created, folder: brought }, 1));
    return created.id;
  };

  return {
    application,
    /** Those of the application, for use cases called by themselves. */
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
      given<ExecutionResult>(application.rest.execute({ id: await createRest(fields), ...input }, quietly())),
    /** Creates a GraphQL request and executes it. */
    graphql: async (
      fields: Partial<CreateGraphql> = {},
      input: Omit<ExecuteGraphql, 'id'> = {},
    ): Promise<ExecutionResult> =>
      given<ExecutionResult>(
        application.graphql.execute({ id: await createGraphql(fields), ...input }, quietly()),
      ),
    /** The stored environment that is active. */
    environment: async () => {
      const { id, activeEnvironmentId } = await given(store.workspaces.get(workspace.id));
      if (activeEnvironmentId === null) throw new Error('no environment is active');
      return given(store.environments.get(id, activeEnvironmentId));
    },
  };
};
export type PlannedApplication = Awaited<ReturnType<typeof plannedApplication>>;
