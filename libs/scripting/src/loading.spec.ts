import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  patientMs,
  sampleRequest as request,
  sampleResponse as response,
  sampleRuns,
} from './testing/sample.js';

const limits = { cpuMs: 300, wallMs: patientMs, memoryMb: 64, scriptBytes: 10_000 };
const runtime = createScriptRuntime({ hosts: 1, limits });
const withLittleTime = createScriptRuntime({ hosts: 1, limits: { ...limits, wallMs: 2_000 } });
// Starts the process first, so that its start does not count towards the wall-clock time.
beforeAll(() => sampleRuns(withLittleTime).onRequest(''));
afterAll(() => Promise.all([runtime.close(), withLittleTime.close()]));
const { within } = sampleRuns(runtime);

const handlerSource = 'export function onTest() {}';

describe('a script that does not load', () => {
  it.each([
    ['throws', `throw new Error('x'); ${handlerSource}`],
    ['awaits a rejection', `await Promise.reject(new Error('x')); ${handlerSource}`],
    ['has a syntax error', `const = 1; ${handlerSource}`],
    ['imports', `import 'x'; ${handlerSource}`],
    ['never ends', `while (true); ${handlerSource}`],
    ['is too long', `${handlerSource} // ${'x'.repeat(10_000)}`],
    ['ends within a statement', `${handlerSource} if (true)`],
    ['ends within a loop', `${handlerSource} while (false)`],
  ])('is distinguished from a handler that fails if it %s', async (_, script) => {
    const answer = await within(script, (s) => s.onRequest(request));
    expect(answer).toMatchObject({ present: false, error: {} });
  });

  it('is distinguished from a handler that fails if it waits forever', async () => {
    const script = `await new Promise(() => undefined); ${handlerSource}`;
    const answer = await sampleRuns(withLittleTime).within(script, (s) => s.onRequest(request));
    expect(answer).toMatchObject({ present: false, error: {} });
  });
});

describe('a handler that fails', () => {
  it.each([
    ['throws', `throw new Error('x')`],
    ['never ends', 'while (true);'],
    [
      'has an unhandled rejection',
      `Promise.reject(new Error('x')); await new Promise((r) => setTimeout(r, 50));`,
    ],
    ['throws in a timer', `setTimeout(() => { throw 1; }); await new Promise((r) => setTimeout(r, 50));`],
  ])('counts as existing if it %s', async (_, body) => {
    const script = `export async function onRequest() { ${body} }`;
    const answer = await within(script, (s) => s.onRequest(request));
    expect(answer).toMatchObject({ present: true, error: {} });
  });

  it('counts as existing if it waits forever', async () => {
    const answer = await sampleRuns(withLittleTime).onRequest('await new Promise(() => undefined);');
    expect(answer).toMatchObject({ present: true, error: {} });
  });

  it('counts as existing even if a later handler fails', async () => {
    const script = 'export function onResponse() { while (true); }';
    expect(await within(script, (s) => s.onResponse(request, response))).toMatchObject({ present: true });
  });
});
