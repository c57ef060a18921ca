import type { HandlerAnswer, ScriptSession } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ExecutionContext } from '../execution-state.js';
import { createScriptCalls, type ScriptCallContext } from './script-calls.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const call = { kind: 'execute', request: 'Login', changes: [] } as const;

/** Runs a handler in which every call takes as long as `take` says. Returns the outcomes, once the handler has ended. */
const runHandler = (calls: readonly ((around: ScriptCallContext) => Promise<void>)[]) => {
  const waiting = [...calls];
  const scripts = createScriptCalls({
    refusal: () => Promise.resolve(undefined),
    left: { number: calls.length },
    execute: async (_, around) => {
      await waiting.shift()?.(around);
      const error = { code: 'NETWORK_ERROR', message: 'It failed.' };
      return { answer: { outcome: { error } }, steps: [], secrets: [] };
    },
  });
  scripts.begin({
    input: { timeoutMs: 100 },
    signal: new AbortController().signal,
    secrets: { add: () => undefined },
  } as unknown as ExecutionContext);
  const outcomes: string[] = [];
  const { onRequest } = scripts.around({
    onRequest: async () => {
      const ask = async () => {
        const { outcome } = await scripts.answer(call, new AbortController().signal);
        outcomes.push('error' in outcome ? outcome.error.code : 'none');
      };
      await Promise.all(calls.map(ask));
      return { error: null, changes: [], diagnostics: [] } as unknown as HandlerAnswer;
    },
  } as unknown as ScriptSession);
  return { outcomes, ended: onRequest({} as Parameters<typeof onRequest>[0]) };
};

const wait = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
const waitForApproval =
  (ms: number) =>
  ({ without }: ScriptCallContext) =>
    without(wait(ms));

describe('the deadline of the calls of a handler', { tags: 'calls:time' }, () => {
  it('is over when they have taken the timeout of the request together', async () => {
    const { outcomes, ended } = runHandler([wait(99), wait(100)]);
    await vi.advanceTimersByTimeAsync(100);
    await ended;
    expect(outcomes).toEqual(['NETWORK_ERROR', 'TIMEOUT']);
  });

  it('does not count the time in which a person is asked, even about several requests at once', async () => {
    const { outcomes, ended } = runHandler([waitForApproval(150), waitForApproval(400)]);
    await vi.advanceTimersByTimeAsync(400);
    await ended;
    expect(outcomes).toEqual(['NETWORK_ERROR', 'NETWORK_ERROR']);
  });

  it('continues after an approval with the time that was left', async () => {
    const askAfter = (before: number, asked: number, after: number) => async (around: ScriptCallContext) => {
      await wait(before)();
      await waitForApproval(asked)(around);
      await wait(after)();
    };
    for (const [after, code] of [
      [39, 'NETWORK_ERROR'],
      [40, 'TIMEOUT'],
    ] as const) {
      const { outcomes, ended } = runHandler([askAfter(60, 500, after)]);
      await vi.advanceTimersByTimeAsync(700);
      await ended;
      expect(outcomes).toEqual([code]);
    }
  });
});
