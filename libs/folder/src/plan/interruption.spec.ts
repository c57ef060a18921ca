import type { FolderBase, PlannedWrite } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { FolderTree } from '../files/tree.js';
import { recoverInterruptedRun } from './interruption.js';

const treeOf = (hashes: Readonly<Record<string, string>>, leftovers: readonly string[] = []): FolderTree => ({
  exists: true,
  files: new Map(),
  unreadable: [],
  notRead: [],
  taken: [],
  directories: [],
  hashes: new Map(Object.entries(hashes)),
  leftovers,
});

const place = { id: 'env_a', kind: 'environment', folder: '', seq: null } as const;

const base = (more: Partial<FolderBase> = {}): FolderBase => ({
  ...place,
  path: 'a.yml',
  fileHash: 'old',
  scriptHash: 'old-script',
  revision: 1,
  settled: true,
  searched: 's1',
  fields: '{"name":"Old","script":"old()"}',
  ...more,
});

const write = (more: Partial<PlannedWrite> = {}): PlannedWrite => ({
  ...place,
  path: 'a.yml',
  hash: 'new',
  expected: 'old',
  temporary: '.a.tmp',
  revision: 2,
  searched: 's2',
  fields: '{"name":"New"}',
  replaces: [],
  ...more,
});
const script = (more: Partial<PlannedWrite> = {}): PlannedWrite =>
  write({ path: 'a.js', hash: 'new-script', expected: 'old-script', fields: '{"script":"new()"}', ...more });

const none = { bases: [], removals: [] };
const removal = { path: 'z.yml', hash: 'z' };

/** Recovers the bases from an interrupted synchronization, and parses their fields. */
const recoverBases = (
  tree: FolderTree,
  planned: readonly PlannedWrite[],
  bases: readonly FolderBase[] = [base()],
) => {
  const all = recoverInterruptedRun(tree, { bases, removals: [] }, planned);
  return all.recovered.map(({ fields, ...one }) => ({ ...one, fields: JSON.parse(fields) as unknown }));
};

const unsettledBase = { fileHash: '', scriptHash: '', settled: false };

describe('an interrupted synchronization', { tags: 'folder:crash' }, () => {
  it('leaves nothing to recover if it recorded nothing', () => {
    const memory = { bases: [base()], removals: [removal] };
    expect(recoverInterruptedRun(treeOf({ 'a.yml': 'other' }), memory, [])).toEqual({
      ...memory,
      recovered: [],
    });
  });

  it('is taken to have written a file whose content is as planned, or at least not as before', () => {
    const after = {
      ...base(),
      ...unsettledBase,
      ...{ revision: 2, searched: 's2' },
      fields: expect.objectContaining({ name: 'New', script: 'old()' }) as unknown,
    };
    for (const hash of ['new', 'edited'])
      expect(recoverBases(treeOf({ 'a.yml': hash }), [write()])).toEqual([after]);
    const all = recoverInterruptedRun(
      treeOf({ 'a.yml': 'new' }),
      { bases: [base(), base({ id: 'env_b' })], removals: [] },
      [write()],
    );
    expect(all.bases.map(({ id, revision }) => [id, revision])).toEqual([
      ['env_a', 2],
      ['env_b', 1],
    ]);
    expect(all.removals).toEqual([]);
  });

  it('is taken not to have written a file that is unchanged or missing, or still has its temporary file', () => {
    const same = { hash: 'old' };
    expect(recoverBases(treeOf({ 'a.yml': 'old' }), [write()])).toEqual([]);
    expect(recoverBases(treeOf({}), [write()])).toEqual([]);
    expect(recoverBases(treeOf({ 'a.yml': 'edited' }, ['.a.tmp']), [write()])).toEqual([]);
    expect(recoverBases(treeOf({ 'a.yml': 'old' }), [write(same)])).toHaveLength(1);
  });

  it('may or may not have written an edited file if temporary files were removed', () => {
    const other = write({ id: 'env_b', path: 'b.yml', expected: 'old-b', temporary: '.b.tmp' });
    const edited = { 'a.yml': 'edited', 'b.yml': 'old-b' };
    expect(recoverBases(treeOf(edited), [write(), other])).toEqual([]);
    expect(recoverBases(treeOf(edited, ['.b.tmp']), [write(), other]).map(({ id }) => id)).toEqual(['env_a']);
    const added = { ...other, expected: '' };
    expect(recoverBases(treeOf({ 'a.yml': 'edited' }), [write(), added])).toEqual([]);
    expect(recoverBases(treeOf({ 'a.yml': 'edited' }, ['.b.tmp']), [write(), added])).toHaveLength(1);
  });

  it('may have written only the script, or only the file', () => {
    const both = recoverBases(treeOf({ 'a.yml': 'new', 'a.js': 'new-script' }), [script(), write()]);
    expect(both).toMatchObject([{ revision: 2, fields: { name: 'New', script: 'new()' } }]);
    const alone = recoverBases(treeOf({ 'a.yml': 'old', 'a.js': 'new-script' }), [script(), write()]);
    expect(alone).toMatchObject([
      { ...unsettledBase, revision: 1, fields: { name: 'Old', script: 'new()' } },
    ]);
    expect(recoverBases(treeOf({ 'a.js': 'new-script' }), [script(), write()], [])).toEqual([]);
  });

  it('may have created a file that has no base', () => {
    const [made] = recoverBases(
      treeOf({ 'a.yml': 'new' }),
      [write({ fields: '{"name":"New","script":"own()"}' })],
      [],
    );
    expect(made).toEqual({
      ...place,
      ...unsettledBase,
      ...{ path: 'a.yml', revision: 2, searched: 's2', fields: { name: 'New', script: 'own()' } },
    });
    expect(recoverBases(treeOf({ 'a.yml': 'new' }), [write()], [])[0]?.fields).toEqual({ name: 'New' });
  });

  describe('with an unfinished move', () => {
    const replaces = [{ path: 'old.yml', hash: 'old' }];
    const move = write({ expected: '', replaces });
    const memory = { bases: [base()], removals: [removal, { path: 'a.yml', hash: 'new' }] };

    it('is undone with the removals that it recorded', () => {
      for (const hashes of [{}, { 'a.yml': 'new', 'old.yml': 'old' }])
        expect(recoverInterruptedRun(treeOf(hashes), memory, [move])).toEqual({ ...memory, recovered: [] });
    });

    it('has moved a file that somebody has edited since, so the old file is removed', () => {
      const taken = recoverInterruptedRun(treeOf({ 'a.yml': 'edited', 'old.yml': 'old' }), memory, [move]);
      expect(taken.recovered).toMatchObject([{ id: 'env_a', revision: 2 }]);
      expect(taken.removals).toEqual([removal, ...replaces]);
    });

    it('has moved nothing if the old file was edited too', () => {
      const taken = recoverInterruptedRun(treeOf({ 'a.yml': 'edited', 'old.yml': 'mine' }), memory, [move]);
      expect(taken).toEqual({ ...memory, recovered: [] });
    });
  });

  it('changes no memory if it has written nothing', () => {
    expect(recoverInterruptedRun(treeOf({}), none, [write()])).toEqual({ ...none, recovered: [] });
  });
});
