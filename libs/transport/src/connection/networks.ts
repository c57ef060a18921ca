import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

import type { NamedFile, TlsOptions } from '@tandem/core';
import { Agent } from 'undici';

import type { Network } from '../ask.js';
import type { Attempts, ConnectionOpening } from '../attempt.js';
import { type ConnectionTracker, createConnectionTracker, type ConnectionSecurity } from './connect.js';
import { createSessions, type H2Sessions, type H2SessionsOptions } from '../h2/h2-sessions.js';
import { createLine } from './line.js';
import type { IsOwnPort } from './own-servers.js';
import type { Proxy } from '../proxy/proxy.js';
import { createSecureContexts } from '../tls/secure-contexts.js';

/** How many connections are open at a time, and for how long. */
export interface PoolOptions {
  readonly connections: number;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
}

/** The connection pools of a transport. Requests share a pool only if they verify servers, authenticate and use proxies in the same way. */
export interface Networks {
  readonly for: (tls: TlsOptions | undefined, proxy?: Proxy) => Network;
  readonly close: () => Promise<void>;
}

/** Maximum number of configurations whose connections stay open. */
const maxNetworks = 16;

const hashBytes = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('base64');
const hashFile = ({ bytes }: NamedFile): string => hashBytes(bytes);

/** A key that is equal for equal configurations. No secret can be read from it. */
const toNetworkKey = (
  { verify = true, ca = [], clientCertificates = [] }: TlsOptions,
  proxy?: Proxy,
): string =>
  hashBytes(
    JSON.stringify([
      verify,
      proxy === undefined ? null : [proxy.name, proxy.credentials],
      ca.map(hashFile),
      clientCertificates.map((one) => [
        one.domain,
        one.passphrase,
        one.type === 'pkcs12' ? hashFile(one.pkcs12) : [hashFile(one.certificate), hashFile(one.key)],
      ]),
    ]),
  );

/** The protocols offered by ALPN. */
const offeredProtocols = { '2': ['h2'], auto: ['h2', 'http/1.1'] } as const;

const createH2Connecting =
  (isOwnPort: IsOwnPort, securing: ConnectionSecurity): H2SessionsOptions['connectingFor'] =>
  (mode, opened) =>
    createConnectionTracker(isOwnPort, opened, { ...securing, protocols: offeredProtocols[mode] });

/** Creates a connector that first uses the spare connection on which a server chose HTTP/1.1. */
const createSpareConnector =
  (
    h2: H2Sessions,
    connect: ConnectionTracker['connect'],
    watch: (...[socket, opening]: [Socket, ConnectionOpening]) => void,
  ) =>
  (...[options, callback]: Parameters<ConnectionTracker['connect']>): void => {
    const spare = h2.takeSpare(`${options.protocol}//${options.host ?? options.hostname}`);
    if (spare === undefined) {
      connect(options, callback);
      return;
    }
    watch(spare.socket, spare.opening);
    queueMicrotask(() => callback(null, spare.socket));
  };

/** Creates the networks. A configuration gets its pool when it is first used. */
export const createNetworks = (isOwnPort: IsOwnPort, attempts: Attempts, pools: PoolOptions): Networks => {
  const others = new Set<Agent>();
  const open = (tls: TlsOptions, proxy?: Proxy): Network & { readonly pool: Agent } => {
    const contextFor = createSecureContexts(tls);
    const watch = (socket: Socket, opening: ConnectionOpening) =>
      attempts.watch(socket, opening, proxy?.name);
    const securing = { contextFor, verify: tls.verify !== false, proxy };
    const connecting = createConnectionTracker(isOwnPort, watch, securing);
    const connectingFor = createH2Connecting(isOwnPort, securing);
    const h2 = createSessions({ ...pools, proxy: proxy?.name, connectingFor });
    type Connect = ConnectionTracker['connect'];
    const agent = (connect: Connect = connecting.connect, connections = pools.connections): Agent =>
      new Agent({
        connections,
        keepAliveTimeout: pools.keepAliveMs,
        maxHeaderSize: pools.maxHeaderBytes,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect,
      });
    const fresh = () => {
      const dispatcher = agent();
      others.add(dispatcher); // The dispatcher closes when its only request has ended.
      const leave = () => void dispatcher.close().then(() => others.delete(dispatcher));
      return { dispatcher, leave };
    };
    const line = () => createLine(connecting.connect, (connect) => agent(connect, 1), others);
    const shared = { fresh, line, h2, connecting, attempts, isOwnPort, proxy, proxyAsks: { yes: false } };
    return { pool: agent(createSpareConnector(h2, connecting.connect, watch)), ...shared };
  };
  const plain = open({});
  const kept = new Map<string, ReturnType<typeof open>>();
  const forConfiguration = (tls: TlsOptions, proxy?: Proxy): Network => {
    const key = toNetworkKey(tls, proxy);
    const network = kept.get(key) ?? open(tls, proxy);
    kept.delete(key);
    kept.set(key, network);
    for (const [oldest, { pool, h2 }] of kept) {
      if (kept.size <= maxNetworks) break;
      kept.delete(oldest);
      h2.close();
      others.add(pool);
      void pool.close().then(() => others.delete(pool));
    }
    return network;
  };
  return {
    for: (tls, proxy) =>
      tls === undefined && proxy === undefined ? plain : forConfiguration(tls ?? {}, proxy),
    close: async () => {
      const open = [plain, ...kept.values()];
      for (const { h2 } of open) h2.destroy();
      const pooled = open.map(({ pool }) => pool);
      await Promise.all([...pooled, ...others].map((agent) => agent.destroy()));
    },
  };
};
