import { describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { createRunning } from './running-executions.js';

const execute = { watched: true } as const;
const params = { id: 'rest_1' };

describe('running executions', () => {
  it('are listed with their step and their caller, until they end', async () => {
    const { running, watch } = createRunning();
    const told: unknown[] = [];
    running.subscribe((list) => told.push(list.map(({ requestId, step, by }) => ({ requestId, step, by }))));
    const answer = await watch(execute, params, { ...createQuietContext(), by: 'agent' }, (context) => {
      context.progress(1, 6, 'send');
      return Promise.resolve('done');
    });
    const one = { requestId: 'rest_1', by: 'agent' };
    expect([answer, told]).toEqual(['done', [[{ ...one, step: undefined }], [{ ...one, step: 'send' }], []]]);
  });

  it('can be cancelled by other callers, once', async () => {
    const { running, watch } = createRunning();
    const ended = watch(
      execute,
      params,
      createQuietContext(),
      ({ signal }) =>
        new Promise<string>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve('cancelled');
          });
        }),
    );
    const id = running.list()[0]?.id ?? '';
    expect(running.stop(id)).toBe(true);
    expect(await ended).toBe('cancelled');
    expect([running.stop(id), running.list()]).toEqual([false, []]);
  });

  it('are listed with the id of a request that the call named by its path', async () => {
    const { running, watch } = createRunning();
    await watch(execute, { id: 'Users/Get user' }, createQuietContext(), (context) => {
      context.executes?.('rest_1');
      expect(running.list()).toMatchObject([{ requestId: 'rest_1' }]);
      return Promise.resolve();
    });
  });

  it('do not include other calls', async () => {
    const { running, watch } = createRunning();
    await watch({}, params, createQuietContext(), () => {
      expect(running.list()).toEqual([]);
      return Promise.resolve();
    });
  });
});
