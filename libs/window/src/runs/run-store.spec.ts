import type { RunEvent } from '@tandem/core';
import type { CallOptions } from '@tandem/rpc/client';
import { describe, expect, it } from 'vitest';

import type { Link } from '../link/link.js';
import { countPlannedExecutions, type RunView } from './run-progress.js';
import { createRunStore } from './run-store.js';

const plan = { requests: 2, iterations: 1, environments: [null], parallel: 1, requireTests: false };
const startedEvent: RunEvent = {
  kind: 'started',
  run: { id: 'run_1', workspace: 'Shop', startedAt: '2026-01-01T00:00:00.000Z', plan },
};
const line = (event: object): string => `${JSON.stringify(event)}\n`;
const toStartedLine = (path: string) => line({ kind: 'request-started', entry: { path } });
const toEndedLine = (path: string) =>
  line({ kind: 'request-ended', entry: { path, outcome: 'passed', tests: [] } });

/** Creates a store whose server responds when the test wants it to. `pass` advances the timers. */
const createTestStore = () => {
  const later: (() => void)[] = [];
  const ended: string[] = [];
  const calls: {
    args: unknown;
    options: CallOptions;
    answer: (view: Partial<RunView>) => void;
    refuse: (why: Error) => void;
  }[] = [];
  const call = (_: string, args: unknown, options: CallOptions) =>
    new Promise((resolve, reject) => {
      calls.push({ args, options, answer: resolve, refuse: reject });
    });
  const store = createRunStore(
    { call: call as Link['call'] },
    {
      later: (_, work) => {
        later.push(work);
        return () => {
          later.splice(later.indexOf(work), 1);
        };
      },
      onEnd: ({ id }) => ended.push(id),
    },
  );
  const pass = (): void => {
    for (const work of later.splice(0)) work();
  };
  return { store, calls, ended, pass };
};

describe('the runs of a page', { tags: 'runs:live' }, () => {
  it('are shown as soon as their first events arrive, with the requests that have ended', async () => {
    const { store, calls, ended, pass } = createTestStore();
    const starting = store.start('Shop', { folder: 'Shop' });
    const [call] = calls;
    expect(call?.args).toEqual({ folder: 'Shop', name: 'Shop', report: 'full' });
    const text = `${line(startedEvent)}${toStartedLine('a')}${toEndedLine('a')}${toStartedLine('b')}`;
    call?.options.onText?.(text.slice(0, 20));
    expect(store.chosen()).toBeUndefined();
    call?.options.onText?.(text.slice(20));
    expect(await starting).toBeUndefined();
    const [run] = store.runs();
    expect(store.chosen()).toBe(run?.key);
    expect(run?.progress).toMatchObject({ start: { id: 'run_1' }, entries: [{ path: 'a' }], current: ['b'] });
    expect(run && countPlannedExecutions(run.progress)).toBe(2);
    call?.options.onText?.(toEndedLine('b'));
    expect(store.runs()[0]?.progress.entries).toHaveLength(1);
    pass();
    expect(store.runs()[0]?.progress).toMatchObject({ entries: [{}, {}], current: [] });
    call?.answer({ id: 'run_1' });
    await expect.poll(() => store.runs()[0]?.end).toEqual({ view: { id: 'run_1' } });
    expect(ended).toEqual(['run_1']);
  });

  it('are not listed if they could not start, and the reason is returned', async () => {
    const { store, calls } = createTestStore();
    const starting = store.start('Shop', {});
    calls[0]?.refuse(new Error('select names no request'));
    expect(await starting).toBe('select names no request');
    expect(store.runs()).toEqual([]);
  });

  it('keep their events when the connection is lost', async () => {
    const { store, calls } = createTestStore();
    const starting = store.start('Shop', {});
    calls[0]?.options.onText?.(`${line(startedEvent)}${toEndedLine('a')}`);
    await starting;
    calls[0]?.refuse(new Error('The connection to Tandem was closed.'));
    await expect
      .poll(() => store.runs()[0]?.end)
      .toEqual({ problem: 'The connection to Tandem was closed.' });
    expect(store.runs()[0]?.progress.entries).toHaveLength(1);
  });

  it('can be stopped by key', async () => {
    const { store, calls } = createTestStore();
    const starting = store.start('Shop', {});
    calls[0]?.options.onText?.(line(startedEvent));
    await starting;
    store.stop(store.runs()[0]?.key ?? '');
    expect(calls[0]?.options.signal?.aborted).toBe(true);
    expect(store.runs()[0]?.isStopping).toBe(true);
  });

  it('are dropped once five newer runs have ended, unless they are still running', async () => {
    const { store, calls } = createTestStore();
    for (let number = 0; number < 8; number += 1) {
      const starting = store.start(String(number), {});
      calls[number]?.options.onText?.(line(startedEvent));
      await starting;
      if (number === 0) continue;
      calls[number]?.answer({ id: `run_${number}` });
      await expect.poll(() => store.runs()[0]?.end).toBeDefined();
    }
    void store.start('last', {});
    expect(store.runs().map(({ title }) => title)).toEqual(['last', '7', '6', '5', '4', '3', '0']);
  });
});
