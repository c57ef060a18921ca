import type { NamedScript, ScriptSession } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleEnvironment, sampleRequest, sampleResponse } from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, cpuMs: patientMs }, hosts: 1 });
afterAll(() => runtime.close());

const nameScripts = (texts: readonly string[]): readonly NamedScript[] =>
  texts.map((text, index) => ({
    name: ['collection.js', 'users/folder.js', null][index + 3 - texts.length] ?? null,
    text,
  }));

const withSession = <A>(texts: readonly string[], use: (session: ScriptSession) => Promise<A>): Promise<A> =>
  runtime.withSession(nameScripts(texts), sampleEnvironment, new AbortController().signal, use);

const onRequest = (...texts: readonly string[]) => withSession(texts, (s) => s.onRequest(sampleRequest));
const onResponse = (...texts: readonly string[]) =>
  withSession(texts, (s) => s.onResponse(sampleRequest, sampleResponse));
const onTest = (...texts: readonly string[]) =>
  withSession(texts, (s) => s.onTest(sampleRequest, sampleResponse));

const createLoggingScript = (name: string, handler: string) =>
  `const own = '${name}'; export function ${handler}(req) { console.log(own); return own; }`;
const createAllScripts = (handler: string) =>
  ['workspace', 'folder', 'request'].map((name) => createLoggingScript(name, handler));
const messages = ({ logs }: { readonly logs: readonly { readonly message: string }[] }) =>
  logs.map(({ message }) => message);

describe('the scripts around a request', { tags: 'inherit:scripts' }, () => {
  it('run from the outside in before the request, and from the inside out after it', async () => {
    expect(messages(await onRequest(...createAllScripts('onRequest')))).toEqual([
      'workspace',
      'folder',
      'request',
    ]);
    expect(messages(await onResponse(...createAllScripts('onResponse')))).toEqual([
      'request',
      'folder',
      'workspace',
    ]);
    expect(messages(await onTest(...createAllScripts('onTest')))).toEqual(['request', 'folder', 'workspace']);
  });

  it(
    'also run from the outside in after the request if the workspace requests that',
    { tags: 'inherit:scripts:flow' },
    async () => {
      const answer = (handler: 'onRequest' | 'onResponse' | 'onTest') => {
        const sequential = { ...sampleEnvironment, isSequential: true };
        const scripts = nameScripts(createAllScripts(handler));
        return runtime.withSession(scripts, sequential, new AbortController().signal, (session) =>
          handler === 'onRequest'
            ? session.onRequest(sampleRequest)
            : session[handler](sampleRequest, sampleResponse),
        );
      };
      const inward = ['workspace', 'folder', 'request'];
      for (const handler of ['onRequest', 'onResponse', 'onTest'] as const)
        expect(messages(await answer(handler))).toEqual(inward);
      expect((await answer('onResponse')).result).toBe('request');
    },
  );

  it('see changes that earlier scripts made to the request and the environment', async () => {
    const { request, changes } = await onRequest(
      `export function onRequest(req) { req.headers.set('x-a', '1'); req.env.setVariable('n', '1'); }`,
      `export async function onRequest(req) {
        await null;
        req.headers.set('x-b', req.headers.get('x-a') + req.env.getVariable('n'));
      }`,
    );
    expect(request.headers).toContainEqual(['x-b', '11']);
    expect(changes).toEqual([{ kind: 'variable', name: 'n', value: '1' }]);
  });

  it('keep a state of their own between handlers', async () => {
    const counting = `let n = 0; export const onRequest = () => { n += 1; }; export const onTest = () => { console.log(++n); };`;
    const answer = await withSession([counting, counting], async (session) => {
      await session.onRequest(sampleRequest);
      return session.onTest(sampleRequest, sampleResponse);
    });
    expect(messages(answer)).toEqual(['2', '2']);
  });

  it('have the result of the innermost script that returned a result', async () => {
    const quiet = 'export function onRequest() {} export function onResponse() {}';
    expect((await onRequest(...createAllScripts('onRequest'))).result).toBe('request');
    expect((await onRequest(...createAllScripts('onRequest').slice(0, 2), quiet)).result).toBe('folder');
    expect((await onResponse(...createAllScripts('onResponse'))).result).toBe('request');
    expect((await onResponse(...createAllScripts('onResponse').slice(0, 2), quiet)).result).toBe('folder');
  });

  it('may provide the response themselves, so that inner scripts do not run', async () => {
    const mock = `export const onRequest = () => new ServiceResponse('mine', { status: 418 });`;
    const answer = await onRequest(
      createLoggingScript('workspace', 'onRequest'),
      mock,
      createLoggingScript('own', 'onRequest'),
    );
    expect(answer.mock).toMatchObject({ status: 418, body: 'mine' });
    expect(messages(answer)).toEqual(['workspace']);
  });

  it('are named by an error and its stack if one of them fails', async () => {
    const failing = `export function onRequest() {\n  throw new Error('no');\n}`;
    const { error, logs } = await onRequest(failing, createLoggingScript('own', 'onRequest'));
    expect(error).toMatchObject({ message: 'Error: no', script: 'users/folder.js', line: 2, column: 9 });
    expect(error?.stack).toContain('users/folder.js:2:9');
    expect(error?.stack).not.toContain('script.js:');
    expect(logs).toEqual([]);
    const own = await onRequest(createLoggingScript('outer', 'onRequest'), failing);
    expect(own.error).toMatchObject({ line: 2, column: 9 });
    expect(own.error).not.toHaveProperty('script');
    const thrown = await onResponse(`export function onResponse() { throw 'text'; }`, '');
    expect(thrown.error).toMatchObject({ message: 'thrown: text', script: 'users/folder.js' });
  });

  it.each([
    ['does not parse', 'const a = 1;\nlet a = 2;', 2],
    ['throws while it loads', '\n\nthrow new Error("early")', 3],
    ['imports', '\nimport "fs"', 2],
  ])('are named in the error if a script %s', async (_, text, line) => {
    const { error, present } = await onRequest(text, createLoggingScript('own', 'onRequest'));
    expect({ present, ...error }).toMatchObject({ present: false, script: 'users/folder.js', line });
  });

  it.each([
    ['time', 'for (;;);', 'SCRIPT_TIMEOUT'],
    ['memory', 'const all = []; for (;;) all.push(new Array(100_000).fill(1));', 'SCRIPT_MEMORY'],
  ])('are named in the error if a script uses too much %s', async (_, greedy, code) => {
    const short = createScriptRuntime({ limits: { wallMs: patientMs, cpuMs: 300, memoryMb: 32 }, hosts: 1 });
    const errorIn = async (...texts: readonly string[]) => {
      const answer = await short.withSession(
        nameScripts(texts),
        sampleEnvironment,
        new AbortController().signal,
        (s) => s.onResponse(sampleRequest, sampleResponse),
      );
      return [answer.error?.code, answer.error?.script];
    };
    const handler = `export function onResponse() { ${greedy} }`;
    const quiet = 'export function onResponse() {}';
    try {
      expect(await errorIn(quiet, handler, quiet)).toEqual([code, 'users/folder.js']);
      expect(await errorIn(handler, quiet, quiet)).toEqual([code, 'collection.js']);
      expect(await errorIn(quiet, quiet, handler)).toEqual([code, undefined]);
      expect(await errorIn(quiet, greedy, quiet)).toEqual([code, 'users/folder.js']);
      expect(await errorIn(greedy, quiet, quiet)).toEqual([code, 'collection.js']);
      expect(await errorIn(quiet, quiet, greedy)).toEqual([code, undefined]);
    } finally {
      await short.close();
    }
  });

  it('are named at each of their tests, with the location of a failure', async () => {
    const failing = `export function onTest() {\n  test('outer', () => {\n    expect(1).toBe(2);\n  });\n}`;
    const own = `export function onTest() { test('own', () => { expect(1).toBe(1); }); }`;
    const { tests } = await onTest(failing, own);
    expect(tests).toMatchObject([
      { name: 'own', status: 'passed' },
      { name: 'outer', status: 'failed', script: 'users/folder.js' },
    ]);
    expect(tests[0]).not.toHaveProperty('script');
    expect(tests[1]?.error?.message).toContain('(users/folder.js:3:15)');
  });

  it('limit test.only to their own tests', async () => {
    const only = `export function onTest() { test.only('a', () => {}); test('b', () => {}); }`;
    const { tests } = await onTest(only, `export function onTest() { test('c', () => {}); }`);
    expect(tests.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'c passed',
      'a passed',
      'b skipped',
    ]);
  });

  it('are named in messages about their exports', async () => {
    const { diagnostics } = await onRequest(
      '\nexport function onTests() {}',
      'export function onRequests() {}\nfunction onRequest() {}',
    );
    expect(diagnostics.map(({ code, where }) => [code, where])).toEqual([
      ['HANDLER_UNKNOWN', 'users/folder.js:2:17'],
      ['HANDLER_UNKNOWN', 'script:1:17'],
      ['SCRIPT_NO_EXPORT', 'onRequest'],
    ]);
  });

  it('are refused by name if they are too long', async () => {
    const long = `// ${'x'.repeat(2_000_000)}`;
    const { error } = await onRequest(long, createLoggingScript('own', 'onRequest'));
    expect(error?.message).toMatch(/^users\/folder\.js is longer than \d+ bytes\.$/);
  });
});
