import { realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { given, refusal } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { inFolder } from '../testing/in-folder.js';
import { workspaceLocations } from './workspace-locations.js';

describe('a new folder', () => {
  it.each([
    ['Shop', 'shop'],
    ['Größe & Co.', 'gro-e-co'],
    ['../../etc', 'etc'],
    ['猫', 'workspace'],
  ])('for %s is named %s', (name, expected) =>
    inFolder(async (folder) => {
      const root = join(await realpath(folder), 'a', 'b');
      const made = await given(workspaceLocations(root).make(name));
      expect(made.startsWith(root)).toBe(true);
      expect(made.slice(root.length + 1)).toBe(expected);
    })(),
  );

  it(
    'is never an existing one',
    inFolder(async (folder) => {
      const { make } = workspaceLocations(folder);
      const made = await Promise.all([1, 2, 3].map(() => given(make('Shop'))));
      expect(new Set(made).size).toBe(3);
    }),
  );
});

describe('a new folder in a missing data folder', () => {
  it(
    'is refused, and the data folder is not recreated',
    { tags: 'storage:gone' },
    inFolder(async (folder) => {
      const data = join(folder, 'data');
      const { make } = workspaceLocations(join(data, 'workspaces'), data);
      expect(await refusal(make('Shop'))).toMatchObject({ reason: 'gone', file: data });
      await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' });
    }),
  );
});

describe('a folder that a person chose', () => {
  it(
    'is created if it does not exist, and its path has no symbolic links',
    inFolder(async (folder) => {
      const { open } = workspaceLocations(folder);
      const real = await given(open(join(folder, 'x', 'y')));
      expect((await stat(real)).isDirectory()).toBe(true);
      await symlink(real, join(folder, 'link'));
      expect(await given(open(join(folder, 'link')))).toBe(real);
    }),
  );

  it(
    'is refused if it is relative or a file',
    inFolder(async (folder) => {
      const { open } = workspaceLocations(folder);
      await writeFile(join(folder, 'file'), '');
      expect(await refusal(open('x'))).toMatchObject({ kind: 'invalid-input' });
      expect(await refusal(open(join(folder, 'file')))).toMatchObject({ kind: 'invalid-input' });
    }),
  );
});
