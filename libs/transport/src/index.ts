import type { HttpTransport } from '@tandem/core';
import { Agent } from 'undici';

import { createConnecting } from './connecting.js';
import { cookiesOf } from './cookies.js';
import type { IsOwnPort } from './own-servers.js';
import { send } from './send.js';

/** A transport that holds sockets until it is closed. */
export interface Transport extends HttpTransport {
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

export interface TransportOptions {
  /** Connections to one origin at the same time; default 256. */
  readonly connections?: number;
  /** How long an idle connection is kept, in milliseconds; default 4,000. */
  readonly keepAliveMs?: number;
  /** The most bytes of response headers; default 262,144. */
  readonly maxHeaderBytes?: number;
  /** Ports of this machine on which Tandem's own servers listen; requests to them are refused. Default: none. */
  readonly isOwnPort?: IsOwnPort;
}

/** HTTP over undici: one pool of kept-alive connections, deadlines and limits a request. */
export const createTransport = (options: TransportOptions = {}): Transport => {
  const isOwnPort = options.isOwnPort ?? (() => false);
  const connecting = createConnecting(isOwnPort);
  const agent = new Agent({
    connections: options.connections ?? 256,
    keepAliveTimeout: options.keepAliveMs ?? 4_000,
    maxHeaderSize: options.maxHeaderBytes ?? 262_144,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connecting.connect,
  });
  return {
    send: (request, sendOptions) => () =>
      send({ dispatcher: agent, connecting, isOwnPort }, request, sendOptions),
    cookiesOf,
    close: () => agent.destroy(),
  };
};
