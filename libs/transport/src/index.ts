import type { HttpTransport } from '@tandem/core';

import { createAttempts } from './attempt.js';
import { createDigests } from './auth/digest.js';
import { openJar } from './cookies/cookie-jar.js';
import { parseResponseCookies } from './cookies/cookies.js';
import { decompress } from './response/decompress.js';
import { createNetworks } from './connection/networks.js';
import type { IsOwnPort } from './connection/own-servers.js';
import { findProxy, type Variables } from './proxy/proxy.js';
import { send } from './send.js';
import { write } from './request/write.js';

/** A transport whose connections stay open until it is closed. */
export interface Transport extends HttpTransport {
  /** Closes all connections. */
  readonly close: () => Promise<void>;
}

/** Options for creating a transport. */
export interface TransportOptions {
  /** Maximum number of connections to an origin at a time. Default: 256. */
  readonly connections?: number;
  /** How long a connection without a request stays open, in milliseconds. Default: 4,000. */
  readonly keepAliveMs?: number;
  /** Maximum size of the headers of a response, in bytes. Default: 262,144. */
  readonly maxHeaderBytes?: number;
  /** Whether one of Tandem's own servers listens on a local port. Requests to such a port are refused. Default: none does. */
  readonly isOwnPort?: IsOwnPort;
  /** The environment variables from which the system's proxies are read. Default: those of the process. */
  readonly variables?: Variables;
}

/** Creates an HTTP transport on undici: a pool of keep-alive connections, with a timeout and limits for each request. */
export const createTransport = (options: TransportOptions = {}): Transport => {
  const isOwnPort = options.isOwnPort ?? (() => false);
  const maxHeaderBytes = options.maxHeaderBytes ?? 262_144;
  const attempts = createAttempts(maxHeaderBytes);
  const digests = createDigests();
  const networks = createNetworks(isOwnPort, attempts, {
    connections: options.connections ?? 256,
    keepAliveMs: options.keepAliveMs ?? 4_000,
    maxHeaderBytes,
  });
  return {
    send: (request, sendOptions) => () => {
      const proxyOf = (url: string) => findProxy(sendOptions.proxy, url, options.variables ?? process.env);
      const networkFor = (url: string) => networks.for(sendOptions.tls, proxyOf(url));
      return send({ networkFor, digests }, request, sendOptions);
    },
    write: (request, given) => {
      const proxyOf = (url: string) => findProxy(given.proxy, url, options.variables ?? process.env);
      return write({ isOwnPort, digests, proxyOf }, request, given);
    },
    decompress,
    cookiesOf: parseResponseCookies,
    openJar,
    close: networks.close,
  };
};
