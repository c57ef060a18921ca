import { describe, expect, it } from 'vitest';

import { foldEnds } from './fold-ends.js';

describe('foldable lines', () => {
  it('a line folds up to the last deeper line below it', () => {
    const text = ['{', '  "a": [', '    1,', '', '    2', '  ],', '  "b": 3', '}'].join('\n');
    expect([...foldEnds(text)]).toEqual([6, 4, 0, 0, 0, 0, 0, 0]);
  });

  it.each(['\n', '\r', '\r\n'])('lines are counted with the line end %j', (end) => {
    expect([...foldEnds(['a', '  b', 'c', '  d', '  e'].join(end))]).toEqual([1, 0, 4, 0, 0]);
  });

  it('an empty text has no folds', () => {
    expect([...foldEnds('')]).toEqual([0]);
    expect(foldEnds('a\n\nb\n')).toHaveLength(4);
  });
});
