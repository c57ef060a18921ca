import { Agent, request } from 'node:http';

import { createPlannedApplication } from '@tandem/application/testing';
import { listen, type ListeningServer } from '@tandem/node/http';
import { anyMethods, createRpcServer } from '@tandem/rpc';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMcpApp, type McpApp } from './app.js';

/** `npm run bench -- mcp --fuzz` sets this to 20,000. */
const numRuns = Number(process.env.TANDEM_FUZZ_RUNS ?? 1_500);

const logEntries: unknown[] = [];
const log = { error: (fields: object) => logEntries.push(fields), warn: () => undefined };
const agent = new Agent({ keepAlive: true });
let app: McpApp;
let server: ListeningServer;

beforeAll(async () => {
  const { application } = await createPlannedApplication();
  app = await createMcpApp(createRpcServer(application, log), { log, version: '1', silenceMs: 500 });
  server = await listen(app.callback());
});
afterAll(async () => {
  agent.destroy();
  app.endStreams();
  await server.close(0);
  await app.close();
});

const sdk2Meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const names = anyMethods.map(({ name }) => name);
const oddNumbers = fc.constantFrom(0, -1, 1.5, 1e308, 2 ** 53, -0);
const oddTexts = fc.constantFrom('', '\u0000', '\ud800', '__proto__', '../../etc/passwd', 'ж'.repeat(3_000));
const scalar = fc.oneof(oddNumbers, oddTexts, fc.boolean(), fc.constant(null), fc.string());
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('@deep500', '@deep100000') },
);
/** Builds the text by hand, because JSON.stringify fails at this depth. */
const expandDepth = (json: string): string =>
  json.replace(/"@deep(\d+)"/g, (_, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)));
const keys = ['id', 'workspaceId', 'name', 'url', 'body', 'headers', 'take', 'script', 'variables', 'uri'];
const args = fc.oneof(
  fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), value, { maxKeys: 5 }),
  value,
);
const method = fc.constantFrom(
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'prompts/get'],
  ...['resources/subscribe', 'completion/complete', 'logging/setLevel', 'server/discover', 'tasks/get'],
  ...['subscriptions/listen', 'notifications/cancelled', 'notifications/initialized', 'no/such', ''],
);
const id = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.integer(), fc.string()) },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const call = fc.record({ name: fc.constantFrom(...names, 'nope'), arguments: args });
const params = fc.oneof(
  { weight: 12, arbitrary: call },
  { weight: 1, arbitrary: fc.record({ uri: fc.oneof(fc.string(), fc.webUrl()) }) },
  { weight: 1, arbitrary: fc.record({ requestId: id, protocolVersion: value }) },
  { weight: 1, arbitrary: value },
);
const message = fc
  .record({
    jsonrpc: fc.oneof({ weight: 19, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: value }),
    id,
    method: fc.oneof({ weight: 8, arbitrary: fc.constant('tools/call') }, { weight: 5, arbitrary: method }),
    params,
    sdk2: fc.nat(4).map((number) => number === 0),
  })
  .map(({ sdk2, params: given, ...rest }) =>
    sdk2 && typeof given === 'object'
      ? { ...rest, params: Object.assign({}, given, { _meta: sdk2Meta }) }
      : { ...rest, params: given },
  );
const text = fc.oneof(
  { weight: 8, arbitrary: message.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: fc.array(message, { maxLength: 4 }).map((all) => JSON.stringify(all)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: value.map((one) => JSON.stringify(one)) },
);
/** A change of a text: characters replaced, removed or duplicated. */
const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.string(), fc.nat(9));
const changes = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(change, { maxLength: 2 }) },
);
const mutatedText = fc
  .tuple(text, changes)
  .map(([start, all]) =>
    all.reduce((now, [where, piece, dropped]) => {
      const at = Math.floor(where * now.length);
      return now.slice(0, at) + piece + now.slice(at + dropped);
    }, start),
  )
  .map(expandDepth);

/** Generates one of these values, but usually undefined. */
const usuallyOmit = <A>(...all: readonly A[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  );
const headers = fc.record({
  'content-type': fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', ';', 'a/b/c') },
  ),
  accept: usuallyOmit(
    'application/json, text/event-stream',
    'text/event-stream',
    '*/*',
    'a;q=x',
    ',,;',
    'text/html',
  ),
  'mcp-session-id': usuallyOmit('x', 'e30.e30', '.', 'a'.repeat(4_000), 'é'),
  'mcp-protocol-version': usuallyOmit('2025-11-25', '2026-07-28', '2099-01-01', 'x', '2026'),
  'mcp-method': usuallyOmit('tools/call', 'x'),
  'mcp-name': usuallyOmit('rest_list', '=?base64?x?='),
  origin: usuallyOmit('http://localhost:1', 'http://127.0.0.1', 'null', 'http://evil', '::'),
  host: usuallyOmit('localhost', 'localhost:1', 'evil', '[', '127.0.0.1:99999'),
});
const httpMethod = fc.oneof(
  { weight: 20, arbitrary: fc.constant('POST') },
  { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
);
const path = fc.oneof(
  { weight: 20, arbitrary: fc.constant('/') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/x', '//', '/?sessionId=x', '/%', '/.well-known/oauth-protected-resource'),
  },
);

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request. Returns the response, or the first part of a stream without end. */
const sendRequest = (given: {
  verb: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
}): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const set = Object.entries(given.headers).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, Buffer.from(one).toString('latin1')] as const],
    );
    const sent = request(
      { host: '127.0.0.1', port: server.port, agent, method: given.verb, path: given.path, timeout: 60_000 },
      (response) => {
        let all = '';
        const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
        const done = () => {
          resolve({ status: response.statusCode ?? 0, text: all });
        };
        response.on('data', (chunk: Buffer) => {
          all += chunk.toString();
          if (!isStream) return;
          done();
          sent.destroy();
        });
        response.on('end', done);
        response.on('error', () => undefined);
      },
    );
    for (const [name, one] of set) sent.setHeader(name, one);
    sent.on('timeout', () => {
      reject(new Error('no answer within a minute'));
    });
    // The server may close an idle connection at the moment of its reuse, whatever the request (RFC 9112, section 9.5).
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && sent.reusedSocket) resolve(sendRequest(given));
      else reject(error);
    });
    const body = ['GET', 'HEAD'].includes(given.verb) ? '' : given.body;
    // Node sends the body of a DELETE without a length, so the server would read it as the next request.
    if (body !== '') sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });

const statuses = [200, 202, 204, 400, 403, 404, 405, 413, 415];
const internalDetails = /node_modules|\bat .+:\d+:\d+|file:\/\/\/|\/src\/.+\.[jt]s\b|-32603/;

describe('every request', { tags: 'mcp:fuzz' }, () => {
  it('gets an expected status and no internal details', async () => {
    await fc.assert(
      fc.asyncProperty(fc.record({ verb: httpMethod, path, headers, body: mutatedText }), async (given) => {
        const { status, text: said } = await sendRequest(given);
        expect(statuses).toContain(status);
        expect(said).not.toMatch(internalDetails);
      }),
      { numRuns },
    );
    expect(logEntries).toEqual([]);
    expect((await sendRequest({ verb: 'GET', path: '/', headers: {}, body: '' })).status).toBe(200);
  }, 600_000);
});
