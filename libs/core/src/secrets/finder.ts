import { listAnchors } from './anchors.js';
import { listFamilies, type Family, createForms } from './families.js';
import { findFormEnd, type Form } from './form.js';
import { listPieces } from './pieces.js';
import { createRecent } from './recent.js';
import type { Anchor } from './sieve.js';
import { escapeRegExp } from './spelling.js';

/** The place of a secret's value in the text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The first place that begins at or after `from` and before `to`; undefined if there is none. */
export type FindValue = (text: string, from: number, to: number) => TextRange | undefined;

/** A search for one value in one family of forms. */
export interface Finder {
  readonly find: FindValue;
  /** Every text with a match contains one of these. None if that is not certain. */
  readonly anchors: readonly Anchor[];
}

/** The first place that one of `forms` matches. */
const createFormSearch = (forms: readonly Form[]): FindValue => {
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
        const end = findFormEnd(form, text, at);
        if (end > at) return { start: at, end };
      }
    }
    return undefined;
  };
};

/** The forms are created when an anchor is first found. */
const createFinder = (value: string, family: Family): Finder => {
  let search: FindValue | undefined;
  return {
    anchors: listAnchors(value, family),
    find: (text, from, to) => (search ??= createFormSearch(createForms(value, family)))(text, from, to),
  };
};

/** Number of values whose finders are cached. */
const maxCachedFinders = 8_192;

/** Caches the results of `make` for the most recent values. */
const memoize = <A>(make: (value: string) => A): ((value: string) => A) => {
  const recent = createRecent<A>(maxCachedFinders);
  return (value) => {
    const known = recent.get(value) ?? make(value);
    recent.set(value, known);
    return known;
  };
};

/** Searches for `value` in every applicable family of forms. */
export const createFinders: (value: string) => readonly Finder[] = memoize((value) =>
  listFamilies(value).map((family) => createFinder(value, family)),
);

/** Maximum number of pieces of a value that are searched in every form, because each needs its own expression. */
const maxExtendedPieces = 16;

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Searches for any of `texts`, longest first: verbatim, in JSON and percent-encoded. */
const createLiteralFinder = (texts: readonly string[]): Finder => {
  const forms = new Set(
    texts.flatMap((text) => [text, escapeJson(text), encodeURIComponent(text.toWellFormed())]),
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
 * Searches for the pieces of a value: the longest in every form, the others in the usual ones. Only a list of many
 * fields has others; searching all of them in every form would block the server on a pasted form.
 */
export const createPieceFinders: (value: string) => readonly Finder[] = memoize((value) => {
  const pieces = listPieces(value);
  const others = pieces.slice(maxExtendedPieces);
  return [
    ...pieces
      .slice(0, maxExtendedPieces)
      .flatMap((piece) => listFamilies(piece).map((family) => createFinder(piece, family))),
    ...(others.length === 0 ? [] : [createLiteralFinder(others)]),
  ];
});
