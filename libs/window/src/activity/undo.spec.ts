import { expect, it } from 'vitest';

import { describeSkippedFields, describeUndoResult } from './undo.js';

it('the message about an undo names the fields that the undo did not restore', () => {
  expect(describeSkippedFields(['description', 'url'])).toBe('Later changes were kept: notes, url.');
  const secrets =
    'Secrets are unchanged, because they were changed since or their earlier values are not stored.';
  expect(describeSkippedFields(['secrets'])).toBe(secrets);
  expect(describeSkippedFields(['variables', 'secrets'])).toBe(
    `Later changes were kept: variables. ${secrets}`,
  );
});

it.each([
  [{ undone: 1, stays: [] }, 'Undid 1 change by claude.'],
  [{ undone: 0, stays: [] }, 'There is no change by claude to undo.'],
  [
    {
      undone: 2,
      stays: [
        { entity: 'rest', entityId: 'rest_1', name: 'Users', fields: ['description', 'url'], by: 'window' },
        { entity: 'folder', entityId: 'fold_1', name: 'Docs', fields: ['contents'] },
      ],
    },
    'Undid 2 changes by claude. Kept, because changed since: Users (notes, url, by you), Docs (contents).',
  ],
  [{ undone: 1_000, stays: [], hasMore: true }, 'Undid 1,000 changes by claude. There are more; undo again.'],
] as const)('the message about an undo describes the result %o', (result, words) => {
  expect(describeUndoResult(result, 'claude')).toBe(words);
  expect(describeUndoResult({ undone: 2, stays: [] })).toBe('Redid 2 changes.');
});
