import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import {
  launch,
  type LaunchedProgram,
  temporaryFolder,
  readToolResult,
  type ToolAnswer,
} from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LaunchedProgram;
let url: string;
let endpoint: Server;
/** The requests that the endpoint has received but not answered yet. */
let pendingResponses: ServerResponse[];

const readAddress = async (program: LaunchedProgram): Promise<string> =>
  /http:\S+/.exec((await program.lines(1))[0] ?? '')?.[0] ?? '';

beforeEach(async () => {
  folder = await temporaryFolder();
  pendingResponses = [];
  endpoint = createServer((_request, response) => pendingResponses.push(response));
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const args = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', args);
  url = await readAddress(server);
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

/** Calls a tool like a plain HTTP client. */
const call = async (name: string, args: object): Promise<Result> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await response.json()) as { result: ToolAnswer };
  return readToolResult<Result>(result);
};

/** Starts an execution and waits until the endpoint has received its request. */
const startExecution = async () => {
  const { port } = endpoint.address() as AddressInfo;
  const { id } = await call('rest_create', { name: 'Slow', url: `http://127.0.0.1:${port}/` });
  const before = pendingResponses.length;
  const running = call('rest_execute', { id }).catch((error: unknown) => error);
  await expect.poll(() => pendingResponses.length).toBe(before + 1);
  return { ended: running };
};

describe('a server that is stopped', { tags: 'mcp:stop' }, () => {
  it('finishes running calls and returns their results', async () => {
    const running = [await startExecution(), await startExecution()];
    const stopped = server.stop('SIGTERM');
    // The server refuses connections as soon as it begins to stop.
    await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
    for (const response of pendingResponses) response.end('late');
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(await Promise.all(running.map(({ ended }) => ended))).toMatchObject([
      { response: { status: 200 }, error: null },
      { response: { status: 200 }, error: null },
    ]);
  });

  it('cancels running calls after five seconds, and exits with 0', async () => {
    const running = await startExecution();
    const started = performance.now();
    expect(await server.stop('SIGINT')).toEqual({ code: 0, signal: null });
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(3_000);
    expect(await running.ended).toBeInstanceOf(Error);
  });

  it('does not wait for open event streams', async () => {
    const listening = await fetch(url, { headers: { accept: 'text/event-stream' } });
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await listening.text().catch(() => undefined);
    await expect(readFile(join(folder.path, 'data', 'servers', 'mcp.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a server that cannot start', { tags: 'mcp:stop' }, () => {
  it('reports in one line which file blocks the path of its folder', async () => {
    await writeFile(join(folder.path, 'file'), 'no folder');
    const program = launch('mcp-server', ['--data-dir', join(folder.path, 'file')]);
    expect(await program.exited).toMatchObject({ code: 1 });
    expect(program.out.stdout).toBe('');
    expect(program.out.stderr.trim().split('\n')).toEqual([expect.stringContaining(folder.path)]);
  });
});
