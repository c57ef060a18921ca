import type { FolderWarning } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  createBase,
  createCandidate,
  createContent,
  createState,
  createStoredEntity,
} from '../testing/sides.js';
import { identifyCandidates, sortOwners, type Candidate } from './identity.js';
import { hasSynchronizedRequests, identifyFolders } from './folders.js';

const rest = (path: string, more: Partial<Candidate> = {}) => createCandidate(path, 'rest', more);

/** The path of each entity's file, by id. */
const owners = (
  all: readonly Candidate[],
  bases: Parameters<typeof identifyCandidates>[1] = [],
  warnings: FolderWarning[] = [],
) =>
  Object.fromEntries(
    [...identifyCandidates(all, bases, createState(), warnings)].map(([id, one]) => [id, one.file.path]),
  );

describe('the entity of a file', () => {
  it("has the file's id", () => {
    expect(owners([rest('a.yml', { id: 'r1' }), rest('b.yml', { id: 'r2' })])).toEqual({
      r1: 'a.yml',
      r2: 'b.yml',
    });
  });

  it('is new if the file has no id, without a warning', () => {
    const warnings: FolderWarning[] = [];
    const files = [rest('a.yml'), createCandidate('e.yml', 'environment')];
    expect(owners(files, [], warnings)).toEqual({ new_rest_1: 'a.yml', new_environment_2: 'e.yml' });
    expect(warnings).toEqual([]);
  });

  it('is this workspace if the file is the manifest', () => {
    expect(owners([createCandidate('opencollection.yml', 'workspace')])).toEqual({
      ws_1: 'opencollection.yml',
    });
  });

  it('is new if another file has the same id, with a warning', () => {
    const warnings: FolderWarning[] = [];
    const copies = [rest('copy.yml', { id: 'r1' }), rest('a.yml', { id: 'r1' })];
    expect(owners(copies, [createBase('r1', 'rest', {}, { path: 'a.yml' })], warnings)).toEqual({
      r1: 'a.yml',
      new_rest_1: 'copy.yml',
    });
    const message = 'r1 is in a.yml too; this copy got the id new_rest_1';
    expect(warnings).toEqual([{ code: 'duplicateId', message, path: 'copy.yml' }]);
    expect(owners(copies)).toEqual({ r1: 'copy.yml', new_rest_1: 'a.yml' });
  });

  it('is the entity remembered from the last synchronization if the file lost its id', () => {
    const base = createBase('r1', 'rest', {}, { path: 'a.yml' });
    expect(owners([rest('a.yml', { base })], [base])).toEqual({ r1: 'a.yml' });
    expect(owners([rest('a.yml', { base }), rest('b.yml', { id: 'r1' })], [base])).toEqual({
      r1: 'b.yml',
      new_rest_1: 'a.yml',
    });
    const other = createBase('e1', 'environment', {}, { path: 'a.yml' });
    expect(owners([rest('a.yml', { base: other })], [other])).toEqual({ new_rest_1: 'a.yml' });
  });

  it('is imported by position, and after all others if it has no position', () => {
    const at = (seq: number | null) => rest('x.yml', { content: createContent('rest', { seq }) });
    const all = new Map([
      ['none', at(null)],
      ['second', at(2)],
      ['unread', rest('y.yml')],
      ['first', at(-1)],
    ]);
    expect(sortOwners(all).map(([id]) => id)).toEqual(['first', 'second', 'none', 'unread']);
  });
});

const f1 = 'fold_0000000000000001';
const f2 = 'fold_0000000000000002';

/** Creates the candidate of a directory whose folder.yml may have an id. */
const directory = (path: string, more: Partial<Candidate> = {}, folder = path) => ({
  path,
  folder,
  candidate: createCandidate(`${path}/folder.yml`, 'folder', more),
});
const folderBase = (id: string, path: string, folder = path) =>
  createBase(id, 'folder', { path: folder }, { path: `${path}/folder.yml`, folder });

const folders = ({
  directories,
  files = {},
  bases = [],
  stored = [],
  warnings = [],
}: {
  readonly directories: Parameters<typeof identifyFolders>[0]['directories'];
  readonly files?: Readonly<Record<string, string>>;
  readonly bases?: ReturnType<typeof createBase>[];
  readonly stored?: ReturnType<typeof createStoredEntity>[];
  readonly warnings?: FolderWarning[];
}) => {
  const requests = new Map(Object.entries(files).map(([id, path]) => [id, rest(path)]));
  const all = identifyFolders({
    directories,
    files: requests,
    bases,
    warnings,
    state: createState({ stored }),
  });
  return Object.fromEntries([...all].map(([id, one]) => [id, one.file.path.replace('/folder.yml', '')]));
};

describe('a folder stored as a directory', () => {
  it("has the id in the directory's file", () => {
    expect(folders({ directories: [directory('a', { id: f1 })] })).toEqual({ [f1]: 'a' });
    expect(folders({ directories: [directory('a', { id: 'rest_0000000000000001' })] })).toEqual({
      new_folder_1: 'a',
    });
    expect(folders({ directories: [{ path: 'a', folder: 'a' }] })).toEqual({});
  });

  it('is new if the directory was copied, with a warning', () => {
    const warnings: FolderWarning[] = [];
    const directories = [directory('a', { id: f1 }), directory('b', { id: f1 })];
    expect(folders({ directories, bases: [folderBase(f1, 'b')], warnings })).toEqual({
      [f1]: 'b',
      new_folder_1: 'a',
    });
    const message = `${f1} is in b/folder.yml too; this copy got the id new_folder_1`;
    expect(warnings).toEqual([{ code: 'duplicateId', message, path: 'a/folder.yml' }]);
    expect(folders({ directories })).toEqual({ [f1]: 'a', new_folder_1: 'b' });
  });

  it("stays the same if the directory's file lost its id", () => {
    const base = folderBase(f1, 'a');
    expect(folders({ directories: [directory('a', { base })], bases: [base] })).toEqual({ [f1]: 'a' });
    expect(folders({ directories: [directory('a', { base }, 'renamed')], bases: [base] })).toEqual({
      [f1]: 'a',
    });
    const other = createBase('r1', 'rest', {}, { path: 'a/folder.yml', folder: 'a' });
    expect(folders({ directories: [directory('a', { base: other })], bases: [other] })).toEqual({
      new_folder_1: 'a',
    });
  });

  it("is the folder in the app with the directory's name, rather than the previous folder of the directory", () => {
    const stored = [
      createStoredEntity(f2, 'folder', { path: 'b' }),
      createStoredEntity('r1', 'rest', { folder: 'a' }),
    ];
    expect(folders({ directories: [directory('b')], stored })).toEqual({ [f2]: 'b' });
    const base = folderBase(f1, 'a');
    const directories = [directory('a', { base }, 'b')];
    expect(folders({ directories, stored, bases: [base] })).toEqual({ [f2]: 'a' });
  });

  it('is the folder that all requests in the directory came from', () => {
    const was = (id: string, folder: string) =>
      createBase(id, 'rest', {}, { folder, path: `${folder}/${id}.yml` });
    const moved = (bases: ReturnType<typeof createBase>[], files: Readonly<Record<string, string>>) =>
      folders({
        directories: [directory('new'), { path: 'new/in', folder: 'new/in' }],
        files,
        bases,
        stored: [createStoredEntity(f1, 'folder', { path: 'old' })],
      });
    expect(moved([was('r1', 'old')], { r1: 'new/r1.yml' })).toEqual({ [f1]: 'new' });
    expect(moved([was('r1', 'old/in')], { r1: 'new/in/r1.yml' })).toEqual({ [f1]: 'new' });
    expect(moved([folderBase(f2, 'old'), was('r1', 'old')], { r1: 'new/r1.yml' })).toEqual({ [f2]: 'new' });
    expect(moved([was('r1', 'old'), was('r2', 'x')], { r1: 'new/r1.yml', r2: 'new/r2.yml' })).toEqual({
      new_folder_1: 'new',
    });
    expect(moved([was('r1', 'old')], { r1: 'newer/r1.yml' })).toEqual({ new_folder_1: 'new' });
    expect(moved([was('r1', 'old/else')], { r1: 'new/in/r1.yml' })).toEqual({ new_folder_1: 'new' });
    expect(moved([], { r1: 'new/r1.yml' })).toEqual({ new_folder_1: 'new' });
  });

  it('counts as synchronized if requests were synchronized in its directory', () => {
    const held = (kind: 'rest' | 'folder', path: string) =>
      hasSynchronizedRequests([createBase('x', kind, {}, { path })], 'a');
    expect(held('rest', 'a/b/c.yml')).toBe(true);
    expect(held('rest', 'ab/c.yml')).toBe(false);
    expect(held('folder', 'a/folder.yml')).toBe(false);
  });
});
