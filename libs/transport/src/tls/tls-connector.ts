import { isIP } from 'node:net';
import { connect, type SecureContext } from 'node:tls';

import { lookUp, removeBrackets } from '../connection/own-servers.js';
import type { Connector } from '../proxy/through.js';

/** How connections are secured. */
export interface TlsConnectorOptions {
  readonly secureContext: SecureContext;
  readonly verify: boolean;
  /** The protocols that are offered by ALPN (RFC 7301), in order of preference. */
  readonly protocols: readonly string[];
}

/** Creates a TLS connector that can offer any protocols. undici's own can offer HTTP/2 only after HTTP/1.1. */
export const createTlsConnector =
  ({ secureContext, verify, protocols }: TlsConnectorOptions): Connector =>
  (options, callback) => {
    const { hostname, port, httpSocket } = options;
    const name = removeBrackets(hostname);
    const socket = connect({
      host: name,
      port: Number(port) || 443,
      servername: isIP(name) === 0 ? name : '',
      ...(httpSocket === undefined ? {} : { socket: httpSocket }),
      lookup: lookUp,
      secureContext,
      rejectUnauthorized: verify,
      ALPNProtocols: [...protocols],
    });
    socket.setKeepAlive(true, 60_000);
    socket
      .once('secureConnect', () => callback(null, socket))
      .on('error', (error: Error) => callback(error, null));
    return socket;
  };
