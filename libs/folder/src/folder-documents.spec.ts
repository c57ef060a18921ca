import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { mergeFile } from './merge-file/index.js';
import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], renamed: [], deleted: [], conflicts: [] };

const folders = async ({ store, workspace }: TestWorkspace) =>
  [...(await unwrapResult(store.folders.list(workspace.id)))].sort((a, b) => (a.path < b.path ? -1 : 1));

const folderAt = async (house: TestWorkspace, path: string) => {
  const found = (await folders(house)).find((one) => one.path === path);
  if (!found) throw new Error(`there is no folder ${path}`);
  return found;
};

const paths = async (house: TestWorkspace) => (await folders(house)).map(({ path }) => path);

const byBruno = `# our team's
info:
  name: Users
  type: folder
  seq: 3
request:
  headers:
    - name: x-team
      value: blue
  auth: inherit
docs:
  content: |-
    First
    Second
    Third
  type: text/markdown
`;

const update = (house: TestWorkspace, id: string, more: { name?: string; description?: string }) =>
  unwrapResult(house.application.folders.update({ id, ...more }));

describe("a folder's document", { tags: 'folder:documents' }, () => {
  it(
    'contains its name, description and order as Bruno writes them, and they are read from it',
    testInWorkspace(async (house) => {
      const { id } = await unwrapResult(
        house.application.folders.create({ path: 'Users', description: 'One\nTwo' }),
      );
      await unwrapResult(house.store.folders.place(house.workspace.id, [{ id, seq: 2_000 }]));
      await house.synchronize();
      expect(await house.read('users/folder.yml')).toBe(
        `info:\n  name: Users\n  type: folder\n  seq: 2000\ndocs:\n  content: |-\n    One\n    Two\n  type: text/markdown\nx-tandem:\n  id: ${id}\n`,
      );
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.write('users/folder.yml', byBruno);
      expect(await house.synchronize()).toMatchObject({ pulled: ['users/folder.yml'], written: [] });
      expect(await folders(house)).toMatchObject([
        { id, path: 'Users', description: 'First\nSecond\nThird', seq: 3 },
      ]);
      expect(await house.read('users/folder.yml')).toBe(byBruno);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is written for an empty folder, which then appears in another clone',
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.create({ path: 'A/B' }));
      expect((await house.synchronize()).written).toEqual(
        expect.arrayContaining(['a/folder.yml', 'a/b/folder.yml']),
      );
      const ids = (await folders(house)).map(({ id }) => id);
      for (const { id, workspaceId } of await folders(house))
        await unwrapResult(house.store.folders.remove(workspaceId, id));
      const { bases } = await unwrapResult(house.store.folderMemories.get(house.workspace.id));
      const forget = bases.map((base) => base.id);
      await unwrapResult(
        house.store.folderMemories.change(house.workspace.id, { put: [], forget, removals: null }),
      );
      expect(await house.synchronize()).toMatchObject({ written: [], conflicts: [] });
      expect((await folders(house)).map(({ id, path }) => [path, ids.includes(id)])).toEqual([
        ['A', true],
        ['A/B', true],
      ]);
    }),
  );

  it(
    'is not written on a first synchronization if it would be empty',
    testInWorkspace(async (house) => {
      const request = 'info:\n  name: R\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n';
      await house.write('plain/r.yml', request);
      await house.write('old/folder.yml', 'info:\n  name: Old\n  type: folder\n  seq: 1000\n');
      await house.write('old/r.yml', request);
      await house.createRest({ name: 'Mine', folder: 'Old', script: '' });
      const { written } = await house.synchronize();
      expect(written.filter((path) => path.endsWith('folder.yml'))).toEqual([]);
      expect(await house.read('old/folder.yml')).toBe('info:\n  name: Old\n  type: folder\n  seq: 1000\n');
      expect((await folders(house)).map(({ path, seq }) => [path, seq])).toEqual([
        ['Old', 1000],
        ['plain', null],
      ]);
      expect(await house.synchronize()).toMatchObject(nothing);
      await update(house, 'plain', { description: 'Notes' });
      expect((await house.synchronize()).written).toEqual(['plain/folder.yml']);
      await house.remove('plain/folder.yml');
      expect((await house.synchronize()).written).toEqual(['plain/folder.yml']);
      expect(await folderAt(house, 'plain')).toMatchObject({ description: 'Notes' });
    }),
  );

  it(
    'keeps unknown keys and comments when the app changes or renames the folder',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'R', folder: 'Users', script: '' });
      await house.write('users/folder.yml', byBruno);
      await house.synchronize();
      await update(house, 'Users', { description: 'First\n2\nThird' });
      await house.synchronize();
      const { id } = await folderAt(house, 'Users');
      const changed = `${byBruno.replace('Second', '2')}x-tandem:\n  id: ${id}\n`;
      expect(await house.read('users/folder.yml')).toBe(changed);
      await update(house, id, { name: 'People' });
      const { renamed } = await house.synchronize();
      expect(renamed).toContainEqual({ from: 'users/folder.yml', to: 'people/folder.yml' });
      expect(await house.read('people/folder.yml')).toBe(changed.replace('name: Users', 'name: People'));
      expect(Object.keys(await house.files()).filter((path) => path.startsWith('users'))).toEqual([]);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is merged field by field and line by line, and keeps both sides of a conflict',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'R', folder: 'Users', script: '' });
      await house.write('users/folder.yml', byBruno);
      await house.synchronize();
      const { id } = await folderAt(house, 'Users');
      await update(house, id, { description: '1\nSecond\nThird' });
      await house.edit('users/folder.yml', 'Third', '3');
      await house.edit('users/folder.yml', 'seq: 3', 'seq: 4');
      expect(await house.synchronize()).toMatchObject({ merged: ['users/folder.yml'], conflicts: [] });
      expect(await folderAt(house, 'Users')).toMatchObject({ description: '1\nSecond\n3', seq: 4 });
      expect(await house.read('users/folder.yml')).toContain('    1\n    Second\n    3\n');
      await update(house, id, { description: 'ours' });
      await house.edit('users/folder.yml', 'Second', 'theirs');
      const report = await house.synchronize();
      expect(report.conflicts).toMatchObject([{ id, kind: 'folder', field: 'description', ours: 'ours' }]);
      expect(await folderAt(house, 'Users')).toMatchObject({ description: 'ours' });
      await house.resolve({ id, field: 'description', take: 'ours' });
      expect(await house.read('users/folder.yml')).toContain('content: ours\n');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'has a conflict about its path if both sides rename it, and nothing is lost',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'R', folder: 'Users', script: '' });
      await house.synchronize();
      const { id } = await folderAt(house, 'Users');
      await update(house, id, { name: 'Ours' });
      await house.edit('users/folder.yml', 'name: Users', 'name: Theirs');
      const report = await house.synchronize();
      expect(report.conflicts).toContainEqual(
        expect.objectContaining({ id, kind: 'folder', field: 'path', ours: 'Ours', theirs: 'Theirs' }),
      );
      expect(await paths(house)).toEqual(['Ours']);
      expect(await house.read('users/r.yml')).toContain('name: R');
      await house.resolve({ id, field: 'path', take: 'ours' });
      await house.synchronize();
      expect(await house.synchronize()).toMatchObject(nothing);
      expect(await paths(house)).toEqual(['Ours']);
      expect(await house.read('users/folder.yml')).toContain('name: Ours');
      expect(await house.all()).toMatchObject([{ name: 'R', folder: 'Ours' }]);
    }),
  );

  it(
    "is removed with the folder's contents after the app deleted the folder, but is written again for a request that somebody adds",
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'R', folder: 'Users', script: '' });
      await unwrapResult(house.application.folders.create({ path: 'Gone', description: 'x' }));
      await house.synchronize();
      const { id } = await folderAt(house, 'Users');
      await unwrapResult(house.application.folders.remove({ id }));
      await unwrapResult(house.application.folders.remove({ id: 'Gone' }));
      await house.write(
        'users/new.yml',
        'info:\n  name: New\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n',
      );
      const { deleted } = await house.synchronize();
      expect(deleted).toEqual(expect.arrayContaining(['users/r.yml', 'gone/folder.yml']));
      expect(await folders(house)).toMatchObject([{ id, path: 'Users' }]);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'has a conflict if the app deleted the folder and somebody edited the file',
    testInWorkspace(async (house) => {
      const { id } = await unwrapResult(house.application.folders.create({ path: 'Users' }));
      await house.synchronize();
      await unwrapResult(house.application.folders.remove({ id }));
      await house.edit('users/folder.yml', 'type: folder', 'type: folder\n  seq: 7');
      expect((await house.synchronize()).conflicts).toMatchObject([
        { id, kind: 'folder', field: '*', ours: null },
      ]);
      await house.resolve({ id, field: '*', take: 'theirs' });
      expect(await folders(house)).toMatchObject([{ id, path: 'Users', seq: 7 }]);
    }),
  );

  it(
    'disappears with its directory, which removes the folder from the app unless the app changed it',
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.create({ path: 'A' }));
      const { id } = await unwrapResult(house.application.folders.create({ path: 'B' }));
      await house.synchronize();
      await update(house, 'B', { description: 'mine' });
      await house.remove('a');
      await house.remove('b');
      expect((await house.synchronize()).conflicts).toMatchObject([
        { id, kind: 'folder', field: '*', theirs: null },
      ]);
      expect(await paths(house)).toEqual(['B']);
      await house.resolve({ id, field: '*', take: 'ours' });
      expect(await house.read('b/folder.yml')).toContain('mine');
    }),
  );

  it(
    'stays in a directory that was named by hand or would get the same name',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'R', folder: 'Users', script: '' });
      await house.synchronize();
      await update(house, 'Users', { name: 'Users!' });
      expect(await house.synchronize()).toMatchObject({ written: ['users/folder.yml'], renamed: [] });
      await rename(join(house.root, 'users'), join(house.root, '01-users'));
      await house.synchronize();
      await update(house, 'Users!', { name: 'People' });
      await house.synchronize();
      expect(Object.keys(await house.files()).filter((path) => path.includes('/'))).toEqual([
        '01-users/folder.yml',
        '01-users/r.yml',
        'environments/Default.yml',
      ]);
      expect(await paths(house)).toEqual(['People']);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'gets a new id if its directory was copied, and two folders with the same name are reported',
    testInWorkspace(async (house) => {
      const { id } = await unwrapResult(house.application.folders.create({ path: 'Users' }));
      await house.synchronize();
      const text = await house.read('users/folder.yml');
      await house.write('copy/folder.yml', text.replace('name: Users', 'name: Copy'));
      await house.write('twice/folder.yml', 'info:\n  name: Users\n  type: folder\ndocs: kept\n');
      const { warnings } = await house.synchronize();
      expect(warnings).toMatchObject([
        { code: 'duplicateFolder', path: 'twice/folder.yml' },
        {
          code: 'duplicateId',
          path: 'copy/folder.yml',
          message: expect.stringMatching(
            /^fold_\w{16} is in users\/folder\.yml too; this copy got the id fold_\w{16}$/,
          ) as string,
        },
      ]);
      expect(await paths(house)).toEqual(['Copy', 'Users']);
      expect((await folderAt(house, 'Users')).id).toBe(id);
      expect(await house.read('twice/folder.yml')).toContain('docs: kept');
    }),
  );

  it("is merged field by field by git's merge driver", () => {
    const merged = mergeFile('tandem/users/folder.yml', {
      base: byBruno,
      ours: byBruno.replace('seq: 3', 'seq: 5'),
      theirs: byBruno.replace('name: Users', 'name: People'),
    });
    expect(merged).toMatchObject({
      isClean: true,
      text: byBruno.replace('seq: 3', 'seq: 5').replace('name: Users', 'name: People'),
    });
  });
});

describe('an invalid folder document', { tags: 'folder:invalid:one' }, () => {
  const deep = `info:\n  name: Users\nx: ${'['.repeat(300)}${']'.repeat(300)}\n`;
  it.each([
    [
      'a list instead of info',
      'info:\n  - name: Users\n',
      { line: 2, message: 'info must be a map; write its keys below it, indented' },
    ],
    ['a list instead of a name', 'info:\n  name:\n    - Users\n', { line: 3 }],
    ['a list of notes', 'info:\n  name: Users\ndocs:\n  - a\n', { line: 4 }],
    ['a list as order', 'info:\n  name: Users\n  seq: [1]\n', { line: 3 }],
    ['an alias to nothing', 'info:\n  name: *a\n', {}],
    ['more nesting than allowed', deep, { line: 3 }],
  ])('is reported with its line and column, and its folder stays: %s', (_, text, place) =>
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'R', folder: 'Users', script: '' });
      await house.synchronize();
      const { id: folder } = await folderAt(house, 'Users');
      await update(house, folder, { description: 'mine' });
      await house.write('users/folder.yml', text);
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path: 'users/folder.yml', ...place }]);
      expect(report).toMatchObject(nothing);
      expect(await house.read('users/folder.yml')).toBe(text);
      expect(await folders(house)).toMatchObject([{ id: folder, path: 'Users', description: 'mine' }]);
      expect(await house.get(id)).toMatchObject({ folder: 'Users' });
    })(),
  );

  it(
    'is not followed if it is a symbolic link',
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.create({ path: 'Users' }));
      await house.synchronize();
      await house.write('../other.yml', 'info:\n  name: Other\n');
      await house.remove('users/folder.yml');
      await symlink(join(house.root, '../other.yml'), join(house.root, 'users/folder.yml'));
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path: 'users/folder.yml' }]);
      expect(report).toMatchObject(nothing);
      expect(await paths(house)).toEqual(['Users']);
    }),
  );

  it(
    'keeps a YAML alias to one of its own nodes when it is changed',
    testInWorkspace(async (house) => {
      const text = 'info: &a\n  name: Users\n  more: *a\n';
      await house.write('users/folder.yml', text);
      await house.synchronize();
      await update(house, 'Users', { description: 'mine' });
      await house.synchronize();
      expect(await house.read('users/folder.yml')).toContain(text);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );
});
