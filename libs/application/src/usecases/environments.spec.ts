import { beforeEach, describe, expect, it } from 'vitest';

import { given, refusal } from '@tandem/core/testing';
import { type PlannedApplication, plannedApplication } from '../testing/index.js';

let planned: PlannedApplication;
let environments: PlannedApplication['application']['environments'];

beforeEach(async () => {
  planned = await plannedApplication();
  environments = planned.application.environments;
});

const listed = async () => (await given(environments.list({}))).environments;

describe('environments', () => {
  it('show of a secret its name and whether it has a value', async () => {
    const made = await given(
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
    expect(JSON.stringify(await listed())).not.toContain('s3cret');
    expect((await listed()).map(({ name, active }) => [name, active])).toEqual([
      ['Default', true],
      ['Staging', false],
    ]);
  });

  it('are changed by name, and what is not named stays', async () => {
    await given(
      environments.create({ name: 'S', variables: { a: '1', b: '2' }, secrets: { k: 'v', l: 'w' } }),
    );
    const changed = await given(
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

  it('are not changed at another revision, and the conflict shows no secret', async () => {
    const { id } = await given(environments.create({ name: 'S', secrets: { k: 's3cret' } }));
    const error = await refusal(environments.update({ id, name: 'X', ifRevision: 7 }));
    expect(error).toMatchObject({
      kind: 'revision-conflict',
      expected: 7,
      present: { name: 'S', revision: 1 },
    });
    expect(JSON.stringify(error)).not.toContain('s3cret');
  });

  it('have names that differ in more than case', async () => {
    expect(await refusal(environments.create({ name: 'DEFAULT' }))).toMatchObject({ kind: 'invalid-input' });
    const { id } = await given(environments.create({ name: 'S' }));
    expect(await refusal(environments.update({ id, name: 'default' }))).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await given(environments.update({ id, name: 's' }))).toMatchObject({ name: 's' });
  });

  it('are activated one at a time, and none is once the active one is deleted', async () => {
    const { id } = await given(environments.create({ name: 'S' }));
    expect(await given(environments.activate({ id: 's' }))).toMatchObject({ id, active: true });
    expect((await listed()).map(({ active }) => active)).toEqual([false, true]);
    expect(await given(environments.remove({ id }))).toEqual({ deleted: id });
    expect((await listed()).map(({ active }) => active)).toEqual([false]);
    expect(await refusal(environments.remove({ id }))).toMatchObject({ kind: 'not-found' });
  });
});

describe('a workspace', () => {
  it('is created in the data folder and active only when none was', async () => {
    const made = await given(planned.application.workspaces.create({ name: 'Shop' }));
    expect(made).toMatchObject({ name: 'Shop', path: '/data/1-Shop', active: false });
    expect(made.environments).toMatchObject([{ name: 'Default', active: true }]);
    expect(await refusal(planned.application.workspaces.create({ name: 'shop' }))).toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('of a folder that a person chose is active', async () => {
    expect(await given(planned.application.workspaces.choose({ path: '/home/me/api' }))).toMatchObject({
      name: 'api',
      path: '/home/me/api',
      active: true,
    });
  });
});
