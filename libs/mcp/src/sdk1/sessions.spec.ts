import { randomBytes } from 'node:crypto';

import type { Change, Changes } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, initialize, json, type SampleServer, serveSample } from '../testing/served.js';

const sessionKey = randomBytes(32);
const listeners: ((change: Change) => void)[] = [];
const changes: Changes = {
  subscribe: (listener) => {
    listeners.push(listener);
    return () => undefined;
  },
};
const emitChange = (change: Change): void => {
  for (const listener of listeners) listener(change);
};
let testServer: SampleServer;
beforeAll(async () => {
  testServer = await serveSample({ sessionKey, changes });
});
afterAll(() => testServer.close());

const beginSession = async (by = testServer): Promise<Record<string, string>> => {
  const { headers } = await by.post(initialize('2025-06-18'));
  return { ...json, 'mcp-session-id': String(headers['mcp-session-id']) };
};
const getStatus = async (session: Record<string, string>, by = testServer) =>
  (await by.post(call('echo'), session)).status;

describe('a session', { tags: 'mcp:sessions' }, () => {
  it('has an id of visible ASCII characters that differs from other ids even for equal clients', async () => {
    const [one, other] = [await beginSession(), await beginSession()];
    expect(one['mcp-session-id']).toMatch(/^[\x21-\x7e]{50,400}$/);
    expect(one).not.toEqual(other);
    expect(await getStatus(one)).toBe(200);
  });

  it('is accepted after a restart only by a server with the same key', async () => {
    const session = await beginSession();
    const [again, other] = [await serveSample({ sessionKey }), await serveSample()];
    expect(await getStatus(session, again)).toBe(200);
    const refused = await other.post(call('echo'), session);
    expect(refused.status).toBe(404);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: -32001 } });
    await again.close();
    await other.close();
  });

  it.each([['x'], ['x.y'], ['e30.'], ['..'], ['é']])('does not exist for the id %j', async (id) => {
    expect(await getStatus({ ...json, 'mcp-session-id': Buffer.from(id).toString('latin1') })).toBe(404);
  });

  it('can be ended by DELETE once', async () => {
    const session = await beginSession();
    expect((await testServer.ask('DELETE', '/', session)).status).toBe(204);
    expect(await getStatus(session)).toBe(404);
    expect((await testServer.ask('DELETE', '/', session)).status).toBe(404);
  });

  it('is not created if its id would not fit into a header', async () => {
    const long = initialize('2025-06-18');
    const answer = await testServer.post({
      ...long,
      params: { ...long.params, capabilities: { experimental: { x: { y: 'y'.repeat(5_000) } } } },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  it.each(['2025-03-26', '2025-06-18'])(
    'of protocol version %s gets its results even after a restart',
    async (version) => {
      const { headers } = await testServer.post(initialize(version));
      const session = { ...json, 'mcp-session-id': String(headers['mcp-session-id']) };
      const again = await serveSample({ sessionKey });
      for (const server of [testServer, again]) {
        const { text } = await server.post(call('echo', { a: 1 }), session);
        expect(JSON.parse(text)).toMatchObject({ result: { content: [{ text: '{"args":{"a":1}}' }] } });
      }
      await again.close();
    },
  );

  it('is reopened after many other sessions were used', async () => {
    const session = await beginSession();
    for (let count = 0; count < 300; count++) await beginSession();
    expect(await getStatus(session)).toBe(200);
  });
});

describe('a notification of changes', { tags: 'mcp:notifications' }, () => {
  const change = (id: string, op: 'created' | 'updated') =>
    ({ workspaceId: 'ws_1', entity: 'rest', id, op }) as Change;
  const methods = (stream: Awaited<ReturnType<SampleServer['openStream']>>) =>
    stream.messages().map(({ method, params }) => [method, (params as { uri?: string } | undefined)?.uri]);
  const subscribe = (uri: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/subscribe',
    params: { uri },
  });

  it('is sent to the sessions that subscribed, and to all sessions if a list changed', async () => {
    const [one, other] = [await beginSession(), await beginSession()];
    await testServer.post(subscribe('x:9'), one);
    const [oneStream, otherStream, open] = [
      await testServer.openStream(one),
      await testServer.openStream(other),
      await testServer.openStream({ 'mcp-protocol-version': '2025-06-18' }),
    ];
    emitChange(change('9', 'updated'));
    emitChange(change('8', 'created'));
    const list = ['notifications/resources/list_changed', undefined];
    await expect.poll(() => methods(oneStream)).toEqual([['notifications/resources/updated', 'x:9'], list]);
    await expect.poll(() => methods(otherStream)).toEqual([list]);
    await expect.poll(() => methods(open)).toEqual([list]);
    for (const stream of [oneStream, otherStream, open]) stream.close();
  });

  it('is sent once at the start of a burst of changes and once after the burst', async () => {
    const session = await beginSession();
    const stream = await testServer.openStream(session);
    for (let count = 0; count < 50; count++) emitChange(change(String(count), 'created'));
    await expect.poll(() => methods(stream).length).toBe(2);
    stream.close();
  });

  it('is not sent to a session that ended during a burst', async () => {
    const [leaving, staying] = [await beginSession(), await beginSession()];
    const stream = await testServer.openStream(staying);
    for (let count = 0; count < 2; count++) emitChange(change(String(count), 'created'));
    await testServer.ask('DELETE', '/', leaving);
    await expect.poll(() => methods(stream).length).toBe(2);
    stream.close();
  });

  it('is sent to the newest stream of a session', async () => {
    const session = await beginSession();
    const first = await testServer.openStream(session);
    const second = await testServer.openStream(session);
    await first.ended;
    emitChange(change('1', 'created'));
    await expect.poll(() => methods(second)).toHaveLength(1);
    second.close();
  });
});
