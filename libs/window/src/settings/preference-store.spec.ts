import { describe, expect, it } from 'vitest';

import type { Preferences } from '../contract.js';
import { createPreferenceStore } from './preference-store.js';

/** A server, a browser tab whose storage may be full, and a clock that only the test advances. */
const setUp = () => {
  const world = {
    stored: {} as unknown,
    text: null as string | null,
    isFull: false,
    sent: [] as Preferences[],
    answers: [] as { readonly store: () => void; readonly fail: () => void }[],
  };
  let waiting: (() => void) | undefined;
  const open = () =>
    createPreferenceStore({
      session: {
        read: () => world.text,
        write: (text) => {
          if (world.isFull) throw new Error('full');
          world.text = text;
        },
      },
      fetch: () => Promise.resolve(world.stored),
      send: (preferences) =>
        new Promise((resolve, reject) => {
          world.sent.push(preferences);
          world.answers.push({
            store: () => {
              world.stored = preferences;
              resolve();
            },
            fail: () => {
              reject(new Error('away'));
            },
          });
        }),
      later: (_, work) => {
        waiting = work;
        return () => {
          waiting = undefined;
        };
      },
    });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const pass = async (): Promise<void> => {
    const work = waiting;
    waiting = undefined;
    work?.();
    await settle();
  };
  const answer = async (how: 'store' | 'fail'): Promise<void> => {
    world.answers.shift()?.[how]();
    await settle();
  };
  return { world, open, pass, answer };
};

const tabs = { ws_1: { open: ['rest_1'], shown: 'rest_1' } };

describe('the preferences of a page', () => {
  it('are sent once, shortly after the last change', async () => {
    const { world, open, pass, answer } = setUp();
    world.stored = { isListHidden: true };
    const store = open();
    await store.load();
    store.change({ placement: 'right' });
    store.change({ placement: 'below' });
    expect(store.get()).toEqual({ isListHidden: true, placement: 'below' });
    await pass();
    await answer('store');
    await pass();
    expect(world.sent).toEqual([{ isListHidden: true, placement: 'below' }]);
  });

  it('survive a reload even if the server has not stored them yet', async () => {
    const { world, open, pass, answer } = setUp();
    world.stored = { isListHidden: true };
    const before = open();
    await before.load();
    before.change({ tabs });
    const after = open();
    await after.load();
    expect(after.get()).toEqual({ isListHidden: true, tabs });
    await pass();
    await answer('store');
    expect(world.stored).toEqual({ isListHidden: true, tabs });
  });

  it('are loaded from the server after a reload if the server has stored them', async () => {
    const { world, open, pass, answer } = setUp();
    const before = open();
    await before.load();
    before.change({ placement: 'below' });
    await pass();
    await answer('store');
    world.stored = { placement: 'right' };
    const after = open();
    await after.load();
    expect(after.get()).toEqual({ placement: 'right' });
  });

  it('are sent in order, because a change waits for the response to the previous change', async () => {
    const { world, open, pass, answer } = setUp();
    const store = open();
    await store.load();
    store.change({ placement: 'below' });
    await pass();
    store.change({ placement: 'right' });
    await pass();
    expect(world.sent).toEqual([{ placement: 'below' }]);
    await answer('store');
    await pass();
    await answer('store');
    expect(world.stored).toEqual({ placement: 'right' });
  });

  it('are sent immediately when the page closes, and only once if the server confirms them', async () => {
    const { world, open, answer } = setUp();
    const store = open();
    await store.load();
    store.change({ tabs });
    store.flush();
    await answer('store');
    store.flush();
    expect(world.sent).toEqual([{ tabs }]);
  });

  it('are sent again with the next change if the server did not store them', async () => {
    const { world, open, pass, answer } = setUp();
    const store = open();
    await store.load();
    store.change({ tabs });
    await pass();
    await answer('fail');
    store.change({ placement: 'below' });
    await pass();
    await answer('store');
    expect(world.stored).toEqual({ tabs, placement: 'below' });
  });

  it("are sent even if the browser's storage is full", async () => {
    const { world, open, pass } = setUp();
    world.isFull = true;
    const store = open();
    await store.load();
    store.change({ tabs });
    await pass();
    expect(world.sent).toEqual([{ tabs }]);
  });

  it('are empty if the stored preferences are invalid', async () => {
    const { world, open } = setUp();
    world.text = '{';
    world.stored = { placement: 'left' };
    const store = open();
    await store.load();
    expect(store.get()).toEqual({});
  });
});
