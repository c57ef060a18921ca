import { expect, it } from 'vitest';

import { filterUses, maxShownUses, type NameUses } from './name-uses.js';

const uses: NameUses = {
  requests: Array.from({ length: 60 }, (_, at) => ({ id: `rest_${at}`, name: `R ${at}`, places: ['text'] })),
  requestCount: 5_000,
  folders: [{ id: 'fold_1', path: '', places: ['script'] }],
  folderCount: 1,
};

it('only the first uses of a name are listed, and the others are counted', () => {
  const { lines, hidden } = filterUses(uses, '');
  expect(lines).toHaveLength(maxShownUses);
  expect(hidden).toBe(5_001 - maxShownUses);
});

it('uses of a name are filtered by their name, ignoring case', () => {
  const { lines } = filterUses(uses, 'r 59');
  expect(lines).toEqual([{ kind: 'request', id: 'rest_59', key: 'rest_59', name: 'R 59', places: ['text'] }]);
});

it('a use by the workspace is listed as the workspace', () => {
  expect(filterUses(uses, 'workspace').lines).toMatchObject([
    { kind: 'folder', key: '', name: 'The workspace' },
  ]);
});
