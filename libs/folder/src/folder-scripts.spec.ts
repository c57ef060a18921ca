import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };
const script = 'export function onRequest() {}\n';
const another = 'export function onTest() {}\n';

const scriptOf = async ({ application }: TestWorkspace, id: string) =>
  (await unwrapResult(application.folders.get({ id }))).folder.script;

describe('the script of a folder', { tags: 'inherit:files' }, () => {
  it.each([
    ['Users', 'users/folder.js'],
    ['', 'collection.js'],
  ])('is written next to the file of "%s" and read from it', (id, file) =>
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.create({ path: 'Users' }));
      await house.createRest({ folder: 'Users' });
      await house.synchronize();
      await unwrapResult(house.application.folders.update({ id, script }));
      expect(await house.synchronize()).toMatchObject({ written: [file], conflicts: [] });
      expect(await house.read(file)).toBe(script);
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.write(file, another);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect(await scriptOf(house, id)).toBe(another);
      await unwrapResult(house.application.folders.update({ id, script: '' }));
      await house.synchronize();
      expect(Object.keys(await house.files())).not.toContain(file);
      expect(await house.synchronize()).toMatchObject(nothing);
    })(),
  );

  it(
    'is merged line by line, and a conflict keeps both sides',
    testInWorkspace(async (house) => {
      const lines = Array.from({ length: 9 }, (_, index) => `// ${index}\n`).join('');
      await unwrapResult(house.application.folders.create({ path: 'Users', script: lines }));
      await house.synchronize();
      await house.write('users/folder.js', lines.replace('// 1', '// theirs'));
      const ours = lines.replace('// 7', '// ours');
      await unwrapResult(house.application.folders.update({ id: 'Users', script: ours }));
      expect(await house.synchronize()).toMatchObject({ conflicts: [] });
      const merged = ours.replace('// 1', '// theirs');
      expect([await house.read('users/folder.js'), await scriptOf(house, 'Users')]).toEqual([merged, merged]);
      await house.write('users/folder.js', script);
      await unwrapResult(house.application.folders.update({ id: 'Users', script: another }));
      expect((await house.synchronize()).conflicts).toMatchObject([{ kind: 'folder', field: 'script' }]);
      expect([await house.read('users/folder.js'), await scriptOf(house, 'Users')]).toEqual([
        script,
        another,
      ]);
    }),
  );

  it(
    'is moved and removed together with its folder',
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.create({ path: 'Users', script }));
      await house.synchronize();
      await unwrapResult(house.application.folders.update({ id: 'Users', name: 'People' }));
      await house.synchronize();
      expect(await house.read('people/folder.js')).toBe(script);
      expect(Object.keys(await house.files()).filter((file) => file.startsWith('users/'))).toEqual([]);
      await unwrapResult(house.application.folders.remove({ id: 'People' }));
      await house.synchronize();
      expect(Object.keys(await house.files()).filter((file) => file.startsWith('people/'))).toEqual([]);
    }),
  );

  it(
    'is read from a collection made by hand, even without a folder.yml',
    testInWorkspace(async (house) => {
      const http = 'http:\n  method: GET\n  url: http://h/\n';
      await house.write('users/one.yml', `info:\n  name: One\n  type: http\n${http}`);
      await house.write('users/folder.js', script);
      await house.write('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: shop\n');
      await house.write('collection.js', another);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect([await scriptOf(house, 'users'), await scriptOf(house, '')]).toEqual([script, another]);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'does not replace the script of a request that is named collection',
    testInWorkspace(async (house) => {
      const http = 'http:\n  method: GET\n  url: http://h/\n';
      await house.write('collection.yml', `info:\n  name: Mine\n  type: http\n${http}`);
      await house.write('collection.js', script);
      await house.synchronize();
      expect(await scriptOf(house, '')).toBe('');
      expect(await house.all()).toMatchObject([{ name: 'Mine', script }]);
      await unwrapResult(house.application.folders.update({ id: '', script: another }));
      await house.synchronize();
      expect(await house.read('collection.js')).toBe(script);
      expect(await house.read('opencollection.js')).toBe(another);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'stays unchanged while it has git conflict markers',
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.create({ path: 'Users', script }));
      await house.synchronize();
      await house.write('users/folder.js', `<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> other\n`);
      const { invalid } = await house.synchronize();
      expect(invalid).toMatchObject([{ path: 'users/folder.js', line: 1 }]);
      expect(await scriptOf(house, 'Users')).toBe(script);
    }),
  );

  it(
    'is written without secrets',
    testInWorkspace(async (house) => {
      const { id } = (await house.environments())[0]!;
      await unwrapResult(house.application.environments.update({ id, secrets: { TOKEN: 'tk-4711-0815' } }));
      await unwrapResult(
        house.application.folders.create({ path: 'Users', script: `const a = 'tk-4711-0815';` }),
      );
      await house.synchronize();
      expect(Object.values(await house.files()).join('\n')).not.toContain('tk-4711-0815');
    }),
  );
});
