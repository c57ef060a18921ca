import { parseJson } from '@tandem/core/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isEquivalent, isSameJson } from './alike.js';

describe('values', () => {
  it('are alike when only the order of their fields differs, and then not the same', () => {
    const [one, other] = [
      { a: 1, b: { c: [2], d: 'x' } },
      { b: { d: 'x', c: [2] }, a: 1 },
    ];
    expect([isEquivalent(one, other), isSameJson(one, other)]).toEqual([true, false]);
  });

  it('are others when a digit beyond a double differs', { tags: 'bodies:digits' }, () => {
    const [one, other] = [parseJson('[12345678901234567890]'), parseJson('[12345678901234567891]')];
    expect([isEquivalent(one, other), isSameJson(one, other)]).toEqual([false, false]);
    const again = parseJson('[12345678901234567890]');
    expect([isEquivalent(one, again), isSameJson(one, again)]).toEqual([true, true]);
  });

  it.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [[], {}, false],
    [[1, 2], [1], false],
    [{ a: 1 }, { b: 1 }, false],
    [null, {}, false],
    ['1', 1, false],
  ])('%j and %j are the same: %j', (one, other, expected) => {
    expect(isSameJson(one, other)).toBe(expected);
  });

  it('are the same when their JSON is', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(isSameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        expect(isSameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
