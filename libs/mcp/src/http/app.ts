import type { IncomingMessage, ServerResponse } from 'node:http';

import Router from '@koa/router';
import { createBudget } from '@tandem/node/http';
import type { RpcServer } from '@tandem/rpc';
import Koa from 'koa';

import { openBinding } from '../sdk1/binding.js';
import { countBodies } from './body.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { answerFailures, guard, createKoaErrorHandler } from './guard.js';
import { createPresence, type Presence } from '../catalogue/presence.js';
import { createResourceChanges } from '../resources/resource-changes.js';
import { createProduct, type ProductOptions } from '../catalogue/product.js';
import { openSdk2Endpoint } from '../sdk2/endpoint.js';
import type { About, McpAppOptions } from './options.js';
import { endpointPaths, refuseOtherRequest, answerGet, endSession } from './other-requests.js';
import { answerPost } from './post.js';
import { type Servers, createServers } from '../servers.js';

/** MCP over HTTP, to be mounted at the root of a server. */
export interface McpApp {
  readonly callback: () => (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Ends the open event streams so that the server can close. Running calls continue. */
  readonly endStreams: () => void;
  /** Cancels running calls. */
  readonly close: () => Promise<void>;
}

/** An MCP application that also records which clients use it. */
export interface PresentApp extends McpApp {
  readonly clients: Presence['clients'];
}

/** Serves MCP over HTTP for any servers of the two SDKs. */
export const createServersApp = async (
  { publish, ...servers }: Servers,
  about: About,
  options: McpAppOptions,
): Promise<McpApp> => {
  const binding = await openBinding(servers.sdk1, options);
  const { silenceMs, keepAliveMs } = binding;
  const sdk2 = openSdk2Endpoint({ ...servers, silenceMs, keepAliveMs });
  const unsubscribe = options.changes?.subscribe((change) => {
    binding.onChange(change);
    publish?.(change);
  });
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  router.post(endpointPaths, answerPost(binding, sdk2));
  router.get(endpointPaths, answerGet(binding, about));
  router.delete(endpointPaths, endSession(binding));
  app.on('error', createKoaErrorHandler(options.log));
  app.use(answerFailures(options.log));
  app.use(guard(options));
  app.use(countBodies(createBudget(options.maxBodiesInFlight)));
  app.use(router.routes());
  app.use(refuseOtherRequest);
  return {
    callback: () => app.callback(),
    endStreams: binding.endStreams,
    close: async () => {
      unsubscribe?.();
      await Promise.all([binding.close(), sdk2.close()]);
    },
  };
};

/** Serves MCP over HTTP for a catalogue. */
export const createCatalogueApp = (catalogue: Catalogue, options: McpAppOptions): Promise<McpApp> => {
  const { name, version, tools } = catalogue;
  return createServersApp(
    createServers(catalogue, options.log),
    { name, version, tools: tools.filter(({ isListed = true }) => isListed).length },
    options,
  );
};

/** Serves MCP over HTTP for Tandem's catalogue. */
export const createMcpApp = async (
  rpc: RpcServer,
  options: McpAppOptions & ProductOptions,
): Promise<PresentApp> => {
  const presence = createPresence();
  const catalogue = { ...createProduct(rpc, options), presence };
  const app = await createCatalogueApp(catalogue, { changes: createResourceChanges(rpc), ...options });
  return { ...app, clients: presence.clients };
};
