import type { ExecutionResult } from '@tandem/core';
import type { CallOptions } from '@tandem/rpc/client';
import { describe, expect, it } from 'vitest';

import type { Link } from '../../link/link.js';
import { openDraft } from '../drafts/draft.js';
import type { RequestId, SavedRequest } from '../saved-request.js';
import { createRunner } from './runner.js';

const id = 'rest_0' as RequestId;
const result = {} as ExecutionResult;

/** Creates a runner whose server responds when the test wants it to. `pass` advances the timers. */
const createTestRunner = (workspaceId?: string) => {
  const later = new Set<() => void>();
  const calls: { params: unknown; options: CallOptions; answer: (result: ExecutionResult) => void }[] = [];
  const link = {
    state: () => ({ kind: 'open' }),
    call: (_: string, params: unknown, options: CallOptions) =>
      new Promise((answer) => calls.push({ params, options, answer })),
  } as Link;
  const state =
    workspaceId === undefined
      ? undefined
      : {
          draft: openDraft({ id, url: 'http://127.0.0.1:9/', workspaceId } as SavedRequest),
          problem: undefined,
        };
  const drafts = { get: () => state, edit: () => undefined, flush: () => Promise.resolve() };
  const runner = createRunner(link, {
    drafts,
    storeFolders: () => Promise.resolve(),
    later: (_, work) => {
      later.add(work);
      return () => later.delete(work);
    },
  });
  const told: (string | undefined)[] = [];
  runner.subscribe(() => {
    const run = runner.get().get(id);
    told.push(run?.kind === 'running' ? (run.step ?? 'running') : run?.kind);
  });
  const pass = (): void => {
    for (const work of later) {
      later.delete(work);
      work();
    }
  };
  return { runner, calls, told, pass };
};

const sendRequest = async (
  page: ReturnType<typeof createTestRunner>,
  onResult?: (result: ExecutionResult) => void,
) => {
  page.runner.start(id, onResult);
  await expect.poll(() => page.calls.length).toBe(1);
  const [call] = page.calls;
  if (call === undefined) throw new Error('Nothing was sent.');
  return { ...call, step: (name: string) => call.options.onProgress?.(1, 4, name) };
};

describe('a runner', () => {
  it('sends a request of its workspace, even if another one is open by then', async () => {
    const { params } = await sendRequest(createTestRunner('ws_first'));
    expect(params).toMatchObject({ id, workspaceId: 'ws_first' });
  });

  it('announces only the last of several quick steps', async () => {
    const page = createTestRunner();
    const { step } = await sendRequest(page);
    step('interpolate');
    step('send');
    expect(page.told).toEqual(['running']);
    page.pass();
    expect(page.told).toEqual(['running', 'send']);
    step('onTest');
    page.pass();
    expect(page.told).toEqual(['running', 'send', 'onTest']);
  });

  it('announces the end immediately, without pending steps, and with the duration of each step', async () => {
    const page = createTestRunner();
    const results: ExecutionResult[] = [];
    const { step, answer } = await sendRequest(page, (one) => results.push(one));
    step('send');
    answer(result);
    await expect.poll(() => page.told).toEqual(['running', 'done']);
    page.pass();
    expect(page.told).toEqual(['running', 'done']);
    expect(results).toEqual([result]);
    expect(page.runner.get().get(id)).toMatchObject({ kind: 'done' });
  });

  it('runs at most one execution per request, which a replacement of the request takes over', async () => {
    const page = createTestRunner();
    const { answer } = await sendRequest(page);
    page.runner.start(id);
    answer(result);
    await expect.poll(() => page.told).toEqual(['running', 'done']);
    expect(page.calls).toHaveLength(1);
    const other = 'rest_1' as RequestId;
    page.runner.replace(id, other);
    expect(page.runner.get().get(other)).toMatchObject({ kind: 'done', result });
  });
});
