import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { launch, type Launched, temporaryFolder } from '../../../tools/e2e/program.mjs';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: Launched;
let server: Launched;
let url: string;
let echoUrl: string;

const addressOf = async (program: Launched): Promise<string> =>
  /http:\S+/.exec((await program.lines(1))[0] ?? '')?.[0] ?? '';

beforeEach(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = await addressOf(echo);
  const args = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', args);
  url = await addressOf(server);
});
afterEach(async () => {
  await server.stop();
  await echo.stop();
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

/** Begins an execution whose answer takes `delay` milliseconds, and waits until it is under way. */
const begin = async (delay: number) => {
  const { id } = await call('rest_create', { name: 'Slow', url: `${echoUrl}/x?delay=${delay}` });
  const running = call('rest_execute', { id }).catch((error: unknown) => error);
  await call('rest_get', { id });
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
