import type { NamedScript, ScriptEnvironment } from '@tandem/core';
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

const environment: ScriptEnvironment = {
  ...sampleEnvironment,
  foreign: { ...sampleForeign, collection: { word: 'collection' }, globals: { far: 'global' } },
};

/** Evaluates an expression after a script. Returns its JSON value and the script's changes. */
const evaluateAfterScript = async (
  dialect: 'postman' | 'bruno',
  text: string,
  expression: string,
  given: ScriptEnvironment = environment,
) => {
  const test = dialect === 'postman' ? 'pm.test' : 'test';
  const script: NamedScript = {
    name: 'test script',
    text: `${text}; ${test}(String(JSON.stringify(${expression})), () => {});`,
    foreign: { dialect, event: 'tests' },
  };
  const answer = await runtime.withSession([script], given, new AbortController().signal, (session) =>
    session.onResponse(sampleRequest, sampleResponse),
  );
  return { is: JSON.parse(answer.tests?.[0]?.name ?? 'null') as unknown, changes: answer.changes };
};

const state = (scope: string): string =>
  `[pm.${scope}.has('base'), pm.${scope}.has('token'), pm.${scope}.toObject()]`;

describe('clearing variables in Postman scripts', { tags: 'foreign:clear' }, () => {
  it('clears the whole environment, and secrets stay secrets without a value', async () => {
    const { is, changes } = await evaluateAfterScript(
      'postman',
      `pm.environment.set('a', 1); pm.environment.clear()`,
      state('environment'),
    );
    expect(is).toEqual([false, false, {}]);
    expect(changes).toEqual([
      { kind: 'variable', name: 'a', value: '1', type: 'number' },
      { kind: 'variable', name: 'base', value: null },
      { kind: 'variable', name: 'a', value: null },
      { kind: 'secret', name: 'token', value: '' },
    ]);
  });

  it('removes one secret with unset, and a later value makes it a secret again', async () => {
    const { is, changes } = await evaluateAfterScript(
      'postman',
      `pm.environment.unset('token'); const gone = pm.environment.get('token'); pm.environment.set('token', 'new-value')`,
      `[gone === undefined, pm.environment.has('token')]`,
    );
    expect(is).toEqual([true, true]);
    expect(changes).toEqual([
      { kind: 'secret', name: 'token', value: '' },
      { kind: 'secret', name: 'token', value: 'new-value' },
    ]);
  });

  it('leaves withheld secrets unchanged', async () => {
    const withheld = { ...environment, secrets: {}, withheld: { names: ['token'], why: 'not approved' } };
    const { changes } = await evaluateAfterScript(
      'postman',
      `pm.environment.clear(); pm.environment.unset('token')`,
      'null',
      withheld,
    );
    expect(changes).toEqual([{ kind: 'variable', name: 'base', value: null }]);
  });

  it('leaves other scopes unchanged', async () => {
    const all = `[pm.collectionVariables.toObject(), pm.globals.toObject(), pm.environment.get('base'), pm.variables.get('l')]`;
    const set = `pm.variables.set('l', 'local');`;
    expect((await evaluateAfterScript('postman', `${set} pm.collectionVariables.clear()`, all)).is).toEqual([
      {},
      { far: 'global' },
      'x',
      'local',
    ]);
    expect((await evaluateAfterScript('postman', `${set} pm.globals.clear()`, all)).is).toEqual([
      { word: 'collection' },
      {},
      'x',
      'local',
    ]);
    expect((await evaluateAfterScript('postman', `${set} pm.variables.clear()`, all)).is).toEqual([
      { word: 'collection' },
      { far: 'global' },
      'x',
      null,
    ]);
  });

  it('also clears the whole environment in Bruno scripts', async () => {
    const { is } = await evaluateAfterScript(
      'bruno',
      `bru.deleteAllEnvVars()`,
      `[bru.hasEnvVar('base'), bru.hasEnvVar('token')]`,
    );
    expect(is).toEqual([false, false]);
    const one = await evaluateAfterScript(
      'bruno',
      `bru.deleteEnvVar('token')`,
      `[bru.hasEnvVar('base'), bru.hasEnvVar('token')]`,
    );
    expect(one.is).toEqual([true, false]);
  });
});

describe('a variable scope of Postman scripts', { tags: 'foreign:interface' }, () => {
  it('fills in only its own variables, and lists only its own', async () => {
    const text = `'{{base}} {{word}} {{far}}'`;
    const scopes = ['environment', 'collectionVariables', 'globals', 'variables'];
    const filled = `[${scopes.map((one) => `pm.${one}.replaceIn(${text})`).join(', ')}]`;
    expect((await evaluateAfterScript('postman', '', filled)).is).toEqual([
      'x {{word}} {{far}}',
      '{{base}} collection {{far}}',
      '{{base}} {{word}} global',
      'x collection global',
    ]);
    const listed = `pm.variables.values.map((one) => one.key)`;
    expect((await evaluateAfterScript('postman', `pm.variables.set('l', 1)`, listed)).is).toEqual(['l']);
  });
});

describe('a secret of a folder in Postman scripts', { tags: 'foreign:clear' }, () => {
  const given: ScriptEnvironment = {
    ...environment,
    foreign: { ...sampleForeign, folder: { api_token: '{{token}}', shown: '{{base}}' } },
  };

  it('is read through the variable that refers to it, and is not listed', async () => {
    const { is } = await evaluateAfterScript(
      'postman',
      `const secret = pm.environment.get('token')`,
      `[
        pm.collectionVariables.get('api_token') === secret,
        pm.variables.get('api_token') === secret,
        pm.variables.replaceIn('{{api_token}}') === secret,
        pm.collectionVariables.has('api_token'),
        pm.collectionVariables.get('shown'),
        'api_token' in pm.collectionVariables.toObject(),
      ]`,
      given,
    );
    expect(is).toEqual([true, true, true, true, '{{base}}', false]);
  });

  it('stays a secret when a script sets it', async () => {
    const { is, changes } = await evaluateAfterScript(
      'postman',
      `pm.collectionVariables.set('api_token', 'new-value')`,
      `pm.collectionVariables.get('api_token')`,
      given,
    );
    expect(is).toBe('new-value');
    expect(changes).toEqual([{ kind: 'secret', name: 'token', value: 'new-value' }]);
  });
});
