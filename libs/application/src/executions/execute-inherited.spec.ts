import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
  await unwrapResult(on.application.folders.create({ path: 'A/B' }));
});

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });
const folders = () => on.application.folders;
const getLastSent = () => on.seen.sent.at(-1)!;
const field = (name: string) => getLastSent().headers.filter(([key]) => key.toLowerCase() === name);

describe('a request in folders', () => {
  it('is sent with the headers of the workspace and its folders', { tags: 'inherit:headers' }, async () => {
    const fromWorkspace = [pair('X-A', 'w'), pair('X-B', 'w'), pair('X-C', 'w')];
    await unwrapResult(folders().update({ id: '', headers: fromWorkspace }));
    await unwrapResult(
      folders().update({ id: 'A', headers: [pair('x-b', '{{$timestamp}}'), pair('x-d', 'a')] }),
    );
    await on.rest({ folder: 'A/B', headers: [pair('x-c', '', false), pair('X-D', 'own')] });
    expect(getLastSent().headers.filter(([name]) => /^x-/i.test(name))).toEqual([
      ['X-A', 'w'],
      ['x-b', '1767323045'],
      ['X-D', 'own'],
    ]);
    await on.graphql({ folder: 'A' });
    expect([field('x-c'), field('x-d')]).toEqual([[['X-C', 'w']], [['x-d', 'a']]]);
    await on.rest();
    expect([field('x-b'), field('x-d')]).toEqual([[['X-B', 'w']], []]);
  });

  it('inherits auth unless it was created with none', { tags: 'inherit:auth' }, async () => {
    await unwrapResult(folders().update({ id: '', auth: { type: 'bearer', token: 'w' } }));
    await unwrapResult(folders().update({ id: 'A', auth: { type: 'basic', username: 'u', password: 'p' } }));
    await on.rest({ folder: 'A/B' });
    expect(field('authorization')).toEqual([['authorization', 'Basic dTpw']]);
    await on.rest({ folder: 'A/B', auth: { type: 'none' } });
    expect(field('authorization')).toEqual([]);
    await on.graphql();
    expect(field('authorization')).toEqual([['authorization', 'Bearer w']]);
  });

  it(
    'takes variables first from the call, then from itself, its folders, the environment and the workspace',
    { tags: 'inherit:variables' },
    async () => {
      const { id, workspaceId } = await on.environment();
      const set = (kind: 'variable' | 'secret', name: string) => ({ kind, name, value: 'e' });
      const changes = ['b', 'c', 'd'].map((name) => set('variable', name)).concat(set('secret', 's'));
      await unwrapResult(on.store.environments.change(workspaceId, id, changes, '2026-01-01T00:00:00.000Z'));
      const all = (names: string, value: string) => Array.from(names, (name) => pair(name, value));
      await unwrapResult(folders().update({ id: '', variables: all('adsu', 'w') }));
      await unwrapResult(folders().update({ id: 'A', variables: all('bc', 'a') }));
      await unwrapResult(folders().update({ id: 'A/B', variables: all('ce', '{{a}}b') }));
      const headers = [pair('x-all', '{{a}} {{b}} {{c}} {{d}} {{s}} {{u}} {{v}}')];
      await on.rest({ folder: 'A/B', headers }, { variables: { b: 'call', v: 1 } });
      expect(field('x-all')).toEqual([['x-all', 'w call wb e e w 1']]);
      const requestVariables = [...all('bcs', '{{a}}own'), pair('d', 'off', false)];
      await on.rest({ folder: 'A/B', headers, requestVariables }, { variables: { b: 'call' } });
      expect(field('x-all')).toEqual([['x-all', 'w call wown e wown w {{v}}']]);
      await on.graphql({ folder: 'A/B', headers, requestVariables }, { variables: { v: 2 } });
      expect(field('x-all')).toEqual([['x-all', 'w wown wown e wown w 2']]);
    },
  );

  it('reports a request variable that shadows a secret', { tags: 'interpolate:shadowed' }, async () => {
    const { id, workspaceId } = await on.environment();
    const changes = [{ kind: 'secret' as const, name: 's', value: 'secret value' }];
    await unwrapResult(on.store.environments.change(workspaceId, id, changes, '2026-01-01T00:00:00.000Z'));
    const requestVariables = [pair('s', 'plain')];
    const { diagnostics } = await on.rest({ requestVariables, headers: [pair('x-s', '{{s}}')] });
    expect(diagnostics).toMatchObject([
      { code: 'SECRET_SHADOWED', message: expect.stringContaining('request') as string },
    ]);
  });

  it('reports a folder variable that shadows a secret', { tags: 'interpolate:shadowed' }, async () => {
    const { id, workspaceId } = await on.environment();
    const changes = [{ kind: 'secret' as const, name: 's', value: 'secret value' }];
    await unwrapResult(on.store.environments.change(workspaceId, id, changes, '2026-01-01T00:00:00.000Z'));
    await unwrapResult(folders().update({ id: 'A', variables: [pair('s', 'plain')] }));
    const { diagnostics } = await on.rest({ folder: 'A', headers: [pair('x-s', '{{s}}')] });
    expect(diagnostics).toMatchObject([
      { code: 'SECRET_SHADOWED', message: expect.stringContaining('folder "A"') as string },
    ]);
  });

  it(
    'runs the scripts of the workspace and its folders around its own',
    { tags: 'inherit:scripts' },
    async () => {
      await unwrapResult(folders().update({ id: '', script: 'w' }));
      await unwrapResult(folders().update({ id: 'A', script: ' ' }));
      await unwrapResult(folders().update({ id: 'A/B', script: 'b' }));
      await on.rest({ folder: 'A/B', script: 'own' });
      await on.graphql({ folder: 'A/B', script: '' });
      await on.rest({ folder: 'A/B', script: 'own' }, { script: 'of the call' });
      expect(on.seen.scripts).toEqual(['w', 'b', 'own', 'w', 'b', 'w', 'b', 'of the call']);
    },
  );

  it(
    'takes each setting from itself or from the nearest folder that has it',
    { tags: 'inherit:settings' },
    async () => {
      await unwrapResult(folders().update({ id: '', settings: { timeoutMs: 111, followRedirects: false } }));
      await unwrapResult(folders().update({ id: 'A', settings: { timeoutMs: 222, maxRedirects: 3 } }));
      await on.rest({ folder: 'A/B', settings: { maxRedirects: 4 } });
      expect(on.seen.options.at(-1)).toMatchObject({
        timeoutMs: 222,
        followRedirects: false,
        maxRedirects: 4,
      });
    },
  );

  it(
    'is copied as a curl command with everything that it inherits',
    { tags: 'inherit:headers' },
    async () => {
      await unwrapResult(folders().update({ id: '', headers: [pair('x-team', '{{team}}')] }));
      await unwrapResult(
        folders().update({
          id: 'A',
          variables: [pair('team', 'blue')],
          auth: { type: 'bearer', token: 't' },
        }),
      );
      const id = await on.createRest({ folder: 'A' });
      const { command } = await unwrapResult(on.application.requests.asCurl({ id }));
      expect(command).toContain('x-team: blue');
      expect(command).toContain('authorization: Bearer t');
    },
  );
});

it.each([
  ['sandwich', undefined],
  ['sequential', true],
] as const)(
  "a request runs its scripts in the workspace's order: %s",
  { tags: 'inherit:scripts:flow' },
  async (scriptFlow, expected) => {
    const connections = { ca: [], clientCertificates: [], scriptFlow };
    await unwrapResult(folders().update({ id: '', script: '// w', connections }));
    await on.rest({ folder: 'A/B' });
    expect(on.seen.environments.at(-1)?.isSequential).toBe(expected);
  },
);

describe('the workspace as a folder', { tags: 'inherit:workspace' }, () => {
  it('has the path "", is not listed, and has revisions', async () => {
    const { folder, folders: inside } = await unwrapResult(folders().get({ id: '' }));
    expect(folder).toMatchObject({ path: '', revision: 1, headers: [], auth: { type: 'inherit' } });
    expect(inside).toBe(2);
    const changed = await unwrapResult(folders().update({ id: '', description: 'd', ifRevision: 1 }));
    expect(changed).toMatchObject({ id: folder.id, description: 'd', revision: 2 });
    expect(await unwrapResult(folders().get({ id: folder.id }))).toMatchObject({ folder: changed });
    const conflict = { kind: 'revision-conflict', expected: 1, present: changed };
    expect(await unwrapRefusal(folders().update({ id: '', headers: [], ifRevision: 1 }))).toEqual(conflict);
    expect((await unwrapResult(folders().list({}))).folders.map(({ path }) => path)).toEqual(['A', 'A/B']);
  });

  it('cannot be renamed, moved or deleted', async () => {
    expect(await unwrapRefusal(folders().update({ id: '', name: 'x' }))).toMatchObject({
      issues: [{ path: 'name' }],
    });
    expect(await unwrapRefusal(folders().move({ id: '', parent: 'A' }))).toMatchObject({
      issues: [{ path: 'id' }],
    });
    expect(await unwrapRefusal(folders().remove({ id: '' }))).toMatchObject({ issues: [{ path: 'id' }] });
  });
});
