import type { Socket } from 'node:net';

import type { SecureContext } from 'node:tls';

import { buildConnector } from 'undici';

import type { ConnectionOpening } from '../attempt.js';
import { type IsOwnPort, isOwnServer, lookUp, OwnServerRefusal } from './own-servers.js';
import type { Proxy } from '../proxy/proxy.js';
import { type Connector, type ConnectorFor, createProxyConnectors, tunnelEvent } from '../proxy/through.js';
import { createTlsConnector } from '../tls/tls-connector.js';

/** Tracks which connections are being opened, and which requests wait for them. */
export interface ConnectionTracker {
  readonly connect: buildConnector.connector;
  /** Runs `work`, which needs a connection to `origin`. Afterwards gives up the pending connections that no request waits for. */
  readonly during: <A>(origin: string, work: () => Promise<A>) => Promise<A>;
}

/** The error by which undici learns that a pending connection was given up. A request that waits for the connection is sent again. */
export class AbandonedConnection extends Error {
  readonly code = 'CONNECTION_GIVEN_UP';
}

interface PendingConnections {
  users: number;
  readonly sockets: Set<Socket>;
}

/** Measures when each phase of opening a connection ends. The result is complete when the connection is open. */
const timeOpening = (socket: Socket): ((opened: Socket) => ConnectionOpening) => {
  const began = performance.now();
  let found: number | undefined;
  let connected: number | undefined;
  socket.once('lookup', () => {
    found = performance.now();
  });
  const connects = () => {
    connected = performance.now();
  };
  socket.once('connect', connects).once(tunnelEvent, connects);
  return (opened) => {
    const open = performance.now();
    const from = found ?? began;
    const tls = 'encrypted' in opened && connected !== undefined ? { tls: open - connected } : {};
    return {
      began,
      times: {
        ...(found === undefined ? {} : { dns: found - began }),
        connect: (connected ?? open) - from,
        ...tls,
      },
    };
  };
};

/** How the connections of one configuration use TLS. */
export interface ConnectionSecurity {
  /** @throws UnsendableError if the configuration cannot be used */
  readonly contextFor: (origin: URL) => SecureContext;
  readonly verify: boolean;
  readonly proxy?: Proxy | undefined;
  /** The protocols that are offered to servers by ALPN. Default: only HTTP/1.1. */
  readonly protocols?: readonly string[];
}

/** Creates the connector of an origin, or says why it cannot have one. */
const createConnectors = ({ contextFor, verify, protocols }: ConnectionSecurity): ConnectorFor => {
  const options = { timeout: 0, maxCachedSessions: 0, rejectUnauthorized: verify, lookup: lookUp };
  const clear = buildConnector(options) as Connector;
  return (protocol, origin) => {
    if (protocol !== 'https:') return clear;
    try {
      const secureContext = contextFor(new URL(origin));
      return protocols === undefined
        ? (buildConnector({ ...options, secureContext }) as Connector)
        : createTlsConnector({ secureContext, verify, protocols });
    } catch (error) {
      return error as Error;
    }
  };
};

/** Creates the connectors to origins: direct, or through a tunnel of the proxy. */
const createOriginConnectors = (securing: ConnectionSecurity, isOwn: IsOwnPort): ConnectorFor => {
  const { proxy, contextFor, verify } = securing;
  const straight = createConnectors(securing);
  return proxy
    ? createProxyConnectors(proxy, isOwn, straight, createConnectors({ contextFor, verify }))
    : straight;
};

/**
 * Creates a connector whose pending connections can be given up. undici acts on an abort only when it has connected, so a server that never
 * answers the TLS handshake would block the caller and the socket forever. Closes a connection to one of Tandem's own servers before
 * anything is sent. Verifies certificates unless the configuration says otherwise, regardless of NODE_TLS_REJECT_UNAUTHORIZED.
 * @param opened called with each connection before undici gets it
 */
export const createConnectionTracker = (
  isOwn: IsOwnPort,
  opened: (socket: Socket, opening: ConnectionOpening) => void,
  securing: ConnectionSecurity,
): ConnectionTracker => {
  const connectorFor = createOriginConnectors(securing, isOwn);
  const pending = new Map<string, PendingConnections>();
  const of = (origin: string): PendingConnections => {
    const known = pending.get(origin) ?? { users: 0, sockets: new Set<Socket>() };
    pending.set(origin, known);
    return known;
  };
  const settle = (origin: string, entry: PendingConnections) => {
    if (entry.users > 0) return;
    pending.delete(origin);
    for (const socket of entry.sockets) socket.destroy(new AbandonedConnection());
  };
  return {
    connect: (options, callback) => {
      const origin = `${options.protocol}//${options.host ?? options.hostname}`;
      const { sockets } = of(origin);
      const connector = connectorFor(options.protocol, origin);
      if (connector instanceof Error) {
        queueMicrotask(() => callback(connector, null));
        return;
      }
      const socket = connector(options, (...outcome: Parameters<buildConnector.Callback>) => {
        sockets.delete(socket);
        if (outcome[0] !== null) callback(...outcome);
        else if (isOwnServer(isOwn, outcome[1])) {
          outcome[1].destroy();
          callback(new OwnServerRefusal(), null);
        } else {
          opened(outcome[1], opening(outcome[1]));
          callback(...outcome);
        }
      });
      sockets.add(socket);
      const opening = timeOpening(socket);
      if (options.protocol === 'https:') {
        socket.once('connect', () => {
          if (isOwnServer(isOwn, socket)) socket.destroy(new OwnServerRefusal());
        });
      }
    },
    during: async (origin, work) => {
      const entry = of(origin);
      entry.users += 1;
      try {
        return await work();
      } finally {
        entry.users -= 1;
        settle(origin, entry);
      }
    },
  };
};
