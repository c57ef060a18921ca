import { request } from 'node:http';

import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let server: LaunchedProgram;
let url: URL;
let echoUrl: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = /http:\S+/.exec((await echo.lines(1))[0] ?? '')?.[0] ?? '';
  server = launch('mcp-server', ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`]);
  url = new URL(/http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '');
});
afterAll(async () => {
  await server.stop();
  await echo.stop();
  await folder.remove();
});

/** Sends a request with only these headers and `Host`: without `Accept`, version or session. */
const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], text });
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
const post = (body: object, path = '/') => ask('POST', path, body, { 'Content-Type': 'application/json' });
const rpc = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const resultOf = async (answered: ReturnType<typeof post>) => {
  const { status, type, text } = await answered;
  expect(status).toBe(200);
  expect(type).toMatch(/^application\/json/);
  return (JSON.parse(text) as { result: Record<string, unknown> }).result;
};

describe('plain HTTP with only a content type', { tags: ['mcp:post:json', 'mcp:no-session'] }, () => {
  it('can be used to initialize, to list the tools and to execute a request with a one-off script', async () => {
    const clientInfo = { name: 'curl', version: '1' };
    const initialize = rpc(1, 'initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
    expect(await resultOf(post(initialize))).toMatchObject({
      protocolVersion: '2025-03-26',
      serverInfo: { name: 'tandem' },
      capabilities: { tools: {} },
    });
    expect((await resultOf(post(rpc(2, 'tools/list', {})))).tools).toContainEqual(
      expect.objectContaining({ name: 'rest_execute' }),
    );
    const call = (name: string, args: object) =>
      resultOf(post(rpc(3, 'tools/call', { name, arguments: args })));
    const made = await call('rest_create', { workspaceId: 'shop', name: 'A', url: '{{base}}/orders/:order' });
    const executed = await call('rest_execute', {
      workspaceId: 'shop',
      id: readToolResult<{ readonly id: string }>(made).id,
      pathParams: { order: { value: '7', enabled: true } },
      variables: { base: echoUrl },
      queryParams: { page: 2 },
      script: `export function onTest(req, res) { test('answers', () => expect(res.status).toBe(200)); }`,
      timeoutMs: 10_000,
    });
    const [first] = executed.content as { type: string; text: string }[];
    expect(first?.type).toBe('text');
    expect(JSON.parse(first?.text ?? '')).toMatchObject({
      request: { url: `${echoUrl}/orders/7?page=2` },
      response: { status: 200, bodyType: 'text' },
      error: null,
      lifecycle: { tests: { results: [{ name: 'answers', status: 'passed' }] }, mocked: false },
    });
  });

  it('answers a notification with 202 and no body', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await post(notification)).toMatchObject({ status: 202, text: '' });
  });

  it("returns the server's health at the root, and answers at /mcp and /sse but not on other paths", async () => {
    expect(JSON.parse((await ask('GET', '/')).text)).toMatchObject({ name: 'tandem', status: 'ok' });
    for (const path of ['/', '/mcp', '/sse'])
      expect((await post(rpc(1, 'tools/list', {}), path)).status, path).toBe(200);
    const elsewhere = await post(rpc(1, 'initialize', {}), '/elsewhere');
    expect(elsewhere).toMatchObject({
      status: 404,
      text: expect.stringContaining('Method not found') as string,
    });
  });
});
