import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRequest as request, sampleResponse as response, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({
  limits: { cpuMs: 200, wallMs: 600, memoryMb: 64, scriptBytes: 10_000 },
});
afterAll(() => runtime.close());
const { within } = sampleRuns(runtime);

const handled = 'export function onTest() {}';

describe('a script that does not load', () => {
  it.each([
    ['throws', `throw new Error('x'); ${handled}`],
    ['awaits a rejection', `await Promise.reject(new Error('x')); ${handled}`],
    ['has a mistake in its syntax', `const = 1; ${handled}`],
    ['imports', `import 'x'; ${handled}`],
    ['never ends', `while (true); ${handled}`],
    ['waits for ever', `await new Promise(() => undefined); ${handled}`],
    ['is too long', `${handled} // ${'x'.repeat(10_000)}`],
    ['ends within a statement', `${handled} if (true)`],
    ['ends within a loop', `${handled} while (false)`],
  ])('and %s is told from a handler that fails', async (_, script) => {
    const answer = await within(script, (s) => s.onRequest(request));
    expect(answer).toMatchObject({ present: false, error: {} });
  });
});

describe('a handler that fails', () => {
  it.each([
    ['throws', `throw new Error('x')`],
    ['never ends', 'while (true);'],
    ['waits for ever', 'await new Promise(() => undefined);'],
    ['rejects aside', `Promise.reject(new Error('x')); await new Promise((r) => setTimeout(r, 50));`],
    ['throws in a timer', `setTimeout(() => { throw 1; }); await new Promise((r) => setTimeout(r, 50));`],
  ])('and %s is there', async (_, body) => {
    const script = `export async function onRequest() { ${body} }`;
    const answer = await within(script, (s) => s.onRequest(request));
    expect(answer).toMatchObject({ present: true, error: {} });
  });

  it('is there in a later handler, too', async () => {
    const script = 'export function onResponse() { while (true); }';
    expect(await within(script, (s) => s.onResponse(request, response))).toMatchObject({ present: true });
  });
});
