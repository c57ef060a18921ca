import { describe, expect, it } from 'vitest';

import { quietly } from '../application.js';
import { given } from '@tandem/core/testing';

import type { ExecutionResult, Secret } from '@tandem/core';

import { plannedApplication } from '../testing/index.js';

describe('a secret that the database has no value for', () => {
  it('has the one that was given and allowed, which is hidden, shown as there and never stored', async () => {
    const planned = await plannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const change = (name: string, value: string) => ({ kind: 'secret', name, value }) as const;
    const changes = [change('KEY', ''), change('OWN', 'of the app'), change('NONE', '')];
    await given(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
    planned.plan.outside = { KEY: 'from outside', OWN: 'not this one' };
    planned.plan.allowed = ['KEY', 'OWN'];
    const headers = [{ name: 'x', value: '{{KEY}}, {{OWN}}', enabled: true }];
    await planned.rest({ headers });
    expect(planned.seen.sent[0]?.headers).toContainEqual(['x', 'from outside, of the app']);
    expect(planned.seen.environments[0]?.secrets).toEqual({
      KEY: 'from outside',
      OWN: 'of the app',
      NONE: '',
    });
    expect(await given(planned.application.hiddenSecrets())).toContainEqual({
      name: 'KEY',
      value: 'from outside',
    });
    const { environments } = await given(planned.application.environments.list({}));
    expect(environments[0]?.secrets.map(({ hasValue }) => hasValue)).toEqual([true, true, false]);
    expect((await planned.environment()).secrets.map(({ value }) => value)).toEqual(['', 'of the app', '']);
  });
});

describe('a caller from whom secrets are hidden', () => {
  it('sees none of a value that the end of a cut body would show the beginning of', async () => {
    const planned = await plannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const change = { kind: 'secret', name: 'KEY', value: 'abcdefghij' } as const;
    await given(planned.store.environments.change(id, activeEnvironmentId!, [change], 'now'));
    planned.plan.response = { body: new TextEncoder().encode('abcdefghij') };
    const call = { id: await planned.createRest(), maxBodyBytes: 5 };
    const hidden = { ...quietly(), hidesSecrets: true };
    const result = await given<ExecutionResult>(planned.application.rest.execute(call, hidden));
    expect(result.response?.textBody).toBe('‹se');
    expect((await planned.rest({}, { maxBodyBytes: 5 })).response?.textBody).toBe('abcde');
  });

  it.each([
    ['onRequest', 'onRequest'],
    ['onTest', 'onTest'],
  ] as const)('makes known what %s sets, stored or not', async (_, handler) => {
    const planned = await plannedApplication();
    planned.plan[handler] = { changes: [{ kind: 'secret', name: 'NEW', value: 'of this run' }] };
    const met: Secret[] = [];
    const context = { ...quietly(), met: (secrets: readonly Secret[]) => met.push(...secrets) };
    await given<ExecutionResult>(
      planned.application.rest.execute({ id: await planned.createRest() }, context),
    );
    expect(met).toContainEqual({ name: 'NEW', value: 'of this run' });
  });

  it('makes known what a secret comes to that holds tokens', async () => {
    const planned = await plannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const changes = [
      { kind: 'secret', name: 'KEY', value: 'key of {{WHO}}' },
      { kind: 'variable', name: 'WHO', value: 'Ada' },
    ] as const;
    await given(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
    const met: Secret[] = [];
    const context = { ...quietly(), met: (secrets: readonly Secret[]) => met.push(...secrets) };
    await given<ExecutionResult>(
      planned.application.rest.execute({ id: await planned.createRest() }, context),
    );
    expect(met).toContainEqual({ name: 'KEY', value: 'key of Ada' });
  });
});
