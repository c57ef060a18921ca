import { piecesOf } from './pieces.js';
import { escaped, writtenForms } from './written-forms.js';

/** Where a secret's value stands in a text, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The first place at or after `from`; undefined when there is none. */
export type FindValue = (text: string, from: number) => Place | undefined;

/**
 * How many characters of a value are looked for at first. An expression takes time to compile by its length, and most
 * texts hold no secret; the rest of a long value is compiled when a text holds its beginning.
 */
const headLength = 64;

const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

/** Goes on from the head of a form as far as the text does: a value that was cut off is hidden up to there. */
const createTail = (pieces: readonly string[]) => {
  const rest = pieces.slice(headLength);
  let patterns: readonly RegExp[] | undefined;
  return (text: string, from: number): number => {
    patterns ??= rest.map((piece) => new RegExp(piece, 'y'));
    return patterns.reduce<{ readonly end: number; readonly on: boolean }>(
      ({ end, on }, pattern) => {
        const next = on ? endOf(pattern, text, end) : undefined;
        return next === undefined ? { end, on: false } : { end: next, on };
      },
      { end: from, on: true },
    ).end;
  };
};

const createFinder = (value: string): FindValue => {
  const forms = writtenForms(value);
  const head = new RegExp(forms.map((form) => `(${form.slice(0, headLength).join('')})`).join('|'), 'g');
  const tails = forms.map(createTail);
  return (text, from) => {
    head.lastIndex = from;
    const match = head.exec(text);
    if (match === null) return undefined;
    const groups: readonly (string | undefined)[] = match.slice(1);
    const form = groups.findIndex((group) => group !== undefined);
    return { start: match.index, end: tails[form]?.(text, head.lastIndex) ?? head.lastIndex };
  };
};

/** How many values are remembered with their expressions. */
const mostRemembered = 256;

/** The answers of `make` for the values that were asked for last. */
const remembering = <A>(make: (value: string) => A): ((value: string) => A) => {
  const remembered = new Map<string, A>();
  return (value) => {
    const known = remembered.get(value) ?? make(value);
    remembered.delete(value);
    remembered.set(value, known);
    for (const oldest of remembered.keys()) {
      if (remembered.size <= mostRemembered) break;
      remembered.delete(oldest);
    }
    return known;
  };
};

/** A search for `value` in every way in which {@link writtenForms} has it written. */
export const finderOf = remembering(createFinder);

/** Up to how many pieces of a value are looked for in every way; an expression for each takes its time. */
const mostWritten = 16;

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A search for any of `texts`, the longest first, as they are, in JSON and percent-encoded. */
const literalFinder = (texts: readonly string[]): FindValue => {
  const forms = new Set(
    texts.flatMap((text) => [text, jsonOf(text), encodeURIComponent(text.toWellFormed())]),
  );
  const pattern = new RegExp([...forms].map(escaped).join('|'), 'g');
  return (text, from) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    return match === null ? undefined : { start: match.index, end: pattern.lastIndex };
  };
};

/**
 * Searches for the pieces of a value: for the longest in every way in which they may be written, and for the others,
 * which only a list of many fields has, in the usual ones: with them all in every way a pasted form would stop the server.
 */
export const pieceFindersOf: (value: string) => readonly FindValue[] = remembering((value) => {
  const pieces = piecesOf(value);
  const others = pieces.slice(mostWritten);
  return [
    ...pieces.slice(0, mostWritten).map(createFinder),
    ...(others.length === 0 ? [] : [literalFinder(others)]),
  ];
});
