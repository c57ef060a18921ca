import type { ExecutionResult, ProvidedValue } from '@tandem/core';
import { given } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { type Application, createApplication, quietly } from '../application.js';
import { type PlannedApplication, plannedApplication } from '../testing/index.js';

const value = 'kept-in-the-vault';
let planned: PlannedApplication;
let application: Application;
let isOn = true;
let asked: string[] = [];
let answer: ProvidedValue = { value };
beforeEach(async () => {
  [isOn, asked, answer] = [true, [], { value }];
  planned = await plannedApplication();
  application = createApplication({
    ...planned.ports,
    secretProvider: {
      isOn: () => Promise.resolve(isOn),
      read: (name) => {
        asked.push(name);
        return Promise.resolve(answer);
      },
      all: () => (asked.length === 0 ? [] : [{ name: 'KEY', value }]),
    },
  });
  const { id } = await planned.environment();
  await given(application.environments.update({ id, secrets: { KEY: '', OTHER: 'its-own-value' } }));
});

const execute = async () => {
  const id = await planned.createRest({ url: 'http://h/x?key={{KEY}}', script: '' });
  return given<ExecutionResult>(application.rest.execute({ id }, { ...quietly(), hidesSecrets: true }));
};
const allow = (is: boolean) => given(application.givenSecrets.decide({ name: 'KEY', allow: is }));
const codes = ({ diagnostics }: ExecutionResult) => diagnostics.map(({ code }) => code);

describe('a secret that a command gives', { tags: 'secrets:command' }, () => {
  it('is read once a person has allowed it, for the secrets without a value alone', async () => {
    expect(codes(await execute())).toContain('SECRET_NOT_CONFIRMED');
    expect(asked).toEqual([]);
    expect((await given(application.givenSecrets.list({}))).secrets).toEqual([
      { name: 'KEY', decision: 'waiting', fixed: false },
    ]);
    await allow(true);
    const result = await execute();
    expect(asked).toEqual(['KEY']);
    expect(planned.seen.sent.at(-1)?.url).toBe(`http://h/x?key=${value}`);
    expect(JSON.stringify(result)).not.toContain(value);
    expect(codes(result)).toEqual([]);
    await allow(false);
    expect(codes(await execute())).toContain('SECRET_NOT_CONFIRMED');
    expect(asked).toEqual(['KEY']);
  });

  it('is stored nowhere, and hidden from then on', async () => {
    await allow(true);
    await execute();
    const { secrets } = await planned.environment();
    expect(secrets).toContainEqual({ name: 'KEY', value: '', enabled: true });
    expect(JSON.stringify(await given(application.executions.list({ take: 10 })))).not.toContain(value);
    expect(await given(application.hiddenSecrets())).toContainEqual({ name: 'KEY', value });
  });

  it('is missing while no command is set, or it fails, which the result says', async () => {
    await allow(true);
    answer = { problem: 'ended with exit code 3' };
    const { diagnostics } = await execute();
    expect(diagnostics).toContainEqual({
      code: 'SECRET_COMMAND_FAILED',
      message: 'The secret KEY has no value: the secret command ended with exit code 3.',
      where: 'environment',
    });
    isOn = false;
    asked = [];
    expect(codes(await execute())).not.toContain('SECRET_COMMAND_FAILED');
    expect(asked).toEqual([]);
    expect((await given(application.givenSecrets.list({}))).secrets).toEqual([]);
  });
});
