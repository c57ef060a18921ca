import { expect, it } from 'vitest';

import { describeFolderConflicts } from './file-conflicts.js';

const folders = ['a', 'a/b', 'ab'].map((path) => ({ id: `fold_${path}`, path }));
const requests = [{ id: 'rest_1', folder: 'a/b' }];
const describeConflicts = (...conflicts: readonly string[]) =>
  describeFolderConflicts(new Set(conflicts), folders, requests);

it('a folder is marked for its own conflict, and while it is closed for what is in it', () => {
  const of = describeConflicts('rest_1', 'fold_ab');
  expect(of('ab', true)).toBe('Conflict with its file');
  expect(['a', 'a/b'].map((path) => of(path, false))).toEqual(['A conflict in it', 'A conflict in it']);
  expect(['a', 'a/b'].map((path) => of(path, true))).toEqual([undefined, undefined]);
  expect(describeConflicts('fold_a/b')('a', false)).toBe('A conflict in it');
  expect(describeConflicts()('a', false)).toBeUndefined();
});
