import type { IncomingMessage } from 'node:http';

import { findForeignReason } from '@tandem/node/http';

type Head = Pick<IncomingMessage, 'headers'>;

/**
 * Why a request is not from the page itself; undefined if it may be. Stricter than for the other servers: a page on another
 * port of this machine counts as the same site, so the port has to match too.
 */
export const crossOriginRefusal = (request: Head, port: number): string | undefined => {
  const { host = '', origin } = request.headers;
  const why = findForeignReason(request as IncomingMessage);
  if (why !== undefined) return why;
  if (Number(new URL(`http://${host}`).port || 80) !== port)
    return 'The Host header has a different port. Use the address that Tandem printed.';
  return origin === undefined || origin === `http://${host}`
    ? undefined
    : 'Requests from other origins are refused.';
};

/** Why a call is not from the page itself, which always sends its origin; undefined if it may be. */
export const crossOriginCallRefusal = (request: Head, port: number): string | undefined =>
  request.headers.origin === undefined
    ? "Send the page's address, without a path, as the Origin header."
    : crossOriginRefusal(request, port);
