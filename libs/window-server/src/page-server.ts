import { stringifyJson } from '@tandem/core/codec';
import {
  type Budget,
  createBudget,
  type Handler,
  isDisconnect,
  keepPort,
  listen,
  listenAgain,
  type ListeningServer,
  BudgetExceededError,
  findForeignReason,
} from '@tandem/node/http';
import { attachRpcSockets, type RpcLog, createRpcOverHttp, type RpcServer } from '@tandem/rpc';
import { keyPath, socketProtocol, type Status } from '@tandem/window';
import Koa, { type Context, type Next } from 'koa';
import type { IncomingMessage } from 'node:http';
import type { Application } from '@tandem/application';
import { E } from '@tandem/core/fp';

import { respondWithError, readValue } from './routes.js';
import { handleSessionCall, createPageSession, type PageSession } from './session.js';
import { servePageFiles } from './page-files.js';
import type { PreferencesFile, UnsavedFile } from './page-storage.js';

type RequestHead = Pick<IncomingMessage, 'headers'>;

/**
 * Returns why a request cannot come from the page itself; undefined if it may. This is stricter than for the other servers: a
 * page on another port of this machine counts as the same site, so the port has to match too.
 */
export const findCrossOriginRefusal = (request: RequestHead, port: number): string | undefined => {
  const { host = '', origin } = request.headers;
  const why = findForeignReason(request as IncomingMessage);
  if (why !== undefined) return why;
  if (Number(new URL(`http://${host}`).port || 80) !== port)
    return 'The Host header has a different port. Use the address that Tandem printed.';
  return origin === undefined || origin === `http://${host}`
    ? undefined
    : 'Requests from other origins are refused.';
};

/** Returns why a call cannot come from the page itself, which always sends its origin; undefined if it may. */
export const findCrossOriginCallRefusal = (request: RequestHead, port: number): string | undefined =>
  request.headers.origin === undefined
    ? "Send the page's address, without a path, as the Origin header."
    : findCrossOriginRefusal(request, port);

export interface PageServer extends ListeningServer {
  /** The page's URL with a token in its fragment, which never reaches a server or a log. */
  readonly pageUrl: string;
  /** Returns the page's URL with a single-use token in its fragment. */
  readonly ticketUrl: () => string;
}

export interface PageServerOptions {
  readonly rpc: RpcServer;
  readonly status: () => Promise<Status>;
  readonly preferences: PreferencesFile;
  readonly unsaved: UnsavedFile;
  /** Handles `/body`, which returns the stored bodies of responses. */
  readonly body: (ctx: Context) => Promise<void>;
  /** Handles `/files`, which adds files to the active workspace. */
  readonly files: (ctx: Context) => Promise<void>;
  /** Handles `/raise`, which requires its own key instead of the session. */
  readonly raise: (ctx: Context) => Promise<void>;
  /** The port to listen on. 0 means the port of the previous start if it is free, otherwise any port. */
  readonly port: number;
  /** The key with which pages that were opened before this start resume their session. */
  readonly key: Uint8Array;
  /** The file that stores the port of the previous start. */
  readonly portFile: string;
  /** Called with errors that are bugs in Tandem. */
  readonly log: RpcLog;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The policy for the document that shows external HTML: only inline styles and embedded images are allowed. */
const previewPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');

const getLocalPort = (ctx: Context): number => ctx.req.socket.localPort ?? 0;

const setSecurityHeaders = async (ctx: Context, next: Next): Promise<void> => {
  ctx.set({
    'Content-Security-Policy': ctx.path === '/preview.html' ? previewPolicy : policy,
    // A policy does not stop a browser from resolving the host names of links.
    'X-DNS-Prefetch-Control': 'off',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
  const why = findCrossOriginRefusal(ctx.req, getLocalPort(ctx));
  if (why === undefined) await next();
  else respondWithError(ctx, 403, why);
};

/** Maximum size of preferences and of unsaved edits, in bytes. */
const maxBodyBytes = { preferences: 262_144, unsaved: 64 * 1024 * 1024 } as const;

const servePreferences = async (ctx: Context, preferences: PreferencesFile): Promise<void> => {
  if (ctx.method !== 'PUT') ctx.body = await preferences.read();
  else if ((await preferences.write(await readValue(ctx, maxBodyBytes.preferences))) !== undefined)
    ctx.status = 204;
  else respondWithError(ctx, 400, 'The body is not valid preferences of the page.');
};

/** Serves the edits that pages could not save yet. They may be long, so they have a size limit of their own. */
const serveUnsaved = async (ctx: Context, unsaved: UnsavedFile): Promise<void> => {
  if (ctx.method !== 'PUT') {
    ctx.type = 'json';
    ctx.body = stringifyJson(await unsaved.read());
  } else if (await unsaved.change(await readValue(ctx, maxBodyBytes.unsaved))) ctx.status = 204;
  else respondWithError(ctx, 400, 'The body is not valid unsaved edits.');
};

/** Counts the size of a request body by its announced length, or as the maximum if there is none. */
const countBodyBytes = (ctx: Context, bodies: Budget): boolean => {
  const { 'content-length': length, 'transfer-encoding': coding } = ctx.req.headers;
  try {
    bodies.open(ctx.req, ctx.res).take(coding === undefined ? Number(length ?? 0) : maxBodyBytes.unsaved);
    return true;
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    ctx.set('Retry-After', '1');
    respondWithError(ctx, 503, error.message);
    return false;
  }
};

type Route = (ctx: Context, next: Next) => unknown;

/** The path that accepts files, which are streamed and take no memory. */
const filesPath = '/files';

/** The path of RPC, by POST and by WebSocket. */
const callPath = '/rpc';

/** Returns why a request may not use a route that requires the session; undefined if it may. */
const findRefusal = (
  ctx: Context,
  session: PageSession,
): readonly [status: number, why: string] | undefined => {
  const why = ctx.path === callPath ? findCrossOriginCallRefusal(ctx.req, getLocalPort(ctx)) : undefined;
  if (why !== undefined) return [403, why];
  return session.isAuthorized(ctx.req, getLocalPort(ctx))
    ? undefined
    : [401, 'Open the address that Tandem printed.'];
};

/**
 * Checks access. `/session` and `/session/resume` issue the cookie and the proof that all other routes except `/raise` require. Everyone
 * on this machine can read the page's files.
 */
const createGate =
  (
    session: PageSession,
    bodies: Budget,
    raise: PageServerOptions['raise'],
    routes: ReadonlyMap<string, Route>,
  ) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const route = routes.get(ctx.path);
    const refusal = route && findRefusal(ctx, session);
    if (await handleSessionCall(ctx, session, getLocalPort(ctx))) return;
    if (ctx.path === '/raise') await raise(ctx);
    else if (route === undefined) await next();
    else if (refusal !== undefined) respondWithError(ctx, ...refusal);
    else if (ctx.path === filesPath || countBodyBytes(ctx, bodies)) await route(ctx, next);
  };

/**
 * Listens on the previous port if possible. Then an open page finds the server again, and the browser finds the data that it stores for
 * the origin.
 */
const listenOn = async (app: Koa, port: number, portFile: string): Promise<ListeningServer> => {
  const callback = app.callback();
  const handle: Handler = (request, response) => void callback(request, response);
  if (port !== 0) return listen(handle, { port });
  const listening = await listenAgain(handle, portFile);
  await keepPort(portFile, listening.port);
  return listening;
};

/**
 * Serves the window's page on 127.0.0.1, and its RPC on `/rpc`: by WebSocket, and by POST for scripts.
 * @throws the socket's error, such as EADDRINUSE, or that the page is not built
 */
export const startPageServer = async (options: PageServerOptions): Promise<PageServer> => {
  const { rpc, status, preferences, unsaved, body, files, raise, key, port, portFile, log } = options;
  const session = createPageSession(key);
  const app = new Koa();
  const routes = new Map<string, Route>([
    ['/status', async (ctx) => (ctx.body = await status())],
    ['/preferences', (ctx) => servePreferences(ctx, preferences)],
    ['/unsaved', (ctx) => serveUnsaved(ctx, unsaved)],
    ['/body', body],
    [filesPath, files],
    [keyPath, (ctx) => (ctx.body = { key: session.key })],
    [callPath, createRpcOverHttp(rpc)],
  ]);
  app
    .use(setSecurityHeaders)
    .use(createGate(session, createBudget(), raise, routes))
    .use(servePageFiles());
  app.on('error', (error: unknown) => {
    if (!isDisconnect(error)) log.error({ err: error }, 'internal error of the page server');
  });
  const listening = await listenOn(app, port, portFile);
  const sockets = attachRpcSockets(listening.server, rpc, {
    path: callPath,
    protocol: socketProtocol,
    authorize: (request) =>
      findCrossOriginCallRefusal(request, listening.port) === undefined &&
      session.isAuthorized(request, listening.port),
  });
  const addressWith = (token: string): string => `${listening.url}/#token=${token}`;
  return {
    ...listening,
    pageUrl: addressWith(session.token),
    ticketUrl: () => addressWith(session.ticket()),
    close: async (graceMs) => {
      sockets.close();
      await listening.close(graceMs);
    },
  };
};

/** Reads the active workspace and environment, and adds the fields that never change while the application runs. */
export const readStatus =
  (
    application: Application,
    fixed: Pick<Status, 'version' | 'mcp' | 'echo'>,
    agents: () => Status['agents'],
  ) =>
  async (): Promise<Status> => {
    const outcome = await application.workspaces.get(undefined)();
    if (E.isLeft(outcome)) return { ...fixed, agents: agents(), workspace: null, environment: null };
    const { id, name, path, environments } = outcome.right;
    const environment = environments.find(({ active }) => active)?.name ?? null;
    return { ...fixed, agents: agents(), workspace: { id, name, path }, environment };
  };
