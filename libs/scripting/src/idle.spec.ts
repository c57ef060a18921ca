import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { cpuMs: 300, wallMs: 1_500, memoryMb: 64 } });
afterAll(() => runtime.close());
const { within, onRequest } = sampleRuns(runtime);

/** Long enough for a timer of 5 ms in another isolate of the same host. */
const aWhile = () => onRequest('await new Promise((done) => setTimeout(done, 60))');

const inTwoHandlers = (body: string) => {
  const script = `let n = 'silent'; export async function onRequest() { ${body} } export const onResponse = () => n;`;
  return within(script, async (session) => {
    const first = await session.onRequest(sampleRequest);
    await aWhile();
    return [first, await session.onResponse(sampleRequest, sampleResponse)] as const;
  });
};

describe('between two handlers of a script', () => {
  it('a timer that is due waits for the next handler', async () => {
    const [first, next] = await inTwoHandlers(`setTimeout(() => { n = 'rung' }, 5); return n;`);
    expect([first.result, next.result]).toEqual(['silent', 'rung']);
  });

  it.each([
    ['a loop', 'for (;;);'],
    [
      'a loop of many timers',
      'const again = () => { for (let i = 0; i < 1e5; i++); setTimeout(again, 0); }; again();',
    ],
    ['all the memory', 'Array(2 ** 32 - 1).fill(0);'],
  ])('nothing runs, were it %s', async (_, work) => {
    const began = performance.now();
    const [first] = await inTwoHandlers(`setTimeout(() => { ${work} }, 5); return 1;`);
    expect(first).toMatchObject({ error: null, result: 1 });
    const others = await Promise.all(Array.from({ length: 10 }, () => onRequest('return 2')));
    expect(others.map(({ error, result }) => error ?? result)).toEqual(Array(10).fill(2));
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('what began with the handler is counted as its own', async () => {
    const [first] = await inTwoHandlers(
      `const wait = () => new Promise((done) => setTimeout(done, 5)); const ready = wait(); setTimeout(() => { for (;;); }, 5); await ready; return 1;`,
    );
    expect(first.error?.code).toBe('SCRIPT_TIMEOUT');
  });
});
