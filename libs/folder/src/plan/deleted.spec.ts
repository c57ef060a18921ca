import type { FolderKind, FolderState } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { FolderTree } from '../files/tree.js';
import type { Subject } from './decide.js';
import { isLikelyAccident, excludeRemovedFiles } from './deleted.js';

const treeOf = (hashes: Readonly<Record<string, string>>): FolderTree => ({
  ...{ exists: true, unreadable: [], notRead: [], directories: [], leftovers: [] },
  files: new Map(Object.entries(hashes).map(([path, hash]) => [path, { path, hash, text: '' }])),
  hashes: new Map(Object.entries(hashes)),
  taken: Object.keys(hashes),
});
const whole = treeOf({ 'opencollection.yml': 'm' });

/** Whether losing this many requests and folders out of this many looks like an accident. */
const isAccident = (
  gone: Partial<Record<FolderKind, number>>,
  known: Partial<Record<FolderKind, number>>,
  { tree = whole, confirmDeletions = false, kept = 0 } = {},
): boolean => {
  const each = <A>(counts: Partial<Record<FolderKind, number>>, of: (kind: FolderKind) => A): A[] =>
    Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => of(kind as FolderKind)),
    );
  const removed = each(gone, (kind) => [{ kind } as Subject, { do: 'remove-stored' }] as const);
  const others = Array.from(
    { length: kept },
    () => [{ kind: 'rest' } as Subject, { do: 'nothing' }] as const,
  );
  const state = { confirmDeletions, memory: { bases: each(known, (kind) => ({ kind })), removals: [] } };
  return isLikelyAccident([...removed, ...others], tree, state as unknown as FolderState);
};

describe('files that are gone', () => {
  it('look like an accident if they are more than twenty and more than half', () => {
    expect(isAccident({ rest: 21 }, { rest: 41 })).toBe(true);
    expect(isAccident({ rest: 10, environment: 11 }, { rest: 30, environment: 11 })).toBe(true);
    expect(isAccident({ rest: 21 }, { rest: 42 })).toBe(false);
    expect(isAccident({ rest: 20 }, { rest: 20 })).toBe(false);
    expect(isAccident({ rest: 21 }, { rest: 41 }, { confirmDeletions: true })).toBe(false);
  });

  it('do not count folders and the workspace', () => {
    expect(isAccident({ rest: 10, folder: 30 }, { rest: 10, folder: 30 })).toBe(false);
    expect(isAccident({ rest: 21 }, { rest: 41, folder: 30, workspace: 1 })).toBe(true);
    expect(isAccident({}, { rest: 30 }, { kept: 30 })).toBe(false);
  });

  it('look like an accident together with the manifest', () => {
    const tree = treeOf({});
    expect(isAccident({ rest: 1 }, { rest: 9 }, { tree })).toBe(true);
    expect(isAccident({ folder: 1 }, { folder: 1 }, { tree })).toBe(true);
    expect(isAccident({}, { rest: 9 }, { tree, kept: 9 })).toBe(false);
    expect(isAccident({ rest: 1 }, { rest: 9 }, { tree, confirmDeletions: true })).toBe(false);
  });
});

describe('files that an earlier run planned to remove', () => {
  const tree = treeOf({ 'a.yml': 'a', 'b.yml': 'edited', 'c.yml': 'c' });
  const removal = (path: string, hash: string) => ({ path, hash });

  it('count as gone while they are as that run left them', () => {
    const [left, due] = excludeRemovedFiles(tree, [
      removal('a.yml', 'a'),
      removal('b.yml', 'b'),
      removal('z.yml', 'z'),
    ]);
    expect(due).toEqual([removal('a.yml', 'a')]);
    expect([...left.files.keys()]).toEqual(['b.yml', 'c.yml']);
    expect(left.taken).toEqual(['b.yml', 'c.yml']);
    expect(left.hashes).toBe(tree.hashes);
  });

  it('count as present if they were edited', () => {
    expect(excludeRemovedFiles(tree, [removal('b.yml', 'b')])).toEqual([tree, []]);
  });
});
