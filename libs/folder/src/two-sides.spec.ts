import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const pair = (name: string, value: string) => ({ name, value, enabled: true });

const createSynchronized = async (house: TestWorkspace, more: object = {}) => {
  const id = await house.createRest({ name: 'Get user', url: 'http://h/users', script: '', ...more });
  await house.synchronize();
  return id;
};

const update = (house: TestWorkspace, input: Parameters<TestWorkspace['application']['rest']['update']>[0]) =>
  unwrapResult(house.application.rest.update(input));

const nothing = { written: [], pulled: [], merged: [], renamed: [], deleted: [] };

describe('edits of different fields', () => {
  it(
    'are both kept, with the comments in the file',
    { tags: 'folder:merge' },
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house, { headers: [pair('a', '1')], script: 'x\ny\nz\n' });
      await house.edit('get-user.yml', 'http://h/users', 'http://h/people # moved');
      await house.edit('get-user.js', 'z\n', 'Z\n');
      await update(house, {
        id,
        method: 'PUT',
        headers: [pair('a', '1'), pair('b', '2')],
        script: 'X\ny\nz\n',
      });
      expect(await house.synchronize()).toMatchObject({ merged: ['get-user.yml'], conflicts: [] });
      const text = await house.read('get-user.yml');
      expect(text).toContain('url: http://h/people # moved');
      expect(text).toContain('method: PUT');
      expect(await house.read('get-user.js')).toBe('X\ny\nZ\n');
      expect(await house.get(id)).toMatchObject({
        url: 'http://h/people',
        method: 'PUT',
        script: 'X\ny\nZ\n',
      });
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'leave unknown keys and comments unchanged',
    { tags: 'folder:foreign' },
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house, { headers: [pair('a', '1')] });
      await house.edit(
        'get-user.yml',
        '    - name: a\n',
        '    # why\n    - name: a\n      description: odd\n',
      );
      await house.edit('get-user.yml', 'x-tandem', 'runtime:\n  assertions: []\nx-tandem');
      await house.synchronize();
      await update(house, { id, headers: [pair('a', '2'), pair('c', '3')], description: 'Docs' });
      await house.synchronize();
      await expect(await house.read('get-user.yml')).toMatchFileSnapshot('./__golden__/patched.yml');
    }),
  );
});

describe('edits of one field to different values', () => {
  const conflict = async (house: TestWorkspace) => {
    const id = await createSynchronized(house, { headers: [pair('a', '1')] });
    await house.edit('get-user.yml', 'value: "1"', 'value: theirs');
    await update(house, { id, headers: [pair('a', 'ours')] });
    return id;
  };

  it(
    'have a conflict that is reported until it is resolved, and nothing is overwritten',
    { tags: 'folder:conflict' },
    testInWorkspace(async (house) => {
      const id = await conflict(house);
      for (const _ of [1, 2]) {
        const { conflicts, ...rest } = await house.synchronize();
        expect(rest).toMatchObject(nothing);
        expect(conflicts).toEqual([
          {
            id,
            kind: 'rest',
            path: 'get-user.yml',
            field: 'headers[a]',
            base: pair('a', '1'),
            ours: pair('a', 'ours'),
            theirs: pair('a', 'theirs'),
          },
        ]);
      }
      expect(await house.read('get-user.yml')).toContain('value: theirs');
      expect((await house.get(id)).headers).toEqual([pair('a', 'ours')]);
    }),
  );

  it.each([
    ['ours', undefined, 'ours'],
    ['theirs', undefined, 'theirs'],
    ['value', pair('a', 'third'), 'third'],
    ['value', JSON.stringify(pair('a', 'third')), 'third'],
  ] as const)('are resolved on both sides with %s', (take, value, expected) =>
    testInWorkspace(async (house) => {
      const id = await conflict(house);
      await house.resolve({ id, field: 'headers[a]', take, ...(value ? { value } : {}) });
      expect((await house.get(id)).headers).toEqual([pair('a', expected)]);
      expect(await house.read('get-user.yml')).toContain(`value: ${expected}`);
      expect(await house.synchronize()).toMatchObject({ ...nothing, conflicts: [] });
    })(),
  );

  it(
    'are resolved by removing the field on both sides',
    { tags: 'folder:resolve:value' },
    testInWorkspace(async (house) => {
      const id = await conflict(house);
      await house.resolve({ id, field: 'headers[a]', take: 'removed' });
      expect((await house.get(id)).headers).toEqual([]);
      expect(await house.read('get-user.yml')).not.toContain('value: theirs');
    }),
  );

  it.each([
    ['no value', undefined],
    ['a value of another shape', 42],
    ['JSON text of another shape', '{"a":1}'],
  ])(
    'cannot be resolved with %s, and both sides stay unchanged',
    { tags: 'folder:resolve:value' },
    (_, value) =>
      testInWorkspace(async (house) => {
        const id = await conflict(house);
        const { resolve } = house.application.synchronization;
        const refused = resolve({ id, field: 'headers[a]', take: 'value', value });
        expect(await unwrapRefusal(refused)).toMatchObject({
          kind: 'invalid-input',
          issues: [{ path: 'value' }],
        });
        if (value !== undefined)
          expect(JSON.stringify(await unwrapRefusal(refused))).toContain('the texts name and value');
        expect((await house.get(id)).headers).toEqual([pair('a', 'ours')]);
        expect(await house.read('get-user.yml')).toContain('value: theirs');
        expect((await house.synchronize()).conflicts).toHaveLength(1);
      })(),
  );

  it.each([
    ['../x', 'folder names joined by /; "" is the top'],
    ['a//b', 'folder names joined by /; "" is the top'],
  ])('cannot be resolved with an invalid folder path: %s', (value, expected) =>
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house);
      await mkdir(join(house.root, 'theirs'));
      await rename(join(house.root, 'get-user.yml'), join(house.root, 'theirs/get-user.yml'));
      await unwrapResult(house.application.rest.update({ id, folder: 'ours' }));
      expect((await house.synchronize()).conflicts).toMatchObject([{ field: 'folder' }]);
      const { resolve } = house.application.synchronization;
      expect(await unwrapRefusal(resolve({ id, field: 'folder', take: 'value', value }))).toMatchObject({
        kind: 'invalid-input',
        issues: [{ path: 'value', expected }],
      });
      expect((await house.get(id)).folder).toBe('ours');
      await house.resolve({ id, field: 'folder', take: 'value', value: 'A/B' });
      expect(await house.read('a/b/get-user.yml')).toContain(id);
    })(),
  );

  it.each([1e300, 1e12 + 1, -1e13, 'abc', '12'])(
    'cannot be resolved with the position %j, which a file cannot contain',
    (value) =>
      testInWorkspace(async (house) => {
        const id = await createSynchronized(house);
        await house.edit('get-user.yml', 'seq: 1000', 'seq: 7');
        await unwrapResult(
          house.store.requestPositions.put(house.workspace.id, [{ id, folder: '', seq: 5 }]),
        );
        expect((await house.synchronize()).conflicts).toMatchObject([{ field: 'seq', ours: 5, theirs: 7 }]);
        const { resolve } = house.application.synchronization;
        const refused = resolve({ id, field: 'seq', take: 'value', value });
        expect(await unwrapRefusal(refused)).toMatchObject({
          kind: 'invalid-input',
          issues: [
            {
              path: 'value',
              expected: 'a number from -1000000000000 to 1000000000000, or null for none',
              got: JSON.stringify(value),
            },
          ],
        });
        expect(await house.read('get-user.yml')).toContain('seq: 7');
        await house.resolve({ id, field: 'seq', take: 'value', value: -1.5 });
        expect(await house.read('get-user.yml')).toContain('seq: -1.5');
      })(),
  );

  it(
    'cannot be resolved with a value of the wrong type',
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house);
      const both = house.application.synchronization.resolve({ id, field: 'url', take: 'ours', value: 'x' });
      expect(await unwrapRefusal(both)).toMatchObject({
        issues: [{ message: 'value is not used with take "ours"; pass take "value", or omit it' }],
      });
    }),
  );

  it(
    'cannot be resolved if there is no conflict',
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house);
      const refused = house.application.synchronization.resolve({ id, field: 'url', take: 'ours' });
      expect(await unwrapRefusal(refused)).toEqual({ kind: 'conflict-not-found', id, field: 'url' });
    }),
  );
});

describe('an entity that one side removed', () => {
  it(
    'is removed on the other side if that side did not change it',
    { tags: 'folder:deleted' },
    testInWorkspace(async (house) => {
      const [a, b] = [
        await createSynchronized(house),
        await house.createRest({ name: 'Other', script: 'x\n', folder: 'F' }),
      ];
      await house.synchronize();
      await house.remove('get-user.yml');
      await unwrapResult(house.application.rest.remove({ id: b }));
      const report = await house.synchronize();
      expect(report.deleted).toEqual(['get-user.yml', 'f/other.yml']);
      expect(await house.all()).toEqual([]);
      expect(Object.keys(await house.files()).filter((path) => path.startsWith('f/'))).toEqual([
        'f/folder.yml',
      ]);
      expect(a).not.toBe(b);
    }),
  );

  it(
    'does not take its folder with it, which stays until it is deleted itself',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'Deep', script: '', folder: 'A/B/C' });
      await house.createRest({ name: 'High', script: '', folder: 'A' });
      await house.synchronize();
      await unwrapResult(house.application.rest.remove({ id }));
      await house.synchronize();
      const left = async () => Object.keys(await house.files()).filter((path) => path.startsWith('a/'));
      expect(await left()).toEqual(['a/b/c/folder.yml', 'a/b/folder.yml', 'a/folder.yml', 'a/high.yml']);
      await unwrapResult(house.application.folders.remove({ id: 'A/B' }));
      await house.synchronize();
      expect(await left()).toEqual(['a/folder.yml', 'a/high.yml']);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it.each([
    ['ours', [], []],
    ['theirs', ['PUT'], ['get-user.js', 'get-user.yml']],
  ] as const)('is resolved with %s if the app removed it and the file changed', (take, methods, left) =>
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house, { script: 'x\n' });
      await unwrapResult(house.application.rest.remove({ id }));
      await house.edit('get-user.yml', 'method: GET', 'method: PUT');
      expect((await house.synchronize()).conflicts).toMatchObject([{ id, field: '*' }]);
      expect((await house.synchronize()).conflicts).toMatchObject([{ id, field: '*' }]);
      expect((await house.resolve({ id, field: '*', take })).conflicts).toEqual([]);
      expect((await house.all()).map(({ method }) => method)).toEqual(methods);
      expect(Object.keys(await house.files()).filter((path) => path.startsWith('get-user'))).toEqual(left);
      expect(await house.synchronize()).toMatchObject({ ...nothing, conflicts: [] });
    })(),
  );

  it(
    'stays on the other side if that side changed it, and has a conflict until it is resolved',
    testInWorkspace(async (house) => {
      const [a, b] = [await createSynchronized(house), await house.createRest({ name: 'Other', script: '' })];
      await house.synchronize();
      await house.remove('get-user.yml');
      await update(house, { id: a, url: 'http://h/changed' });
      await unwrapResult(house.application.rest.remove({ id: b }));
      await house.edit('other.yml', 'method: GET', 'method: PUT');
      const { conflicts } = await house.synchronize();
      expect(conflicts.map(({ id, field }) => [id, field])).toEqual([
        [a, '*'],
        [b, '*'],
      ]);
      expect(await house.all()).toMatchObject([{ id: a, url: 'http://h/changed' }]);
      expect(await house.read('other.yml')).toContain('method: PUT');
      expect(Object.keys(await house.files())).not.toContain('get-user.yml');
      expect(await house.synchronize()).toMatchObject({ ...nothing, conflicts });
      await house.resolve({ id: a, field: '*', take: 'ours' });
      expect(await house.read('get-user.yml')).toContain('http://h/changed');
      expect(await house.synchronize()).toMatchObject({ ...nothing, conflicts: [{ id: b, field: '*' }] });
      await house.resolve({ id: b, field: '*', take: 'theirs' });
      expect(await house.get(b)).toMatchObject({ method: 'PUT' });
      expect(await house.synchronize()).toMatchObject({ ...nothing, conflicts: [] });
    }),
  );

  it(
    'is restored if more than half of many files are missing',
    { tags: 'folder:mass-deletion' },
    testInWorkspace(async (house) => {
      for (let n = 0; n < 25; n++) await house.createRest({ name: `R${n}`, script: '' });
      await house.synchronize();
      for (let n = 0; n < 22; n++) await house.remove(`r${n}.yml`);
      const report = await house.synchronize();
      expect(report.warnings).toEqual([
        {
          code: 'massDeletion',
          message:
            '22 files are missing. Nothing was deleted; repeat with confirmDeletions: true to delete their entities.',
        },
      ]);
      expect(await house.all()).toHaveLength(25);
      await house.synchronize({ confirmDeletions: true });
      expect(await house.all()).toHaveLength(3);
    }),
  );

  it(
    'is restored if the whole folder is missing, and no new folder is created',
    testInWorkspace(async (house) => {
      await createSynchronized(house);
      await house.remove('');
      expect((await house.synchronize()).warnings).toMatchObject([{ code: 'massDeletion' }]);
      expect(await house.all()).toHaveLength(1);
      await expect(house.files()).rejects.toThrow('ENOENT');
    }),
  );
});

describe('names and ids', () => {
  it(
    'of files follow the app, unless a person chose the file name',
    testInWorkspace(async (house) => {
      const [a, b] = [
        await createSynchronized(house, { script: 's\n' }),
        await house.createRest({ name: 'Second', script: '' }),
      ];
      await house.synchronize();
      const { rename } = await import('node:fs/promises');
      await rename(`${house.root}/second.yml`, `${house.root}/chosen.yml`);
      await update(house, { id: a, name: 'Fetch user' });
      await update(house, { id: b, name: 'Third' });
      const { renamed } = await house.synchronize();
      expect(renamed).toEqual([{ from: 'get-user.yml', to: 'fetch-user.yml' }]);
      const files = Object.keys(await house.files());
      expect(files).toContain('fetch-user.js');
      expect(files).toContain('chosen.yml');
      expect(files).not.toContain('get-user.js');
      expect(await house.read('chosen.yml')).toContain('name: Third');
    }),
  );

  it(
    'survive when Bruno drops our keys and comments and adds settings',
    testInWorkspace(async (house) => {
      const id = await house.createGraphql({
        name: 'Search',
        url: 'http://h/g',
        query: '{ a }',
        operationName: 'A',
        script: 's\n',
      });
      await house.synchronize();
      const text = await house.read('search.yml');
      await house.write(
        'search.yml',
        `${text.slice(0, text.indexOf('x-tandem'))}settings:\n  encodeUrl: true\n  timeout: 0\n`,
      );
      await house.remove('search.js');
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [], pulled: [] });
      expect(await house.read('search.yml')).toContain(`x-tandem:\n  id: ${id}\n  operationName: A`);
      expect(await house.read('search.yml')).toContain('encodeUrl: true');
      expect(await house.read('search.js')).toBe('s\n');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'are new in a copied file, and the copy is reported',
    testInWorkspace(async (house) => {
      const id = await createSynchronized(house);
      await house.write('a-copy.yml', await house.read('get-user.yml'));
      const { warnings, pulled } = await house.synchronize();
      expect(pulled).toEqual(['a-copy.yml']);
      expect(warnings).toMatchObject([
        { code: 'duplicateId', path: 'a-copy.yml' },
        { code: 'positionRepeated' },
      ]);
      expect(await house.read('get-user.yml')).toContain(id);
      expect(await house.read('a-copy.yml')).not.toContain(id);
    }),
  );

  it(
    'are assigned to the example request in AGENTS.md when it is imported',
    { tags: 'folder:agents' },
    testInWorkspace(async (house) => {
      await house.synchronize();
      const [, example = ''] = /```yaml\n([^`]*)```/.exec(await house.read('AGENTS.md')) ?? [];
      await house.write('users/create-user.yml', example);
      expect(await house.synchronize()).toMatchObject({ pulled: ['users/create-user.yml'], invalid: [] });
      expect(await house.all()).toMatchObject([
        {
          name: 'Create user',
          folder: 'users',
          method: 'POST',
          url: '{{API_URL}}/teams/:team/users',
          queryParams: [pair('notify', 'true')],
          pathParams: [pair('team', '42')],
          headers: [pair('accept', 'application/json')],
          body: { type: 'json', content: '{\n  "name": "Ada"\n}' },
          auth: { type: 'bearer', token: '{{API_TOKEN}}' },
        },
      ]);
    }),
  );
});
