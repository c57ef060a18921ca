import { presentableDiff } from '@codemirror/merge';

/** How a line of a comparison came about: it is in both texts, only in the first, or only in the second. */
export const lineKinds = { same: 0, removed: 1, added: 2 } as const;

/** Two texts as one: the lines of both, each removed line above what replaced it. */
export interface UnifiedDiff {
  readonly text: string;
  /** For each line one of {@link lineKinds}. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** For each line its number in the second text, one-based; 0 for a removed line. */
  readonly numbers: Int32Array<ArrayBuffer>;
  /** The changed pieces of lines: the offsets of the start and the end of each, ascending. */
  readonly marks: Int32Array<ArrayBuffer>;
  /** Unchanged lines that need not be shown: the indexes of the first and the last line of each range. */
  readonly folds: Int32Array<ArrayBuffer>;
}

/** How many unchanged lines stay visible beside a change, and how many more there must be to hide them. */
const [shownAround, leastHidden] = [3, 6];

/** Maximum size of a table in which lines that occur repeatedly are matched, and of all tables of a comparison. */
const [maxTable, maxTables] = [1_000_000, 20_000_000];

/** Maximum length of replaced lines that are compared by character, and of all of them, in characters. */
const [maxCompared, maxComparedInAll] = [5_000, 500_000];

/** A range of lines in each of two texts. */
interface Ranges {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Numbers lines so that equal lines have equal numbers. */
const createNumbering = () => {
  const numbers = new Map<string, number>();
  const toNumber = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size;
    if (known === numbers.size) numbers.set(line, known);
    return known;
  };
  return {
    toNumbers: (lines: readonly string[]) => Int32Array.from(lines, toNumber),
    count: () => numbers.size,
  };
};

/** Finds the longest ascending sequence of `positions`, as indexes. */
const findLongestAscending = (positions: readonly number[]): readonly number[] => {
  const ends: number[] = [];
  const before = new Int32Array(positions.length);
  positions.forEach((position, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((positions[ends[middle] ?? 0] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  });
  const found: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) found.push(at);
  return found.reverse();
};

/** Finds the lines that occur once in a range of each text, as pairs of positions. */
const createUniqueFinder = (a: Int32Array, b: Int32Array, numberCount: number) => {
  const countsA = new Int32Array(numberCount);
  const countsB = new Int32Array(numberCount);
  const placesB = new Int32Array(numberCount);
  return ({ fromA, toA, fromB, toB }: Ranges): readonly (readonly [number, number])[] => {
    const [linesA, linesB] = [a.subarray(fromA, toA), b.subarray(fromB, toB)];
    for (const lines of [linesA, linesB]) for (const line of lines) countsA[line] = countsB[line] = 0;
    for (const line of linesA) countsA[line] = (countsA[line] ?? 0) + 1;
    linesB.forEach((line, index) => {
      countsB[line] = (countsB[line] ?? 0) + 1;
      placesB[line] = fromB + index;
    });
    const found: (readonly [number, number])[] = [];
    linesA.forEach((line, index) => {
      if (countsA[line] === 1 && countsB[line] === 1) found.push([fromA + index, placesB[line] ?? 0]);
    });
    return found;
  };
};

/** Matches as many lines as possible of a range, unless that would take too long. */
const createTableMatcher = (a: Int32Array, b: Int32Array, partners: Int32Array) => {
  let left = maxTables;
  return ({ fromA, toA, fromB, toB }: Ranges): void => {
    const [rows, columns] = [toA - fromA, toB - fromB];
    const size = (rows + 1) * (columns + 1);
    if (size > Math.min(maxTable, left)) return;
    left -= size;
    /** For each pair of positions how many of the lines from there on can be matched. */
    const table = new Uint16Array(size);
    const get = (row: number, column: number): number => table[row * (columns + 1) + column] ?? 0;
    for (let row = rows - 1; row >= 0; row -= 1)
      for (let column = columns - 1; column >= 0; column -= 1)
        table[row * (columns + 1) + column] =
          a[fromA + row] === b[fromB + column]
            ? get(row + 1, column + 1) + 1
            : Math.max(get(row + 1, column), get(row, column + 1));
    for (let row = 0, column = 0; row < rows && column < columns;) {
      if (a[fromA + row] === b[fromB + column]) partners[fromA + row++] = fromB + column++;
      else if (get(row + 1, column) >= get(row, column + 1)) row += 1;
      else column += 1;
    }
  };
};

/**
 * For each line of the first text its partner in the second; -1 for none. Lines that occur once in both texts are matched first, and
 * then the lines between them in the same way (patience diff). The time grows with the number of lines. The algorithm of jsdiff, which the
 * core uses, takes a time that grows with the square of the changes: too long if each item of a long list has a new date.
 */
const matchLines = (a: Int32Array, b: Int32Array, numberCount: number): Int32Array => {
  const partners = new Int32Array(a.length).fill(-1);
  const findUnique = createUniqueFinder(a, b, numberCount);
  const matchByTable = createTableMatcher(a, b, partners);

  /** Matches the lines at both ends, and returns the ranges between them. */
  const matchEnds = ({ fromA, toA, fromB, toB }: Ranges): Ranges => {
    let [startA, startB, endA, endB] = [fromA, fromB, toA, toB];
    while (startA < endA && startB < endB && a[startA] === b[startB]) partners[startA++] = startB++;
    while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) partners[--endA] = --endB;
    return { fromA: startA, toA: endA, fromB: startB, toB: endB };
  };

  const waiting: Ranges[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = matchEnds(next);
    if (inner.fromA === inner.toA || inner.fromB === inner.toB) continue;
    const unique = findUnique(inner);
    if (unique.length === 0) matchByTable(inner);
    else {
      let { fromA, fromB } = inner;
      for (const index of findLongestAscending(unique.map(([, line]) => line))) {
        const [atA, atB] = unique[index] ?? [fromA, fromB];
        partners[atA] = atB;
        waiting.push({ fromA, toA: atA, fromB, toB: atB });
        [fromA, fromB] = [atA + 1, atB + 1];
      }
      waiting.push({ fromA, toA: inner.toA, fromB, toB: inner.toB });
    }
  }
  return partners;
};

/** Maximum number of lines by which a change is moved. */
const maxMoved = 50;

const getIndent = (line = ''): number => line.length - line.trimStart().length;

/**
 * Moves lines that were only removed or only added to where they begin and end with the least indentation, if the result is the same:
 * so that an object is removed from its own `{` to its own `}`, not from its first name to the next `{`.
 */
const alignChanges = (lines: readonly string[], kinds: Uint8Array): void => {
  const isSame = (at: number): boolean => kinds[at] === lineKinds.same;
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = kinds[at] ?? 0;
    if (kind === lineKinds.same) continue;
    const start = at;
    while (kinds[at] === kind) at += 1;
    const [end, length] = [at, at - start];
    if ((start > 0 && !isSame(start - 1)) || (end < kinds.length && !isSame(end))) continue;
    const getCost = (first: number): number => getIndent(lines[first]) + getIndent(lines[first + length - 1]);
    const most = Math.min(length, maxMoved);
    let best = start;
    for (let up = start - 1; start - up <= most && isSame(up) && lines[up] === lines[up + length]; up -= 1)
      if (getCost(up) < getCost(best)) best = up;
    for (let down = start + 1; down - start <= most && isSame(down + length - 1); down += 1) {
      if (lines[down - 1] !== lines[down - 1 + length]) break;
      if (getCost(down) < getCost(best)) best = down;
    }
    kinds.fill(lineKinds.same, start, end).fill(kind, best, best + length);
    at = Math.max(end, best + length);
  }
};

/** The number of each line in the second text, one-based; 0 for a removed line. */
const numberLines = (kinds: Uint8Array): Int32Array<ArrayBuffer> => {
  let number = 0;
  return Int32Array.from(kinds, (kind) => (kind === lineKinds.removed ? 0 : (number += 1)));
};

/** Finds the unchanged lines that need not be shown, except those beside a change. */
const findFolds = (kinds: Uint8Array): readonly number[] => {
  const folds: number[] = [];
  for (let from = 0; from < kinds.length;) {
    let to = from;
    while (to < kinds.length && kinds[to] === lineKinds.same) to += 1;
    const first = from === 0 ? 0 : from + shownAround;
    const last = to === kinds.length ? to - 1 : to - 1 - shownAround;
    if (last - first + 1 >= leastHidden) folds.push(first, last);
    from = Math.max(to, from + 1);
  }
  return folds;
};

/** Finds the changed pieces of replaced lines, until enough text has been compared. */
const createPieceFinder = () => {
  let left = maxComparedInAll;
  return (removed: string, added: string): readonly (readonly [number, number, number, number])[] => {
    const length = removed.length + added.length;
    if (Math.max(removed.length, added.length) > maxCompared || length > left) return [];
    left -= length;
    const changes = presentableDiff(removed, added, { scanLimit: 500 });
    const isAll = changes.some(({ fromA, toA }) => toA - fromA === removed.length);
    return isAll ? [] : changes.map(({ fromA, toA, fromB, toB }) => [fromA, toA, fromB, toB]);
  };
};

/** Compares two texts by line, and replaced lines by character. */
export const compareLines = (before: string, after: string): UnifiedDiff => {
  // A text that replaces nothing replaces no empty line either.
  const toLines = (text: string): string[] => (text === '' && before !== after ? [] : text.split(/\r\n?|\n/));
  const [a, b] = [toLines(before), toLines(after)];
  const { toNumbers, count } = createNumbering();
  const [numbersA, numbersB] = [toNumbers(a), toNumbers(b)];
  const partners = matchLines(numbersA, numbersB, count());
  const findPieces = createPieceFinder();
  const lines: string[] = [];
  const marks: number[] = [];
  const kinds = new Uint8Array(a.length + b.length);
  let offset = 0;
  const add = (line: string, kind: number): void => {
    kinds[lines.length] = kind;
    lines.push(line);
    offset += line.length + 1;
  };
  for (let [atA, atB] = [0, 0]; atA < a.length || atB < b.length;) {
    const [fromA, fromB] = [atA, atB];
    while (atA < a.length && partners[atA] === -1) atA += 1;
    const untilB = atA < a.length ? (partners[atA] ?? b.length) : b.length;
    const start = offset;
    for (let at = fromA; at < atA; at += 1) add(a[at] ?? '', lineKinds.removed);
    const middle = offset;
    for (; atB < untilB; atB += 1) add(b[atB] ?? '', lineKinds.added);
    if (atA > fromA && atB > fromB) {
      const pieces = findPieces(a.slice(fromA, atA).join('\n'), b.slice(fromB, atB).join('\n'));
      for (const [from, to] of pieces) if (to > from) marks.push(start + from, start + to);
      for (const [, , from, to] of pieces) if (to > from) marks.push(middle + from, middle + to);
    }
    for (; atA < a.length && atB < b.length && partners[atA] === atB; atA += 1, atB += 1)
      add(b[atB] ?? '', lineKinds.same);
  }
  const used = kinds.slice(0, lines.length);
  alignChanges(lines, used);
  return {
    text: lines.join('\n'),
    kinds: used,
    numbers: numberLines(used),
    marks: Int32Array.from(marks),
    folds: Int32Array.from(findFolds(used)),
  };
};
