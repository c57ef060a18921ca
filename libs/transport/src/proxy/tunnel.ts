import { request } from 'node:http';
import type { Socket } from 'node:net';

import { getErrorCode } from '../error-code.js';
import type { Proxy } from './proxy.js';
import { createProxyRefusal, toSocksFailure, createConnectionFailure } from './proxy-failure.js';

/** The target of a tunnel. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** The value of Proxy-Authorization (RFC 7617). */
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

/** Asks a SOCKS proxy (RFC 1928), which resolves the host. */
const openSocksTunnel = async (proxy: Proxy, socket: Socket, { hostname, port }: Target): Promise<void> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const { credentials } = proxy;
  const { default: client } = await import('socks');
  try {
    await client.SocksClient.createConnection({
      proxy: {
        host: proxy.hostname.replace(/^\[|\]$/g, ''),
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
 * Turns a connection to a proxy into one to the target.
 * @throws ProxyFailure
 */
export const openTunnel = (proxy: Proxy, socket: Socket, target: Target): Promise<void> =>
  (proxy.protocol === 'socks5' ? openSocksTunnel : connect)(proxy, socket, target);
