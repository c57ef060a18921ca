import { describe, expect, it } from 'vitest';

import { foldersOf, moveTargets, noTargetWords } from './move-targets.js';
import type { Summary } from './saved-request.js';

const within = (...folders: readonly string[]): readonly Summary[] =>
  folders.map(
    (folder, index) =>
      ({ id: `rest_${index}`, name: 'x', method: 'GET', url: '', folder, revision: 1 }) as unknown as Summary,
  );

describe('the folders of requests', () => {
  it('are listed once with those around them, by name', () => {
    expect(foldersOf(within('pets/cats', '', 'pets/cats', 'an'))).toEqual(['an', 'pets', 'pets/cats']);
  });
});

describe('where a request may be moved to', () => {
  const requests = within('pets/cats', 'shop');

  it('is every other folder, and the top', () => {
    expect(moveTargets(requests, 'shop', '').map(({ folder }) => folder)).toEqual(['', 'pets', 'pets/cats']);
    expect(moveTargets(requests, '', '').map(({ folder }) => folder)).toEqual(['pets', 'pets/cats', 'shop']);
  });

  it('is what fits the text, and the text itself as a new folder', () => {
    expect(moveTargets(requests, '', 'CAT')).toEqual([
      { folder: 'pets/cats', isNew: false },
      { folder: 'CAT', isNew: true },
    ]);
    expect(moveTargets(requests, '', ' pets // dogs /')).toEqual([{ folder: 'pets/dogs', isNew: true }]);
  });

  it('begins with the folder that the text names, before those that only hold the text', () => {
    const alike = within('a zed', 'ZED', 'zed');
    expect(moveTargets(alike, '', 'zed').map(({ folder }) => folder)).toEqual(['zed', 'ZED', 'a zed']);
    expect(moveTargets(alike, 'zed', 'Zed')[0]).toEqual({ folder: 'ZED', isNew: false });
  });

  it('is no new folder where the text names one that is there', () => {
    expect(moveTargets(requests, '', 'shop')).toEqual([{ folder: 'shop', isNew: false }]);
    expect(moveTargets(requests, 'shop', 'shop')).toEqual([]);
  });

  it.each(['../../x', '.', 'shop/..', 'a\u0007b'])('is no folder that cannot be, such as %j', (typed) => {
    expect(moveTargets(requests, '', typed)).toEqual([]);
    expect(noTargetWords(typed)).toBe(
      'A folder name cannot be . or .. and cannot contain control characters.',
    );
  });

  it('is nowhere else when it is there already', () => {
    expect(noTargetWords('shop')).toBe('It is already in this folder.');
  });
});
