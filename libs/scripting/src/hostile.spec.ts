import { afterAll, describe, expect, it } from 'vitest';

import type { HandlerAnswer, ScriptRuntime } from '@tandem/core';

import { createScriptRuntime } from './index.js';
import type { Ending, HostileScript } from './testing/hostile-script.js';
import { escapes, idlers, liars, memoryHogs, timeWasters } from './testing/hostile-scripts.js';
import { engineAbusers, forgers, seekers, testSpoilers } from './testing/hostile-tricks.js';
import { patientMs, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const limits = { wallMs: patientMs, memoryMb: 64, hostMemoryMb: 384 };
/** For scripts that end by themselves. */
const ample = createScriptRuntime({ limits });
/** For scripts that are ended by their CPU time or their memory. */
const tight = createScriptRuntime({ limits: { ...limits, cpuMs: 300 } });
/** For scripts that only the clock ends: it leaves their neighbours time on a busy machine, too. */
const brief = createScriptRuntime({ limits: { ...limits, wallMs: 3_000 } });
afterAll(() => Promise.all([ample, tight, brief].map((runtime) => runtime.close())));

const runtimeOf = (script: HostileScript): ScriptRuntime => {
  if (idlers.includes(script)) return brief;
  return script.ends.includes('times out') ? tight : ample;
};

const honest = `let n = 0;
  export const onRequest = (req) => { n += 1; req.headers.set('x-n', n); };
  export const onResponse = (req, res) => { n += res.json().a[0]; };
  export const onTest = () => { test('kept', () => expect(n).toBe(2)); };`;

/** Three handlers of a script that does no harm. */
const runHonest = (runtime: ScriptRuntime) =>
  sampleRuns(runtime).within(honest, async (session) => {
    const { request, error } = await session.onRequest(sampleRequest);
    await session.onResponse(sampleRequest, sampleResponse);
    const { tests } = await session.onTest(sampleRequest, sampleResponse);
    return { error, header: request.headers.at(-1)?.[1], tests: tests.map(({ status }) => status) };
  });
const right = { error: null, header: '1', tests: ['passed'] };

const endingOf = ({ error }: HandlerAnswer): Ending => {
  if (error === null) return 'answers';
  if (error.code === 'SCRIPT_TIMEOUT') return 'times out';
  return error.code === 'SCRIPT_MEMORY' ? 'runs out of memory' : 'fails';
};

/** Parts of this machine and of our own code that no answer may show. */
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

const run = (script: HostileScript) =>
  sampleRuns(runtimeOf(script)).within<HandlerAnswer>(script.source, (session) =>
    script.handler === 'onTest'
      ? session.onTest(sampleRequest, sampleResponse)
      : session.onRequest(sampleRequest),
  );

const attack = async (script: HostileScript): Promise<void> => {
  const runtime = runtimeOf(script);
  const others = Array.from({ length: 10 }, () => runHonest(runtime));
  const answer = await run(script);
  expect(script.ends).toContain(endingOf(answer));
  for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
  expect(await Promise.all(others)).toEqual(Array(10).fill(right));
  expect(await runHonest(runtime)).toEqual(right);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
};

describe('ten executions go on while a script', () => {
  it.each(escapes)('looks for $name', attack);
  it.each(timeWasters)('runs $name', attack);
  it.each(idlers)('is kept waiting by $name', attack);
  it.each(memoryHogs)('fills memory with $name', attack);
  it.each(liars)('answers with $name', attack);
  it.each(forgers)('answers by $name', attack);
  it.each(seekers)('looks for $name', attack);
  it.each(testSpoilers)('is asked for $name', attack);
  it.each(engineAbusers)('keeps the engine busy with $name', attack);
});

describe('a script that looks for a way out', () => {
  it.each([...escapes, ...seekers, ...idlers].filter(({ ends }) => ends[0] === 'answers'))(
    'finds nothing by $name',
    async (script) => {
      const { result } = await run(script);
      expect(JSON.stringify(result)).not.toMatch(/"object|function Object|ivm|__tandem/);
      expect(['object', 'function']).not.toContain(result);
    },
  );
});
