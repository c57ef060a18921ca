import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParameterizedContext } from 'koa';
import type { EchoSettings } from './options.js';

const pendingContinues = new WeakMap<IncomingMessage, ServerResponse>();

/** Holds `100 Continue` back until the server reads the body, so that a refused body is never sent. */
export const holdContinue = (request: IncomingMessage, response: ServerResponse): void => {
  pendingContinues.set(request, response);
};

/** Whether the client is still waiting for `100 Continue`, and therefore not sending its body. */
const isAwaitingContinue = (request: IncomingMessage): boolean => pendingContinues.has(request);

/** Sends `100 Continue` if the client is waiting for it. */
export const sendContinue = (request: IncomingMessage): void => {
  pendingContinues.get(request)?.writeContinue();
  pendingContinues.delete(request);
};

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates the CORS headers of every response. A page of any origin may read the response, but may only send cookies if the settings
 * allow it.
 */
export const createCorsHeaders = (
  { headers }: IncomingMessage,
  { corsCredentials }: EchoSettings,
): readonly string[] =>
  corsCredentials && headers.origin !== undefined
    ? [
        'Access-Control-Allow-Origin',
        headers.origin,
        'Access-Control-Allow-Credentials',
        'true',
        'Vary',
        'Origin',
      ]
    : ['Access-Control-Allow-Origin', '*'];

/** Whether a browser sends a preflight request (WHATWG Fetch, CORS-preflight request). */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Creates the additional headers with which an `OPTIONS` response answers a preflight too. */
export const createPreflightHeaders = ({ headers }: IncomingMessage): readonly string[] => [
  'Access-Control-Allow-Methods',
  'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  headers['access-control-request-headers'] ?? '*',
  'Access-Control-Max-Age',
  '600',
];

/** Creates the headers of every response that do not describe its body. Names and values alternate. */
const createCommonHeaders = (
  request: IncomingMessage,
  cors: readonly string[],
  more: readonly string[],
): readonly string[] => {
  const close = isAwaitingContinue(request) ? ['Connection', 'close'] : [];
  return ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store', ...cors, ...more, ...close];
};

const type = 'application/json; charset=utf-8';

/** Responds through Koa. Drops `text` for a status without a body. */
export const answerJson = (
  ctx: ParameterizedContext,
  status: number,
  text: string,
  cors: readonly string[],
  more: readonly string[] = [],
): void => {
  ctx.status = status;
  const headers = createCommonHeaders(ctx.req, cors, more);
  if (!bodiless.has(status)) {
    ctx.set('Content-Type', type);
    ctx.body = text;
  }
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
  if (status === 205) {
    // Koa removes the length. Without it, Node would close the connection to end the response.
    ctx.length = 0;
    ctx.flushHeaders();
  }
};

/** Responds without Koa; the status must allow a body. */
export const writeJson = (
  response: ServerResponse,
  status: number,
  text: string,
  cors: readonly string[],
  more: readonly string[] = [],
): void => {
  if (response.destroyed || response.headersSent) return;
  const length = String(Buffer.byteLength(text));
  const common = createCommonHeaders(response.req, cors, more);
  response.writeHead(status, ['Content-Type', type, 'Content-Length', length, ...common]).end(text);
};
