import { expect, it } from 'vitest';

import { keptWords } from './undo.js';

it('names the fields that an undo left', () => {
  expect(keptWords(['description', 'url'])).toBe('Later changes were kept: notes, url.');
  const secrets = 'Secrets stay as they are, because earlier values are not kept.';
  expect(keptWords(['secrets'])).toBe(secrets);
  expect(keptWords(['variables', 'secrets'])).toBe(`Later changes were kept: variables. ${secrets}`);
});
