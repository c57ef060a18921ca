import { describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { createCallSecrets, type ExecutionResult } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { createPlannedApplication } from '../testing/index.js';

describe('a secret with no stored value', () => {
  it('uses an allowed provided value, which is redacted, reported as present and never stored', async () => {
    const planned = await createPlannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const change = (name: string, value: string) => ({ kind: 'secret', name, value }) as const;
    const changes = [change('KEY', ''), change('OWN', 'of the app'), change('NONE', '')];
    await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
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
    expect(await unwrapResult(planned.application.hiddenSecrets())).toContainEqual({
      name: 'KEY',
      value: 'from outside',
    });
    const { environments } = await unwrapResult(planned.application.environments.list({}));
    expect(environments[0]?.secrets.map(({ hasValue }) => hasValue)).toEqual([true, true, false]);
    expect((await planned.environment()).secrets.map(({ value }) => value)).toEqual(['', 'of the app', '']);
  });
});

describe('a caller that may not see secrets', () => {
  it('sees no part of a secret value at the end of a cut body', async () => {
    const planned = await createPlannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const change = { kind: 'secret', name: 'KEY', value: 'abcdefghij' } as const;
    await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, [change], 'now'));
    planned.plan.response = { body: new TextEncoder().encode('abcdefghij') };
    const call = { id: await planned.createRest(), maxBodyBytes: 5 };
    const hidden = { ...createQuietContext(), redactsSecrets: true };
    const result = await unwrapResult<ExecutionResult>(planned.application.rest.execute(call, hidden));
    expect(result.response?.textBody).toBe('‹se');
    expect((await planned.rest({}, { maxBodyBytes: 5 })).response?.textBody).toBe('abcde');
  });

  it.each([
    ['onRequest', 'onRequest'],
    ['onTest', 'onTest'],
  ] as const)('is told about secrets that %s sets, whether stored or not', async (_, handler) => {
    const planned = await createPlannedApplication();
    planned.plan[handler] = { changes: [{ kind: 'secret', name: 'NEW', value: 'of this run' }] };
    const secrets = createCallSecrets();
    const context = { ...createQuietContext(), secrets };
    await unwrapResult<ExecutionResult>(
      planned.application.rest.execute({ id: await planned.createRest() }, context),
    );
    expect(secrets.all()).toContainEqual({ name: 'NEW', value: 'of this run' });
  });

  it('is told the resolved value of a secret that contains references', async () => {
    const planned = await createPlannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const changes = [
      { kind: 'secret', name: 'KEY', value: 'key of {{WHO}}' },
      { kind: 'variable', name: 'WHO', value: 'Ada' },
    ] as const;
    await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
    const secrets = createCallSecrets();
    const context = { ...createQuietContext(), secrets };
    await unwrapResult<ExecutionResult>(
      planned.application.rest.execute({ id: await planned.createRest() }, context),
    );
    expect(secrets.all()).toContainEqual({ name: 'KEY', value: 'key of Ada' });
  });
});

const hidingContext = { ...createQuietContext(), redactsSecrets: true };

describe('the result of an execution', () => {
  const withSecrets = async (secrets: Readonly<Record<string, string>>) => {
    const planned = await createPlannedApplication();
    const { id, activeEnvironmentId } = planned.workspace;
    const changes = Object.entries(secrets).map(
      ([name, value]) => ({ kind: 'secret', name, value }) as const,
    );
    await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
    return planned;
  };

  it('is stored and returned with each secret redacted only once', async () => {
    // A marker contains this value, so hiding it twice would show.
    const planned = await withSecrets({ WORD: 'secret' });
    planned.plan.response = { headers: [['x', 'secret']], body: new TextEncoder().encode('a secret') };
    planned.plan.onTest = { logs: [{ level: 'log', message: 'secret' }] };
    const id = await planned.createRest({ method: 'POST', body: { type: 'text', content: 'secret' } });
    const result = await unwrapResult<ExecutionResult>(
      planned.application.rest.execute({ id }, hidingContext),
    );
    expect(result.response).toMatchObject({ headers: { x: '‹secret:WORD›' }, textBody: 'a ‹secret:WORD›' });
    expect(result.logs.map(({ message }) => message)).toEqual(['‹secret:WORD›']);
    const stored = await unwrapResult(planned.store.executions.get(planned.workspace.id, result.executionId));
    expect(stored.result).toEqual(result);
    expect(stored.sent?.body).toEqual({ type: 'text', text: '‹secret:WORD›', truncated: false });
  });

  it('contains secrets for a caller that may see them, but is stored without them', async () => {
    const planned = await withSecrets({ KEY: 'hunter-22' });
    planned.plan.response = { body: new TextEncoder().encode('a hunter-22') };
    const result = await planned.rest();
    expect(result.response?.textBody).toBe('a hunter-22');
    const stored = await unwrapResult(planned.store.executions.get(planned.workspace.id, result.executionId));
    expect(stored.result.response?.textBody).toBe('a ‹secret:KEY›');
  });

  it('is stored and returned without values that became secret while the request was sent', async () => {
    const planned = await withSecrets({});
    const { id: workspaceId, activeEnvironmentId } = planned.workspace;
    planned.plan.response = { body: new TextEncoder().encode('a hunter-22') };
    planned.plan.meanwhile = async () => {
      const change = { kind: 'secret', name: 'KEY', value: 'hunter-22' } as const;
      await unwrapResult(
        planned.store.environments.change(workspaceId, activeEnvironmentId!, [change], 'now'),
      );
    };
    const id = await planned.createRest();
    const result = await unwrapResult<ExecutionResult>(
      planned.application.rest.execute({ id }, hidingContext),
    );
    expect(result.response?.textBody).toBe('a ‹secret:KEY›');
    const stored = await unwrapResult(planned.store.executions.get(workspaceId, result.executionId));
    expect(stored.result).toEqual(result);
  });

  it('is withheld from a caller that may not see secrets if the secrets cannot be read when the execution ends', async () => {
    const failed = { kind: 'storage-failed', doing: 'listing', reason: 'other', cause: 'disk' } as const;
    let fails = false;
    const planned = await createPlannedApplication({
      wrap: (store) => ({
        ...store,
        environments: {
          ...store.environments,
          allSecrets: () => (fails ? TE.left(failed) : store.environments.allSecrets()),
        },
      }),
    });
    planned.plan.meanwhile = () => {
      fails = true;
      return Promise.resolve();
    };
    const id = await planned.createRest();
    expect(await unwrapRefusal(planned.application.rest.execute({ id }, hidingContext))).toEqual(failed);
    fails = false;
    expect((await planned.rest()).response?.textBody).toBe('hello');
  });
});
