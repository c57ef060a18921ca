import { describe, expect, it } from 'vitest';

import { mergePairs } from './pairs.js';
import type { Decide } from './sides.js';

const decideNothing: Decide = () => undefined;

/** Pairs from text such as `a=1 b=2`. */
const pairs = (text: string) =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', value = ''] = word.split('=');
      return { name, value };
    });

const text = (value: unknown) =>
  (value as readonly { name: string; value: string }[])
    .map(({ name, value: is }) => `${name}=${is}`)
    .join(' ');

const merge = (base: string | undefined, ours: string, theirs: string, decide = decideNothing) => {
  const sides = {
    base: base === undefined ? undefined : pairs(base),
    ours: pairs(ours),
    theirs: pairs(theirs),
  };
  const merged = mergePairs('headers', sides, decide);
  return {
    ours: text(merged.ours),
    theirs: text(merged.theirs),
    base: merged.base === undefined ? undefined : text(merged.base),
    common: merged.common === undefined ? undefined : text(merged.common),
    conflicts: merged.conflicts.map(({ field }) => field),
  };
};

/** The value on both sides if nothing conflicts. */
const mergeWithoutConflicts = (base: string | undefined, ours: string, theirs: string) => {
  const { conflicts, ...merged } = merge(base, ours, theirs);
  expect(conflicts).toEqual([]);
  expect(merged.theirs).toBe(merged.ours);
  expect(merged.base).toBe(merged.ours);
  return merged.ours;
};

describe('a merge of pairs', () => {
  it.each([
    ['changes of two pairs', 'a=1 b=2', 'a=9 b=2', 'a=1 b=8', 'a=9 b=8'],
    ['a pair that each side adds', 'a=1', 'a=1 b=2', 'a=1 c=3', 'a=1 b=2 c=3'],
    ['a pair added at the beginning', 'a=1 b=1', 'x=0 a=1 b=1', 'a=1 b=9', 'x=0 a=1 b=9'],
    ['several pairs added at one place', 'a=1 z=1', 'a=1 z=9', 'a=1 b=1 c=1 z=1', 'a=1 b=1 c=1 z=9'],
    ['a pair that one side removes', 'a=1 b=2 c=3', 'a=1 c=3', 'a=9 b=2 c=3', 'a=9 c=3'],
    ['an order that one side changes', 'a=1 b=2', 'b=2 a=1', 'a=1 b=9', 'b=9 a=1'],
    ['an order that the other side changes', 'a=1 b=2', 'a=9 b=2', 'b=2 a=1', 'b=2 a=9'],
    ['an order that both change alike', 'a=1 b=2 c=3', 'c=3 b=2 a=1', 'c=3 b=2 a=9', 'c=3 b=2 a=9'],
    ['a removal beside another order', 'a=1 b=2 c=3', 'a=1 b=2', 'b=2 a=1 c=3', 'b=2 a=1'],
    ['another order beside a removal', 'a=1 b=2 c=3', 'b=2 a=1 c=3', 'a=1 b=2', 'b=2 a=1'],
    ['a repeated name', 'a=1 a=2', 'a=1 a=9', 'a=8 a=2', 'a=8 a=9'],
    ['the same pair on both sides', 'a=1', 'a=1 b=2', 'a=1 b=2', 'a=1 b=2'],
  ])('takes %s', (_, base, ours, theirs, merged) => {
    expect(mergeWithoutConflicts(base, ours, theirs)).toBe(merged);
  });

  it('takes all pairs if there is no common ancestor', () => {
    expect(mergeWithoutConflicts(undefined, 'a=1 b=2', 'b=2 c=3')).toBe('a=1 b=2 c=3');
  });

  it('reports the pair in conflict, and takes the others', () => {
    expect(merge('a=1 b=2 c=3', 'a=8 b=2 c=9', 'a=9 b=7 c=3')).toEqual({
      ours: 'a=8 b=7 c=9',
      theirs: 'a=9 b=7 c=9',
      base: 'a=1 b=7 c=9',
      common: 'a=1 b=2 c=9',
      conflicts: ['headers[a]'],
    });
  });

  it('uses what was chosen for a pair', () => {
    const decide: Decide = ({ field }) =>
      field === 'headers[a]' ? { value: { name: 'a', value: 'third' } } : undefined;
    expect(merge('a=1 b=2', 'a=8 b=2', 'a=9 b=2', decide)).toMatchObject({
      ours: 'a=third b=2',
      theirs: 'a=third b=2',
      conflicts: [],
    });
    const removal: Decide = () => ({ value: null });
    expect(merge('a=1 b=2', 'a=8 b=2', 'a=9 b=2', removal)).toMatchObject({ ours: 'b=2', theirs: 'b=2' });
  });

  it.each([
    ['orders that both change', 'a=1 b=2 c=3', 'b=2 a=1 c=3', 'a=1 c=3 b=2'],
    ['a conflict of a repeated name', 'a=1 a=2', 'a=8 a=2', 'a=9 a=2'],
    ['one of a repeated name that is removed', 'a=1 a=2 b=3', 'a=2 b=3', 'a=1 a=2 b=9'],
  ])('is one conflict for %s', (_, base, ours, theirs) => {
    expect(merge(base, ours, theirs)).toEqual({ base, ours, theirs, common: base, conflicts: ['headers'] });
  });

  it("asks for a decision by the pair's name and its index among pairs of that name", () => {
    const asked: string[] = [];
    const decide: Decide = ({ field }) => {
      asked.push(field);
      return undefined;
    };
    merge('a=1 a=2 b=3', 'a=8 a=8 b=8', 'a=9 a=9 b=9', decide);
    expect(asked.slice(0, 3)).toEqual(['headers[a]', 'headers[a][1]', 'headers[b]']);
  });

  it("keeps the database's order in the common ancestor", () => {
    expect(merge('a=1 b=2', 'a=9 b=2', 'b=2 a=1')).toMatchObject({ ours: 'b=2 a=9', common: 'a=9 b=2' });
  });
});
