import type { Change, Changes } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  call,
  acceptEither,
  json,
  parseEventMessages,
  type SampleServer,
  serveSample,
} from '../testing/served.js';

const listeners: ((change: Change) => void)[] = [];
const changes: Changes = {
  subscribe: (listener) => {
    listeners.push(listener);
    return () => undefined;
  },
};

let testServer: SampleServer;
/** A server that opens a stream after such a short time that all slow answers are streamed. */
let impatient: SampleServer;
beforeAll(async () => {
  testServer = await serveSample({ changes });
  impatient = await serveSample({ silenceMs: 40, keepAliveMs: 20 });
});
afterAll(async () => {
  await testServer.close();
  await impatient.close();
});

const revision = '2026-07-28';
const prefix = 'io.modelcontextprotocol';
const meta = { [`${prefix}/protocolVersion`]: revision, [`${prefix}/clientCapabilities`]: {} };

interface Message {
  readonly method: string;
  readonly params?: object;
}

/** Adds the metadata and headers of revision 2026-07-28 to a message. */
const sdk2 = (message: Message, name?: string, more: object = {}) => ({
  body: { ...message, params: { ...message.params, _meta: { ...meta, ...more } } },
  headers: {
    ...acceptEither,
    'mcp-protocol-version': revision,
    'mcp-method': message.method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  },
});
const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const send = ({ body, headers }: ReturnType<typeof sdk2>) => testServer.post(body, headers);

describe('a request in protocol revision 2026-07-28', { tags: 'mcp:modern' }, () => {
  it('discovers the server', async () => {
    const answer = await send(sdk2(request('server/discover')));
    expect(JSON.parse(answer.text)).toMatchObject({
      result: { supportedVersions: [revision], capabilities: { tools: {}, resources: {} } },
    });
  });

  it('calls a tool and gets a JSON response', async () => {
    const answer = await send(sdk2(call('echo', { a: 1 }), 'echo'));
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(answer.text)).toMatchObject({
      id: 1,
      result: { resultType: 'complete', content: [{ text: '{"args":{"a":1}}' }] },
    });
  });

  it('receives progress', { tags: 'mcp:progress' }, async () => {
    const answer = await send(sdk2(call('steps', {}, 7), 'steps', { progressToken: 'p' }));
    expect(
      parseEventMessages(answer.text).map(
        ({ params }) => (params as { message?: string } | undefined)?.message,
      ),
    ).toEqual(['one', 'two', 'three', undefined]);
  });

  it.each([
    ['an unknown tool', call('nope'), 'nope', -32602],
    ['an unknown resource', request('resources/read', { uri: 'x:2' }), 'x:2', -32602],
    ['a defect', call('breaks'), 'breaks', -32603],
    ['a bug in a resource', request('resources/read', { uri: 'x:broken' }), 'x:broken', -32603],
  ])('gets an error for %s without internal details', async (_, message, name, code) => {
    const answer = await send(sdk2(message, name));
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code } });
    expect(answer.text).not.toContain('secret');
  });

  it('is refused if its headers contradict it or its protocol revision is unknown', async () => {
    const other = sdk2(call('echo'), 'refuses');
    expect(await send(other)).toMatchObject({
      status: 400,
      text: expect.stringContaining('-32020') as string,
    });
    const unknown = { ...acceptEither, 'mcp-protocol-version': '2099-01-01' };
    expect((await testServer.post(call('echo'), unknown)).status).toBe(400);
  });

  it('is cancelled when its client disconnects', { tags: 'mcp:cancel' }, async () => {
    const { body, headers } = sdk2(call('waits', { name: 'sdk2' }), 'waits');
    const stream = await impatient.openStream(headers, { method: 'POST', body: JSON.stringify(body) });
    await expect.poll(() => stream.text()).toContain('keep-alive');
    stream.close();
    await expect.poll(() => impatient.journal).toContain('aborted sdk2');
  });

  it('subscribes to changes', { tags: 'mcp:notifications' }, async () => {
    const { body, headers } = sdk2(
      request('subscriptions/listen', {
        notifications: { resourcesListChanged: true, resourceSubscriptions: ['x:9'] },
      }),
    );
    const stream = await testServer.openStream(headers, { method: 'POST', body: JSON.stringify(body) });
    await expect.poll(() => stream.messages()).toHaveLength(1);
    const change = { workspaceId: 'w', entity: 'rest', op: 'created', id: '9' } as Change;
    for (const hear of listeners) hear(change);
    await expect
      .poll(() => stream.messages().slice(1))
      .toMatchObject([
        { method: 'notifications/resources/list_changed' },
        { method: 'notifications/resources/updated', params: { uri: 'x:9' } },
      ]);
    stream.close();
  });
});

describe('a message in a protocol revision older than 2026-07-28', { tags: 'mcp:modern' }, () => {
  it('is answered as that revision requires, even in a batch', async () => {
    const { body } = sdk2(call('echo'), 'echo');
    expect((await testServer.post(call('echo'))).status).toBe(200);
    expect(JSON.parse((await testServer.post([body, { jsonrpc: '2.0' }], json)).text)).toMatchObject([
      { id: 1, result: {} },
      { error: { code: -32600 } },
    ]);
  });
});
