import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, memoryMb: 64 } });
const hasty = createScriptRuntime({ limits: { wallMs: 2_000, memoryMb: 64 } });
// Starts the process first, so that its start does not count towards the wall-clock time.
beforeAll(() => sampleRuns(hasty).onTest(''));
afterAll(async () => {
  await runtime.close();
  await hasty.close();
});
const { onTest } = sampleRuns(runtime);

const outcomes = async (body: string) =>
  (await onTest(body)).tests.map(({ name, status, error }) => [name, status, error?.message ?? null]);

describe('a test that does not await its own work', () => {
  it(
    'passes if it takes a parameter `done`, and ends when that is called',
    { tags: 'script:tests:done' },
    async () => {
      expect(
        await outcomes(`
        test('calls', (done) => { setTimeout(() => { expect(res.status).toBe(200); done(); }, 5); });
        test('throws', (done) => { setTimeout(() => { expect(res.status).toBe(999); done(); }, 5); });
        test('gives an error', (done) => { setTimeout(() => done(new Error('no')), 1); });
        test('rejects', async (done) => { await null; throw new Error('lost'); });
        test('throws at once', (done) => { throw new Error('early'); });`),
      ).toEqual([
        ['calls', 'passed', null],
        ['throws', 'failed', expect.stringContaining('expected 200 to be 999')],
        ['gives an error', 'failed', expect.stringContaining('Error: no')],
        ['rejects', 'failed', expect.stringContaining('Error: lost')],
        ['throws at once', 'failed', expect.stringContaining('Error: early')],
      ]);
    },
  );

  it('fails if it never calls done', { tags: 'script:tests:done' }, async () => {
    const answer = await sampleRuns(hasty).onTest(`test('forgets', (done) => {}); test('next', () => {});`);
    expect(answer.tests).toMatchObject([
      {
        name: 'forgets',
        status: 'failed',
        error: { message: expect.stringContaining('did not call it within 1000 ms') as string },
      },
      { name: 'next', status: 'passed' },
    ]);
  });

  it('fails if its timers throw, including nested timers', { tags: 'script:tests:timers' }, async () => {
    expect(
      await outcomes(`
        test('one', () => { setTimeout(() => { expect(res.status).toBe(1); }, 5); });
        test('two', () => { setTimeout(() => setTimeout(() => { expect(res.status).toBe(2); }, 5), 5); });
        test('three', () => { const id = setTimeout(() => { throw new Error('cleared'); }, 5); clearTimeout(id); });`),
    ).toEqual([
      ['one', 'failed', expect.stringContaining('expected 200 to be 1')],
      ['two', 'failed', expect.stringContaining('expected 200 to be 2')],
      ['three', 'passed', null],
    ]);
  });

  it('is reported if a timer is due too late to be waited for', { tags: 'script:tests:timers' }, async () => {
    const answer = await onTest(`test('late', () => { setTimeout(() => { throw new Error(); }, 20_000); });`);
    expect(answer.tests).toMatchObject([{ status: 'passed' }]);
    expect(answer.diagnostics).toMatchObject([
      { code: 'TIMER_PENDING', message: expect.stringContaining('“late”') as string },
    ]);
  });

  it.each([
    ['a promise that rejects', `Promise.reject(new Error('lost'))`],
    ['an async function', `(async () => { await null; expect(1).toBe(2); })()`],
    [
      'an async function with a timer',
      `(async () => { await new Promise((go) => setTimeout(go, 5)); throw new Error('lost'); })()`,
    ],
    ['an async timer', `setTimeout(async () => { await null; throw new Error('lost'); }, 1)`],
    ['a hash', `crypto.subtle.digest('SHA-256', new Uint8Array(1)).then(() => { throw new Error('lost'); })`],
    ['a handler that starts a timer', '', `setTimeout(() => { throw new Error('lost'); }, 5);`],
  ])('does not pass if %s is not awaited', { tags: 'script:tests:timers' }, async (_, work, after = '') => {
    const { tests, error } = await onTest(`test('it', () => { ${work} }); ${after}`);
    expect([error, ...tests.map((one) => one.error)].filter((one) => one !== null)).toHaveLength(1);
  });
});
