import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { greedy, hogs, type LeftoverScript, probe, states, unfinishedWork } from './testing/leavings.js';
import { sampleEnvironment, sampleRequest, sampleResponse } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { memoryMb: 48 } });
afterAll(() => runtime.close());

const { signal } = new AbortController();

const request = (workspace: string, script: string) =>
  runtime.withSession(script, { ...sampleEnvironment, workspace }, signal, (session) =>
    session.onRequest(sampleRequest),
  );

/** Runs both handlers of a script as one execution. The next execution gets the isolate that they leave. */
const leave = (workspace: string, { source }: LeftoverScript) =>
  runtime.withSession(source, { ...sampleEnvironment, workspace }, signal, async (session) => {
    await session.onRequest(sampleRequest);
    return session.onTest(sampleRequest, sampleResponse);
  });

/** Runs successful executions, so that the next one starts in a used isolate. */
const serve = async (workspace: string): Promise<void> => {
  for (let index = 0; index < 3; index++)
    await leave(workspace, { name: '', source: 'export const onTest = () => 1;' });
};

const resultOf = async (workspace: string, script: string) => {
  const { error, result } = await request(workspace, script);
  return error ?? result;
};

describe('the next execution of a workspace', () => {
  it.each(states)('finds nothing left of $name', async (script) => {
    const fresh = await resultOf(`${script.name}, never used`, probe);
    await serve(script.name);
    await leave(script.name, script);
    expect(await resultOf(script.name, probe)).toEqual(fresh);
    expect(await resultOf(script.name, probe)).toEqual(fresh);
  });

  it.each([...unfinishedWork, ...hogs])('works as usual after $name', async (script) => {
    await serve(script.name);
    await leave(script.name, script);
    expect(await resultOf(script.name, greedy)).toBe('done');
    await leave(script.name, script);
    expect(await resultOf(script.name, greedy)).toBe('done');
  });

  it('has its own module state', async () => {
    const counting =
      'let n = 0; export const onRequest = () => { globalThis.m = (globalThis.m ?? 0) + 1; return [++n, m]; };';
    for (let index = 0; index < 5; index++) {
      await serve('counting');
      expect(await resultOf('counting', counting)).toEqual([1, 1]);
    }
  });

  it('gets random values of its own', async () => {
    const drawing = 'export const onRequest = () => [Math.random(), crypto.randomUUID()].join();';
    const drawn = new Set<unknown>();
    for (let index = 0; index < 8; index++) {
      await serve('drawing');
      drawn.add(await resultOf('drawing', drawing));
    }
    expect(drawn.size).toBe(8);
  });

  it('works after more executions than one isolate may serve', async () => {
    const { error, tests } = await (async () => {
      for (let index = 0; index < 80; index++) await serve('many');
      return leave('many', {
        name: '',
        source: `export const onTest = (req, res) => { test('a', () => expect(res.json()).toEqual({ a: [1] })) };`,
      });
    })();
    expect(error).toBeNull();
    expect(tests.map(({ status }) => status)).toEqual(['passed']);
  });

  it('works as usual, however many symbols earlier executions registered', async () => {
    const source =
      'export const onTest = () => { for (let i = 0; i < 2e3; i++) Symbol.for("x".repeat(1e3) + Math.random()) };';
    for (let index = 0; index < 15; index++) {
      expect((await leave('registry', { name: '', source })).error).toBeNull();
      expect(await resultOf('registry', greedy)).toBe('done');
    }
  });

  it('gets the bodies and secrets of its own workspace', async () => {
    const telling =
      'export const onRequest = (req) => [req.env.getSecret("token"), req.env.getSecret("mine") ?? null];';
    const inWorkspace = (workspace: string, secrets: Record<string, string>) =>
      runtime.withSession(telling, { name: null, variables: {}, secrets, workspace }, signal, (session) =>
        session.onRequest(sampleRequest),
      );
    for (let index = 0; index < 4; index++) {
      expect((await inWorkspace('one', { token: 'a', mine: 'b' })).result).toEqual(['a', 'b']);
      expect((await inWorkspace('two', { token: 'c' })).result).toEqual(['c', null]);
    }
  });
});
