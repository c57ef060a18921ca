import { describe, expect, it } from 'vitest';

import { toSingleConflict, mergeLines, mergeRegions } from './lines.js';

const lines = (...all: string[]) => all.join('\n');
const numberLines = (count: number, changed: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, index) => changed[index] ?? `line ${String(index)}`).join('\n');

describe('a line-by-line merge', () => {
  it.each([
    ['the same text', 'a\nb', 'a\nb', 'a\nb', 'a\nb'],
    ['a change on one side', 'a\nb\nc', 'a\nB\nc', 'a\nb\nc', 'a\nB\nc'],
    ['a change on the other side', 'a\nb\nc', 'a\nb\nc', 'a\nb\nC', 'a\nb\nC'],
    ['the same change on both sides', 'a\nb\nc', 'a\nX\nc', 'a\nX\nc', 'a\nX\nc'],
    ['the first and the last line', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['a deleted and a changed line', 'a\nb\nc\nd\ne', 'b\nc\nd\ne', 'a\nb\nc\nd\nE', 'b\nc\nd\nE'],
    ['added lines', 'a\nb\nc', 'x\na\nb\nc', 'a\nb\nc\ny', 'x\na\nb\nc\ny'],
    ['a longer text that repeats a line', 'a', 'a\na', 'a', 'a\na'],
    ['a text that becomes empty', 'a\nb', '', 'a\nb', ''],
  ])('succeeds for %s', (_, base, ours, theirs, merged) => {
    expect(mergeLines(base, ours, theirs)).toBe(merged);
  });

  it.each([
    ['a changed line', 'a\nb\nc', 'a\nX\nc', 'a\nY\nc'],
    ['a changed and a deleted line', 'a\nb\nc', 'a\nX\nc', 'a\nc'],
    ['lines added at the same location', 'a\nc', 'a\nx\nc', 'a\ny\nc'],
  ])('has a conflict for %s', (_, base, ours, theirs) => {
    expect(mergeLines(base, ours, theirs)).toBeUndefined();
  });

  it('shows the conflict between the common lines', () => {
    const regions = mergeRegions(lines('a', 'b', 'c'), lines('a', 'X', 'c'), lines('a', 'Y', 'c'));
    expect(regions.filter(({ ok }) => ok?.length !== 0)).toEqual([
      { ok: ['a'] },
      { base: ['b'], ours: ['X'], theirs: ['Y'] },
      { ok: ['c'] },
    ]);
  });

  it('merges up to 4,000 changed lines, and reports more lines as one conflict', () => {
    const merged = (count: number) => {
      const last = count - 1;
      return mergeRegions(
        numberLines(count),
        numberLines(count, { 0: 'ours', [last]: 'ours' }),
        numberLines(count, { [Math.floor(count / 2)]: 'theirs' }),
      ).some(({ ok }) => ok === undefined);
    };
    expect(merged(4_000)).toBe(false);
    expect(merged(4_001)).toBe(true);
  });

  it('is one conflict if only one side has too many changed lines', () => {
    const inserted = lines('a', numberLines(4_001), 'b', 'c');
    expect(mergeLines('a\nb\nc', inserted, 'a\nb\nC\nc')).toBeUndefined();
  });
});

describe('a conflict over all lines that differ', () => {
  it('omits lines that are the same at the start and end of the texts', () => {
    expect(
      toSingleConflict(
        lines('a', 'b', 'c', 'd', 'e'),
        lines('a', 'B', 'c', 'd', 'e'),
        lines('a', 'b', 'c', 'D', 'e'),
      ),
    ).toEqual([
      { ok: ['a'] },
      { base: ['b', 'c', 'd'], ours: ['B', 'c', 'd'], theirs: ['b', 'c', 'D'] },
      { ok: ['e'] },
    ]);
  });

  it('does not count a line for both the start and the end', () => {
    expect(toSingleConflict('a\na', 'a', 'a\na\na')).toEqual([
      { ok: ['a'] },
      { base: ['a'], ours: [], theirs: ['a', 'a'] },
      { ok: [] },
    ]);
  });
});
