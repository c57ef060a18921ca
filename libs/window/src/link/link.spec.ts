import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';

import { createLink, type LinkSocket, computeBackoffMs } from './link.js';

type Listener = (event: { data: unknown }) => void;

/** Opens a fake application that can refuse, fail and disconnect. */
const openWorld = (answers: boolean | Error = true) => {
  const world = {
    answers,
    waiting: [] as { readonly ms: number; readonly work: () => void }[],
    sent: [] as string[],
    fire: (_type: string, _data?: unknown): void => undefined,
  };
  const openSocket = (): LinkSocket => {
    const listeners: [string, Listener][] = [];
    world.fire = (type, data) => {
      for (const [of, listener] of [...listeners]) if (of === type) listener({ data });
    };
    return {
      send: (text) => world.sent.push(text),
      close: () => undefined,
      addEventListener: (type: string, listener: Listener) => listeners.push([type, listener]),
    };
  };
  const link = createLink({
    enter: () =>
      world.answers instanceof Error ? Promise.reject(world.answers) : Promise.resolve(world.answers),
    openSocket,
    later: (ms, work) => {
      const waiter = { ms, work };
      world.waiting.push(waiter);
      return () => void world.waiting.splice(world.waiting.indexOf(waiter), 1);
    },
  });
  const passTime = async (): Promise<void> => {
    world.waiting.shift()?.work();
    await turn();
  };
  return { world, link, passTime };
};

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const openLink = async () => {
  const opened = openWorld();
  await turn();
  opened.world.fire('open');
  return opened;
};

describe('the link to the application', () => {
  it('is open once the application knows the page and the socket is open', async () => {
    const { world, link } = openWorld();
    expect(link.state()).toEqual({ kind: 'connecting' });
    await turn();
    world.fire('open');
    expect(link.state()).toEqual({ kind: 'open' });
  });

  it('does not retry if the application does not know the page', async () => {
    const { world, link } = openWorld(false);
    await turn();
    expect(link.state()).toEqual({ kind: 'refused' });
    expect(world.waiting).toEqual([]);
  });

  it('keeps trying if the application refuses a page that had access', async () => {
    const { world, link, passTime } = await openLink();
    world.fire('close');
    world.answers = false;
    await passTime();
    expect(link.state()).toEqual({ kind: 'refused' });
    world.answers = true;
    await passTime();
    world.fire('open');
    expect(link.state()).toEqual({ kind: 'open' });
  });

  it('reconnects on request after a refusal', async () => {
    const { world, link } = openWorld(false);
    await turn();
    world.answers = true;
    link.retry();
    await turn();
    world.fire('open');
    expect(link.state()).toEqual({ kind: 'open' });
  });

  it('waits longer after each failure, and starts over after a success', async () => {
    const { world, link, passTime } = await openLink();
    world.fire('close');
    expect(link.state()).toEqual({ kind: 'lost', inMs: 250 });
    world.answers = new Error('no answer');
    await passTime();
    expect(link.state()).toEqual({ kind: 'lost', inMs: 500 });
    world.answers = true;
    await passTime();
    world.fire('open');
    world.fire('close');
    expect(link.state()).toEqual({ kind: 'lost', inMs: 250 });
  });

  it('reconnects immediately and only once on request', async () => {
    const { world, link } = await openLink();
    world.fire('close');
    link.retry();
    expect(world.waiting).toEqual([]);
    await turn();
    world.fire('open');
    expect(link.state()).toEqual({ kind: 'open' });
  });

  it('carries calls and their results over the open socket', async () => {
    const { world, link } = await openLink();
    const answer = link.call('workspaces_active', {});
    await turn();
    const { id } = JSON.parse(world.sent[0] ?? '') as { id: number };
    world.fire('message', JSON.stringify({ jsonrpc: '2.0', id, result: { workspaceId: null } }));
    expect(await answer).toEqual({ workspaceId: null });
  });

  it('knows running executions immediately, and announces several quick changes of them at once', async () => {
    const { world, link, passTime } = await openLink();
    const runs = (...ids: string[]) => {
      const params = { executions: ids.map((id) => ({ id })) };
      world.fire('message', JSON.stringify({ jsonrpc: '2.0', method: 'events.running', params }));
    };
    let told = 0;
    link.subscribe(() => (told += 1));
    runs('one');
    expect([link.running(), told]).toEqual([[{ id: 'one' }], 0]);
    runs('one', 'two');
    await passTime();
    expect([link.running(), told]).toEqual([[{ id: 'one' }, { id: 'two' }], 1]);
    runs();
    await passTime();
    expect([link.running(), told]).toEqual([[], 2]);
  });

  it('refuses pending and new calls when the connection is lost', async () => {
    const { world, link } = await openLink();
    const running = link.call('workspaces_active', {});
    const outcome = expect(running).rejects.toThrow('closed');
    await turn();
    world.fire('close');
    await outcome;
    await expect(link.call('workspaces_active', {})).rejects.toThrow('Tandem is not responding');
  });
});

describe('the wait before a retry', () => {
  it('doubles from a quarter of a second', () => {
    expect([1, 2, 3, 4].map(computeBackoffMs)).toEqual([250, 500, 1_000, 2_000]);
  });

  it('never shrinks, and never exceeds ten seconds', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (failures) => {
        expect(computeBackoffMs(failures)).toBeLessThanOrEqual(computeBackoffMs(failures + 1));
        expect(computeBackoffMs(failures)).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
