import { describe, expect, it } from 'vitest';

import { foldEnds } from './fold-ends.js';

describe('the lines that fold', () => {
  it('are those with deeper lines below them, up to the last of those', () => {
    const text = ['{', '  "a": [', '    1,', '', '    2', '  ],', '  "b": 3', '}'].join('\n');
    expect([...foldEnds(text)]).toEqual([6, 4, 0, 0, 0, 0, 0, 0]);
  });

  it.each(['\n', '\r', '\r\n'])('are counted whichever way lines end: %j', (end) => {
    expect([...foldEnds(['a', '  b', 'c', '  d', '  e'].join(end))]).toEqual([1, 0, 4, 0, 0]);
  });

  it('are none in an empty text, and as many as a text has lines', () => {
    expect([...foldEnds('')]).toEqual([0]);
    expect(foldEnds('a\n\nb\n')).toHaveLength(4);
  });
});
