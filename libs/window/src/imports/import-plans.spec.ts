import { describe, expect, it } from 'vitest';

import {
  describeAppliedPlans,
  pickChosenDocuments,
  listLeftOut,
  collectNoise,
  listNotImported,
  toPlannedImports,
  describePlans,
  mergeTrees,
  splitFiles,
} from './import-plans.js';
import { listLeafKeys, type ImportPlan } from './import-tree.js';

const plan = (folder: string, more: Partial<ImportPlan> = {}): ImportPlan => ({
  dryRun: true,
  format: 'postman',
  why: '',
  folder,
  counts: { folders: 1, requests: 1, environments: 1, secrets: 0, leftOut: 1 },
  requests: [{ folder: '', name: 'Users', method: 'GET', url: 'http://a' }],
  environments: [{ name: `${folder} local`, variables: [], secrets: [] }],
  leftOut: [{ place: 'Users', what: 'an example' }],
  folders: [],
  noise: [{ kind: 'images', count: 2 }],
  ...more,
});

const counts = { new: 1, changed: 2, unchanged: 3, gone: 4, deleted: 0, kept: 0 };

const importedDocuments = {
  title: '3 documents',
  documents: ['a.json', 'b.json', 'c.json'].map((name) => ({ name, text: name })),
  passedOver: [{ place: 'd.json', what: 'is no document' }],
};

const plannedDocuments = toPlannedImports(importedDocuments, [
  { result: plan('A') },
  { problem: 'is broken' },
  { result: plan('C') },
]);

describe('the plan of several documents', { tags: 'import:together' }, () => {
  it('is one tree with all environments together', () => {
    expect(
      mergeTrees(plannedDocuments).map(({ name, children }) => [name, children.map((one) => one.name)]),
    ).toEqual([
      ['A', ['Users']],
      ['C', ['Users']],
      ['Environments', ['A local', 'C local']],
    ]);
    const keys = mergeTrees(plannedDocuments).flatMap(listLeafKeys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a summary in one sentence', () => {
    expect(describePlans(plannedDocuments)).toBe('They contain 2 requests, 2 folders, 2 environments.');
    const mixed = toPlannedImports(importedDocuments, [
      { result: plan('A') },
      { result: plan('B', { update: { counts, changes: [] } }) },
    ]);
    expect(describePlans(mixed)).toBe(
      'They contain 1 request, 1 folder, 1 environment. They update 1 folder: 1 new, 2 changed, 3 unchanged, 4 gone.',
    );
    expect(describePlans(plannedDocuments.slice(0, 1))).toContain('in the new folder “A”');
  });

  it('lists what each document loses, and which documents are not imported', () => {
    expect(listLeftOut(plannedDocuments)).toEqual({
      leftOut: [
        { place: 'a.json: Users', what: 'an example' },
        { place: 'c.json: Users', what: 'an example' },
      ],
      count: 2,
    });
    expect(listNotImported(plannedDocuments, importedDocuments)).toEqual([
      { place: 'b.json', what: 'is broken' },
      { place: 'd.json', what: 'is no document' },
    ]);
    expect(collectNoise(plannedDocuments)).toEqual([{ kind: 'images', count: 4 }]);
  });

  it('includes only documents that have a selection', () => {
    expect(pickChosenDocuments(plannedDocuments, new Set())).toEqual([
      { name: 'a.json', text: 'a.json' },
      { name: 'c.json', text: 'c.json' },
    ]);
    const [first] = plannedDocuments;
    const all = first?.nodes.flatMap(listLeafKeys) ?? [];
    expect(pickChosenDocuments(plannedDocuments, new Set(all)).map(({ name }) => name)).toEqual(['c.json']);
    expect(pickChosenDocuments(plannedDocuments, new Set(all.slice(0, 1)))[0]).toMatchObject({ only: [] });
  });

  it('is followed by a report on what was imported', () => {
    expect(describeAppliedPlans([plan('A'), plan('B', { activated: 'A local' })])).toBe(
      'Imported 2 requests from 2 documents. The environment A local is active now.',
    );
  });
});

describe('the files that requests send', { tags: 'import:files' }, () => {
  const list = (document: string, dropped: readonly string[], ...files: readonly string[]) => {
    const open = () => Promise.reject(new Error('not opened'));
    const { dropped: found, missing } = splitFiles(
      [{ name: document, files: files.map((file) => ({ file, place: 'Upload', what: '' })) }],
      { sentFiles: new Map(dropped.map((path) => [path, open])) },
    );
    return { found: [...found.keys()], missing: missing.map(({ file }) => file) };
  };

  it('are found by their paths in a dropped folder', () => {
    expect(list('api/shop.json', ['api/files/a.png', 'api/b.png'], 'files/a.png', 'files/b.png')).toEqual({
      found: ['files/a.png'],
      missing: ['files/b.png'],
    });
  });

  it("are found by name among the picked files, unless the path leads out of the document's folder", () => {
    expect(
      list('shop.json', ['a.png', 'b.png', 'c.png'], 'files/a.png', '/home/ann/b.png', '../c.png', 'c.png'),
    ).toEqual({ found: ['files/a.png', 'c.png'], missing: ['/home/ann/b.png', '../c.png'] });
  });
});
