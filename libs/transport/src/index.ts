import type { HttpTransport } from '@tandem/core';
import { Agent } from 'undici';

import { check } from './ask.js';
import { createAttempts } from './attempt.js';
import { createConnecting } from './connecting.js';
import { openJar } from './cookie-jar.js';
import { cookiesOf } from './cookies.js';
import { decompress } from './decompress.js';
import type { IsOwnPort } from './own-servers.js';
import { send } from './send.js';

/** A transport that keeps connections open until it is closed. */
export interface Transport extends HttpTransport {
  /** Closes every connection. */
  readonly close: () => Promise<void>;
}

export interface TransportOptions {
  /** Maximum number of simultaneous connections per origin; default 256. */
  readonly connections?: number;
  /** How long an idle connection is kept open, in milliseconds; default 4,000. */
  readonly keepAliveMs?: number;
  /** Maximum size of the response headers, in bytes; default 262,144. */
  readonly maxHeaderBytes?: number;
  /** Tells which local ports belong to Tandem's own servers; requests to them are refused. Default: none. */
  readonly isOwnPort?: IsOwnPort;
}

/** HTTP over undici: a pool of keep-alive connections, with timeouts and limits per request. */
export const createTransport = (options: TransportOptions = {}): Transport => {
  const isOwnPort = options.isOwnPort ?? (() => false);
  const maxHeaderBytes = options.maxHeaderBytes ?? 262_144;
  const attempts = createAttempts(maxHeaderBytes);
  const connecting = createConnecting(isOwnPort, attempts.watch);
  const open = () =>
    new Agent({
      connections: options.connections ?? 256,
      keepAliveTimeout: options.keepAliveMs ?? 4_000,
      maxHeaderSize: maxHeaderBytes,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connecting.connect,
    });
  const pool = open();
  const others = new Set<Agent>();
  const fresh = () => {
    const agent = open();
    others.add(agent);
    // Waits for its only request.
    const leave = () => void agent.close().then(() => others.delete(agent));
    return { dispatcher: agent, leave };
  };
  const network = { pool, fresh, connecting, attempts, isOwnPort };
  return {
    send: (request, sendOptions) => () => send(network, request, sendOptions),
    check: check(isOwnPort),
    decompress,
    cookiesOf,
    openJar,
    close: async () => {
      await Promise.all([pool, ...others].map((agent) => agent.destroy()));
    },
  };
};
