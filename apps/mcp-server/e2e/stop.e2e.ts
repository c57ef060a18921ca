import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { launch, type Launched, temporaryFolder } from '../../../tools/e2e/program.mjs';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Launched;
let url: string;
let endpoint: Server;
/** The delays of the requests that the endpoint has received. */
let received: number[];

const addressOf = async (program: Launched): Promise<string> =>
  /http:\S+/.exec((await program.lines(1))[0] ?? '')?.[0] ?? '';

beforeEach(async () => {
  folder = await temporaryFolder();
  received = [];
  endpoint = createServer((request, response) => {
    const delay = Number(request.url?.slice(1));
    received.push(delay);
    setTimeout(() => response.end('late'), delay).unref();
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const args = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', args);
  url = await addressOf(server);
});
afterEach(async () => {
  await server.stop();
  endpoint.closeAllConnections();
  endpoint.close();
  await folder.remove();
});

interface Result {
  readonly id: string;
  readonly error?: { readonly code: string } | null;
  readonly response?: { readonly status: number } | null;
}

/** A call as any HTTP client makes it. */
const call = async (name: string, args: object): Promise<Result> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: Result } };
  return result.structuredContent;
};

/** Starts an execution whose response takes `delay` milliseconds, and waits until the endpoint has its request. */
const begin = async (delay: number) => {
  const { port } = endpoint.address() as AddressInfo;
  const { id } = await call('rest_create', { name: 'Slow', url: `http://127.0.0.1:${port}/${delay}` });
  const running = call('rest_execute', { id }).catch((error: unknown) => error);
  await expect.poll(() => received).toContain(delay);
  return { ended: running };
};

describe('a server that is told to stop', { tags: 'mcp:stop' }, () => {
  it('lets a call end and says so to its client', async () => {
    const running = [await begin(1_500), await begin(2_500)];
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await Promise.all(running.map(({ ended }) => ended))).toMatchObject([
      { response: { status: 200 }, error: null },
      { response: { status: 200 }, error: null },
    ]);
  });

  it('cancels after five seconds what still runs, and ends with 0', async () => {
    const running = await begin(60_000);
    const started = performance.now();
    expect(await server.stop('SIGINT')).toEqual({ code: 0, signal: null });
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(3_000);
    expect(took).toBeLessThan(15_000);
    expect(await running.ended).toBeInstanceOf(Error);
  });

  it('does not wait for clients that only listen', async () => {
    const listening = await fetch(url, { headers: { accept: 'text/event-stream' } });
    const started = performance.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(4_500);
    await listening.text().catch(() => undefined);
    await expect(readFile(join(folder.path, 'data', 'servers', 'mcp.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a server that cannot start', { tags: 'mcp:stop' }, () => {
  it('says in one line what stands in the place of its files', async () => {
    await writeFile(join(folder.path, 'file'), 'no folder');
    const program = launch('mcp-server', ['--data-dir', join(folder.path, 'file')]);
    expect(await program.exited).toMatchObject({ code: 1 });
    expect(program.out.stdout).toBe('');
    expect(program.out.stderr.trim().split('\n')).toEqual([expect.stringContaining(folder.path)]);
  });
});
