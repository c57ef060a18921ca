import type { IncomingMessage } from 'node:http';

import { forwarded } from '../target.js';

/** A node of `Forwarded` (RFC 7239 6) or `X-Forwarded-For` without its port and brackets. */
const withoutPort = (node: string): string =>
  /^\[([^\]]*)\](?::\w+)?$/.exec(node)?.[1] ?? /^([\d.]+):\w+$/.exec(node)?.[1] ?? node;

/** The client's address; an IPv4 one that came over an IPv6 socket is shown as IPv4. */
export const clientAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const told = trustProxy ? forwarded(request).address : undefined;
  const address = told === undefined ? (request.socket.remoteAddress ?? '') : withoutPort(told);
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
};
