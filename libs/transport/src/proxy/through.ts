import { request } from 'node:http';
import type { Socket } from 'node:net';
import { type Hop, listSecretAuthValues, type OutgoingRequest, type PreparedRequest } from '@tandem/core';
import type { buildConnector } from 'undici';
import { type IsOwnPort, isOwnServer, OwnServerRefusal, removeBrackets } from '../connection/own-servers.js';
import { getErrorCode } from '../errors.js';
import { toHeaderPairs, type Wire } from '../request/outgoing.js';
import { createConnectionFailure, createProxyRefusal, toSocksFailure } from './proxy-failure.js';
import type { Proxy } from './proxy.js';

/** The server to which a tunnel leads. */
interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** Formats the value of Proxy-Authorization (RFC 7617). */
export const formatProxyAuthorization = ({ credentials }: Proxy): string | undefined =>
  credentials === undefined
    ? undefined
    : `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;

/** Asks an HTTP proxy for a tunnel (RFC 9110, section 9.3.6). */
const connect = (proxy: Proxy, socket: Socket, { hostname, port }: Target): Promise<void> =>
  new Promise((resolve, reject) => {
    const authority = `${hostname}:${port}`;
    const authorization = formatProxyAuthorization(proxy);
    const asking = request({
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
      createConnection: () => socket,
    });
    asking.once('connect', ({ statusCode = 0 }, _, rest) => {
      if (statusCode < 200 || statusCode > 299) {
        reject(createProxyRefusal(proxy, statusCode, authority));
        return;
      }
      if (rest.length > 0) socket.unshift(rest);
      resolve();
    });
    asking.on('error', (error) => {
      const code = getErrorCode(error);
      reject(createConnectionFailure(proxy, code.startsWith('HPE_') ? 'HPE_INVALID' : code));
    });
    asking.end();
  });

/** Asks a SOCKS proxy (RFC 1928) for a tunnel. The proxy resolves the host. */
const openSocksTunnel = async (proxy: Proxy, socket: Socket, { hostname, port }: Target): Promise<void> => {
  const host = removeBrackets(hostname);
  const { credentials } = proxy;
  const { default: client } = await import('socks');
  try {
    await client.SocksClient.createConnection({
      proxy: {
        host: removeBrackets(proxy.hostname),
        port: proxy.port,
        type: 5,
        ...(credentials === undefined
          ? {}
          : { userId: credentials.username, password: credentials.password }),
      },
      command: 'connect',
      destination: { host, port },
      existing_socket: socket,
    });
  } catch (error) {
    throw toSocksFailure(proxy, (error as Error).message, `${hostname}:${port}`);
  }
};

/**
 * Turns a connection to a proxy into a connection to the target.
 * @throws ProxyFailure
 */
const openTunnel = (proxy: Proxy, socket: Socket, target: Target): Promise<void> =>
  (proxy.protocol === 'socks5' ? openSocksTunnel : connect)(proxy, socket, target);

// The declared type of a connector does not say that it returns the socket.
export type Connector = (...args: Parameters<buildConnector.connector>) => Socket;

/** Returns the connector for an origin, or why Tandem must not connect to it. */
export type ConnectorFor = (protocol: string, origin: string) => Connector | Error;

/** Emitted by a connection to a proxy when its tunnel to the target is open. */
export const tunnelEvent = 'tunnel';

/** Whether the proxy forwards requests to this target, rather than opening a tunnel for them. */
const isForwardedByProxy = ({ protocol }: Proxy, target: string): boolean =>
  target === 'http:' && protocol !== 'socks5';

/**
 * Changes a request that a proxy forwards to the form for that (RFC 9112, section 3.2.2), and returns any other as it is. Adds credentials
 * only if the proxy has asked for them, because other proxies would forward them to the origin.
 */
export const toForwardedWire = (wire: Wire, proxy: Proxy | undefined, asks: boolean): Wire => {
  if (proxy === undefined || !isForwardedByProxy(proxy, new URL(wire.origin).protocol)) return wire;
  const authorization = asks ? formatProxyAuthorization(proxy) : undefined;
  return {
    ...wire,
    path: wire.origin + wire.path,
    headers:
      authorization === undefined ? wire.headers : [...wire.headers, 'Proxy-Authorization', authorization],
  };
};

const listSigningKeys = ({ auth, signedWith = [] }: OutgoingRequest): Pick<PreparedRequest, 'signedWith'> => {
  const keys = [...signedWith, ...(auth === undefined ? [] : listSecretAuthValues(auth))];
  return keys.length === 0 ? {} : { signedWith: keys };
};

/** Converts a request to what its guard sees of it. */
export const toDepartingRequest = (
  outgoing: OutgoingRequest,
  { origin, path, method, headers, body }: Wire,
  hop: Hop,
  proxy: Proxy | undefined,
): PreparedRequest => ({
  hop,
  method,
  body,
  url: origin + path,
  headers: toHeaderPairs(headers),
  ...(proxy === undefined
    ? {}
    : { proxy: { ...proxy, forwards: isForwardedByProxy(proxy, new URL(origin).protocol) } }),
  ...listSigningKeys(outgoing),
});

/** Whether a response comes from the proxy that forwards requests, rather than from the origin. */
export const isProxyResponse = (status: number, url: string, proxy: Proxy | undefined): proxy is Proxy =>
  status === 407 && proxy !== undefined && isForwardedByProxy(proxy, new URL(url).protocol);

/** The error with which a connection was given up. Undefined if it was not. What still runs on the connection fails with other errors. */
const findAbandonError = ({ errored }: Socket): Error | undefined =>
  errored && getErrorCode(errored) === 'CONNECTION_GIVEN_UP' ? errored : undefined;

const getPort = ({ port, protocol }: Parameters<Connector>[0]): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

/**
 * Creates connectors that go through a proxy. They return the connection to the proxy, so that it can be given up.
 * @param connectorFor the connectors that go directly to an origin
 * @param proxyConnectorFor the connectors to the proxy itself
 */
export const createProxyConnectors =
  (
    proxy: Proxy,
    isOwn: IsOwnPort,
    connectorFor: ConnectorFor,
    proxyConnectorFor: ConnectorFor,
  ): ConnectorFor =>
  (protocol, origin) => {
    const scheme = proxy.protocol === 'https' ? 'https:' : 'http:';
    const address = `${proxy.hostname}:${proxy.port}`;
    const toProxy = proxyConnectorFor(scheme, `${scheme}//${address}`);
    const toTarget = connectorFor(protocol, origin);
    if (toProxy instanceof Error) return toProxy;
    if (toTarget instanceof Error) return toTarget;
    return (options, done) => {
      const given = { protocol: scheme, hostname: proxy.hostname, host: address, port: String(proxy.port) };
      let waiting = true;
      const callback: buildConnector.Callback = (...outcome) => {
        if (waiting) done(...outcome);
        waiting = false;
      };
      const socket = toProxy(given, (...[error, opened]) => {
        if (error !== null) {
          callback(findAbandonError(socket) ?? createConnectionFailure(proxy, getErrorCode(error)), null);
          return;
        }
        const fail = (why: Error) => {
          callback(findAbandonError(opened) ?? why, null);
          opened.destroy();
        };
        opened.once('close', () => {
          fail(createConnectionFailure(proxy, 'ECONNRESET'));
        });
        // A proxy on this machine could reach a server that listens only on this machine.
        if (isOwnServer(isOwn, { remoteAddress: opened.remoteAddress, remotePort: getPort(options) }))
          fail(new OwnServerRefusal());
        else if (isForwardedByProxy(proxy, protocol)) callback(null, opened);
        else
          openTunnel(proxy, opened, { hostname: options.hostname, port: getPort(options) }).then(() => {
            opened.emit(tunnelEvent);
            if (protocol === 'https:') toTarget({ ...options, httpSocket: opened }, callback);
            else callback(null, opened);
          }, fail);
      });
      return socket;
    };
  };
