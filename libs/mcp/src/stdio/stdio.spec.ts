import { PassThrough } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createServers } from '../servers.js';
import {
  call,
  initialize,
  type Journal,
  sampleCatalogue,
  type SampleServer,
  serveSample,
} from '../testing/served.js';
import { openLines } from './lines.js';
import { relayLines } from './relay.js';
import { serveLines } from './serve.js';

const quietLog = { error: () => undefined, warn: () => undefined };
const noChanges = { subscribe: () => () => undefined };

/** Opens the client's end of the two streams. */
const openClient = () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return {
    lines: openLines(input, output),
    write: (line: unknown) => {
      input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    },
    end: () => {
      input.end();
    },
    heard: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
};
type LineClient = ReturnType<typeof openClient>;

interface Setup {
  readonly client: LineClient;
  readonly journal: Journal;
  readonly ended: Promise<void>;
}

let testServer: SampleServer;
beforeEach(async () => {
  testServer = await serveSample({ token: 't' });
});
afterEach(() => testServer.close());

const startServer = (): Setup => {
  const [client, journal] = [openClient(), [] as Journal];
  const ended = serveLines(createServers(sampleCatalogue(journal), quietLog), noChanges, client.lines);
  return { client, journal, ended };
};
const startRelay = (): Setup => {
  const client = openClient();
  return {
    client,
    journal: testServer.journal,
    ended: relayLines({ url: testServer.url, token: 't' }, client.lines),
  };
};
const initializedMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

describe.each([
  ['a server of its own', startServer],
  ['a relay to the running server', startRelay],
])('stdin and stdout, with %s', { tags: 'mcp:stdio' }, (_, open) => {
  it('carry calls, progress and results', async () => {
    const { client, ended } = open();
    client.write(initialize('2025-11-25'));
    await expect.poll(() => client.heard()).toMatchObject([{ id: 'a', result: { serverInfo: {} } }]);
    client.write(initializedMessage);
    client.write(call('steps', {}, 0, 'p'));
    await expect
      .poll(() => client.heard().slice(1))
      .toMatchObject([
        { method: 'notifications/progress', params: { progress: 0 } },
        { method: 'notifications/progress', params: { progress: 1 } },
        { method: 'notifications/progress', params: { progress: 2 } },
        { id: 0, result: {} },
      ]);
    client.end();
    await ended;
  });

  it('carry the cancellation of a call', async () => {
    const { client, journal, ended } = open();
    client.write(initialize('2025-11-25'));
    await expect.poll(() => client.heard()).toHaveLength(1);
    client.write(call('waits', { name: 'line' }, 0));
    await expect.poll(() => journal).toContain('begun line');
    client.write(cancel(0));
    await expect.poll(() => journal).toContain('aborted line');
    client.end();
    await ended;
    expect(client.heard()).toHaveLength(1);
  });

  it(
    'carry requests of protocol version 2026-07-28, and their cancellation',
    { tags: 'mcp:modern' },
    async () => {
      const { client, journal, ended } = open();
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const sdk2 = (message: { params: object }) => ({
        ...message,
        params: { ...message.params, _meta: { ...meta, progressToken: 'p' } },
      });
      client.write(sdk2(call('steps', {}, 1)));
      await expect.poll(() => client.heard()).toHaveLength(4);
      expect(client.heard().at(3)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
      client.write(sdk2(call('waits', { name: 'sdk2 line' }, 2)));
      await expect.poll(() => journal).toContain('begun sdk2 line');
      client.write({ ...cancel(2), params: { requestId: 2, _meta: meta } });
      await expect.poll(() => journal).toContain('aborted sdk2 line');
      client.end();
      await ended;
      expect(client.heard()).toHaveLength(4);
    },
  );

  it.each([
    ['{', -32700],
    ['{}', -32600],
    ['17', -32600],
    ['[]', -32600],
    [JSON.stringify(call('nope', {}, 3)), -32602],
  ])('carry an answer to %s with the code %d, and then continue', async (line, code) => {
    const { client, ended } = open();
    client.write(line);
    await expect.poll(() => client.heard()).toMatchObject([{ error: { code } }]);
    client.write(call('echo'));
    await expect.poll(() => client.heard()).toHaveLength(2);
    client.end();
    await ended;
  });

  it('end only after pending calls are answered', async () => {
    const { client, ended } = open();
    client.write(call('echo', { a: 1 }));
    client.end();
    await ended;
    expect(client.heard()).toMatchObject([{ id: 1, result: { content: [{ text: '{"args":{"a":1}}' }] } }]);
  });
});

describe('the lines on stdin and stdout', () => {
  it.each(['input', 'output'] as const)('end if the %s fails', { tags: 'server:reset' }, async (end) => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const lines = openLines(streams.input, streams.output);
    const ended = lines.each(() => undefined);
    streams[end].destroy(Object.assign(new Error('read EIO'), { code: 'EIO' }));
    await ended;
  });
});

describe('a relay', { tags: 'mcp:stdio' }, () => {
  it('reports that the server has stopped, and continues once the server runs again', async () => {
    const { client, ended } = startRelay();
    client.write(call('waits', { name: 'cut' }, 7));
    await expect.poll(() => testServer.journal).toContain('begun cut');
    await testServer.close();
    const gone = { error: { code: -32000 } };
    await expect.poll(() => client.heard()).toMatchObject([{ id: 7, ...gone }]);
    client.write(call('echo', {}, 8));
    await expect.poll(() => client.heard()).toMatchObject([{ id: 7 }, { id: 8, ...gone }]);
    testServer = await serveSample({ token: 't', port: testServer.port });
    client.write(call('echo', {}, 9));
    await expect.poll(() => client.heard().at(2)).toMatchObject({ id: 9, result: {} });
    client.end();
    await ended;
  });

  it('follows a server that moves to another port', async () => {
    const client = openClient();
    const find = () => Promise.resolve(testServer.url);
    const ended = relayLines({ url: testServer.url, token: 't', find }, client.lines);
    client.write(call('echo', {}, 1));
    await expect.poll(() => client.heard()).toMatchObject([{ id: 1, result: {} }]);
    const { port, close } = testServer;
    await close();
    client.write(call('echo', {}, 2));
    await expect.poll(() => client.heard().at(1)).toMatchObject({ id: 2, error: { code: -32000 } });
    testServer = await serveSample({ token: 't' });
    expect(testServer.port).not.toBe(port);
    client.write(call('echo', {}, 3));
    client.write(call('echo', {}, 4));
    await expect.poll(() => client.heard().length).toBe(4);
    expect(client.heard().slice(2)).toMatchObject([{ result: {} }, { result: {} }]);
    client.end();
    await ended;
  });

  it('answers each request of a batch with an error if the batch cannot be delivered', async () => {
    const { client, ended } = startRelay();
    await testServer.close();
    client.write([call('echo', {}, 1), initializedMessage, null, call('echo', {}, 2)]);
    client.write([initializedMessage]);
    const gone = { error: { code: -32000 } };
    await expect
      .poll(() => client.heard())
      .toMatchObject([
        [
          { id: 1, ...gone },
          { id: 2, ...gone },
        ],
      ]);
    client.end();
    await ended;
    testServer = await serveSample();
  });

  it('forwards errors of the server under the id of the call', async () => {
    const client = openClient();
    const ended = relayLines({ url: testServer.url, token: 'wrong' }, client.lines);
    client.write(call('echo', {}, 5));
    await expect.poll(() => client.heard()).toMatchObject([{ id: 5, error: { code: -32000 } }]);
    client.end();
    await ended;
  });
});
