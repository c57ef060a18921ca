import Router from '@koa/router';
import { foreign, type GuardOptions } from '@tandem/http';
import type { RpcServer } from '@tandem/rpc';
import Koa, { type Context, type Next } from 'koa';

import type { McpLog } from './call.js';
import type { Catalogue } from './catalogue.js';
import { inProcess } from './in-process.js';
import { instructions } from './instructions.js';
import { codes, errorFrame } from './messages.js';
import { post } from './post.js';
import { serversOf } from './protocol.js';
import { resourcesOf } from './resources.js';
import { type ToolSet, toolsOf } from './tools.js';

/** The protocol revisions that are served, newest first. */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export interface McpAppOptions extends GuardOptions {
  readonly log: McpLog;
}

const guard =
  ({ log, ...options }: McpAppOptions) =>
  async (ctx: Context, next: Next): Promise<unknown> => {
    const why = foreign(ctx.req, options);
    if (why === undefined) return next() as Promise<unknown>;
    log.warn({ host: ctx.get('host'), origin: ctx.get('origin') }, why);
    ctx.status = 403;
    ctx.body = errorFrame(null, codes.refused, why);
    return undefined;
  };

/** What is thrown on the way is a defect: logged, never shown. */
const failures =
  ({ log }: McpAppOptions) =>
  async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (ctx.req.destroyed && !ctx.res.writable) return;
      log.error({ err: error }, 'internal error');
      ctx.status = 500;
      ctx.body = errorFrame(null, -32603, 'Internal error');
    }
  };

const health = (catalogue: Catalogue) => {
  const began = performance.now();
  return (ctx: Context): void => {
    if (ctx.get('accept').toLowerCase().includes('text/event-stream')) {
      ctx.status = 405;
      ctx.set('Allow', 'POST, GET');
      ctx.body = errorFrame(null, codes.refused, 'There is no event stream here; POST answers in JSON');
      return;
    }
    ctx.body = {
      name: catalogue.name,
      version: catalogue.version,
      status: 'ok',
      transport: 'streamable-http',
      protocolVersions,
      tools: catalogue.tools.length,
      uptimeSeconds: Math.round((performance.now() - began) / 1_000),
    };
  };
};

const elsewhere = (ctx: Context): void => {
  if (ctx.path === '/') {
    ctx.status = 405;
    ctx.set('Allow', 'GET, HEAD, POST');
    ctx.body = errorFrame(null, codes.refused, 'Use POST for JSON-RPC and GET for health');
    return;
  }
  ctx.status = 404;
  ctx.body = errorFrame(null, codes.methodNotFound, 'Method not found: the endpoint is the root path /');
};

/** A Koa application that serves `catalogue` over MCP's Streamable HTTP at `/`. */
export const createCatalogueApp = (catalogue: Catalogue, options: McpAppOptions): Koa => {
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  router.post('/', post(serversOf(catalogue, options.log)));
  router.get('/', health(catalogue));
  app.use(failures(options));
  app.use(guard(options));
  app.use(router.routes());
  app.use(elsewhere);
  return app;
};

/** The product's MCP application: the RPC methods as tools. */
export const createMcpApp = (
  rpc: RpcServer,
  options: McpAppOptions & { readonly version: string; readonly tools?: ToolSet },
): Koa => {
  const client = inProcess(rpc);
  const [tools, resources] = [toolsOf(client, options.tools), resourcesOf(client)];
  return createCatalogueApp(
    { name: 'tandem', title: 'Tandem', version: options.version, instructions, tools, resources },
    options,
  );
};
