import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, initialize, json, type SampleServer, serveSample } from '../testing/served.js';

let testServer: SampleServer;
beforeAll(async () => {
  testServer = await serveSample();
});
afterAll(() => testServer.close());

const post = (body: unknown, headers: Readonly<Record<string, string>> = json) =>
  testServer.post(body, headers);
const ask: SampleServer['ask'] = (...request) => testServer.ask(...request);

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
    ])('answers in JSON, without initialize, for %j', async (accept) => {
      const answer = await post(call('echo', { a: 1 }), { ...json, ...accept });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(answer.text)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: '{"args":{"a":1}}' }] },
      });
    });

    it.each([
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-11-25', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
    ])('negotiates %s as %s', async (asked, given) => {
      const answer = await post(initialize(asked));
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
    ])('answers %s with 202 and no body', async (_, body) => {
      expect(await post(body)).toMatchObject({ status: 202, text: '' });
    });

    it('answers each element of a batch, and an invalid element with an error', async () => {
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

    it('answers a batch of one element as an array', async () => {
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
      ['{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"nope"}}', 200, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}', 200, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}', 200, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:2"}}', 200, -32002],
      ['{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:broken"}}', 200, -32603],
      ['{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"x:1"}}', 200, -32000],
    ])('answers %s with status %d and code %d', async (body, status, code) => {
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
    });

    it('returns the text of a prompt', { tags: 'mcp:prompts' }, async () => {
      const params = { name: 'greet', arguments: { who: 'you' } };
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params });
      expect(JSON.parse(answer.text)).toMatchObject({
        result: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello you' } }] },
      });
    });

    it.each([
      [100, 200],
      [100_000, 400],
    ])('answers a message nested %d levels deep with status %d', async (depth, status) => {
      const args = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toMatchObject({ id: 1 });
    });

    it('returns an error of a tool as a result', async () => {
      expect(JSON.parse((await post(call('refuses'))).text)).toMatchObject({
        result: { isError: true, content: [{ text: '{"error":{"code":"NOT_FOUND","message":"no"}}' }] },
      });
    });

    it('answers an internal error with its log id', async () => {
      const answer = await post(call('breaks'));
      const { error } = JSON.parse(answer.text) as {
        error: { code: number; message: string; data: { errorId: string } };
      };
      expect(error).toMatchObject({ code: -32603, message: 'Internal error' });
      expect(answer.text).not.toContain('secret');
      expect(testServer.logged).toContainEqual(expect.objectContaining({ errorId: error.data.errorId }));
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
      [{ ...json, 'content-encoding': 'gzip' }, 415],
    ])('answers a request that has the headers %j with %d', async (headers, status) => {
      const answer = await post(call('echo'), headers);
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.headers).join()).not.toContain('access-control');
    });

    it('refuses a body over 8 MiB with 413', async () => {
      expect((await post('x'.repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
    });

    it('mentions the endpoint if another path is called', async () => {
      const answer = await ask('POST', '/elsewhere', json, JSON.stringify(call('echo', {}, 'mine')));
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toMatchObject({
        id: 'mine',
        error: { code: -32601, message: expect.stringContaining('/') as string },
      });
    });
  },
);

describe.each(['/mcp', '/sse'])('the path %s', { tags: 'mcp:paths' }, (path) => {
  it('accepts calls as the root path does', async () => {
    const body = JSON.stringify(call('echo', { a: 1 }));
    expect((await ask('POST', path, json, body)).text).toBe((await post(call('echo', { a: 1 }))).text);
  });

  it('reports the health of the server', async () => {
    expect(JSON.parse((await ask('GET', path, {})).text)).toMatchObject({ name: 'fixture', status: 'ok' });
  });

  it('ends a session', async () => {
    const id = String((await post(initialize('2025-11-25'))).headers['mcp-session-id']);
    expect((await ask('DELETE', path, { 'mcp-session-id': id })).status).toBe(204);
  });

  it('refuses other methods and lists the allowed methods', async () => {
    const answer = await ask('PUT', path, {});
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, DELETE']);
  });

  it.each([
    ['Streamable HTTP', (url: URL) => new StreamableHTTPClientTransport(url) as Transport],
    ['the transport of protocol version 2024-11-05', (url: URL) => new SSEClientTransport(url) as Transport],
  ])('serves the official client over %s', async (_, createTransport) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(createTransport(new URL(path, testServer.url)));
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });
});

describe('another request', { tags: 'mcp:health' }, () => {
  it('to GET / gets the health of the server', async () => {
    const answer = await ask('GET', '/', {});
    expect(JSON.parse(answer.text)).toMatchObject({
      name: 'fixture',
      version: '1.2.3',
      status: 'ok',
      tools: 5,
    });
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('to %s / is refused', async (method) => {
    const answer = await ask(method, '/', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toContain('POST');
  });
});

describe('the official client', { tags: 'mcp:official-client' }, () => {
  it('connects, lists tools and calls them', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(testServer.url));
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'echo',
      'refuses',
      'breaks',
      'waits',
      'steps',
    ]);
    expect(await client.callTool({ name: 'echo', arguments: { x: 1 } })).toMatchObject({
      content: [{ type: 'text', text: '{"args":{"x":1}}' }],
    });
    await client.close();
  });
});
