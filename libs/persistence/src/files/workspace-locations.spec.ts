import { mkdir, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe as describeError } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInFolder } from '../testing/in-folder.js';
import { createWorkspaceLocations } from './workspace-locations.js';

describe('a new folder', () => {
  it.each([
    ['Shop', 'shop'],
    ['Größe & Co.', 'gro-e-co'],
    ['../../etc', 'etc'],
    ['猫', 'workspace'],
  ])('for %s is named %s', (name, expected) =>
    testInFolder(async (folder) => {
      const root = join(await realpath(folder), 'a', 'b');
      const made = await unwrapResult(createWorkspaceLocations(root).make(name));
      expect(made.startsWith(root)).toBe(true);
      expect(made.slice(root.length + 1)).toBe(expected);
    })(),
  );

  it(
    'never replaces an existing folder',
    testInFolder(async (folder) => {
      const { make } = createWorkspaceLocations(folder);
      const made = await Promise.all([1, 2, 3].map(() => unwrapResult(make('Shop'))));
      expect(new Set(made).size).toBe(3);
    }),
  );
});

describe('a new folder in a missing data folder', () => {
  it(
    'is refused, and the data folder is not created again',
    { tags: 'storage:gone' },
    testInFolder(async (folder) => {
      const data = join(folder, 'data');
      const { make } = createWorkspaceLocations(join(data, 'workspaces'), data);
      expect(await unwrapRefusal(make('Shop'))).toMatchObject({ reason: 'gone', file: data });
      await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' });
    }),
  );
});

describe('a folder that a person chose', () => {
  it(
    'is created only if that was requested, and its path has no symbolic links',
    { tags: 'workspace:open' },
    testInFolder(async (folder) => {
      const { open } = createWorkspaceLocations(folder);
      const path = join(folder, 'x', 'y');
      expect(await unwrapRefusal(open(path, false))).toMatchObject({ kind: 'invalid-input' });
      await expect(stat(join(folder, 'x'))).rejects.toMatchObject({ code: 'ENOENT' });
      const real = await unwrapResult(open(path, true));
      expect((await stat(real)).isDirectory()).toBe(true);
      await symlink(real, join(folder, 'link'));
      expect(await unwrapResult(open(join(folder, 'link'), false))).toBe(real);
    }),
  );

  it(
    'is refused if its path is relative or a file',
    testInFolder(async (folder) => {
      const { open, look } = createWorkspaceLocations(folder);
      await writeFile(join(folder, 'file'), '');
      const faults = [
        ['x', 'must be the absolute path of a folder'],
        [join(folder, 'file'), 'cannot be used as a folder (ENOTDIR)'],
      ] as const;
      for (const [path, problem] of faults) {
        expect(describeError(await unwrapRefusal(look(path)))).toContain(problem);
        expect(await unwrapRefusal(open(path, true))).toMatchObject({
          kind: 'invalid-input',
          issues: [{ path: 'path' }],
        });
      }
    }),
  );

  it(
    'is named in the error if no folder can be created in it',
    testInFolder(async (folder) => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      expect(
        await unwrapRefusal(createWorkspaceLocations(join(file, 'workspaces')).make('Shop')),
      ).toMatchObject({
        kind: 'storage-failed',
        doing: "making a workspace's folder",
        file: join(file, 'workspaces'),
      });
    }),
  );

  it(
    'is inspected without changing anything on the disk',
    { tags: 'workspace:open' },
    testInFolder(async (folder) => {
      const { look } = createWorkspaceLocations(folder);
      const path = join(await realpath(folder), 'x');
      expect(await unwrapResult(look(path))).toEqual({ path, exists: false, names: [], bruno: null });
      await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
      await mkdir(path);
      await writeFile(join(path, 'b.txt'), '');
      await writeFile(join(path, 'a.txt'), '');
      expect(await unwrapResult(look(path))).toEqual({
        path,
        exists: true,
        names: ['a.txt', 'b.txt'],
        bruno: null,
      });
    }),
  );

  it.each([
    ['bruno.json', '{"version":"1","name":"Shop","type":"collection"}', { name: 'Shop', format: 'bru' }],
    ['bruno.json', '{"name": 5}', { name: 'api', format: 'bru' }],
    ['bruno.json', 'not JSON', { name: 'api', format: 'bru' }],
    ['opencollection.yml', 'opencollection: 1.0.0', { name: 'api', format: 'yaml' }],
  ])('contains the Bruno collection that %s with %s names', { tags: 'workspace:open' }, (file, text, bruno) =>
    testInFolder(async (folder) => {
      const path = join(folder, 'api');
      await mkdir(path);
      await writeFile(join(path, file), text);
      expect(await unwrapResult(createWorkspaceLocations(folder).look(path))).toMatchObject({ bruno });
    })(),
  );

  it(
    'contains a Bruno collection named after the folder if bruno.json cannot be read',
    { tags: 'workspace:open' },
    testInFolder(async (folder) => {
      const path = join(folder, 'api');
      await mkdir(join(path, 'bruno.json'), { recursive: true });
      expect(await unwrapResult(createWorkspaceLocations(folder).look(path))).toMatchObject({
        bruno: { name: 'api', format: 'bru' },
      });
    }),
  );
});
