import type { IncomingMessage } from 'node:http';

import { foreign } from '@tandem/http';

type Head = Pick<IncomingMessage, 'headers'>;

/**
 * Why a request does not come from the page itself, or undefined when it may. Stricter than for the other
 * servers: a page on another port of this machine counts as the same site, so the port has to match too.
 */
export const strange = (request: Head, port: number): string | undefined => {
  const { host = '', origin } = request.headers;
  const why = foreign(request as IncomingMessage);
  if (why !== undefined) return why;
  if (Number(new URL(`http://${host}`).port || 80) !== port) return 'The Host header names another port.';
  return origin === undefined || origin === `http://${host}`
    ? undefined
    : 'Requests from other origins are refused.';
};

/** Whether a WebSocket is asked for by the page itself; a browser always says the origin. */
export const isOwnSocket = (request: Head, port: number): boolean =>
  strange(request, port) === undefined && request.headers.origin !== undefined;
