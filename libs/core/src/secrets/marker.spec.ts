import { describe, expect, it } from 'vitest';

import { replaceMarkersByVariables, formatSecretMarker } from './marker.js';

describe('the marker of a hidden secret', () => {
  it.each([
    [`a ${formatSecretMarker('TOKEN')}b${formatSecretMarker('other one')}`, 'a {{TOKEN}}b{{other one}}'],
    ['‹secret› and ‹cookie:id› and ‹secret:›', '‹secret› and ‹cookie:id› and ‹secret:›'],
    ['', ''],
  ])('in %j is replaced with its variable', { tags: 'export:secrets' }, (text, shown) => {
    expect(replaceMarkersByVariables(text)).toBe(shown);
  });
});
