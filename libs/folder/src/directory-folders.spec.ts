import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const folders = async ({ store, workspace }: TestWorkspace) =>
  (await unwrapResult(store.folders.list(workspace.id))).map(({ id, path, description }) => ({
    id,
    path,
    description,
  }));

const paths = async (house: TestWorkspace) => (await folders(house)).map(({ path }) => path).sort();

const addDescription = async (house: TestWorkspace, path: string) => {
  const { id } = await unwrapResult(house.application.folders.update({ id: path, description: 'Notes' }));
  return { id, description: 'Notes' };
};

describe('a folder in the app', { tags: 'folder:directories' }, () => {
  it(
    'is created with the requests from files',
    testInWorkspace(async (house) => {
      await house.createRest({ folder: '' });
      await house.synchronize();
      await house.write(
        'a/b/r.yml',
        'info:\n  name: R\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n',
      );
      await house.synchronize();
      expect(await paths(house)).toEqual(['a', 'a/b']);
      expect(await house.synchronize()).toMatchObject({ written: [], unchanged: 6 });
    }),
  );

  it(
    'keeps its identity when its directory is renamed, and so do its subfolders',
    testInWorkspace(async (house) => {
      await house.createRest({ folder: 'Users', name: 'One' });
      await house.createRest({ folder: 'Users/Old', name: 'Two' });
      const [users, old] = [await addDescription(house, 'Users'), await addDescription(house, 'Users/Old')];
      await house.synchronize();
      await rename(join(house.root, 'users'), join(house.root, 'people'));
      await house.edit('people/folder.yml', 'name: Users', 'name: People');
      await house.synchronize();
      expect(await folders(house)).toEqual([
        { ...users, path: 'People' },
        { ...old, path: 'People/Old' },
      ]);
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [] });
    }),
  );

  it(
    'is removed with its directory, but stays while it contains requests',
    testInWorkspace(async (house) => {
      await house.createRest({ folder: 'A/B', name: 'One' });
      const kept = await house.createRest({ folder: 'C', name: 'Two' });
      const c = await addDescription(house, 'C');
      await unwrapResult(house.application.folders.create({ path: 'Empty' }));
      await house.synchronize();
      await unwrapResult(house.application.rest.update({ id: kept, url: 'http://h/2' }));
      await house.remove('a');
      await house.remove('c');
      expect((await house.synchronize({ confirmDeletions: true })).conflicts).toHaveLength(1);
      expect(await paths(house)).toEqual(['C', 'Empty']);
      expect(await folders(house)).toContainEqual({ ...c, path: 'C' });
      await house.resolve({ id: kept, field: '*', take: 'ours' });
      expect(await house.read('c/folder.yml')).toContain('Notes');
      expect(await house.read('c/two.yml')).toContain('http://h/2');
      expect(await folders(house)).toContainEqual({ ...c, path: 'C' });
    }),
  );

  it(
    'is not deleted when the whole data folder is missing',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ folder: 'A', name: 'One' });
      await house.synchronize();
      await unwrapResult(house.application.rest.remove({ id }));
      await house.remove('.');
      await house.synchronize();
      expect(await paths(house)).toEqual(['A']);
    }),
  );

  it(
    'is identified by its requests when a directory without a folder.yml is renamed',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ folder: 'Users/Old', name: 'One' });
      await house.createRest({ folder: 'Other', name: 'Two' });
      const users = await addDescription(house, 'Users');
      await house.synchronize();
      await rename(join(house.root, 'users'), join(house.root, 'people'));
      await house.remove('people/folder.yml');
      await house.synchronize();
      expect(await folders(house)).toContainEqual({ ...users, path: 'people' });
      expect((await house.get(id)).folder).toBe('people/Old');
      expect(await paths(house)).toEqual(['Other', 'people', 'people/Old']);
    }),
  );

  it(
    'stays unchanged while its folder.yml cannot be read',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ folder: 'The Users/Old/Er', name: 'One' });
      await house.synchronize();
      await house.write('the-users/folder.yml', 'info: [');
      await house.edit('the-users/old/er/one.yml', 'url: http://h', 'url: http://changed');
      const { invalid, conflicts } = await house.synchronize();
      expect(invalid).toMatchObject([{ path: 'the-users/folder.yml' }]);
      expect(conflicts).toEqual([]);
      expect(await house.get(id)).toMatchObject({
        folder: 'The Users/Old/Er',
        url: expect.stringContaining('changed') as string,
      });
      expect(await paths(house)).toEqual(['The Users', 'The Users/Old', 'The Users/Old/Er']);
    }),
  );

  it(
    'keeps a directory that was named by hand when the folder is renamed in the app',
    testInWorkspace(async (house) => {
      await house.createRest({ folder: 'Users/Old', name: 'One' });
      await house.createRest({ folder: 'Environments', name: 'Two' });
      await addDescription(house, 'Users');
      await addDescription(house, 'Users/Old');
      await addDescription(house, 'Environments');
      await house.synchronize();
      const [before] = Object.keys(await house.files()).filter((file) => file.endsWith('two.yml'));
      await rename(join(house.root, 'users'), join(house.root, 'u'));
      await rename(join(house.root, 'u/old'), join(house.root, 'u/o'));
      await house.synchronize();
      for (const [path, name] of [
        ['Users', 'People'],
        ['People/Old', 'Gone'],
        ['Environments', 'ENVIRONMENTS'],
      ] as const)
        await unwrapResult(house.application.folders.update({ id: path, name }));
      await house.synchronize();
      const files = Object.keys(await house.files());
      expect(files).toEqual(
        expect.arrayContaining(['u/folder.yml', 'u/o/folder.yml', 'u/o/one.yml', before]),
      );
      expect(files.some((file) => /people|gone|\/old\//.test(file))).toBe(false);
      expect(await paths(house)).toEqual(['ENVIRONMENTS', 'People', 'People/Gone']);
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], renamed: [], deleted: [] });
    }),
  );
});
