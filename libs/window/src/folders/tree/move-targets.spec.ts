import { describe, expect, it } from 'vitest';

import { listFolders, moveTargets, describeNoTarget } from './move-targets.js';
import type { Summary } from '../../requests/saved-request.js';

const createRequestsIn = (...folders: readonly string[]): readonly Summary[] =>
  folders.map(
    (folder, index) =>
      ({ id: `rest_${index}`, name: 'x', method: 'GET', url: '', folder, revision: 1 }) as unknown as Summary,
  );

describe('the folders of requests', () => {
  it('folders are listed once, with their parents, by name', () => {
    expect(listFolders(createRequestsIn('pets/cats', '', 'pets/cats', 'an'))).toEqual([
      'an',
      'pets',
      'pets/cats',
    ]);
  });
});

describe('move targets of a request', () => {
  const folders = ['pets', 'pets/cats', 'shop'];

  it('a request can be moved to every other folder and to the top level', () => {
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

  it('typed text offers matching folders, and itself as a new folder', () => {
    expect(moveTargets(folders, { present: '' }, 'CAT')).toEqual([
      { folder: 'pets/cats', isNew: false },
      { folder: 'CAT', isNew: true },
    ]);
    expect(moveTargets(folders, { present: '' }, ' pets // dogs /')).toEqual([
      { folder: 'pets/dogs', isNew: true },
    ]);
  });

  it('a folder that the text names exactly comes first', () => {
    const alike = ['a zed', 'ZED', 'zed'];
    expect(moveTargets(alike, { present: '' }, 'zed').map(({ folder }) => folder)).toEqual([
      'zed',
      'ZED',
      'a zed',
    ]);
    expect(moveTargets(alike, { present: 'zed' }, 'Zed')[0]).toEqual({ folder: 'ZED', isNew: false });
  });

  it('no new folder is offered if one has that name', () => {
    expect(moveTargets(folders, { present: '' }, 'shop')).toEqual([{ folder: 'shop', isNew: false }]);
    expect(moveTargets(folders, { present: 'shop' }, 'shop')).toEqual([]);
  });

  it.each(['../../x', '.', 'shop/..', 'a\u0007b'])('an invalid folder name is not offered: %j', (typed) => {
    expect(moveTargets(folders, { present: '' }, typed)).toEqual([]);
    expect(describeNoTarget({ present: '' }, typed)).toBe(
      'A folder name cannot be . or .. and cannot contain control characters.',
    );
  });

  it('a folder cannot be moved into itself', () => {
    const pets = { present: '', folder: 'pets' };
    expect(moveTargets(folders, pets, '').map(({ folder }) => folder)).toEqual(['shop']);
    expect(moveTargets(folders, pets, 'pets/dogs')).toEqual([]);
    expect(describeNoTarget(pets, 'pets/dogs')).toBe('A folder cannot be moved into itself.');
  });

  it('the current location is not offered', () => {
    expect(describeNoTarget({ present: 'shop' }, 'shop')).toBe('It is already in this folder.');
  });
});
