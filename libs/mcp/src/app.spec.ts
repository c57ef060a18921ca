import { request } from 'node:http';

import { listen, type Listening } from '@tandem/http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createCatalogueApp } from './app.js';
import type { Catalogue, Tool } from './catalogue.js';

const effects = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
const tool = (name: string, call: Tool['call']): Tool => ({
  name,
  title: name,
  description: `The tool ${name}`,
  inputSchema,
  effects,
  call,
});

const aborted: string[] = [];
const logged: object[] = [];

const catalogue: Catalogue = {
  name: 'fixture',
  title: 'Fixture',
  version: '1.2.3',
  instructions: 'Use it.',
  tools: [
    tool('echo', (args) => Promise.resolve({ isError: false, value: { args } })),
    tool('refuses', () => Promise.resolve({ isError: true, error: { code: 'NOT_FOUND', message: 'no' } })),
    tool('breaks', () => Promise.reject(new Error('secret path /etc/x'))),
    tool(
      'waits',
      (_, { signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            aborted.push('waits');
            resolve({ isError: false, value: {} });
          });
        }),
    ),
  ],
};

let server: Listening;
beforeAll(async () => {
  const log = { error: (fields: object) => logged.push(fields), warn: () => undefined };
  server = await listen(createCatalogueApp(catalogue, { log }).callback());
});
afterAll(() => server.close(0));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** One request with exactly these headers: no client adds or checks anything. */
const ask = (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: server.host, port: server.port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const json = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = json) =>
  ask('POST', '/', headers, typeof body === 'string' ? body : JSON.stringify(body));
const call = (name: string, args?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, ...(args === undefined ? {} : { arguments: args }) },
});

describe(
  'POST /',
  {
    tags: [
      'mcp:post:json',
      'mcp:no-session',
      'mcp:initialize',
      'mcp:notification:202',
      'mcp:batch',
      'mcp:errors:protocol',
      'mcp:errors:tool',
      'mcp:errors:defect',
      'mcp:cancel',
      'mcp:guard',
      'mcp:elsewhere',
    ],
  },
  () => {
    it.each([
      [{}],
      [{ accept: 'application/json' }],
      [{ accept: '*/*' }],
      [{ accept: 'application/json, text/event-stream' }],
    ])('answers JSON without initialize, whatever is accepted: %j', async (accept) => {
      const answer = await post(call('echo', { a: 1 }), { ...json, ...accept });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(answer.text)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {
          content: [{ type: 'text', text: '{"args":{"a":1}}' }],
          structuredContent: { args: { a: 1 } },
        },
      });
    });

    it.each([
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-11-25', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
    ])('negotiates %s as %s', async (asked, given) => {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      const answer = await post({ jsonrpc: '2.0', id: 'a', method: 'initialize', params });
      expect(JSON.parse(answer.text)).toMatchObject({
        id: 'a',
        result: {
          protocolVersion: given,
          serverInfo: { name: 'fixture', version: '1.2.3' },
          capabilities: { tools: {} },
          instructions: 'Use it.',
        },
      });
    });

    it.each([
      ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
      ['a batch of notifications', [{ jsonrpc: '2.0', method: 'notifications/initialized' }]],
    ])('takes %s with 202 and nothing else', async (_, body) => {
      expect(await post(body)).toMatchObject({ status: 202, text: '' });
    });

    it('answers a batch element by element, one that is wrong by itself', async () => {
      const answer = await post([
        call('echo', {}, 1),
        { jsonrpc: '2.0' },
        { jsonrpc: '2.0', method: 'notifications/x' },
        call('echo', {}, 1),
      ]);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject([
        { id: 1, result: {} },
        { id: null, error: { code: -32600 } },
        { id: 1, result: {} },
      ]);
    });

    it('answers a batch of one as an array', async () => {
      expect(JSON.parse((await post([call('echo')])).text)).toHaveLength(1);
    });

    it.each([
      ['{', 400, -32700],
      ['', 400, -32700],
      ['[]', 400, -32600],
      [JSON.stringify(Array.from({ length: 101 }, () => call('echo'))), 400, -32600],
      ['{}', 400, -32600],
      ['null', 400, -32600],
      ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600],
      ['{"jsonrpc":"2.0","id":1,"method":"no/such"}', 200, -32601],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', 200, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}}', 200, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"initialize"}', 200, -32602],
      [JSON.stringify(call('nope')), 200, -32602],
    ])('answers %s with status %d and code %d', async (body, status, code) => {
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
    });

    it('gives a refusal to the agent as a result', async () => {
      expect(JSON.parse((await post(call('refuses'))).text)).toMatchObject({
        result: { isError: true, content: [{ text: '{"error":{"code":"NOT_FOUND","message":"no"}}' }] },
      });
    });

    it('hides a defect behind an id that the log has too', async () => {
      const answer = await post(call('breaks'));
      const { error } = JSON.parse(answer.text) as {
        error: { code: number; message: string; data: { errorId: string } };
      };
      expect(error).toMatchObject({ code: -32603, message: 'Internal error' });
      expect(answer.text).not.toContain('secret');
      expect(logged).toContainEqual(expect.objectContaining({ errorId: error.data.errorId }));
    });

    it('ends the call when its client goes away', async () => {
      const controller = new AbortController();
      const gone = fetch(server.url, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(call('waits')),
        signal: controller.signal,
      }).catch(() => 'gone');
      await post(call('echo'));
      controller.abort();
      expect(await gone).toBe('gone');
      await expect.poll(() => aborted).toEqual(['waits']);
    });

    it.each([
      [{ 'content-type': 'text/plain' }, 415],
      [{}, 415],
      [{ 'content-type': 'application/json; charset=utf-8' }, 200],
      [{ 'content-type': 'APPLICATION/JSON;' }, 200],
      [{ ...json, 'mcp-protocol-version': '2025-06-18' }, 200],
      [{ ...json, 'mcp-protocol-version': '1.0' }, 400],
      [{ ...json, host: 'evil.example' }, 403],
      [{ ...json, host: 'localhost:1' }, 200],
      [{ ...json, origin: 'http://evil.example' }, 403],
      [{ ...json, origin: 'null' }, 403],
      [{ ...json, origin: 'http://localhost:3000' }, 200],
      [{ ...json, 'sec-fetch-site': 'cross-site' }, 403],
    ])('with headers %j answers %d', async (headers, status) => {
      const answer = await post(call('echo'), headers);
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.headers).join()).not.toContain('access-control');
    });

    it('refuses a body over 8 MiB with 413', async () => {
      expect((await post('x'.repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
    });

    it('elsewhere says where the endpoint is', async () => {
      const answer = await ask('POST', '/mcp', json, JSON.stringify(call('echo')));
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toMatchObject({
        error: { code: -32601, message: expect.stringContaining('/') as string },
      });
    });
  },
);

describe('other requests', { tags: 'mcp:health' }, () => {
  it('GET / tells how the server is', async () => {
    const answer = await ask('GET', '/', {});
    expect(JSON.parse(answer.text)).toMatchObject({
      name: 'fixture',
      version: '1.2.3',
      status: 'ok',
      tools: 4,
    });
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s / is not allowed', async (method) => {
    const answer = await ask(method, '/', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toContain('POST');
  });
});

describe('the official client', { tags: 'mcp:official-client' }, () => {
  it('connects, lists and calls', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(server.url));
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'echo',
      'refuses',
      'breaks',
      'waits',
    ]);
    expect(await client.callTool({ name: 'echo', arguments: { x: 1 } })).toMatchObject({
      structuredContent: { args: { x: 1 } },
    });
    await client.close();
  });
});
