import { expect, it } from 'vitest';

import { tooLarge } from './write-entity.js';

it('files that could not be read again are named, with what would have to be shorter', () => {
  const files = { path: 'a.yml', text: 'é'.repeat(500), scriptPath: 'a.js', script: 'x'.repeat(1_001) };
  expect(tooLarge(files, 1_001)).toBeUndefined();
  expect(tooLarge(files, 1_000)).toEqual({
    path: 'a.js',
    message:
      'It would have 1,001 bytes, and files of more than 1,000 are not read. It was not written and stays in the app; make its script shorter.',
  });
  expect(tooLarge(files, 999)).toEqual({
    path: 'a.yml',
    message:
      'It would have 1,000 bytes, and files of more than 999 are not read. It was not written and stays in the app; make its longest field shorter.',
  });
  const { script: _, ...alone } = files;
  expect(tooLarge({ ...alone, script: undefined }, 1_000)).toBeUndefined();
});
