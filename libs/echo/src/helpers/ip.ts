import type { IncomingMessage } from 'node:http';

import { parseForwarded } from '../target.js';

/** Removes the port and brackets of a node in `Forwarded` (RFC 7239, section 6) or `X-Forwarded-For`. */
const removePort = (node: string): string =>
  /^\[([^\]]*)\](?::\w+)?$/.exec(node)?.[1] ?? /^([\d.]+):\w+$/.exec(node)?.[1] ?? node;

/** The client's address. An IPv4 address on an IPv6 socket is shown as IPv4. */
export const getClientAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const reported = trustProxy ? parseForwarded(request).address : undefined;
  const address = reported === undefined ? (request.socket.remoteAddress ?? '') : removePort(reported);
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
};
