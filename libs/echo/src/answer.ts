import type { IncomingMessage, ServerResponse } from 'node:http';

import type { ParameterizedContext } from 'koa';

import { isHeld } from './continue.js';
import type { EchoSettings } from './options.js';

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The CORS headers of every answer: any page may read it, none may send cookies unless the settings say so. */
export const corsHeaders = (
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

/** Whether a browser asks for leave (WHATWG Fetch, CORS-preflight request). */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** What an `OPTIONS` answer adds, so that it is a preflight's too. */
export const preflightHeaders = ({ headers }: IncomingMessage): readonly string[] => [
  'Access-Control-Allow-Methods',
  'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  headers['access-control-request-headers'] ?? '*',
  'Access-Control-Max-Age',
  '600',
];

/** The headers of every answer that are not about its body, names and values in turn. */
const commonHeaders = (
  request: IncomingMessage,
  cors: readonly string[],
  more: readonly string[],
): readonly string[] => {
  const close = isHeld(request) ? ['Connection', 'close'] : [];
  return ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store', ...cors, ...more, ...close];
};

const type = 'application/json; charset=utf-8';

/** Answers by Koa. A status that has no body drops `text`. */
export const answerJson = (
  ctx: ParameterizedContext,
  status: number,
  text: string,
  cors: readonly string[],
  more: readonly string[] = [],
): void => {
  ctx.status = status;
  const headers = commonHeaders(ctx.req, cors, more);
  if (!bodiless.has(status)) {
    ctx.set('Content-Type', type);
    ctx.body = text;
  }
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
  if (status === 205) {
    // Koa takes the length off, and Node would end the connection to end the response.
    ctx.length = 0;
    ctx.flushHeaders();
  }
};

/** Answers without Koa, with a status that has a body. */
export const writeJson = (
  response: ServerResponse,
  status: number,
  text: string,
  cors: readonly string[],
  more: readonly string[] = [],
): void => {
  if (response.destroyed || response.headersSent) return;
  const length = String(Buffer.byteLength(text));
  const common = commonHeaders(response.req, cors, more);
  response.writeHead(status, ['Content-Type', type, 'Content-Length', length, ...common]).end(text);
};
