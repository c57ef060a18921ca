import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, acceptEither, initialize, json, type SampleServer, serveSample } from '../testing/served.js';

let testServer: SampleServer;
beforeAll(async () => {
  testServer = await serveSample();
});
afterAll(() => testServer.close());

const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'test' },
});

const expectBegun = (name: string) => expect.poll(() => testServer.journal).toContain(`begun ${name}`);
const expectAborted = (name: string) => expect.poll(() => testServer.journal).toContain(`aborted ${name}`);

describe('a call', { tags: 'mcp:cancel' }, () => {
  it.each([['a'], [1], [0]])(
    'is cancelled by a notification without a session, with the id %j',
    async (id) => {
      const name = `sessionless ${id}`;
      const answered = testServer.post(call('waits', { name }, id));
      await expectBegun(name);
      expect((await testServer.post(cancel(id))).status).toBe(202);
      expect(await answered).toMatchObject({ status: 202, text: '' });
      await expectAborted(name);
    },
  );

  it('is cancelled by a notification from its own session, but not by one from another session', async () => {
    const sessionOf = async () =>
      String((await testServer.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const [mine, other] = [await sessionOf(), await sessionOf()];
    const answered = testServer.post(call('waits', { name: 'mine' }, 5), {
      ...acceptEither,
      'mcp-session-id': mine,
    });
    await expectBegun('mine');
    await testServer.post(cancel(5), { ...json, 'mcp-session-id': other });
    await testServer.post(cancel(5));
    expect(testServer.journal).not.toContain('aborted mine');
    await testServer.post(cancel(5), { ...json, 'mcp-session-id': mine });
    expect(await answered).toMatchObject({ status: 202, text: '' });
    await expectAborted('mine');
  });

  it('continues when its client disconnects, and can still be cancelled', async () => {
    const controller = new AbortController();
    const gone = fetch(testServer.url, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(call('waits', { name: 'left' }, 'left')),
      signal: controller.signal,
    }).catch(() => 'gone');
    await expectBegun('left');
    controller.abort();
    expect(await gone).toBe('gone');
    await testServer.post(call('echo'));
    expect(testServer.journal).not.toContain('aborted left');
    await testServer.post(cancel('left'));
    await expectAborted('left');
  });

  it('is cancelled when its session ends', async () => {
    const id = String((await testServer.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const session = { ...json, 'mcp-session-id': id };
    const answered = testServer.post(call('waits', { name: 'ended' }), session);
    await expectBegun('ended');
    expect((await testServer.ask('DELETE', '/', session)).status).toBe(204);
    expect((await answered).status).toBe(202);
    await expectAborted('ended');
  });

  it('is not cancelled if several calls share its id', async () => {
    const id = String((await testServer.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const session = { ...json, 'mcp-session-id': id };
    const two = ['twin 1', 'twin 2'].map((name) =>
      fetch(testServer.url, {
        method: 'POST',
        headers: session,
        body: JSON.stringify(call('waits', { name }, 'twin')),
      }),
    );
    await expectBegun('twin 1');
    await expectBegun('twin 2');
    await testServer.post(cancel('twin'), session);
    await testServer.post(call('echo'));
    expect(testServer.journal.filter((line) => line.startsWith('aborted twin'))).toEqual([]);
    await testServer.ask('DELETE', '/', session);
    await Promise.all(two);
    await expectAborted('twin 1');
    await expectAborted('twin 2');
  });

  it('is cancelled in a batch, and the other calls of the batch are still answered', async () => {
    const answered = testServer.post([call('echo', {}, 1), call('waits', { name: 'batched' }, 2)]);
    await expectBegun('batched');
    await testServer.post(cancel(2));
    expect(JSON.parse((await answered).text)).toMatchObject([{ id: 1 }]);
  });
});
