import { isTag } from '@tandem/core';
import { expect, it } from 'vitest';

import { tagsIn, textOfTags } from './tags-line.js';

it.each([
  ['', []],
  [' , ', []],
  ['smoke', ['smoke']],
  ['smoke, slow', ['smoke', 'slow']],
  ['smoke slow,smoke', ['smoke', 'slow']],
  ['x'.repeat(101), ['x'.repeat(100)]],
])('%j is parsed as valid tags', { tags: 'tags:checked' }, (text, tags) => {
  expect(tagsIn(text)).toEqual(tags);
  expect(tagsIn(text).every(isTag)).toBe(true);
  expect(tagsIn(textOfTags(tags))).toEqual(tags);
});
