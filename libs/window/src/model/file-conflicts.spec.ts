import { expect, it } from 'vitest';

import { folderConflictWords } from './file-conflicts.js';

const folders = ['a', 'a/b', 'ab'].map((path) => ({ id: `fold_${path}`, path }));
const requests = [{ id: 'rest_1', folder: 'a/b' }];
const wordsOf = (...conflicts: readonly string[]) =>
  folderConflictWords(new Set(conflicts), folders, requests);

it('a folder is marked for its own conflict, and while it is closed for what is in it', () => {
  const of = wordsOf('rest_1', 'fold_ab');
  expect(of('ab', true)).toBe('Conflict with its file');
  expect(['a', 'a/b'].map((path) => of(path, false))).toEqual(['A conflict in it', 'A conflict in it']);
  expect(['a', 'a/b'].map((path) => of(path, true))).toEqual([undefined, undefined]);
  expect(wordsOf('fold_a/b')('a', false)).toBe('A conflict in it');
  expect(wordsOf()('a', false)).toBeUndefined();
});
