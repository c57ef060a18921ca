import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, either, initialize, json, type Served, serveSample } from '../testing/served.js';

let served: Served;
beforeAll(async () => {
  served = await serveSample();
});
afterAll(() => served.close());

const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'test' },
});

const begun = (name: string) => expect.poll(() => served.journal).toContain(`begun ${name}`);
const aborted = (name: string) => expect.poll(() => served.journal).toContain(`aborted ${name}`);

describe('a call', { tags: 'mcp:cancel' }, () => {
  it.each([['a'], [1], [0]])(
    'is cancelled by a notification without a session, with the id %j',
    async (id) => {
      const name = `sessionless ${id}`;
      const answered = served.post(call('waits', { name }, id));
      await begun(name);
      expect((await served.post(cancel(id))).status).toBe(202);
      expect(await answered).toMatchObject({ status: 202, text: '' });
      await aborted(name);
    },
  );

  it('is cancelled by a notification of its session, but not of another one', async () => {
    const sessionOf = async () =>
      String((await served.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const [mine, other] = [await sessionOf(), await sessionOf()];
    const answered = served.post(call('waits', { name: 'mine' }, 5), { ...either, 'mcp-session-id': mine });
    await begun('mine');
    await served.post(cancel(5), { ...json, 'mcp-session-id': other });
    await served.post(cancel(5));
    expect(served.journal).not.toContain('aborted mine');
    await served.post(cancel(5), { ...json, 'mcp-session-id': mine });
    expect(await answered).toMatchObject({ status: 202, text: '' });
    await aborted('mine');
  });

  it('goes on when its client disconnects, and can still be cancelled', async () => {
    const controller = new AbortController();
    const gone = fetch(served.url, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(call('waits', { name: 'left' }, 'left')),
      signal: controller.signal,
    }).catch(() => 'gone');
    await begun('left');
    controller.abort();
    expect(await gone).toBe('gone');
    await served.post(call('echo'));
    expect(served.journal).not.toContain('aborted left');
    await served.post(cancel('left'));
    await aborted('left');
  });

  it('is cancelled when its session ends', async () => {
    const id = String((await served.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const session = { ...json, 'mcp-session-id': id };
    const answered = served.post(call('waits', { name: 'ended' }), session);
    await begun('ended');
    expect((await served.ask('DELETE', '/', session)).status).toBe(204);
    expect((await answered).status).toBe(202);
    await aborted('ended');
  });

  it('is not cancelled if several calls have its id', async () => {
    const id = String((await served.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const session = { ...json, 'mcp-session-id': id };
    const two = ['twin 1', 'twin 2'].map((name) =>
      fetch(served.url, {
        method: 'POST',
        headers: session,
        body: JSON.stringify(call('waits', { name }, 'twin')),
      }),
    );
    await begun('twin 1');
    await begun('twin 2');
    await served.post(cancel('twin'), session);
    await served.post(call('echo'));
    expect(served.journal.filter((line) => line.startsWith('aborted twin'))).toEqual([]);
    await served.ask('DELETE', '/', session);
    await Promise.all(two);
    await aborted('twin 1');
    await aborted('twin 2');
  });

  it('is cancelled in a batch, whose other calls are still answered', async () => {
    const answered = served.post([call('echo', {}, 1), call('waits', { name: 'batched' }, 2)]);
    await begun('batched');
    await served.post(cancel(2));
    expect(JSON.parse((await answered).text)).toMatchObject([{ id: 1 }]);
  });
});
