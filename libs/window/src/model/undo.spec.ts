import { expect, it } from 'vitest';

import { keptWords } from './undo.js';

it('names the fields that an undo left', () => {
  expect(keptWords(['description', 'url'])).toBe('Later changes were kept: notes, url.');
});
