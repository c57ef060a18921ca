import type { IncomingMessage } from 'node:http';

import { forwarded } from '../target.js';

/** The client's address; an IPv4 one that came over an IPv6 socket is shown as IPv4. */
export const clientAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const told = trustProxy ? forwarded(request).address : undefined;
  return (told ?? request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
};
