import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  call,
  acceptEither,
  initialize,
  json,
  parseEventMessages,
  type SampleServer,
  serveSample,
} from '../testing/served.js';

let testServer: SampleServer;
/** A server that opens a stream after such a short time that all slow answers are streamed. */
let impatient: SampleServer;
beforeAll(async () => {
  testServer = await serveSample();
  impatient = await serveSample({ silenceMs: 40, keepAliveMs: 20 });
});
afterAll(async () => {
  await testServer.close();
  await impatient.close();
});

const isStream = (headers: Readonly<Record<string, unknown>>) =>
  String(headers['content-type']).startsWith('text/event-stream');

const steps = [
  { params: { progressToken: 'p', progress: 0, total: 3, message: 'one' } },
  { params: { progressToken: 'p', progress: 1, total: 3, message: 'two' } },
  { params: { progressToken: 'p', progress: 2, total: 3, message: 'three' } },
  { id: 7, result: { content: [{ text: '{"done":true}' }] } },
];

describe('a response as an event stream', { tags: ['mcp:stream', 'mcp:progress'] }, () => {
  it('is used for a client that accepts streams and asks for progress', async () => {
    const answer = await testServer.post(call('steps', {}, 7, 'p'), acceptEither);
    expect(isStream(answer.headers)).toBe(true);
    expect(parseEventMessages(answer.text)).toMatchObject(steps);
  });

  it.each([
    ['does not name event streams', json],
    ['takes anything', { ...json, accept: '*/*' }],
    ['gives event streams the weight 0', { ...json, accept: 'application/json, text/event-stream;q=0' }],
  ])('is not used for a client that %s', async (_, headers) => {
    const answer = await testServer.post(call('steps', {}, 7, 'p'), headers);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(answer.text)).toMatchObject({ id: 7, result: {} });
  });

  it.each([
    ['does not ask for progress', call('steps', {}, 7), acceptEither],
    ['lists tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, acceptEither],
    ['is wrong', '{}', { ...json, accept: 'text/event-stream' }],
  ])('is not used for a request that %s', async (_, body, headers) => {
    expect(isStream((await testServer.post(body, headers)).headers)).toBe(false);
  });

  it('is used for a client that accepts only streams', async () => {
    const answer = await testServer.post(call('echo'), { ...json, accept: 'text/event-stream' });
    expect(isStream(answer.headers)).toBe(true);
    expect(parseEventMessages(answer.text)).toMatchObject([{ id: 1, result: {} }]);
  });

  it('contains the answers of a batch in the order of completion', async () => {
    const answer = await testServer.post(
      [{ jsonrpc: '2.0', id: 3 }, call('steps', {}, 7, 'p')],
      acceptEither,
    );
    expect(parseEventMessages(answer.text)).toMatchObject([{ id: 3, error: { code: -32600 } }, ...steps]);
  });

  it('begins when there is no answer for some time, and then stays open', async () => {
    const stream = await impatient.openStream(acceptEither, {
      method: 'POST',
      body: JSON.stringify(call('waits', { name: 'silent' }, 'silent')),
    });
    expect(isStream(Object.fromEntries(stream.response.headers))).toBe(true);
    await expect.poll(() => stream.text()).toMatch(/keep-alive\n\n.*keep-alive\n\n/s);
    await impatient.post({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'silent' },
    });
    await expect.poll(() => impatient.journal).toContain('aborted silent');
    stream.close();
  });
});

describe('a GET stream', { tags: ['mcp:get-stream', 'mcp:legacy-stream'] }, () => {
  it('starts immediately and stays open', async () => {
    const stream = await impatient.openStream({ 'mcp-protocol-version': '2025-06-18' });
    expect(stream.response.status).toBe(200);
    await expect.poll(() => stream.text()).toMatch(/^: open\n\n.*: keep-alive\n\n/s);
    stream.close();
  });

  it('tells clients of protocol version 2024-11-05 where to post, and carries the answers', async () => {
    const stream = await testServer.openStream();
    await expect.poll(() => stream.text()).toContain('event: endpoint');
    const path = /data: (\/\?sessionId=\S+)/.exec(stream.text())?.[1] ?? '';
    const send = async (message: unknown) =>
      (await testServer.ask('POST', path, json, JSON.stringify(message))).status;
    expect(await send(initialize('2024-11-05'))).toBe(202);
    expect(await send(call('steps', {}, 7, 'p'))).toBe(202);
    await expect.poll(() => stream.messages()).toMatchObject([{ id: 'a', result: {} }, ...steps]);
    await send(call('waits', { name: 'old' }));
    await expect.poll(() => testServer.journal).toContain('begun old');
    stream.close();
    await expect.poll(() => testServer.journal).toContain('aborted old');
    expect(await send(call('echo'))).toBe(404);
  });

  it('is refused for an unknown protocol version or session', async () => {
    const stream = { accept: 'text/event-stream' };
    expect((await testServer.ask('GET', '/', { ...stream, 'mcp-protocol-version': '1' })).status).toBe(400);
    expect((await testServer.ask('GET', '/', { ...stream, 'mcp-session-id': 'x.y' })).status).toBe(404);
  });

  it('ends when the server stops', async () => {
    const other = await serveSample();
    const stream = await other.openStream();
    await other.close();
    await stream.ended;
    expect(stream.isOpen()).toBe(false);
  });
});
