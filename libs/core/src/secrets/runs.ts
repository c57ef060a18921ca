import type { Stepwise } from '../in-slices.js';
import { minExtendedLength } from './families.js';
import { isFieldList, listRevealingValues } from './shape.js';
import type { FoundSecret, Secret } from './finder.js';

/**
 * Number of consecutive characters of a value that are redacted on their own, in UTF-16 units. A shorter value is only redacted as a whole.
 */
const maxNeededRunLength = 12;

/**
 * Number of characters that are looked up together, and the distance between look-ups in the text. The distance is so small that every run
 * contains a look-up.
 */
const gramLength = 4;
const stride = minExtendedLength - gramLength + 1;

/**
 * Maximum length of a value that is searched, in UTF-16 units, and the maximum number of its positions that are compared at one look-up.
 */
const searchLimits = { ofValue: 16_384, occurrences: 32 } as const;

/** A run with fewer different characters, such as a line of hyphens, reveals nothing about a value. */
const minDistinctCharacters = 4;

/** Matches parts that many values share: the lines around a key, and the header of a JSON Web Token. */
const commonParts = /-----(?:BEGIN|END) [A-Z0-9 ]+-----|^(?:Bearer )?eyJ[\w-]*\./;

/**
 * The parts of a value that are not public. Empty for a whole URL, whose host is public and whose other parts are searched as pieces.
 * Excludes the names in a list of fields.
 */
const listPrivateParts = (value: string): readonly string[] => {
  if (/^https?:/i.test(value)) return [];
  const sought = value.slice(0, searchLimits.ofValue);
  return (isFieldList(sought) ? listRevealingValues(sought) : [sought])
    .flatMap((one) => one.split(commonParts))
    .filter((part) => part.length >= minExtendedLength);
};

const computeKeyAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 29_791) +
    Math.imul(text.charCodeAt(at + 1), 961) +
    text.charCodeAt(at + 2) * 31 +
    text.charCodeAt(at + 3)) &
  0xffff;

interface Occurrence {
  readonly part: string;
  readonly at: number;
  readonly name: string;
}

/**
 * Counts how many characters of two texts are equal from these positions, forwards or backwards. The code of a position outside a text is
 * NaN, which equals nothing.
 */
const countEqualCharacters = (text: string, at: number, part: string, from: number, step: 1 | -1): number => {
  let count = 0;
  while (text.charCodeAt(at + count * step) === part.charCodeAt(from + count * step)) count += 1;
  return count;
};

/** Number of characters at the beginning of a run that are checked for how informative it is. */
const maxSampleLength = 64;

/** Whether the text around a position has too few different characters to begin an informative run. */
const isMonotonous = (text: string, at: number): boolean => {
  const seen = new Set<number>();
  const end = Math.min(text.length, at + maxSampleLength);
  for (let one = Math.max(0, at - maxSampleLength); one < end && seen.size < minDistinctCharacters; one += 1)
    seen.add(text.charCodeAt(one));
  return seen.size < minDistinctCharacters;
};

/** The run of characters around a position that the text and a value share; undefined if it is too short or uninformative. */
const findRunAround = (
  text: string,
  at: number,
  { part, at: from, name }: Occurrence,
): FoundSecret | undefined => {
  const start = at - countEqualCharacters(text, at - 1, part, from - 1, -1);
  const end = at + countEqualCharacters(text, at, part, from, 1);
  if (end - start < Math.min(maxNeededRunLength, part.length)) return undefined;
  const isTelling =
    new Set(text.slice(start, Math.min(end, start + maxSampleLength))).size >= minDistinctCharacters;
  return isTelling ? { name, start, end } : undefined;
};

// The last string may be truncated. Searching for its end from every quotation mark in it takes too long.
const strings = /"([^"\\]*(?:\\[^][^"\\]*)*)(?:"(\s*:)?|\\?$)/g;

/** Concatenates the strings of JSON text, except field names, and lists the position of each. */
const joinJsonStrings = (text: string) => {
  const positions: { readonly from: number; readonly at: number }[] = [];
  let all = '';
  for (const match of text.matchAll(strings)) {
    const [, content = '', isName] = match;
    if (isName !== undefined || content === '') continue;
    positions.push({ from: all.length, at: match.index + 1 });
    all += content;
  }
  return { all, positions };
};

/**
 * Matches the text between two adjacent strings of a list or of fields, with any quoting: JSON, escaped JSON, or the output of an
 * inspector.
 */
const stringGap =
  /\\{0,8}["'`]\s{0,40},(?:\\{1,8}n|\s){0,40}(?:\\{0,8}["'`]?[\w$-]{1,40}\\{0,8}["'`]?:\s{0,8})?\\{0,8}["'`]/g;

/** Removes the text between adjacent strings, and lists the position of each remaining part. */
const closeGaps = (text: string) => {
  const positions = [{ from: 0, at: 0 }];
  let all = '';
  let last = 0;
  for (const {
    index,
    0: { length },
  } of text.matchAll(stringGap)) {
    if (index < last) continue;
    all += text.slice(last, index);
    last = index + length;
    positions.push({ from: all.length, at: last });
  }
  return { all: all + text.slice(last), positions };
};

/** Whether {@link joinJsonStrings} does not read the text completely, because it quotes JSON or an inspected value. */
const isQuoting = (text: string): boolean => !/^\s*[[{]/.test(text) || text.includes('\\"');

/**
 * Finds any twelve consecutive characters of the values, verbatim, and values that are split into adjacent strings of JSON text. Checks
 * every fifth position of the text; a bit table quickly rules out most positions. Each secret is one step.
 */
export function* makeRuns(secrets: readonly Secret[]): Stepwise<(text: string) => Iterable<FoundSecret>> {
  const bits = new Uint8Array(0x10000);
  const known = new Map<string, Occurrence[]>();
  for (const { name, value } of secrets) {
    for (const part of listPrivateParts(value))
      for (let at = 0; at + gramLength <= part.length; at += 1) {
        bits[computeKeyAt(part, at)] = 1;
        const gram = part.slice(at, at + gramLength);
        const occurrences = known.get(gram);
        if (occurrences === undefined) known.set(gram, [{ part, at, name }]);
        else if (occurrences.length < searchLimits.occurrences) occurrences.push({ part, at, name });
      }
    yield undefined;
  }
  const longestAt = (text: string, at: number): FoundSecret | undefined => {
    const occurrences = known.get(text.slice(at, at + gramLength));
    // In a long repetition of one character, each position would be compared with all of it.
    if (occurrences === undefined || isMonotonous(text, at)) return undefined;
    let longest: FoundSecret | undefined;
    for (const occurrence of occurrences) {
      const found = findRunAround(text, at, occurrence);
      if (found && (longest === undefined || found.end - found.start > longest.end - longest.start))
        longest = found;
    }
    return longest;
  };
  function* runsIn(text: string): Generator<FoundSecret> {
    let at = 0;
    while (at + gramLength <= text.length) {
      const found = bits[computeKeyAt(text, at)] === 1 ? longestAt(text, at) : undefined;
      if (found) yield found;
      at = found === undefined ? at + stride : Math.max(at + 1, found.end);
    }
  }
  function* splitOver({ all, positions }: ReturnType<typeof joinJsonStrings>): Generator<FoundSecret> {
    let index = 0;
    for (const { name, start, end } of runsIn(all)) {
      while ((positions[index + 1]?.from ?? Infinity) <= start) index += 1;
      for (let part = index; (positions[part]?.from ?? Infinity) < end; part += 1) {
        const { from, at } = positions[part] ?? { from: 0, at: 0 };
        const until = Math.min(end, positions[part + 1]?.from ?? all.length);
        yield { name, start: at + Math.max(start, from) - from, end: at + until - from };
      }
    }
  }
  function* splitIn(text: string): Generator<FoundSecret> {
    if (/^\s*[[{]/.test(text)) yield* splitOver(joinJsonStrings(text));
    if (!isQuoting(text)) return;
    const rest = closeGaps(text);
    if (rest.positions.length > 1) yield* splitOver(rest);
  }
  return function* (text: string): Generator<FoundSecret> {
    if (known.size === 0) return;
    yield* runsIn(text);
    yield* splitIn(text);
  };
}
