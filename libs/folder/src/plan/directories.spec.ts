import type { FolderBase, FolderWarning, InvalidFile } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createDocuments, type Documents } from '../document/documents.js';
import { defaultFolderLimits } from '../yaml/limits.js';
import type { FolderTree } from '../files/tree.js';
import { createBase, createState, createStoredEntity, createTree } from '../testing/sides.js';
import { nameDirectories } from './directories.js';
import { completeInSlices } from './slices.js';

const documents = createDocuments(defaultFolderLimits, { dataFolder: 'tandem' });
afterAll(() => documents.close());

const folderFile = (name: string): string => `info:\n  name: ${name}\n  type: folder\n`;
const folderBase = (id: string, directory: string, folder: string) =>
  createBase(id, 'folder', { path: folder }, { path: `${directory}/folder.yml`, folder });

interface NamingInput {
  readonly directories?: readonly string[];
  readonly bases?: readonly FolderBase[];
  readonly stored?: ReturnType<typeof createStoredEntity>[];
  readonly tree?: Partial<FolderTree>;
  readonly run?: Documents['run'];
}

const listDirectoryNames = async (files: Readonly<Record<string, string>>, given: NamingInput = {}) => {
  const { directories = [], bases = [], stored = [], tree = {}, run } = given;
  const all = new Set(directories);
  for (const path of Object.keys(files))
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      all.add(path.slice(0, at));
  const told = {
    invalid: [] as InvalidFile[],
    warnings: [] as FolderWarning[],
    blocked: new Set<string>(),
    defects: [] as string[],
  };
  const found = await completeInSlices(
    nameDirectories({
      ...{ ...told, bases, state: createState({ stored }), onRead: () => undefined },
      dataFolder: 'tandem',
      documents: run ? { ...documents, run } : documents,
      onDefect: (_, path) => void told.defects.push(path),
      tree: { ...createTree(files), directories: [...all], ...tree },
    }),
  );
  return {
    ...told,
    blocked: [...told.blocked],
    found,
    folders: Object.fromEntries(found.map(({ path, folder }) => [path, folder])),
    entities: found.filter(({ candidate }) => candidate).map(({ path }) => path),
  };
};

describe('a folder stored as a directory', () => {
  it('has the name in its file, or else the name of the directory', async () => {
    const { folders, entities } = await listDirectoryNames({
      ...{ 'a/folder.yml': folderFile('Pets'), 'a/b/r.yml': '', 'a/c/folder.yml': folderFile('Cats') },
    });
    expect(folders).toEqual({ a: 'Pets', 'a/b': 'Pets/b', 'a/c': 'Pets/Cats' });
    expect(entities).toEqual(['a', 'a/b', 'a/c']);
  });

  it('is ignored if it is called environments at the root, but not at a deeper level', async () => {
    const { folders } = await listDirectoryNames({ 'environments/Dev.yml': '', 'a/environments/r.yml': '' });
    expect(folders).toEqual({ a: 'a', 'a/environments': 'a/environments' });
  });

  it('is not created if the directory contains no requests', async () => {
    const tree = { unreadable: [{ path: 'u/r.yaml', line: 1, column: 1, message: '' }] };
    const { folders, entities } = await listDirectoryNames(
      { 'certs/a.pem': '', 'in/deep/r.yml': '' },
      { directories: ['empty', 'u'], tree },
    );
    expect(Object.keys(folders)).toEqual(['certs', 'empty', 'in', 'in/deep', 'u']);
    expect(entities).toEqual(['in', 'in/deep', 'u']);
  });

  it('has only a name if it has no file', async () => {
    const { found } = await listDirectoryNames({ 'a/in/r.yml': '' });
    expect(found[1]?.candidate).toMatchObject({
      ...{
        file: { path: 'a/in/folder.yml', hash: '', text: '' },
        kind: 'folder',
        id: undefined,
        base: undefined,
      },
      content: { fields: { path: 'in', seq: null }, bareSecrets: [] },
    });
  });

  it('gets its script and base from the files in the directory', async () => {
    const base = folderBase('f', 'a', 'Pets');
    const { found } = await listDirectoryNames(
      { 'a/folder.yml': folderFile('Pets'), 'a/folder.js': 'x()' },
      { bases: [base] },
    );
    expect(found[0]?.candidate).toMatchObject({ script: { text: 'x()' }, base });
  });
});

describe('a directory whose folder.yml cannot be read', () => {
  const bad = { 'a/folder.yml': 'info: [ fold_0123456789abcdef', 'a/r.yml': '', 'a/in/r.yml': '' };
  const inside = (path: string, folder: string) => createBase(path, 'rest', {}, { path, folder });

  it('stays the folder that its requests were in', async () => {
    const own = await listDirectoryNames(bad, {
      bases: [inside('a/in/r.yml', 'Pets/Cats'), inside('a/r.yml', 'Pets')],
    });
    expect(own.folders).toEqual({ a: 'Pets', 'a/in': 'Pets/in' });
    const deeper = await listDirectoryNames(bad, {
      bases: [inside('b/r.yml', 'B'), inside('a/in/r.yml', 'Pets/Cats')],
    });
    expect(deeper.folders).toMatchObject({ a: 'Pets' });
    const unknown = await listDirectoryNames(bad, {
      bases: [inside('ab/r.yml', 'B'), inside('a/in/r.yml', 'Pets')],
    });
    expect(unknown.folders).toMatchObject({ a: 'a' });
    expect((await listDirectoryNames(bad)).folders).toEqual({ a: 'a', 'a/in': 'a/in' });
  });

  it('is reported, is not treated as an entity, and blocks the entity that it may be', async () => {
    const { entities, invalid, blocked, warnings } = await listDirectoryNames(bad, {
      bases: [folderBase('f', 'a', 'Old'), folderBase('g', 'b', 'B'), inside('a/folder.yml', 'a')],
      stored: [
        ...[
          createStoredEntity('named', 'folder', { path: 'a' }),
          createStoredEntity('other', 'folder', { path: 'b' }),
        ],
        createStoredEntity('r', 'rest', { folder: 'a' }),
      ],
    });
    expect(entities).toEqual(['a/in']);
    expect(invalid).toEqual([expect.objectContaining({ path: 'a/folder.yml' })]);
    expect(blocked.sort()).toEqual(['f', 'fold_0123456789abcdef']);
    expect(warnings).toEqual([]);
    const unknown = await listDirectoryNames(bad, {
      stored: [createStoredEntity('named', 'folder', { path: 'a' })],
    });
    expect(unknown.blocked.sort()).toEqual(['fold_0123456789abcdef', 'named']);
  });

  it('may have a script with conflict markers or an unreadable script', async () => {
    const marked = await listDirectoryNames({
      ...{ 'a/folder.yml': folderFile('Pets'), 'a/folder.js': 'x\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n' },
    });
    expect(marked.invalid).toEqual([expect.objectContaining({ path: 'a/folder.js', line: 2 })]);
    expect(marked).toMatchObject({ entities: [], folders: { a: 'a' } });
    for (const path of ['a/folder.yml', 'a/folder.js']) {
      const tree = { unreadable: [{ path, line: 1, column: 1, message: 'no' }] };
      const gone = await listDirectoryNames({ 'a/folder.yml': folderFile('Pets') }, { tree });
      expect(gone).toMatchObject({ entities: [], invalid: [], folders: { a: 'a' } });
    }
  });

  it('is reported as a bug if reading its file throws an exception', async () => {
    const run = () => {
      throw new Error('a bug');
    };
    const { invalid, defects, entities } = await listDirectoryNames(
      { 'a/folder.yml': folderFile('Pets') },
      { run },
    );
    expect(defects).toEqual(['a/folder.yml']);
    expect(invalid).toEqual([
      {
        ...{ path: 'a/folder.yml', line: 1, column: 1 },
        message: 'Tandem failed on this file, which is a bug; report it with the file: Error: a bug',
      },
    ]);
    expect(entities).toEqual([]);
  });
});

describe('directories with the same name', () => {
  const twins = { 'a/folder.yml': folderFile('Pets'), 'b/folder.yml': folderFile('Pets') };

  it('become one folder, stored in the first of them', async () => {
    const { folders, entities, warnings } = await listDirectoryNames(twins);
    expect(folders).toEqual({ a: 'Pets', b: 'Pets' });
    expect(entities).toEqual(['a']);
    expect(warnings).toEqual([
      {
        code: 'duplicateFolder',
        path: 'b/folder.yml',
        message:
          'This folder and a are both named "Pets", so their requests are shown together. Rename one of them in its folder.yml.',
      },
    ]);
  });

  it('become one folder, stored in the directory that had it before', async () => {
    const { entities } = await listDirectoryNames(twins, { bases: [folderBase('f', 'b', 'Pets')] });
    expect(entities).toEqual(['b']);
    const both = await listDirectoryNames(twins, {
      bases: [folderBase('f', 'a', 'Pets'), folderBase('g', 'b', 'Pets')],
    });
    expect(both.entities).toEqual(['a']);
  });

  it('are not reported if only one directory contains requests', async () => {
    const { entities, warnings } = await listDirectoryNames(
      { 'b/folder.yml': folderFile('a') },
      { directories: ['a'] },
    );
    expect(entities).toEqual(['b']);
    expect(warnings).toEqual([]);
  });
});
