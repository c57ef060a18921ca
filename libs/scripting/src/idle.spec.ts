import { afterAll, describe, expect, it } from 'vitest';

import { createCallRecord } from './call-record.js';
import { createScriptRuntime } from './index.js';
import { defaultLimits } from './limits.js';
import { createPool } from './pool.js';
import { openSession } from './session.js';
import { patientMs, sampleEnvironment, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { cpuMs: 300, wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());
const { within, onRequest } = sampleRuns(runtime);

/** Runs a handler that takes long enough for a timer of 5 ms to fire in another isolate of the same host. */
const aWhile = () => onRequest('await new Promise((done) => setTimeout(done, 60))');

const callTwoHandlers = (body: string) => {
  const script = `let n = 'silent'; export async function onRequest() { ${body} } export const onResponse = () => n;`;
  return within(script, async (session) => {
    const first = await session.onRequest(sampleRequest);
    await aWhile();
    return [first, await session.onResponse(sampleRequest, sampleResponse)] as const;
  });
};

describe('between two handlers of a script,', () => {
  it('a due timer waits for the next handler', async () => {
    const [first, next] = await callTwoHandlers(`setTimeout(() => { n = 'rung' }, 5); return n;`);
    expect([first.result, next.result]).toEqual(['silent', 'rung']);
  });

  it.each([
    ['a loop', 'for (;;);'],
    [
      'a loop of many timers',
      'const again = () => { for (let i = 0; i < 1e5; i++); setTimeout(again, 0); }; again();',
    ],
    ['an array that fills all memory', 'Array(2 ** 32 - 1).fill(0);'],
  ])('nothing runs: %s', async (_, work) => {
    const [first] = await callTwoHandlers(`setTimeout(() => { ${work} }, 5); return 1;`);
    expect(first).toMatchObject({ error: null, result: 1 });
    const others = await Promise.all(Array.from({ length: 10 }, () => onRequest('return 2')));
    expect(others.map(({ error, result }) => error ?? result)).toEqual(Array(10).fill(2));
  });

  it("work that the handler started counts as the handler's", async () => {
    const [first] = await callTwoHandlers(
      `setTimeout(() => { for (;;); }, 5); await new Promise((done) => setTimeout(done, 5)); return 1;`,
    );
    expect(first.error?.code).toBe('SCRIPT_TIMEOUT');
  });
});

describe('an uncaught error of a script', () => {
  it.each([
    ['a rejection that nobody handles', `Promise.reject(new TypeError('oh')); return 1;`],
    [
      'an asynchronous function that nobody awaits',
      `(async () => { throw new TypeError('oh'); })(); return 1;`,
    ],
    [
      'an exception in a timer',
      `setTimeout(() => { throw new TypeError('oh'); }, 1); await new Promise(() => 0);`,
    ],
    [
      'a rejection in a timer',
      `setTimeout(async () => { throw new TypeError('oh'); }, 1); await new Promise(() => 0);`,
    ],
    ['an exception in a microtask', `queueMicrotask(() => { throw new TypeError('oh'); }); return 1;`],
  ])("is reported as the handler's error: %s", async (_, body) => {
    const { error } = await onRequest(body);
    expect(error).toMatchObject({ code: 'SCRIPT_ERROR', message: 'TypeError: oh', line: 1 });
  });

  it('does not end its script host', async () => {
    const script = `export const onRequest = () => 1; export const onResponse = () => Promise.resolve(2);`;
    const pool = createPool({ hosts: 1, limits: defaultLimits, restMs: 60_000 });
    const host = await pool.acquire();
    const open = (text: string) =>
      openSession(pool, {
        scripts: [{ name: null, text }],
        environment: JSON.stringify(sampleEnvironment),
        record: createCallRecord(undefined, defaultLimits),
        signal: new AbortController().signal,
      });
    const request = JSON.stringify({ request: sampleRequest });
    const bad = await open(`export const onRequest = () => void Promise.reject(1);`).call(
      'onRequest',
      request,
    );
    expect(bad.error?.message).toBe('thrown: 1');
    expect((await open(script).call('onRequest', request)).result).toBe(1);
    expect(await pool.acquire()).toBe(host);
    await pool.close();
  });

  it('is not reported if it is handled in the same turn', async () => {
    const { error, result } = await onRequest(
      `const p = Promise.reject(new Error('oh')); p.catch(() => 1); return 1;`,
    );
    expect([error, result]).toEqual([null, 1]);
  });
});
