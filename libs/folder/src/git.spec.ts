import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { createCountingIds, unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInFolder, openTestWorkspace } from './testing/house.js';

const git = (path: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'init.defaultBranch=main', ...args],
    {
      cwd: path,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    },
  );

const commit = (path: string) => {
  git(path, 'add', '-A');
  git(path, 'commit', '-qm', 'change');
};

const foreign = 'ws_0123456789abcdef';

interface Clones {
  readonly first: TestWorkspace;
  readonly second: TestWorkspace;
  readonly paths: readonly [string, string];
}

/** Two clones of one repository, each with a database of its own. */
const testInClones = (test: (clones: Clones) => Promise<void>) =>
  testInFolder(async (folder) => {
    const paths = [join(folder, 'first'), join(folder, 'second')] as const;
    await mkdir(paths[0]);
    git(paths[0], 'init', '-q');
    const first = await openTestWorkspace(paths[0]);
    await first.createRest({
      name: 'Shared',
      url: 'http://h/',
      description: 'one\ntwo\nthree\nfour',
      script: 'a\nb\nc\n',
    });
    await first.createRest({ name: 'Other', url: 'http://h/', script: '' });
    await first.synchronize();
    commit(paths[0]);
    git(folder, 'clone', '-q', paths[0], paths[1]);
    const second = await openTestWorkspace(paths[1], 'tandem', createCountingIds(1_000_000));
    await second.synchronize();
    await test({ first, second, paths });
  });

const findByName = async (house: TestWorkspace, name: string) => {
  const found = (await house.all()).find((one) => one.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

const update = async (house: TestWorkspace, name: string, fields: object) => {
  const { id } = await findByName(house, name);
  await unwrapResult(house.application.rest.update({ id, ...fields }));
  await house.synchronize();
};

describe('files of another workspace', () => {
  it(
    'can be imported several times without changing the manifest',
    testInFolder(async (folder) => {
      const paths = [join(folder, 'first'), join(folder, 'second')] as const;
      await mkdir(paths[0]);
      await mkdir(paths[1]);
      const first = await openTestWorkspace(paths[0]);
      await first.createRest({ name: 'Shared', url: 'http://h/', script: '' });
      await first.synchronize();
      const second = await openTestWorkspace(paths[1]);
      expect(second.workspace.name).toBe('second');
      await cp(first.root, second.root, { recursive: true });
      const manifest = (await second.read('opencollection.yml')).replace(first.workspace.id, foreign);
      await second.write('opencollection.yml', manifest);
      const id = second.workspace.id;
      const { conflicts } = await second.synchronize();
      expect(conflicts).toMatchObject([{ id, field: 'name', ours: 'second', theirs: 'first' }]);
      const nothing = { written: [], pulled: [], merged: [], deleted: [] };
      for (const _ of [1, 2]) expect(await second.synchronize()).toMatchObject({ ...nothing, conflicts });
      expect(await second.read('opencollection.yml')).toBe(manifest);
      await second.resolve({ id, field: 'name', take: 'theirs' });
      expect(await second.synchronize()).toMatchObject({ ...nothing, conflicts: [] });
      expect(await second.read('opencollection.yml')).toBe(manifest);
      expect(await second.all()).toMatchObject([{ name: 'Shared' }]);
    }),
  );
});

describe('two clones of one repository', () => {
  it(
    'have the same entities with the same ids, and no file changes when they are imported',
    testInClones(async ({ first, second, paths }) => {
      expect(second.workspace.id).toBe(first.workspace.id);
      expect((await second.all()).map(({ id }) => id)).toEqual((await first.all()).map(({ id }) => id));
      expect((await second.environment()).id).toBe((await first.environment()).id);
      expect(git(paths[1], 'status', '--porcelain')).toBe('');
    }),
  );

  it(
    'merge edits of different fields and of different requests without a conflict',
    { tags: 'folder:git' },
    testInClones(async ({ first, second, paths }) => {
      await update(first, 'Shared', { method: 'PUT', script: 'A\nb\nc\n' });
      await first.createRest({ name: 'New here', url: 'http://h/1', script: '' });
      await first.synchronize();
      commit(paths[0]);
      await update(second, 'Shared', { description: 'one\ntwo\nthree\nFOUR', script: 'a\nb\nC\n' });
      await update(second, 'Other', { url: 'http://h/other' });
      await second.createRest({ name: 'New there', url: 'http://h/2', script: '' });
      await second.synchronize();
      commit(paths[1]);
      git(paths[1], 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
      expect(git(paths[1], 'status', '--porcelain')).toBe('');
      git(paths[0], 'pull', '-q', '--no-rebase', paths[1], 'main');
      for (const house of [first, second]) {
        expect(await house.synchronize()).toMatchObject({
          conflicts: [],
          invalid: [],
          written: [],
          merged: [],
        });
        expect(await findByName(house, 'Shared')).toMatchObject({
          method: 'PUT',
          description: 'one\ntwo\nthree\nFOUR',
          script: 'A\nb\nC\n',
        });
        expect((await findByName(house, 'Other')).url).toBe('http://h/other');
        expect((await house.all()).map(({ name }) => name).sort()).toEqual([
          'New here',
          'New there',
          'Other',
          'Shared',
        ]);
      }
    }),
  );

  it(
    'report conflict markers and leave the marked file and its entity unchanged',
    testInClones(async ({ first, second, paths }) => {
      await update(first, 'Shared', { url: 'http://h/first' });
      commit(paths[0]);
      await update(second, 'Shared', { url: 'http://h/second' });
      commit(paths[1]);
      expect(() => git(paths[1], 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main')).toThrow();
      const before = await second.read('shared.yml');
      expect(before).toContain('<<<<<<<');
      const { invalid, ...rest } = await second.synchronize();
      expect(invalid).toMatchObject([{ path: 'shared.yml', line: 7, column: 1 }]);
      expect(rest).toMatchObject({ written: [], pulled: [], deleted: [] });
      expect(await second.read('shared.yml')).toBe(before);
      expect((await findByName(second, 'Shared')).url).toBe('http://h/second');
    }),
  );

  it(
    'follow the switch to another branch and back',
    testInClones(async ({ second, paths }) => {
      git(paths[1], 'checkout', '-qb', 'topic');
      await update(second, 'Shared', { url: 'http://h/topic' });
      await second.createRest({ name: 'Topic', folder: 'T', url: 'http://h/', script: 't\n' });
      await second.synchronize();
      commit(paths[1]);
      git(paths[1], 'checkout', '-q', 'main');
      await second.synchronize();
      expect((await second.all()).map(({ name, url }) => [name, url])).toEqual([
        ['Shared', 'http://h/'],
        ['Other', 'http://h/'],
      ]);
      git(paths[1], 'checkout', '-q', 'topic');
      await second.synchronize();
      expect(await findByName(second, 'Topic')).toMatchObject({ script: 't\n', folder: 'T' });
      expect((await findByName(second, 'Shared')).url).toBe('http://h/topic');
      expect(git(paths[1], 'status', '--porcelain')).toBe('');
    }),
  );
});
