import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { alike, same } from './alike.js';

describe('values', () => {
  it('are alike when only the order of their fields differs, and then not the same', () => {
    const [one, other] = [
      { a: 1, b: { c: [2], d: 'x' } },
      { b: { d: 'x', c: [2] }, a: 1 },
    ];
    expect([alike(one, other), same(one, other)]).toEqual([true, false]);
  });

  it.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [[], {}, false],
    [[1, 2], [1], false],
    [{ a: 1 }, { b: 1 }, false],
    [null, {}, false],
    ['1', 1, false],
  ])('%j and %j are the same: %j', (one, other, expected) => {
    expect(same(one, other)).toBe(expected);
  });

  it('are the same when their JSON is', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(same(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        expect(same(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
