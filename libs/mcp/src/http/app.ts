import type { IncomingMessage, ServerResponse } from 'node:http';

import Router from '@koa/router';
import type { Changes } from '@tandem/core';
import { createBudget } from '@tandem/http';
import type { RpcServer } from '@tandem/rpc';
import Koa from 'koa';

import { type BindingOptions, openBinding } from '../sdk1/binding.js';
import { countBodies } from './body.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { failures, guard, koaFailure, type McpGuardOptions } from './guard.js';
import { inProcess } from '../catalogue/in-process.js';
import { instructions } from '../catalogue/instructions.js';
import { openModern } from '../sdk2/endpoint.js';
import { type About, elsewhere, get, remove } from './other-requests.js';
import { post } from './post.js';
import { promptsOf } from '../catalogue/prompts.js';
import { resourcesOf } from '../catalogue/resources.js';
import { type Servers, serversFor } from '../servers.js';
import { type ToolSet, toolsOf } from '../catalogue/tools.js';

export interface McpAppOptions extends McpGuardOptions, BindingOptions {
  /** Of what is changed, clients with a stream are told. */
  readonly changes?: Changes;
  /** How many bytes all bodies in flight may take together; default 256 MiB. Beyond it the answer is 503. */
  readonly maxBodiesInFlight?: number;
}

/** MCP over HTTP, to be mounted at the root of a server. */
export interface McpApp {
  readonly callback: () => (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Ends the streams, which a server that closes would wait for; running calls go on. */
  readonly endStreams: () => void;
  /** Cancels what is running. */
  readonly close: () => Promise<void>;
}

/** The binding over any servers of the SDKs. */
export const createServersApp = async (
  { older, newer, bus, publish, hide }: Servers,
  about: About,
  options: McpAppOptions,
): Promise<McpApp> => {
  const binding = await openBinding(older, options);
  const { silenceMs, keepAliveMs } = binding;
  const modern = openModern({ newer, bus, hide, silenceMs, keepAliveMs });
  const deafen = options.changes?.subscribe((change) => {
    binding.hear(change);
    publish?.(change);
  });
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  router.post('/', post(binding, modern));
  router.get('/', get(binding, about));
  router.delete('/', remove(binding));
  app.on('error', koaFailure(options.log));
  app.use(failures(options.log));
  app.use(guard(options));
  app.use(countBodies(createBudget(options.maxBodiesInFlight)));
  app.use(router.routes());
  app.use(elsewhere);
  return {
    callback: () => app.callback(),
    endStreams: binding.endStreams,
    close: async () => {
      deafen?.();
      await Promise.all([binding.close(), modern.close()]);
    },
  };
};

/** MCP over HTTP for what is in `catalogue`. */
export const createCatalogueApp = (catalogue: Catalogue, options: McpAppOptions): Promise<McpApp> => {
  const { name, version, tools } = catalogue;
  return createServersApp(
    serversFor(catalogue, options.log),
    { name, version, tools: tools.length },
    options,
  );
};

export interface ProductOptions extends McpAppOptions {
  readonly version: string;
  /** Default `all`. */
  readonly tools?: ToolSet;
}

/** What the product offers: the RPC methods as tools, and resources. */
export const productOf = (
  rpc: RpcServer,
  { version, tools }: Pick<ProductOptions, 'version' | 'tools'>,
): Catalogue => {
  const client = inProcess(rpc);
  return {
    name: 'tandem',
    title: 'Tandem',
    version,
    instructions,
    tools: toolsOf(client, tools),
    resources: resourcesOf(client),
    prompts: promptsOf(client),
    ...(rpc.hide ? { hide: rpc.hide } : {}),
  };
};

/** The product over MCP. */
export const createMcpApp = (rpc: RpcServer, options: ProductOptions): Promise<McpApp> =>
  createCatalogueApp(productOf(rpc, options), { changes: rpc.changes, ...options });
