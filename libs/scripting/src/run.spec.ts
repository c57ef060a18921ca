import type { ScriptRun } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleEnvironment, sampleRequest, sampleResponse } from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, cpuMs: patientMs }, hosts: 1 });
afterAll(() => runtime.close());

const inRun: ScriptRun = {
  id: 'run_1',
  iteration: 2,
  iterations: 3,
  row: { user: { name: 'Ann' } },
  environment: 'Dev',
  attempt: 1,
};

const session = <A>(
  script: string,
  run: ScriptRun | undefined,
  use: Parameters<typeof runtime.withSession<A>>[3],
) => {
  const environment = { ...sampleEnvironment, ...(run === undefined ? {} : { run }) };
  return runtime.withSession<A>(script, environment, new AbortController().signal, use);
};

/** Runs an onRequest with this body. */
const onRequest = (body: string, run: ScriptRun | undefined = inRun) =>
  session(`export function onRequest(req) { ${body} }`, run, (one) => one.onRequest(sampleRequest));

describe('the run object of a script', { tags: 'run:script' }, () => {
  it('has the properties of the run', async () => {
    expect((await onRequest('return run')).result).toEqual(inRun);
  });

  it('has one iteration and no id outside a run', async () => {
    const { result } = await session('export const onRequest = () => run', undefined, (one) =>
      one.onRequest(sampleRequest),
    );
    const { name } = sampleEnvironment;
    expect(result).toEqual({
      id: null,
      iteration: 1,
      iterations: 1,
      row: null,
      environment: name,
      attempt: 1,
    });
  });

  it('cannot be changed', async () => {
    const { result } = await onRequest(
      `const tried = [() => { run.id = 'x' }, () => { run.row.user.name = 'x' }, () => { run.skip = null }];
       return tried.map((one) => { try { one(); return 'changed' } catch (e) { return e.name } })`,
    );
    expect(result).toEqual(['TypeError', 'TypeError', 'TypeError']);
  });

  it.each([
    [`run.skip('no row')`, { skip: 'no row' }],
    [`run.stop('down')`, { stop: 'down' }],
    [`run.next('users/Get user')`, { next: 'users/Get user' }],
    [`run.next(null)`, { next: null }],
    [`run.next('a'); run.next('b'); run.stop('x')`, { next: 'b', stop: 'x' }],
    ['', undefined],
  ])('controls the run with %s', async (body, control) => {
    const answer = await onRequest(body);
    expect(answer.error).toBeNull();
    expect(answer.control).toEqual(control);
  });

  it('also accepts calls of later handlers, each separately', async () => {
    const script = `export const onRequest = () => run.next('a');
      export const onResponse = () => run.stop('b');
      export const onTest = () => run.next(null);`;
    await session(script, inRun, async (one) => {
      expect((await one.onRequest(sampleRequest)).control).toEqual({ next: 'a' });
      expect((await one.onResponse(sampleRequest, sampleResponse)).control).toEqual({ stop: 'b' });
      expect((await one.onTest(sampleRequest, sampleResponse)).control).toEqual({ next: null });
    });
  });

  it('keeps calls that were made before the handler failed', async () => {
    const answer = await onRequest(`run.stop('down'); throw new Error('oh')`);
    expect([answer.error?.message, answer.control]).toEqual(['Error: oh', { stop: 'down' }]);
  });

  it('lets an outer script skip the request, so that inner scripts do not run', async () => {
    const scripts = [
      { name: 'folder.js', text: `export const onRequest = () => run.skip('outer')` },
      { name: null, text: `export const onRequest = () => { throw new Error('ran') }` },
    ];
    const signal = new AbortController().signal;
    const answer = await runtime.withSession(scripts, { ...sampleEnvironment, run: inRun }, signal, (one) =>
      one.onRequest(sampleRequest),
    );
    expect([answer.error, answer.control]).toEqual([null, { skip: 'outer' }]);
  });
});

describe('a run object that is used incorrectly', { tags: 'run:script' }, () => {
  it.each([
    [`run.skip()`, 'run.skip takes a reason as a string that is not empty'],
    [`run.skip({ toString: () => 'x' })`, 'run.skip takes a reason as a string that is not empty'],
    [`run.stop(7)`, 'run.stop takes a reason as a string that is not empty'],
    [`run.stop(' ')`, 'run.stop takes a reason as a string that is not empty'],
    [`run.next()`, 'run.next takes the name or path of a request, or null, as a string that is not empty'],
    [
      `run.next(['a'])`,
      'run.next takes the name or path of a request, or null, as a string that is not empty',
    ],
    [`run.stop('x'.repeat(501))`, 'run.stop takes at most 500 characters'],
  ])('fails the handler: %s', async (body, message) => {
    const answer = await onRequest(body);
    expect(answer.error?.message).toMatch(new RegExp(`Error: ${message}$`));
    expect(answer.control).toBeUndefined();
  });

  it('cannot skip the request after the request was sent', async () => {
    await session(`export const onResponse = () => run.skip('late')`, inRun, async (one) => {
      await one.onRequest(sampleRequest);
      const { error, control } = await one.onResponse(sampleRequest, sampleResponse);
      expect(error?.message).toBe(
        'Error: run.skip can be called in onRequest only, before the request is sent',
      );
      expect(control).toBeUndefined();
    });
  });

  it.each([`run.stop('x')`, `run.next('x')`, `run.skip('x')`])(
    "fails the script at the script's top level: %s",
    async (call) => {
      const answer = await session(`${call}; export const onRequest = () => 1`, inRun, (one) =>
        one.onRequest(sampleRequest),
      );
      expect(answer.present).toBe(false);
      expect(answer.error?.message).toMatch(/^Error: run\.\w+ can be called in (a handler|onRequest) only/);
    },
  );

  it('has no effect outside a run, except that a request can be skipped', async () => {
    const script = `export const onRequest = () => { run.stop('x'); run.next('y'); run.skip('z') }`;
    const answer = await session(script, undefined, (one) => one.onRequest(sampleRequest));
    expect(answer.control).toEqual({ skip: 'z' });
    expect(answer.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'NO_RUN The script called run.stop, which had no effect, because the request runs alone.',
      'NO_RUN The script called run.next, which had no effect, because the request runs alone.',
    ]);
  });

  it('keeps its calls even if the script breaks the globals', async () => {
    const answer = await onRequest(
      `run.stop('down'); Object.keys = () => []; Object.freeze = null; Array.prototype.push = null;`,
    );
    expect(answer.control).toEqual({ stop: 'down' });
  });
});
