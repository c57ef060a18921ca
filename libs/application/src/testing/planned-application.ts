import {
  checkFolderPath,
  type Environments,
  type ExecutionResult,
  type FolderSync,
  placeStep,
  type Ports,
  type Repositories,
  type Store,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { createMemoryStore, unwrapResult } from '@tandem/core/testing';

import { addDefaultPorts, createApplication, createQuietContext } from '../application.js';
import type { ExecuteGraphqlArguments, ExecuteRestArguments } from '../executions/execute-arguments.js';
import type { CreateGraphql, CreateRest } from '../requests/request-arguments.js';
import { createPlannedAmbient, noFolderSync, type Plan, type RecordedEvents } from './planned-ambient.js';

const breakEnvironments = ({ environments }: Repositories, plan: Plan): Environments => ({
  ...environments,
  change: (...args) => (plan.broken === null ? environments.change(...args) : TE.left(plan.broken)),
});

/** A store in which what `plan` says fails. */
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

/** Replaces parts of the test application: its folder adapter, and the path of its workspace. */
export interface PlannedFolder {
  readonly folderSync?: FolderSync;
  readonly path?: string;
  /** Wraps the store of the application. */
  readonly wrap?: (store: Store) => Store;
  /** Ids of its own, for an application that shares files with another one. */
  readonly ids?: Ports['ids'];
  /** How long an agent's change waits for a person, in milliseconds. */
  readonly approvalMs?: number;
}

/** Creates an application in memory with one open workspace. Its scripts and responses are planned. */
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

  // An invalid folder is stored as it is, because a data folder may contain one.
  const placeOf = (wanted = '') =>
    checkFolderPath(wanted) ? { folder: '', brought: wanted } : { folder: wanted };
  /** Puts a request at the end of a folder that no request can be created in. */
  const putLast = async (id: string, folder: string): Promise<void> => {
    const all = await unwrapResult(store.requestPositions.list(workspace.id, folder));
    const last = { id, folder, seq: all.length * placeStep };
    await unwrapResult(store.requestPositions.put(workspace.id, [last]));
  };
  // An invalid method is stored as it is, because an older version may have stored one.
  const createRest = async ({ method = 'GET', ...fields }: Partial<CreateRest> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await unwrapResult(
      application.rest.create({ name: 'R', url: 'http://h/x', script: 's', ...fields, folder: at }),
    );
    if (brought !== undefined || method !== 'GET')
      await unwrapResult(store.restRequests.replace({ ...created, method, folder: brought ?? at }, 1));
    if (brought !== undefined) await putLast(created.id, brought);
    return created.id;
  };
  const createGraphql = async (fields: Partial<CreateGraphql> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await unwrapResult(
      application.graphql.create({ name: 'G', url: 'http://h/g', ...fields, folder: at }),
    );
    if (brought !== undefined) {
      await unwrapResult(store.graphqlRequests.replace({ ...created, folder: brought }, 1));
      await putLast(created.id, brought);
    }
    return created.id;
  };

  return {
    application,
    /** The ports of the application, for direct calls of use cases. */
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
      input: Omit<ExecuteRestArguments, 'id'> = {},
    ): Promise<ExecutionResult> =>
      unwrapResult<ExecutionResult>(
        application.rest.execute({ id: await createRest(fields), ...input }, createQuietContext()),
      ),
    /** Creates a GraphQL request and executes it. */
    graphql: async (
      fields: Partial<CreateGraphql> = {},
      input: Omit<ExecuteGraphqlArguments, 'id'> = {},
    ): Promise<ExecutionResult> =>
      unwrapResult<ExecutionResult>(
        application.graphql.execute({ id: await createGraphql(fields), ...input }, createQuietContext()),
      ),
    /** The active environment as it is stored. */
    environment: async () => {
      const { id, activeEnvironmentId } = await unwrapResult(store.workspaces.get(workspace.id));
      if (activeEnvironmentId === null) throw new Error('no environment is active');
      return unwrapResult(store.environments.get(id, activeEnvironmentId));
    },
  };
};
export type PlannedApplication = Awaited<ReturnType<typeof createPlannedApplication>>;
