import { createHash } from 'node:crypto';

import type { NamedFile, TlsOptions } from '@tandem/core';
import { Agent, type buildConnector } from 'undici';

import type { Network } from './ask.js';
import type { Attempts } from './attempt.js';
import { createConnecting } from './connecting.js';
import { createLine } from './line.js';
import type { IsOwnPort } from './own-servers.js';
import type { Proxy } from './proxy/proxy.js';
import { createSecureContexts } from './tls/secure-contexts.js';

/** How connections are kept. */
export interface PoolOptions {
  readonly connections: number;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
}

/** The pools of a transport: requests share connections only if they verify, authenticate and go in the same way. */
export interface Networks {
  readonly for: (tls: TlsOptions | undefined, proxy?: Proxy) => Network;
  readonly close: () => Promise<void>;
}

/** How many configurations keep their connections. */
const mostKept = 16;

const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('base64');
const fileKey = ({ bytes }: NamedFile): string => digest(bytes);

/** The same for configurations that are the same; it holds no secret in readable form. */
const keyOf = ({ verify = true, ca = [], clientCertificates = [] }: TlsOptions, proxy?: Proxy): string =>
  digest(
    JSON.stringify([
      verify,
      proxy === undefined ? null : [proxy.name, proxy.credentials],
      ca.map(fileKey),
      clientCertificates.map((one) => [
        one.domain,
        one.passphrase,
        one.type === 'pkcs12' ? fileKey(one.pkcs12) : [fileKey(one.certificate), fileKey(one.key)],
      ]),
    ]),
  );

/** Opens a pool for each configuration when it is first used. */
export const createNetworks = (isOwnPort: IsOwnPort, attempts: Attempts, pools: PoolOptions): Networks => {
  const others = new Set<Agent>();
  const open = (tls: TlsOptions, proxy?: Proxy): Network & { readonly pool: Agent } => {
    const contextFor = createSecureContexts(tls);
    const watch = (...[socket, opening]: Parameters<Attempts['watch']>) =>
      attempts.watch(socket, opening, proxy?.name);
    const securing = { contextFor, verify: tls.verify !== false, proxy };
    const connecting = createConnecting(isOwnPort, watch, securing);
    const agent = (
      connect: buildConnector.connector = connecting.connect,
      connections = pools.connections,
    ): Agent =>
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
      others.add(dispatcher);
      // Waits for its only request.
      const leave = () => void dispatcher.close().then(() => others.delete(dispatcher));
      return { dispatcher, leave };
    };
    const line = () => createLine(connecting.connect, (connect) => agent(connect, 1), others);
    const proxyAsks = { yes: false };
    return { pool: agent(), fresh, line, connecting, attempts, isOwnPort, proxy, proxyAsks };
  };
  const plain = open({});
  const kept = new Map<string, ReturnType<typeof open>>();
  const forConfiguration = (tls: TlsOptions, proxy?: Proxy): Network => {
    const key = keyOf(tls, proxy);
    const network = kept.get(key) ?? open(tls, proxy);
    kept.delete(key);
    kept.set(key, network);
    const [oldest] = kept;
    if (kept.size > mostKept && oldest) {
      const [name, { pool }] = oldest;
      kept.delete(name);
      others.add(pool);
      void pool.close().then(() => others.delete(pool));
    }
    return network;
  };
  return {
    for: (tls, proxy) =>
      tls === undefined && proxy === undefined ? plain : forConfiguration(tls ?? {}, proxy),
    close: async () => {
      const pooled = [plain, ...kept.values()].map(({ pool }) => pool);
      await Promise.all([...pooled, ...others].map((agent) => agent.destroy()));
    },
  };
};
