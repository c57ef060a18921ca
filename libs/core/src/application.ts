import type { Ports } from './ports/ports.js';
import type { CallContext } from './usecases/execute.js';
import { executeGraphql, executeRest } from './usecases/execute.js';
import {
  createGraphql,
  deleteGraphql,
  getGraphql,
  listGraphql,
  updateGraphql,
} from './usecases/graphql-requests.js';
import {
  createRest,
  deleteRest,
  getRest,
  listRest,
  updateRest,
  updateRestScript,
} from './usecases/rest-requests.js';
import { activeWorkspace, getWorkspace, listWorkspaces, openWorkspace } from './usecases/workspaces.js';

export type { CallContext } from './usecases/execute.js';

/** A context for callers that neither watch nor cancel. */
export const quietly = (): CallContext => ({
  signal: new AbortController().signal,
  progress: () => undefined,
});

/** Every use case, closed over its ports: what the interfaces call and libraries import. */
export const createApplication = (ports: Ports) => ({
  workspaces: {
    list: listWorkspaces(ports),
    active: activeWorkspace(ports),
    get: getWorkspace(ports),
    open: openWorkspace(ports),
  },
  rest: {
    list: listRest(ports),
    get: getRest(ports),
    create: createRest(ports),
    update: updateRest(ports),
    updateScript: updateRestScript(ports),
    execute: executeRest(ports),
    remove: deleteRest(ports),
  },
  graphql: {
    list: listGraphql(ports),
    get: getGraphql(ports),
    create: createGraphql(ports),
    update: updateGraphql(ports),
    execute: executeGraphql(ports),
    remove: deleteGraphql(ports),
  },
});
export type Application = ReturnType<typeof createApplication>;
