import { describe, expect, it } from 'vitest';

import { markersAsVariables, secretMarker } from './marker.js';

describe('the marker of a hidden secret', () => {
  it.each([
    [`a ${secretMarker('TOKEN')}b${secretMarker('other one')}`, 'a {{TOKEN}}b{{other one}}'],
    ['‹secret› and ‹cookie:id› and ‹secret:›', '‹secret› and ‹cookie:id› and ‹secret:›'],
    ['', ''],
  ])('in %j is replaced with its variable', { tags: 'export:secrets' }, (text, shown) => {
    expect(markersAsVariables(text)).toBe(shown);
  });
});
