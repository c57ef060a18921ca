import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Result {
  readonly error: { readonly code: string } | null;
  readonly lifecycle: { readonly tests: { readonly results: readonly { readonly status: string }[] } };
}

const slowMs = 2_000;
/** More requests than the queue for script hosts accepts at once. */
const requiredRequests = 33;
/** Requests that wait for others; undefined once enough requests have arrived. */
let waitingRequests: (() => void)[] | undefined = [];
const endpoint = createServer((request, response) => {
  const respond = (): void => {
    setTimeout(() => response.end(String(request.headers['x-n'])), slowMs);
  };
  if (waitingRequests === undefined) {
    respond();
    return;
  }
  waitingRequests.push(respond);
  if (waitingRequests.length < requiredRequests) return;
  for (const one of waitingRequests) one();
  waitingRequests = undefined;
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LaunchedProgram;
let client: Client;

const call = async <A>(name: string, args: Record<string, unknown>): Promise<A> => {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return readToolResult<A>(result);
};

const create = async (script: string): Promise<string> => {
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  return (await call<{ id: string }>('rest_create', { name: 'Slow', url, script })).id;
};

beforeAll(async () => {
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  folder = await temporaryFolder();
  const args = ['--port', '0', '--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', args);
  const [line = ''] = await server.lines(1);
  client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(/http:\S+/.exec(line)?.[0] ?? '')));
});

afterAll(async () => {
  await client.close();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  endpoint.closeAllConnections();
  endpoint.close();
  await folder.remove();
});

describe('an endpoint that takes two seconds, and responds only once 33 requests wait for it', () => {
  it('can be called by 64 simultaneous executions, which do not notice that one of them crashes its script host', async () => {
    const honest = await create(`let n = 1;
      export function onRequest(req) { n += 1; req.headers.set('x-n', n); }
      export function onTest(req, res) { test('kept', () => expect(res.text()).toBe(String(n))); }`);
    const hostile = await create(`export function onRequest() { Array(2 ** 32 - 1).fill(0); }`);
    const execute = (id: string) => call<Result>('rest_execute', { id });
    const ending = execute(hostile);
    const good = await Promise.all(Array.from({ length: 63 }, () => execute(honest)));
    expect((await ending).error?.code).toMatch(/^SCRIPT_(MEMORY|TIMEOUT)$/);
    expect(good.map(({ error }) => error)).toEqual(Array(63).fill(null));
    expect(good.map(({ lifecycle }) => lifecycle.tests.results[0]?.status)).toEqual(Array(63).fill('passed'));
    expect(waitingRequests).toBeUndefined();
  });
});
