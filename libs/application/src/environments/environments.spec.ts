import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import { maxListedUses } from './environment-uses.js';

let fixture: PlannedApplication;
let environments: PlannedApplication['application']['environments'];

beforeEach(async () => {
  fixture = await createPlannedApplication();
  environments = fixture.application.environments;
});

const listEnvironments = async () => (await unwrapResult(environments.list({}))).environments;

describe('environments', () => {
  it('show only the name of a secret and whether it has a value', async () => {
    const made = await unwrapResult(
      environments.create({
        name: 'Staging',
        variables: { host: 'h' },
        secrets: { key: 's3cret', none: '' },
      }),
    );
    expect(made).toMatchObject({
      name: 'Staging',
      active: false,
      variables: [{ name: 'host', value: 'h', enabled: true }],
      secrets: [
        { name: 'key', hasValue: true },
        { name: 'none', hasValue: false },
      ],
    });
    expect(JSON.stringify(await listEnvironments())).not.toContain('s3cret');
    expect((await listEnvironments()).map(({ name, active }) => [name, active])).toEqual([
      ['Default', true],
      ['Staging', false],
    ]);
  });

  it('keep the variables and secrets that an update does not name', async () => {
    await unwrapResult(
      environments.create({ name: 'S', variables: { a: '1', b: '2' }, secrets: { k: 'v', l: 'w' } }),
    );
    const changed = await unwrapResult(
      environments.update({
        id: 's',
        name: 'T',
        variables: { a: '3', c: '4' },
        secrets: { m: 'x' },
        removeVariables: ['b'],
        removeSecrets: ['l'],
      }),
    );
    expect(changed.variables.map(({ name, value }) => [name, value])).toEqual([
      ['a', '3'],
      ['c', '4'],
    ]);
    expect(changed.secrets.map(({ name }) => name)).toEqual(['k', 'm']);
    expect(changed).toMatchObject({ name: 'T', revision: 2 });
  });

  it('are not changed unless the expected revision is current, and the error contains no secret', async () => {
    const { id } = await unwrapResult(environments.create({ name: 'S', secrets: { k: 's3cret' } }));
    const error = await unwrapRefusal(environments.update({ id, name: 'X', ifRevision: 7 }));
    expect(error).toMatchObject({
      kind: 'revision-conflict',
      expected: 7,
      present: { name: 'S', revision: 1 },
    });
    expect(JSON.stringify(error)).not.toContain('s3cret');
  });

  it('cannot have names that differ only in case', async () => {
    expect(await unwrapRefusal(environments.create({ name: 'DEFAULT' }))).toMatchObject({
      kind: 'invalid-input',
    });
    const { id } = await unwrapResult(environments.create({ name: 'S' }));
    expect(await unwrapRefusal(environments.update({ id, name: 'default' }))).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await unwrapResult(environments.update({ id, name: 's' }))).toMatchObject({ name: 's' });
  });

  it('are activated one at a time, and none is active after the active environment is deleted', async () => {
    const { id } = await unwrapResult(environments.create({ name: 'S' }));
    expect(await unwrapResult(environments.activate({ id: 's' }))).toMatchObject({ id, active: true });
    expect((await listEnvironments()).map(({ active }) => active)).toEqual([false, true]);
    expect(await unwrapResult(environments.remove({ id }))).toEqual({ deleted: id });
    expect((await listEnvironments()).map(({ active }) => active)).toEqual([false]);
    expect(await unwrapRefusal(environments.remove({ id }))).toMatchObject({ kind: 'not-found' });
  });
});

describe('no environment', { tags: 'environment:none' }, () => {
  it('is active after the active environment is deactivated, until another is activated', async () => {
    const { id } = await unwrapResult(environments.create({ name: 'S' }));
    await unwrapResult(environments.activate({ id }));
    await unwrapResult(environments.deactivate({}));
    expect((await listEnvironments()).map(({ active }) => active)).toEqual([false, false]);
    await unwrapResult(environments.activate({ id }));
    expect((await listEnvironments()).map(({ active }) => active)).toEqual([false, true]);
  });
});

describe('a workspace', () => {
  it('is created in the data folder, and becomes active only if no workspace was active', async () => {
    const made = await unwrapResult(fixture.application.workspaces.create({ name: 'Shop' }));
    expect(made).toMatchObject({ name: 'Shop', path: '/data/1-Shop', active: false });
    expect(made.environments).toMatchObject([{ name: 'Default', active: true }]);
    expect(await unwrapRefusal(fixture.application.workspaces.create({ name: 'shop' }))).toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('is active if a person chose its folder', async () => {
    expect(await unwrapResult(fixture.application.workspaces.choose({ path: '/home/me/api' }))).toMatchObject(
      {
        name: 'api',
        path: '/home/me/api',
        active: true,
      },
    );
  });
});

const names = (pairs: readonly { readonly name: string }[]): readonly string[] =>
  pairs.map(({ name }) => name);

/** The stored value of a secret, which no interface returns. */
const secretOf = async (id: string, name: string): Promise<string | undefined> => {
  const all = await unwrapResult(fixture.store.environments.list(fixture.workspace.id));
  return all.find((one) => one.id === id)?.secrets.find((one) => one.name === name)?.value;
};

describe('the color of an environment', { tags: 'environment:color' }, () => {
  it('is set, stored and cleared', async () => {
    const { id, color } = await unwrapResult(environments.create({ name: 'Live', color: '#D32F2F' }));
    expect(color).toBe('#D32F2F');
    expect(await unwrapResult(environments.update({ id, variables: { a: '1' } }))).toMatchObject({
      color: '#D32F2F',
    });
    expect(await unwrapResult(environments.update({ id, color: '' }))).toMatchObject({ color: '' });
  });

  it('is refused unless it is # and six hex digits', async () => {
    expect(await unwrapRefusal(environments.create({ name: 'Live', color: 'url(x)' }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'color' }],
    });
  });
});

describe('a copy of an environment', { tags: 'environment:copy' }, () => {
  it("has the original's color, variables and secrets, including their values", async () => {
    const from = await unwrapResult(
      environments.create({ name: 'A', color: '#123456', variables: { v: '1' }, secrets: { k: 'value' } }),
    );
    const copy = await unwrapResult(environments.create({ name: 'B', copyOf: 'a', variables: { w: '2' } }));
    expect(copy).toMatchObject({ name: 'B', color: '#123456', active: false, revision: 1 });
    expect(names(copy.variables)).toEqual(['v', 'w']);
    expect(copy.id).not.toBe(from.id);
    expect(await secretOf(copy.id, 'k')).toBe('value');
  });
});

describe('an environment edited as a table', { tags: 'environment:edit' }, () => {
  it('keeps the order of rows, and the value of a secret without a new value, even if the secret is renamed', async () => {
    const { id } = await unwrapResult(
      environments.create({ name: 'T', variables: { a: '1', b: '2' }, secrets: { k: 'first', l: 'second' } }),
    );
    const edited = await unwrapResult(
      environments.edit({
        id,
        rows: [
          { name: 'b', value: '2', enabled: false },
          { name: 'l', secret: true },
          { name: 'renamed', secret: true, was: 'k' },
          { name: ' ', value: 'left out' },
          { name: 'a', value: 'now hidden', secret: true },
          { name: 'b', value: '3' },
        ],
      }),
    );
    expect(edited.variables).toEqual([
      { name: 'b', value: '2', enabled: false },
      { name: 'b', value: '3', enabled: true },
    ]);
    expect(names(edited.secrets)).toEqual(['l', 'renamed', 'a']);
    expect(await secretOf(id, 'renamed')).toBe('first');
    expect(await secretOf(id, 'l')).toBe('second');
    expect(await secretOf(id, 'a')).toBe('now hidden');
  });

  it('keeps its revision when nothing changes', async () => {
    const { id } = await unwrapResult(
      environments.create({ name: 'T', variables: { a: '1' }, secrets: { k: 'v' } }),
    );
    const rows = [
      { name: 'a', value: '1' },
      { name: 'k', secret: true },
    ];
    expect(await unwrapResult(environments.edit({ id, rows }))).toMatchObject({ revision: 1 });
  });

  it('is refused if the expected revision is not current', async () => {
    const { id } = await unwrapResult(environments.create({ name: 'T' }));
    expect(await unwrapRefusal(environments.edit({ id, rows: [], ifRevision: 9 }))).toMatchObject({
      kind: 'revision-conflict',
    });
  });
});

describe('a restored environment', { tags: 'environment:restore' }, () => {
  it('has its id and the values of its secrets, and is active again', async () => {
    const { id } = await unwrapResult(
      environments.create({ name: 'R', color: '#123456', variables: { a: '1' }, secrets: { k: 'value' } }),
    );
    const environment = await unwrapResult(environments.activate({ id }));
    await unwrapResult(environments.remove({ id }));
    const restored = await unwrapResult(environments.restore({ environment }));
    expect(restored).toMatchObject({ id, name: 'R', color: '#123456', active: true, revision: 2 });
    expect(await secretOf(id, 'k')).toBe('value');
  });

  it('is refused if it still exists, or if its name is taken', async () => {
    const environment = await unwrapResult(environments.create({ name: 'R' }));
    expect(await unwrapRefusal(environments.restore({ environment }))).toMatchObject({
      issues: [{ path: 'environment.id' }],
    });
    await unwrapResult(environments.remove({ id: environment.id }));
    await unwrapResult(environments.create({ name: 'r' }));
    expect(await unwrapRefusal(environments.restore({ environment }))).toMatchObject({
      issues: [{ path: 'name' }],
    });
  });
});

describe('the uses of an environment', { tags: 'environment:uses' }, () => {
  it('are the requests and folders whose references or scripts name one of its variables or secrets', async () => {
    const { id } = await unwrapResult(
      environments.create({ name: 'U', variables: { host: 'h', unused: '' }, secrets: { key: 'k' } }),
    );
    const { rest } = fixture.application;
    await unwrapResult(rest.create({ name: 'Token', url: 'http://{{ host }}/' }));
    await unwrapResult(rest.create({ name: 'Literal', url: 'http://h/', description: '\\{{host}}' }));
    await unwrapResult(
      rest.create({
        name: 'Script',
        url: 'http://127.0.0.1:9/',
        script: "export const onRequest = ({ env }) => { env.getSecret('key'); };",
      }),
    );
    const { folders } = fixture.application;
    const script = "export const onTest = (_, { env }) => { env.getSecret('key'); };";
    await unwrapResult(folders.create({ path: 'Around', script }));
    const headers = [{ name: 'host', value: '{{host}}', enabled: true }];
    await unwrapResult(folders.update({ id: '', headers }));
    const { uses } = await unwrapResult(environments.uses({ id }));
    expect(
      uses.map(({ name, requests, folders: around }) => [
        name,
        names(requests),
        around.map(({ path }) => path),
      ]),
    ).toEqual([
      ['host', ['Token'], ['']],
      ['unused', [], []],
      ['key', ['Script'], ['Around']],
    ]);
  });

  it('include paths into a variable, unless a variable has the whole name', async () => {
    const variables = { user: { roles: ['admin'] }, 'user.name': 'Ann' };
    const { id } = await unwrapResult(environments.create({ name: 'U', variables }));
    const { rest } = fixture.application;
    await unwrapResult(rest.create({ name: 'Role', url: 'http://h/{{user.roles[0]}}?q={{ user }}' }));
    await unwrapResult(rest.create({ name: 'Name', url: 'http://h/{{user.name}}' }));
    await unwrapResult(
      rest.create({ name: 'Script', url: 'http://h/', script: "// {{user['roles']}}\nexport {};" }),
    );
    const { uses } = await unwrapResult(environments.uses({ id }));
    expect(uses.map(({ name, requests }) => [name, requests.map((one) => [one.name, one.places])])).toEqual([
      [
        'user',
        [
          ['Role', ['text']],
          ['Script', ['script']],
        ],
      ],
      ['user.name', [['Name', ['text']]]],
    ]);
  });

  it('say whether a text or a script uses a name, even a script of another tool', async () => {
    const { id } = await unwrapResult(environments.create({ name: 'U', variables: { a: '1', b: '2' } }));
    const { rest } = fixture.application;
    await unwrapResult(
      rest.create({
        name: 'Both',
        url: 'http://{{a}}/',
        foreign: { dialect: 'postman', tests: `pm.environment.set("a", pm.variables.get('b'));` },
      }),
    );
    await unwrapResult(
      rest.create({
        name: 'Bruno',
        url: 'http://h/',
        foreign: { dialect: 'bruno', beforeRequest: "bru.setEnvVar('b', 1)" },
      }),
    );
    const { uses } = await unwrapResult(environments.uses({ id }));
    expect(uses.map(({ requests }) => requests.map(({ name, places }) => [name, places]))).toEqual([
      [['Both', ['text', 'script']]],
      [
        ['Both', ['script']],
        ['Bruno', ['script']],
      ],
    ]);
  });

  it('are counted, and only the first of many are listed', async () => {
    const { id } = await unwrapResult(environments.create({ name: 'U', variables: { a: '1' } }));
    const { rest } = fixture.application;
    for (let made = 0; made <= maxListedUses; made += 1)
      await unwrapResult(rest.create({ name: `R ${made}`, url: 'http://{{a}}/' }));
    const { uses } = await unwrapResult(environments.uses({ id }));
    expect(uses.map(({ requests, requestCount }) => [requests.length, requestCount])).toEqual([
      [maxListedUses, maxListedUses + 1],
    ]);
  });
});

describe('comparing the secrets of two environments', () => {
  it('returns the names of the secrets whose values differ, but no values', async () => {
    const secrets = { same: 'one-value', other: 'left-value', empty: '', here: 'only-here' };
    const left = await unwrapResult(environments.create({ name: 'Left', secrets }));
    await unwrapResult(
      environments.create({
        name: 'Right',
        secrets: { same: 'one-value', other: 'right-value', empty: 'a-value' },
      }),
    );
    expect(await unwrapResult(environments.compare({ id: left.id, with: 'Right' }))).toEqual({
      different: ['other'],
    });
  });

  it('includes the secrets of base environments', async () => {
    await unwrapResult(environments.create({ name: 'Base', secrets: { key: 'base-value' } }));
    const left = await unwrapResult(environments.create({ name: 'Left', extends: 'Base' }));
    const right = await unwrapResult(environments.create({ name: 'Right', secrets: { key: 'own-value' } }));
    expect(await unwrapResult(environments.compare({ id: left.id, with: right.id }))).toEqual({
      different: ['key'],
    });
  });

  it('refuses an unknown environment', async () => {
    const left = await unwrapResult(environments.create({ name: 'Left' }));
    expect(await unwrapRefusal(environments.compare({ id: left.id, with: 'Nowhere' }))).toMatchObject({
      kind: 'not-found',
    });
  });
});
