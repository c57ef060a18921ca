import type { ForeignDialect, ForeignEvent, ForeignRequest, NamedScript } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  patientMs,
  sampleEnvironment,
  sampleForeign,
  sampleRequest,
  sampleResponse,
} from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { wallMs: patientMs, cpuMs: patientMs } });
afterAll(() => runtime.close());

const script = (dialect: ForeignDialect, event: ForeignEvent, text: string): NamedScript => ({
  name: event,
  text,
  foreign: { dialect, event },
});

const savedRequest: ForeignRequest = {
  ...sampleRequest,
  query: [],
  form: null,
  contentType: null,
  authHeader: null,
};

const environment = { ...sampleEnvironment, foreign: { ...sampleForeign, collection: { ver: '1.30' } } };

const logsOf = async (dialect: ForeignDialect, text: string) => {
  const answer = await runtime.withSession(
    [script(dialect, 'tests', text)],
    environment,
    new AbortController().signal,
    (session) => session.onResponse(sampleRequest, sampleResponse),
  );
  expect(answer.error).toBe(null);
  expect(answer.tests ?? []).toEqual([]);
  return { logs: answer.logs.map(({ message }) => message), kept: answer.kept ?? [] };
};

const callBeforeRequest = (text: string, ...more: readonly string[]) =>
  runtime.withSession(
    [text, ...more].map((one) => script('postman', 'beforeRequest', one)),
    environment,
    new AbortController().signal,
    (session) => session.beforeRequest?.(savedRequest) ?? Promise.reject(new Error('no handler')),
  );

describe('a script from another tool', () => {
  it.each([
    [
      'postman',
      `console.log(typeof pm.foo, 'foo' in pm, pm.foo?.(), typeof pm.vault?.get)`,
      'undefined false undefined undefined',
    ],
    [
      'bruno',
      `console.log(typeof bru.foo, 'foo' in bru, req.getType?.(), bru.utils?.minify)`,
      'undefined false undefined undefined',
    ],
  ] as const)(
    'from %s may check whether a member exists',
    { tags: 'foreign:detection' },
    async (dialect, text, log) => {
      expect((await logsOf(dialect, text)).logs).toEqual([log]);
    },
  );

  it.each([
    [
      'a callable uuid',
      `const uuid = require('uuid'); console.log(uuid().length, uuid.v4().length)`,
      '36 36',
    ],
    ['the method has of texts', `console.log(responseBody.has('a'), 'abc'.has('d'))`, 'true false'],
    [
      'a list of variables',
      `pm.environment.set('o', { a: 1 }); const { values } = pm.environment;
       console.log(values.count(), values.has('o'), JSON.stringify(values.get('o')), values.all().length,
         values.map((one) => one.key).join(), JSON.stringify(values.one('base')), JSON.stringify(values.toObject()))`,
      '3 true {"a":1} 3 v,base,o {"type":"any","value":"x","key":"base"} {"v":1,"base":"x","o":{"a":1}}',
    ],
    [
      'a list that sets and removes variables',
      `pm.environment.values.upsert({ key: 'n', value: 1 }); pm.environment.values.remove('base');
       console.log(pm.environment.get('n'), pm.environment.has('base'), pm.globals.values.count())`,
      '1 false 0',
    ],
    [
      'the lists of the collection',
      `console.log(JSON.stringify(pm.collectionVariables.values))`,
      '[{"type":"any","value":"1.30","key":"ver"}]',
    ],
  ])('from Postman has %s', { tags: 'foreign:lists' }, async (_, text, log) => {
    expect((await logsOf('postman', text)).logs).toEqual([log]);
  });

  it(
    'from Postman sets a variable in the scope whose object it uses (globals, collectionVariables, environment)',
    { tags: 'foreign:layers' },
    async () => {
      const { logs, kept } = await logsOf(
        'postman',
        `pm.globals.set('a', 'global'); pm.collectionVariables.set('b', 'collection'); pm.globals.set('b', 'global');
       pm.environment.set('c', 'environment'); pm.globals.set('c', 'global'); pm.collectionVariables.set('ver', undefined);
       console.log(['a', 'b', 'c'].map((name) => pm.variables.get(name)).join(), pm.variables.replaceIn('{{ver}}'), pm.environment.has('a'))`,
      );
      expect(logs).toEqual(['global,collection,environment null false']);
      expect(kept).toContainEqual({ scope: 'collection', name: 'ver', value: null });
    },
  );

  it(
    'from Postman that fails before the request does not prevent the request or later scripts',
    { tags: 'foreign:before:fails' },
    async () => {
      const answer = await callBeforeRequest(
        `pm.environment.set('q', 'six'); pm.request.headers.upsert({ key: 'x-h', value: '1' }); undefined.x`,
        `let let = ;`,
        `pm.variables.set('later', true)`,
      );
      expect(answer.error).toBe(null);
      expect(answer.changes).toEqual([{ kind: 'variable', name: 'q', value: 'six' }]);
      expect(answer.request.headers).toContainEqual(['x-h', '1']);
      expect(answer.locals).toEqual({ later: true });
      expect(answer.tests).toMatchObject([
        {
          name: 'Pre-request script',
          status: 'failed',
          error: { message: expect.stringContaining("reading 'x'") as string },
        },
        {
          name: 'Pre-request script',
          status: 'failed',
          error: { message: expect.stringContaining('SyntaxError') as string },
        },
      ]);
    },
  );

  it(
    'from Postman that fails after the response is a failed test, and its earlier changes stay',
    { tags: 'foreign:tests:fail' },
    async () => {
      const answer = await runtime.withSession(
        [script('postman', 'tests', `pm.environment.set('a', '1'); pm.test('t', () => {}); undefined.x;`)],
        environment,
        new AbortController().signal,
        (session) => session.onResponse(sampleRequest, sampleResponse),
      );
      expect(answer.error).toBe(null);
      expect(answer.changes).toEqual([{ kind: 'variable', name: 'a', value: '1' }]);
      expect(answer.tests).toMatchObject([
        { name: 't', status: 'passed' },
        {
          name: 'Test script',
          status: 'failed',
          error: { message: expect.stringContaining("reading 'x'") as string },
        },
      ]);
    },
  );

  it(
    'from Postman keeps local variables in a run, but not outside one',
    { tags: 'foreign:locals' },
    async () => {
      const run = { id: 'run_1', iteration: 1, iterations: 1, row: null, environment: null, attempt: 1 };
      const text = `console.log(pm.variables.get('n')); pm.variables.set('n', 3); pm.variables.set('off', 1); pm.variables.unset('off')`;
      const answerOf = (more: object) =>
        runtime.withSession(
          [script('postman', 'tests', text)],
          { ...environment, ...more },
          new AbortController().signal,
          (session) => session.onResponse(sampleRequest, sampleResponse),
        );
      const first = await answerOf({ run });
      const local = { scope: 'runtime', overridesRow: true };
      expect(first.kept).toEqual([
        { ...local, name: 'n', value: 3 },
        { ...local, name: 'off', value: 1 },
        { ...local, name: 'off' },
      ]);
      const next = await answerOf({ run, foreign: { ...environment.foreign, kept: first.kept } });
      expect(next.logs).toMatchObject([{ message: '3' }]);
      expect((await answerOf({})).kept ?? []).toEqual([]);
    },
  );

  it(
    'from Postman may throw in a callback before the request',
    { tags: 'foreign:before:fails' },
    async () => {
      const answer = await callBeforeRequest(`setTimeout(() => { undefined.x }, 1)`);
      expect(answer).toMatchObject({ error: null, logs: [{ level: 'warn' }] });
      expect(answer.tests ?? []).toEqual([]);
    },
  );
});
