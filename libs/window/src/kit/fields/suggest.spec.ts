import { expect, it } from 'vitest';

import { rankItems } from './suggest.js';

const words = ['retype', 'content-type', 'type of content', 'Type', 'other', 'my type'];

it.each([
  ['type', ['Type', 'type of content', 'content-type', 'my type', 'retype']],
  ['content type', ['content-type', 'type of content']],
  ['TYPE O', ['type of content', 'content-type']],
  ['none of them', []],
  [' ', words],
])('matches for %j are sorted best first', { tags: 'palette:finds' }, (typed, found) => {
  expect(rankItems(words, (word) => word, typed)).toEqual(found);
});
