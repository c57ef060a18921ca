import { describe, expect, it } from 'vitest';

import { foldersOf, moveTargets, describeNoTarget } from './move-targets.js';
import type { Summary } from '../../requests/saved-request.js';

const createRequestsIn = (...folders: readonly string[]): readonly Summary[] =>
  folders.map(
    (folder, index) =>
      ({ id: `rest_${index}`, name: 'x', method: 'GET', url: '', folder, revision: 1 }) as unknown as Summary,
  );

describe('the folders of requests', () => {
  it('are listed once with those around them, by name', () => {
    expect(foldersOf(createRequestsIn('pets/cats', '', 'pets/cats', 'an'))).toEqual([
      'an',
      'pets',
      'pets/cats',
    ]);
  });
});

describe('where a request may be moved to', () => {
  const folders = ['pets', 'pets/cats', 'shop'];

  it('is every other folder, and the top', () => {
    expect(moveTargets(folders, { present: 'shop' }, '').map(({ folder }) => folder)).toEqual([
      '',
      'pets',
      'pets/cats',
    ]);
    expect(moveTargets(folders, { present: '' }, '').map(({ folder }) => folder)).toEqual([
      'pets',
      'pets/cats',
      'shop',
    ]);
  });

  it('is what fits the text, and the text itself as a new folder', () => {
    expect(moveTargets(folders, { present: '' }, 'CAT')).toEqual([
      { folder: 'pets/cats', isNew: false },
      { folder: 'CAT', isNew: true },
    ]);
    expect(moveTargets(folders, { present: '' }, ' pets // dogs /')).toEqual([
      { folder: 'pets/dogs', isNew: true },
    ]);
  });

  it('begins with the folder that the text names, before those that only hold the text', () => {
    const alike = ['a zed', 'ZED', 'zed'];
    expect(moveTargets(alike, { present: '' }, 'zed').map(({ folder }) => folder)).toEqual([
      'zed',
      'ZED',
      'a zed',
    ]);
    expect(moveTargets(alike, { present: 'zed' }, 'Zed')[0]).toEqual({ folder: 'ZED', isNew: false });
  });

  it('is no new folder where the text names one that is there', () => {
    expect(moveTargets(folders, { present: '' }, 'shop')).toEqual([{ folder: 'shop', isNew: false }]);
    expect(moveTargets(folders, { present: 'shop' }, 'shop')).toEqual([]);
  });

  it.each(['../../x', '.', 'shop/..', 'a\u0007b'])('is no folder that cannot be, such as %j', (typed) => {
    expect(moveTargets(folders, { present: '' }, typed)).toEqual([]);
    expect(describeNoTarget({ present: '' }, typed)).toBe(
      'A folder name cannot be . or .. and cannot contain control characters.',
    );
  });

  it('is not inside itself, for a folder', () => {
    const pets = { present: '', folder: 'pets' };
    expect(moveTargets(folders, pets, '').map(({ folder }) => folder)).toEqual(['shop']);
    expect(moveTargets(folders, pets, 'pets/dogs')).toEqual([]);
    expect(describeNoTarget(pets, 'pets/dogs')).toBe('A folder cannot be moved into itself.');
  });

  it('is nowhere else when it is there already', () => {
    expect(describeNoTarget({ present: 'shop' }, 'shop')).toBe('It is already in this folder.');
  });
});
