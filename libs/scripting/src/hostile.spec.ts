import { afterAll, describe, expect, it } from 'vitest';

import type { HandlerAnswer, ScriptRuntime } from '@tandem/core';

import { createScriptRuntime } from './index.js';
import {
  callers,
  escapes,
  type HostileOutcome,
  type HostileScript,
  idlers,
  liars,
  memoryHogs,
  timeWasters,
} from './testing/hostile-scripts.js';
import { engineAbusers, forgers, seekers, testSpoilers } from './testing/hostile-tricks.js';
import { patientMs, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const limits = { wallMs: patientMs, memoryMb: 64, hostMemoryMb: 384 };
/** Limits that no script of these tests exceeds. */
const ample = createScriptRuntime({ limits });
/** Limits for scripts that may exceed their CPU time before they exceed another limit. */
const tight = createScriptRuntime({ limits: { ...limits, cpuMs: 300 } });
/** Limits for scripts that use up their CPU time in any case. */
const tightest = createScriptRuntime({ limits: { ...limits, cpuMs: 100 } });
afterAll(() => Promise.all([ample, tight, tightest].map((runtime) => runtime.close())));

const runtimeOf = ({ ends }: HostileScript): ScriptRuntime => {
  if (!ends.includes('times out')) return ample;
  return ends.length === 1 ? tightest : tight;
};

/** Runs a test in a runtime of its own, for scripts that exceed only the wall-clock time. Such tests can wait at the same time. */
const withOwnRuntime =
  (test: (script: HostileScript, runtime: ScriptRuntime) => Promise<void>) =>
  async (script: HostileScript): Promise<void> => {
    // Long enough for other scripts on a busy machine.
    const runtime = createScriptRuntime({ limits: { ...limits, wallMs: 8_000 } });
    try {
      await test(script, runtime);
    } finally {
      await runtime.close();
    }
  };

const honest = `let n = 0;
  export const onRequest = (req) => { n += 1; req.headers.set('x-n', n); };
  export const onResponse = (req, res) => { n += res.json().a[0]; };
  export const onTest = () => { test('kept', () => expect(n).toBe(2)); };`;

/** Runs three handlers of a script that is not hostile. */
const runHonest = (runtime: ScriptRuntime) =>
  sampleRuns(runtime).within(honest, async (session) => {
    const { request, error } = await session.onRequest(sampleRequest);
    await session.onResponse(sampleRequest, sampleResponse);
    const { tests } = await session.onTest(sampleRequest, sampleResponse);
    return { error, header: request.headers.at(-1)?.[1], tests: tests.map(({ status }) => status) };
  });
const right = { error: null, header: '1', tests: ['passed'] };

const toHostileOutcome = ({ error }: HandlerAnswer): HostileOutcome => {
  if (error === null) return 'answers';
  if (error.code === 'SCRIPT_TIMEOUT') return 'times out';
  return error.code === 'SCRIPT_MEMORY' ? 'runs out of memory' : 'fails';
};

/** Texts of this machine and of Tandem's own code, which no answer may contain. */
const secrets = [
  process.cwd(),
  process.env.HOME ?? 'HOME',
  process.env.PATH ?? 'PATH',
  'node:internal',
  'tandem:',
  'file:',
  'host.mjs',
  'isolated-vm',
  'node_modules',
];

const answerCall = () => Promise.resolve({ outcome: { response: sampleResponse } });

const run = (script: HostileScript, runtime: ScriptRuntime) =>
  sampleRuns(runtime, answerCall).within<HandlerAnswer>(script.source, (session) =>
    script.handler === 'onTest'
      ? session.onTest(sampleRequest, sampleResponse)
      : session.onRequest(sampleRequest),
  );

const attackIn = async (script: HostileScript, runtime: ScriptRuntime): Promise<void> => {
  const others = Array.from({ length: 10 }, () => runHonest(runtime));
  const answer = await run(script, runtime);
  expect(script.ends).toContain(toHostileOutcome(answer));
  for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
  expect(await Promise.all(others)).toEqual(Array(10).fill(right));
  expect(await runHonest(runtime)).toEqual(right);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
};

const attack = (script: HostileScript): Promise<void> => attackIn(script, runtimeOf(script));

const findsNothingIn = async (script: HostileScript, runtime: ScriptRuntime): Promise<void> => {
  const { result } = await run(script, runtime);
  expect(JSON.stringify(result)).not.toMatch(/"object|function Object|ivm|__tandem/);
  expect(['object', 'function']).not.toContain(result);
};

const canAnswer = ({ ends }: HostileScript): boolean => ends[0] === 'answers';

describe('ten executions are not disturbed by a script', () => {
  it.each(escapes)('that looks for $name', attack);
  it.each(timeWasters)('that runs $name', attack);
  it.each(memoryHogs)('that fills memory with $name', attack);
  it.each(liars)('that returns $name', attack);
  it.each(callers)('that makes $name', attack);
  it.each(forgers)('that uses $name', attack);
  it.each(seekers)('that looks for $name', attack);
  it.each(testSpoilers)('that runs $name', attack);
  it.each(engineAbusers)('that keeps the engine busy with $name', attack);
});

describe('a script that tries to escape', () => {
  it.each([...escapes, ...seekers].filter(canAnswer))('finds nothing through $name', (script) =>
    findsNothingIn(script, runtimeOf(script)),
  );
});

describe.concurrent('a script that waits for', () => {
  it.each(idlers)('$name does not disturb ten executions', withOwnRuntime(attackIn));
  it.each(idlers.filter(canAnswer))('$name finds nothing', withOwnRuntime(findsNothingIn));
});
