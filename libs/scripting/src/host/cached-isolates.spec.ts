import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../limits.js';
import { createHostBridge } from './host-bridge.js';
import type { HeapStatistics, Isolate } from './isolated-vm.js';
import { createIsolateCache } from './cached-isolates.js';
import type { PreparedIsolate } from './prepared.js';

const mib = 1024 * 1024;

/** A fake isolate that behaves as the test says. */
const isolateOf = (
  statistics: () => Promise<HeapStatistics> = () =>
    Promise.resolve({ used_heap_size: mib, externally_allocated_size: 0 }),
) => {
  const state = { isDisposed: false, getHeapStatistics: statistics };
  return Object.assign(state, {
    dispose: () => {
      state.isDisposed = true;
    },
  }) as Isolate;
};

const prepareIn = (isolate: Isolate, served: number): PreparedIsolate => {
  const { bridge } = createHostBridge(isolate, defaultLimits);
  return { isolate, served, bridge, release: () => undefined } as PreparedIsolate;
};

const createTestCache = (prepare = prepareIn, isBusy = () => false) =>
  createIsolateCache(prepare, { ...defaultLimits, memoryMb: 64 }, isBusy);

describe('an isolate that is kept for the next execution', () => {
  it('serves only the workspace that it served before', async () => {
    const kept = createTestCache();
    const isolate = isolateOf();
    await kept.keep('ws_1', prepareIn(isolate, 0));
    expect(kept.take('ws_2')).toBeUndefined();
    expect(kept.take(undefined)).toBeUndefined();
    expect(kept.take('ws_1')?.isolate).toBe(isolate);
  });

  it('serves one execution at a time', async () => {
    const kept = createTestCache();
    await kept.keep('ws_1', prepareIn(isolateOf(), 0));
    expect(kept.take('ws_1')).toBeDefined();
    expect(kept.take('ws_1')).toBeUndefined();
  });

  it('serves 200 executions', async () => {
    const kept = createTestCache();
    const isolate = isolateOf();
    let served = 1;
    let next: PreparedIsolate | undefined = prepareIn(isolate, 0);
    for (;;) {
      await kept.keep('ws_1', next);
      next = kept.take('ws_1');
      if (next === undefined) break;
      served += 1;
    }
    expect(served).toBe(200);
    expect(isolate.isDisposed).toBe(true);
  });

  it('may contain garbage from earlier executions', async () => {
    const kept = createTestCache();
    const isolate = isolateOf(() =>
      Promise.resolve({ used_heap_size: 15 * mib, externally_allocated_size: 0 }),
    );
    await kept.keep('ws_1', prepareIn(isolate, 0));
    expect(kept.take('ws_1')?.isolate).toBe(isolate);
  });

  it.each<[string, Isolate]>([
    [
      'has grown',
      isolateOf(() => Promise.resolve({ used_heap_size: 17 * mib, externally_allocated_size: 0 })),
    ],
    [
      'holds buffers',
      isolateOf(() => Promise.resolve({ used_heap_size: mib, externally_allocated_size: 16 * mib })),
    ],
    ['is lost', isolateOf(() => Promise.reject(new Error('Isolate is disposed')))],
    ['does not become idle', isolateOf(() => new Promise(() => undefined))],
  ])('is discarded if it %s', async (_, isolate) => {
    const kept = createTestCache();
    await kept.keep('ws_1', prepareIn(isolate, 0));
    expect(kept.take('ws_1')).toBeUndefined();
    expect(isolate.isDisposed).toBe(true);
  });

  it('is discarded if it has a pending timer', async () => {
    const kept = createTestCache();
    const isolate = isolateOf();
    const { bridge, asked } = createHostBridge(isolate, defaultLimits);
    asked.startTimer(1, 60_000);
    await kept.keep('ws_1', { ...prepareIn(isolate, 0), bridge });
    expect(kept.take('ws_1')).toBeUndefined();
  });

  it('is one of a limited number of the most recent isolates', async () => {
    const kept = createTestCache();
    const isolates = [isolateOf(), isolateOf(), isolateOf()];
    for (const [index, isolate] of isolates.entries()) await kept.keep(`ws_${index}`, prepareIn(isolate, 0));
    expect(isolates.map(({ isDisposed }) => isDisposed)).toEqual([true, false, false]);
  });

  it('is discarded when memory is low', async () => {
    const kept = createTestCache();
    const isolate = isolateOf();
    await kept.keep('ws_1', prepareIn(isolate, 0));
    kept.clear();
    expect(kept.take('ws_1')).toBeUndefined();
    expect(isolate.isDisposed).toBe(true);
  });

  it('is discarded if a new context cannot be created in it', async () => {
    const isolate = isolateOf();
    const kept = createTestCache(
      () => {
        throw new Error('out of memory');
      },
      () => true,
    );
    await kept.keep('ws_1', prepareIn(isolate, 0));
    expect(kept.take('ws_1')).toBeUndefined();
    expect(isolate.isDisposed).toBe(true);
  });
});
