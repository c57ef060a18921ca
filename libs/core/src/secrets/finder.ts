import { writtenForms } from './written-forms.js';

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

const remembered = new Map<string, FindValue>();

/** A search for `value` in every way in which {@link writtenForms} has it written. */
export const finderOf = (value: string): FindValue => {
  const known = remembered.get(value) ?? createFinder(value);
  remembered.delete(value);
  remembered.set(value, known);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= mostRemembered) break;
    remembered.delete(oldest);
  }
  return known;
};
