import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareLines, lineKinds } from './line-diff.js';

const signs = [' ', '-', '+'];

/** The comparison as a patch would show it. */
const show = (before: string, after: string): readonly string[] => {
  const { text, kinds } = compareLines(before, after);
  return text.split('\n').map((line, at) => `${signs[kinds[at] ?? 0] ?? ''}${line}`);
};

/** The lines of one of the two texts, taken from their comparison. */
const restore = (before: string, after: string, left: number): string => {
  const { text, kinds } = compareLines(before, after);
  return text
    .split('\n')
    .filter((_, at) => kinds[at] !== left)
    .join('\n');
};

const countDifferent = (before: string, after: string): number =>
  compareLines(before, after).kinds.filter((kind) => kind !== lineKinds.same).length;

describe('a comparison by line', () => {
  it('shows each removed line above the line that replaced it, with the line numbers of the second text', () => {
    expect(show('a\nb\nc', 'a\nB\nc\nd')).toEqual([' a', '-b', '+B', ' c', '+d']);
    expect([...compareLines('a\nb\nc', 'a\nB\nc\nd').numbers]).toEqual([1, 0, 2, 3, 4]);
    expect(show('a\r\nb', 'a\nb')).toEqual([' a', ' b']);
  });

  it('of a new or a removed text shows no empty line', () => {
    expect(show('', 'a\nb')).toEqual(['+a', '+b']);
    expect([...compareLines('', 'a\nb').marks]).toEqual([]);
    expect(show('a', '')).toEqual(['-a']);
    expect(show('', '')).toEqual([' ']);
  });

  it('shows a removed or added object as a whole', () => {
    const objects = (...ids: readonly number[]) => ids.map((id) => `{\n  ${id}\n}`).join('\n');
    const expected = (sign: string) => [' {', ' ', ' }', `${sign}{`, sign, `${sign}}`, ' {', ' ', ' }'];
    const shape = (lines: readonly string[]) => lines.map((line) => line.replace(/ {2}\d/, ''));
    expect(shape(show(objects(1, 2, 3), objects(1, 3)))).toEqual(expected('-'));
    expect(shape(show(objects(1, 3), objects(1, 2, 3)))).toEqual(expected('+'));
  });

  it('matches repeated lines by the lines between them', () => {
    expect(show('x\nx\ny\nx', 'x\ny\nx\nx').filter((line) => !line.startsWith(' '))).toHaveLength(2);
  });

  it('contains both texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '{', '}'), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (first, second) => {
        const [before, after] = [first.join('\n'), second.join('\n')];
        expect(restore(before, after, lineKinds.added)).toBe(before);
        expect(restore(before, after, lineKinds.removed)).toBe(after);
      }),
    );
  });

  it('of two long texts shows only what differs', () => {
    const items = Array.from(
      { length: 50_000 },
      (_, id) => `{\n  "id": ${id},\n  "tags": [\n    "a"\n  ]\n},`,
    );
    const changed = items.with(100, '{\n  "id": "new"\n},').with(49_000, '{},');
    expect(countDifferent(items.join('\n'), changed.join('\n'))).toBeLessThan(25);
  });

  it('of long texts without a common line shows all lines of both', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, at) => `${word} ${at % 100}`).join('\n');
    expect(countDifferent(lines('one'), lines('other'))).toBe(40_000);
  });
});

describe('the changed pieces of a comparison', () => {
  const listPieces = (before: string, after: string): readonly string[] => {
    const { text, marks } = compareLines(before, after);
    return Array.from({ length: marks.length / 2 }, (_, at) => text.slice(marks[2 * at], marks[2 * at + 1]));
  };

  it('are found in both versions of a line', () => {
    expect(listPieces('x\n"word": "before"\ny', 'x\n"word": "after"\ny')).toEqual(['before', 'after']);
  });

  it('are not marked if nothing of the line is unchanged, or if the line is very long', () => {
    expect(listPieces('abc', 'xyz')).toEqual([]);
    expect(listPieces(`${'x'.repeat(10_000)}a`, `${'x'.repeat(10_000)}b`)).toEqual([]);
  });
});

describe('the hidden lines of a comparison', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => String(from + at)).join('\n');

  it('are unchanged, and at least three lines away from a change', () => {
    expect([...compareLines(lines(0, 40), lines(0, 40).replace('\n20\n', '\nnew\n')).folds]).toEqual([
      0, 16, 25, 40,
    ]);
  });

  it('are at least six in a row', () => {
    expect([...compareLines(`${lines(0, 8)}\na`, `${lines(0, 8)}\nb`).folds]).toEqual([]);
    expect([...compareLines(`${lines(0, 9)}\na`, `${lines(0, 9)}\nb`).folds]).toEqual([0, 5]);
  });
});
