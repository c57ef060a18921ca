import { anchorsOf } from './anchors.js';
import { familiesOf, type Family, formsOf } from './families.js';
import { endOfForm, type Form } from './form.js';
import { piecesOf } from './pieces.js';
import { createRecent } from './recent.js';
import type { Anchor } from './sieve.js';
import { escapeRegExp } from './spelling.js';

/** Where a secret's value stands in a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The first place that begins at or after `from` and before `to`; undefined when there is none. */
export type FindValue = (text: string, from: number, to: number) => TextRange | undefined;

/** A search for one value in one family of forms. */
export interface Finder {
  readonly find: FindValue;
  /** One of these stands in every text in which there is something to find; none where that cannot be said. */
  readonly anchors: readonly Anchor[];
}

/** The first place at which one of `forms` stands. */
const searchFor = (forms: readonly Form[]): FindValue => {
  const begins = forms.map(({ mayBegin }) =>
    Uint8Array.from({ length: 128 }, (_, unit) => (mayBegin(unit) ? 1 : 0)),
  );
  const some = Uint8Array.from({ length: 128 }, (_, unit) => (begins.some((one) => one[unit] === 1) ? 1 : 0));
  return (text, from, to) => {
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 128 && some[unit] === 0) continue;
      for (let index = 0; index < forms.length; index++) {
        const form = forms[index];
        if (form === undefined || (unit < 128 ? begins[index]?.[unit] === 0 : !form.mayBegin(unit))) continue;
        const end = endOfForm(form, text, at);
        if (end > at) return { start: at, end };
      }
    }
    return undefined;
  };
};

/** The forms are made when an anchor was found for the first time. */
const createFinder = (value: string, family: Family): Finder => {
  let search: FindValue | undefined;
  return {
    anchors: anchorsOf(value, family),
    find: (text, from, to) => (search ??= searchFor(formsOf(value, family)))(text, from, to),
  };
};

/** How many values are remembered with their finders. */
const maxCachedFinders = 8_192;

/** The answers of `make` for the values that were asked for last. */
const memoize = <A>(make: (value: string) => A): ((value: string) => A) => {
  const recent = createRecent<A>(maxCachedFinders);
  return (value) => {
    const known = recent.get(value) ?? make(value);
    recent.set(value, known);
    return known;
  };
};

/** Searches for `value` in every family of forms in which it is looked for. */
export const findersOf: (value: string) => readonly Finder[] = memoize((value) =>
  familiesOf(value).map((family) => createFinder(value, family)),
);

/** Up to how many pieces of a value are looked for in every way; an expression for each takes its time. */
const maxExtendedPieces = 16;

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A search for any of `texts`, the longest first, as they are, in JSON and percent-encoded. */
const literalFinder = (texts: readonly string[]): Finder => {
  const forms = new Set(
    texts.flatMap((text) => [text, jsonOf(text), encodeURIComponent(text.toWellFormed())]),
  );
  const pattern = new RegExp([...forms].map(escapeRegExp).join('|'), 'g');
  const find: FindValue = (text, from, to) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    return match === null || match.index >= to ? undefined : { start: match.index, end: pattern.lastIndex };
  };
  return { find, anchors: [] };
};

/**
 * Searches for the pieces of a value: for the longest in every way in which they may be written, and for the others,
 * which only a list of many fields has, in the usual ones: with them all in every way a pasted form would stop the server.
 */
export const pieceFindersOf: (value: string) => readonly Finder[] = memoize((value) => {
  const pieces = piecesOf(value);
  const others = pieces.slice(maxExtendedPieces);
  return [
    ...pieces
      .slice(0, maxExtendedPieces)
      .flatMap((piece) => familiesOf(piece).map((family) => createFinder(piece, family))),
    ...(others.length === 0 ? [] : [literalFinder(others)]),
  ];
});
