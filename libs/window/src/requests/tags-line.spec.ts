import { isTag } from '@tandem/core';
import { expect, it } from 'vitest';

import { parseTags, formatTags } from './tags-line.js';

it.each([
  ['', []],
  [' , ', []],
  ['smoke', ['smoke']],
  ['smoke, slow', ['smoke', 'slow']],
  ['smoke slow,smoke', ['smoke', 'slow']],
  ['x'.repeat(101), ['x'.repeat(100)]],
])('%j is parsed as valid tags', { tags: 'tags:checked' }, (text, tags) => {
  expect(parseTags(text)).toEqual(tags);
  expect(parseTags(text).every(isTag)).toBe(true);
  expect(parseTags(formatTags(tags))).toEqual(tags);
});
