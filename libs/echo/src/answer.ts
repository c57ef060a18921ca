import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** Writes an answer in one go: a flat list of headers costs node the least, and one string is one write. */
export const writeJson = (
  response: ServerResponse,
  status: number,
  text: string,
  cors: readonly string[],
  more: readonly string[] = [],
): void => {
  if (response.destroyed || response.headersSent) return;
  const close = isHeld(response.req) ? ['Connection', 'close'] : [];
  const common = [
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'no-store',
    ...cors,
    ...more,
    ...close,
  ];
  if (bodiless.has(status)) {
    response.writeHead(status, status === 205 ? ['Content-Length', '0', ...common] : common).end();
    return;
  }
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    length,
    ...common,
  ]);
  response.end(text);
};
