import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import type { ProxyOptions } from '@tandem/core';

/** A proxy on 127.0.0.1. */
export interface RunningProxy {
  /** The settings by which a workspace uses the proxy, for requests to loopback too. */
  readonly options: ProxyOptions;
  /** Returns the log of the proxy. */
  readonly log: () => string;
  readonly close: () => Promise<void>;
}

/** Finds a port on which nothing listens. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const startProxy = async (
  protocol: string,
  port: number,
  [program, ...words]: readonly [string, ...string[]],
  configuration = '',
): Promise<RunningProxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-proxy-'));
  await writeFile(join(folder, 'proxy.conf'), configuration);
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` };
  const server = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString();
    });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  while (!(await canConnect(port))) {
    if (server.exitCode !== null) throw new Error(`${program} did not start: ${said}`);
    await setImmediate();
  }
  return {
    options: { protocol, hostname: '127.0.0.1', port: String(port), bypass: '<-loopback>' },
    log: () => said,
    close: async () => {
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};

/** Starts tinyproxy, an HTTP proxy. `lines` are added to its configuration. */
export const openHttpProxy = async (lines: readonly string[] = []): Promise<RunningProxy> => {
  const port = await findFreePort();
  const common = [`Port ${port}`, 'Listen 127.0.0.1', 'Timeout 60', 'LogLevel Connect', 'MaxClients 50'];
  const program = ['tinyproxy', '-d', '-c', 'proxy.conf'] as const;
  return startProxy('http', port, program, [...common, ...lines, ''].join('\n'));
};

/** Starts microsocks, a SOCKS5 proxy. With `credentials`, it requires them. */
export const openSocksProxy = async (credentials?: readonly [string, string]): Promise<RunningProxy> => {
  const port = await findFreePort();
  const asking = credentials === undefined ? [] : ['-u', credentials[0], '-P', credentials[1]];
  return startProxy('socks5', port, ['microsocks', '-i', '127.0.0.1', '-p', String(port), ...asking]);
};

/** Starts Dante, a SOCKS5 proxy with rules. It refuses connections to the port `blocked`. */
export const openRuledProxy = async (blocked: number): Promise<RunningProxy> => {
  const port = await findFreePort();
  const anyone = 'from: 0.0.0.0/0 to: 0.0.0.0/0';
  const rules = [
    'logoutput: stderr',
    `internal: 127.0.0.1 port = ${port}`,
    'external: 127.0.0.1',
    'clientmethod: none',
    'socksmethod: none',
    `client pass { ${anyone} }`,
    `socks block { ${anyone} port = ${blocked} }`,
    `socks pass { ${anyone} }`,
    '',
  ];
  return startProxy('socks5', port, ['danted', '-f', 'proxy.conf', '-p', 'pid', '-N', '1'], rules.join('\n'));
};
