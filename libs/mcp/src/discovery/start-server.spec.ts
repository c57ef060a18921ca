import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPlannedApplication } from '@tandem/application/testing';
import { createRpcServer, type RpcServer } from '@tandem/rpc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { initialize, json } from '../testing/served.js';
import { findServer } from './find-server.js';
import { type McpServer, type McpServerOptions, startMcpServer } from './start-server.js';

const log = { error: () => undefined, warn: () => undefined };
const cleanups: (() => Promise<unknown>)[] = [];
let rpc: RpcServer;
let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'tandem-servers-'));
  cleanups.push(() => rm(dataFolder, { recursive: true }));
  rpc = createRpcServer((await createPlannedApplication()).application, log);
});
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

const start = async (options: Partial<McpServerOptions> = {}): Promise<McpServer> => {
  const server = await startMcpServer(rpc, { dataFolder, port: 0, log, version: '1', ...options });
  cleanups.push(() => server.close(0));
  return server;
};
const file = () => join(dataFolder, 'servers', 'mcp.json');
const readAnnouncement = async () => JSON.parse(await readFile(file(), 'utf8')) as Record<string, unknown>;
const occupy = async (url: string): Promise<Server> => {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return server;
};

describe('a running server', { tags: 'mcp:standing' }, () => {
  it('is announced until it stops, in a file that only this user can read', async () => {
    const server = await start();
    expect(await readAnnouncement()).toEqual({
      url: server.url,
      pid: process.pid,
      startedAt: expect.any(String) as string,
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataFolder, 'servers', 'session.key'))).mode & 0o777).toBe(0o600);
    expect(await findServer(dataFolder)).toMatchObject({ url: server.url });
    await server.close(0);
    await expect(readFile(file())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['two words', 'tail\n', 'schlüssel'])(
    'cannot have the token %j, which clients cannot send',
    async (token) => {
      await expect(start({ token })).rejects.toThrow(/^the token may contain only visible ASCII/);
    },
  );

  it('stays announced when a second server starts and stops', async () => {
    const [first, second] = [await start(), await start()];
    expect(await readAnnouncement()).toMatchObject({ url: first.url });
    await second.close(0);
    expect(await readAnnouncement()).toMatchObject({ url: first.url });
  });

  it('is found even if it requires a token', async () => {
    const { url } = await start({ token: 's3cret' });
    expect(await findServer(dataFolder)).toMatchObject({ url });
  });

  it.each([
    ['whose process has ended', { pid: 4_194_304 }],
    ['that is elsewhere', { url: 'http://192.0.2.1/' }],
    ['that is something else', {}],
  ])('is not found if the announcement is for a server %s', async (_, more) => {
    const other = await occupy('http://127.0.0.1:0');
    await start().then((server) => server.close(0));
    const { port } = other.address() as AddressInfo;
    const stale = { url: `http://127.0.0.1:${port}/`, pid: process.pid, startedAt: '', ...more };
    await writeFile(file(), JSON.stringify(stale));
    expect(await findServer(dataFolder)).toBeUndefined();
    const server = await start();
    expect(await readAnnouncement()).toMatchObject({ url: server.url });
  });

  it.each([['nothing'], ['{']])('is not found if the announcement contains %j', async (text) => {
    await start().then((server) => server.close(0));
    await writeFile(file(), text);
    expect(await findServer(dataFolder)).toBeUndefined();
  });
});

it('a server stops without waiting for open event streams', { tags: 'mcp:stop' }, async () => {
  const server = await start();
  const listening = await fetch(server.url, { headers: { accept: 'text/event-stream' } });
  expect(listening.status).toBe(200);
  await server.close(600_000);
  await listening.text().catch(() => undefined);
});

describe('a restarted server', { tags: 'mcp:port' }, () => {
  it('uses its last port again, or another port if that is taken', async () => {
    const first = await start();
    await first.close(0);
    const second = await start();
    expect(second.url).toBe(first.url);
    await second.close(0);
    await occupy(first.url);
    const third = await start();
    expect(third.url).not.toBe(first.url);
  });

  it('uses the configured port, or fails if the port is taken', async () => {
    const { url } = await start();
    await expect(start({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('accepts the sessions of the previous server', { tags: 'mcp:sessions' }, async () => {
    const post = (url: string, body: object, headers: object = {}) =>
      fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
    const first = await start();
    const begun = await post(first.url, initialize('2025-11-25'));
    await first.close(0);
    const { url } = await start();
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') };
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(await (await post(url, ping, session)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });
});
