import { describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import type { Change } from '@tandem/core';

import { createPlannedApplication } from '../testing/index.js';

const value = 'given by the process';

/** Creates a workspace with secrets that have no value, in a process that has a value for `TOKEN`. */
const setUpWorkspace = async () => {
  const planned = await createPlannedApplication();
  const { id, activeEnvironmentId } = planned.workspace;
  const changes = ['TOKEN', 'NONE'].map((name) => ({ kind: 'secret', name, value: '' }) as const);
  await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
  planned.plan.outside = { TOKEN: value, UNUSED: 'named by no environment' };
  const { givenSecrets } = planned.application;
  return {
    ...planned,
    run: (header = '[{{TOKEN}}]') => planned.rest({ headers: [{ name: 'x', value: header, enabled: true }] }),
    sent: () => planned.seen.sent.at(-1)?.headers.find(([name]) => name === 'x')?.[1],
    decide: (name: string, allow: boolean) => unwrapResult(givenSecrets.decide({ name, allow })),
    list: async () => (await unwrapResult(givenSecrets.list({}))).secrets,
  };
};

const confirmedTag = { tags: ['secrets:given:confirmed'] };
const hiddenTag = { tags: ['secrets:given:hidden'] };

describe('a secret with a value in the process environment', () => {
  it('has no value until a person allows it, and a diagnostic reports that', confirmedTag, async () => {
    const { run, seen, list, application } = await setUpWorkspace();
    expect(await list()).toEqual([{ name: 'TOKEN', decision: 'waiting', fixed: false }]);
    const { error, diagnostics } = await run();
    expect(error).toMatchObject({ code: 'SECRET_EMPTY', details: { name: 'TOKEN' } });
    expect(seen.sent).toEqual([]);
    expect(seen.environments.at(-1)?.secrets).toEqual({ TOKEN: '', NONE: '' });
    expect(diagnostics).toContainEqual({
      code: 'SECRET_NOT_CONFIRMED',
      message:
        'The secret TOKEN has no value: its TANDEM_SECRET_ variable is set, but is not confirmed for this workspace. ' +
        'Allow it under Environments in the window, or start the server with --allow-env-secrets TOKEN.',
      where: 'environment',
    });
    const { environments } = await unwrapResult(application.environments.list({}));
    expect(environments[0]?.secrets.some(({ hasValue }) => hasValue)).toBe(false);
  });

  it('has its value once a person allows it, until a person refuses it', confirmedTag, async () => {
    const { run, sent, decide, list } = await setUpWorkspace();
    expect(await decide('TOKEN', true)).toEqual({
      secrets: [{ name: 'TOKEN', decision: 'allowed', fixed: false }],
    });
    expect((await run()).diagnostics).toEqual([]);
    expect(sent()).toBe(`[${value}]`);
    await decide('TOKEN', false);
    expect(await list()).toEqual([{ name: 'TOKEN', decision: 'refused', fixed: false }]);
    const { error, diagnostics } = await run();
    expect(error?.code).toBe('SECRET_EMPTY');
    expect(diagnostics[0]).toMatchObject({
      code: 'SECRET_NOT_CONFIRMED',
      message: expect.stringContaining('was refused') as string,
    });
  });

  it(
    'has its value if the process was started with permission for it, even if a person refused it before',
    confirmedTag,
    async () => {
      const { run, sent, decide, list, plan, store, workspace } = await setUpWorkspace();
      await decide('TOKEN', false);
      plan.allowed = ['TOKEN'];
      await run();
      expect(sent()).toBe(`[${value}]`);
      expect(await list()).toEqual([{ name: 'TOKEN', decision: 'allowed', fixed: true }]);
      expect(await unwrapResult(store.givenSecrets.list(workspace.id))).toEqual([
        { name: 'TOKEN', allowed: false },
      ]);
    },
  );

  it('is allowed for one workspace', confirmedTag, async () => {
    const { decide, application, store } = await setUpWorkspace();
    await decide('TOKEN', true);
    const { workspace } = await unwrapResult(application.workspaces.open({ path: '/other' }));
    const change = { kind: 'secret', name: 'TOKEN', value: '' } as const;
    await unwrapResult(
      store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
    );
    const { secrets } = await unwrapResult(application.givenSecrets.list({ workspaceId: workspace.id }));
    expect(secrets).toEqual([{ name: 'TOKEN', decision: 'waiting', fixed: false }]);
  });

  it('is announced to every window when a person decides about it', confirmedTag, async () => {
    const { decide, application, workspace } = await setUpWorkspace();
    const heard: Change[] = [];
    application.changes.subscribe((change) => heard.push(change));
    await decide('TOKEN', true);
    expect(heard).toEqual([
      { workspaceId: workspace.id, entity: 'workspace', id: workspace.id, op: 'updated' },
    ]);
  });

  it.each(['NONE', 'UNUSED', 'token'])(
    'cannot be allowed if no environment requests it: %s',
    async (name) => {
      const { application } = await setUpWorkspace();
      expect(await unwrapRefusal(application.givenSecrets.decide({ name, allow: true }))).toMatchObject({
        kind: 'invalid-input',
      });
    },
  );
});

describe('a value from the process environment', () => {
  it('is redacted, even if no person has allowed it or no environment names it', hiddenTag, async () => {
    const { application, run, store, workspace, plan } = await setUpWorkspace();
    const known = await unwrapResult(application.hiddenSecrets());
    expect(known).toContainEqual({ name: 'TOKEN', value });
    expect(known).toContainEqual({ name: 'UNUSED', value: 'named by no environment' });
    plan.response = { body: new TextEncoder().encode(`it is ${value}, or named by no environment`) };
    const { executionId } = await run('no secret');
    const body = await unwrapResult(store.executions.body(workspace.id, executionId));
    expect(new TextDecoder().decode(body?.bytes)).toBe('it is ‹secret:TOKEN›, or ‹secret:UNUSED›');
  });
});
