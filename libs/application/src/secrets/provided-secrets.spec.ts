import type { ExecutionResult, ProvidedValue } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { type Application, createApplication, createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

const value = 'kept-in-the-vault';
let fixture: PlannedApplication;
let application: Application;
let isOn = true;
let askedNames: string[] = [];
let answer: ProvidedValue = { value };
beforeEach(async () => {
  [isOn, askedNames, answer] = [true, [], { value }];
  fixture = await createPlannedApplication();
  application = createApplication({
    ...fixture.ports,
    secretProvider: {
      isOn: () => Promise.resolve(isOn),
      read: (name) => {
        askedNames.push(name);
        return Promise.resolve(answer);
      },
      all: () => (askedNames.length === 0 ? [] : [{ name: 'KEY', value }]),
    },
  });
  const { id } = await fixture.environment();
  await unwrapResult(application.environments.update({ id, secrets: { KEY: '', OTHER: 'its-own-value' } }));
});

const execute = async () => {
  const id = await fixture.createRest({ url: 'http://h/x?key={{KEY}}', script: '' });
  return unwrapResult<ExecutionResult>(
    application.rest.execute({ id }, { ...createQuietContext(), redactsSecrets: true }),
  );
};
const allow = (is: boolean) => unwrapResult(application.givenSecrets.decide({ name: 'KEY', allow: is }));
const codes = ({ diagnostics }: ExecutionResult) => diagnostics.map(({ code }) => code);

describe('a secret from a command', { tags: 'secrets:command' }, () => {
  it('is read only after a person has allowed it, and only if it has no stored value', async () => {
    expect(codes(await execute())).toContain('SECRET_NOT_CONFIRMED');
    expect(askedNames).toEqual([]);
    expect((await unwrapResult(application.givenSecrets.list({}))).secrets).toEqual([
      { name: 'KEY', decision: 'waiting', fixed: false },
    ]);
    await allow(true);
    const result = await execute();
    expect(askedNames).toEqual(['KEY']);
    expect(fixture.seen.sent.at(-1)?.url).toBe(`http://h/x?key=${value}`);
    expect(JSON.stringify(result)).not.toContain(value);
    expect(codes(result)).toEqual([]);
    await allow(false);
    expect(codes(await execute())).toContain('SECRET_NOT_CONFIRMED');
    expect(askedNames).toEqual(['KEY']);
  });

  it('is never stored, and redacted once it is read', async () => {
    await allow(true);
    await execute();
    const { secrets } = await fixture.environment();
    expect(secrets).toContainEqual({ name: 'KEY', value: '', enabled: true });
    expect(JSON.stringify(await unwrapResult(application.executions.list({ take: 10 })))).not.toContain(
      value,
    );
    expect(await unwrapResult(application.hiddenSecrets())).toContainEqual({ name: 'KEY', value });
  });

  it('is missing if there is no command or the command fails, and the result reports that', async () => {
    await allow(true);
    answer = { problem: 'ended with exit code 3' };
    const { diagnostics } = await execute();
    expect(diagnostics).toContainEqual({
      code: 'SECRET_COMMAND_FAILED',
      message: 'The secret KEY has no value: the secret command ended with exit code 3.',
      where: 'environment',
    });
    isOn = false;
    askedNames = [];
    expect(codes(await execute())).not.toContain('SECRET_COMMAND_FAILED');
    expect(askedNames).toEqual([]);
    expect((await unwrapResult(application.givenSecrets.list({}))).secrets).toEqual([]);
  });
});
