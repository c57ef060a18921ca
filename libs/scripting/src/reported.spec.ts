import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { cpuMs: 300, wallMs: patientMs, memoryMb: 32 } });
const withMuchCpu = createScriptRuntime({
  hosts: 1,
  limits: { cpuMs: patientMs, wallMs: patientMs, memoryMb: 32 },
});
const withLittleTime = createScriptRuntime({ hosts: 1, limits: { cpuMs: patientMs, wallMs: 4_000 } });
// Starts the process first, so that its start does not count towards the wall-clock time.
beforeAll(() => sampleRuns(withLittleTime).onRequest(''));
afterAll(() => Promise.all([runtime, withMuchCpu, withLittleTime].map((one) => one.close())));
const { within, onRequest } = sampleRuns(runtime);

const begunSource = `console.log('before'); test('a', () => {}); test('b', () => expect(1).toBe(2));`;

describe('a handler that is stopped', () => {
  it.each([
    ['by its CPU time', runtime, 'SCRIPT_TIMEOUT', 'for (;;);'],
    ['by its time on the clock', withLittleTime, 'SCRIPT_TIMEOUT', 'return new Promise(() => 0);'],
    [
      'by its memory',
      withMuchCpu,
      'SCRIPT_MEMORY',
      'const all = []; for (;;) all.push(new Array(50_000).fill(1.5));',
    ],
    ['by an unhandled rejection', withMuchCpu, 'SCRIPT_ERROR', `Promise.reject(new Error('lost'));`],
  ])('keeps its test results and console lines if it is stopped %s', async (_, own, code, body) => {
    const answer = await sampleRuns(own).onTest(
      `${begunSource} test('c', async () => { console.warn('within'); ${body} });`,
    );
    expect(answer.error?.code).toBe(code);
    expect(answer.tests.map(({ name, status }) => `${name} ${status}`).slice(0, 2)).toEqual([
      'a passed',
      'b failed',
    ]);
    expect(answer.logs).toEqual([
      { level: 'log', message: 'before' },
      { level: 'warn', message: 'within' },
    ]);
  });

  it('keeps its console lines if it has not answered', async () => {
    const { error, logs } = await onRequest(`console.log('on the way'); for (;;);`);
    expect([error?.code, logs]).toEqual(['SCRIPT_TIMEOUT', [{ level: 'log', message: 'on the way' }]]);
  });

  it('keeps its console lines if its module is still loading', async () => {
    const { logs } = await within(`console.log('loading'); for (;;);`, (s) => s.onRequest(sampleRequest));
    expect(logs).toEqual([{ level: 'log', message: 'loading' }]);
  });

  it('does not repeat its console lines in the next handler', async () => {
    const script = `export const onResponse = () => { console.log('one'); Promise.reject(new Error('lost')); return new Promise(() => 0); };
      export const onTest = () => console.log('two');`;
    await within(script, async (session) => {
      expect((await session.onResponse(sampleRequest, sampleResponse)).logs).toHaveLength(1);
      expect((await session.onTest(sampleRequest, sampleResponse)).logs).toEqual([
        { level: 'log', message: 'two' },
      ]);
    });
  });

  it('does not show console lines of earlier handlers that were repeated for it', async () => {
    const script = `export const onRequest = () => console.log('one'); export const onTest = () => { console.log('two'); for (;;); };`;
    await within(script, async (session) => {
      await session.onRequest(sampleRequest);
      await onRequest('for (;;);');
      expect((await session.onTest(sampleRequest, sampleResponse)).logs).toEqual([
        { level: 'log', message: 'two' },
      ]);
    });
  });
});
