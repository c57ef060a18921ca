import type { EnvironmentChange, NamedScript } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  sampleForeign,
  patientMs,
  sampleEnvironment,
  sampleRequest,
  sampleResponse,
} from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());

const values = `{ flag: false, list: [1, [2]], none: null, count: 2, object: { a: { b: 'c' } }, text: '7' }`;

/** The changes that handlers of Tandem, Postman and Bruno make. */
const changesOf = async (script: NamedScript, variables: Readonly<Record<string, unknown>> = {}) => {
  const answer = await runtime.withSession(
    [script],
    { ...sampleEnvironment, variables, foreign: sampleForeign },
    new AbortController().signal,
    (session) => session.onResponse(sampleRequest, sampleResponse),
  );
  expect(answer.error).toBe(null);
  return { changes: answer.changes, tests: answer.tests ?? [], kept: answer.kept ?? [] };
};

const ours = (text: string): NamedScript => ({
  name: null,
  text: `export const onResponse = ({ env }) => { ${text} };`,
});
const postman = (text: string): NamedScript => ({
  name: 'p',
  text,
  foreign: { dialect: 'postman', event: 'tests' },
});
const bruno = (text: string): NamedScript => ({
  name: 'b',
  text,
  foreign: { dialect: 'bruno', event: 'tests' },
});

const set: readonly EnvironmentChange[] = [
  { kind: 'variable', name: 'flag', value: 'false', type: 'boolean' },
  { kind: 'variable', name: 'list', value: '[1,[2]]', type: 'object' },
  { kind: 'variable', name: 'none', value: 'null', type: 'null' },
  { kind: 'variable', name: 'count', value: '2', type: 'number' },
  { kind: 'variable', name: 'object', value: '{"a":{"b":"c"}}', type: 'object' },
  { kind: 'variable', name: 'text', value: '7' },
];

describe('a variable of a script', () => {
  it.each([
    ['a script of Tandem', ours, 'env.setVariable'],
    ['a Postman script', postman, 'pm.environment.set'],
    ['a Bruno script', bruno, 'bru.setEnvVar'],
  ] as const)('set by %s keeps its type', { tags: 'variables:types' }, async (_, script, call) => {
    const { changes } = await changesOf(
      script(`for (const [name, value] of Object.entries(${values})) ${call}(name, value);`),
    );
    expect(changes).toEqual(set);
  });

  it.each([
    ['a script of Tandem', ours, 'env.getVariable', 'env.setVariable'],
    ['a Postman script', postman, 'pm.environment.get', 'pm.environment.set'],
    ['a Bruno script', bruno, 'bru.getEnvVar', 'bru.setEnvVar'],
  ] as const)(
    'keeps its type when it is read by %s',
    { tags: 'variables:types' },
    async (_, script, get, put) => {
      const given = { flag: false, count: 2, list: [1], none: null, big: '12345678901234567890' };
      const { changes } = await changesOf(
        script(`
        ${get}('list').push('ignored');
        ${put}('seen', JSON.stringify([${get}('flag'), ${get}('count') + 1, ${get}('list'), ${get}('none'), ${get}('big')]));`),
        given,
      );
      expect(changes).toMatchObject([{ value: '[false,3,[1],null,"12345678901234567890"]' }]);
    },
  );

  it(
    'may be a date, which is stored as text, and is null if JSON cannot represent the value',
    { tags: 'variables:types' },
    async () => {
      const { changes } = await changesOf(
        ours(
          `env.setVariable('day', new Date(0)); env.setVariable('nan', NaN); env.setVariable('not', undefined); env.setVariable('big', 12345678901234567890n);`,
        ),
      );
      expect(changes.map(({ value, type }) => [value, type])).toEqual([
        ['1970-01-01T00:00:00.000Z', undefined],
        ['null', 'null'],
        ['null', 'null'],
        ['12345678901234567890', 'number'],
      ]);
    },
  );
});
