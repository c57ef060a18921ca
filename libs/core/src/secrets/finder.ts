import { createForms, type Family, listFamilies, minExtendedLength } from './families.js';
import {
  escapeRegExp,
  findFormEnd,
  type Form,
  listBase64Bytes,
  listBase64Digits,
  listByteSpellings,
  listInnerBase64,
  toUtf8,
} from './form.js';
import { isFieldList, isMadeOfWords, listFieldNames } from './shape.js';
import { type Anchor, isPlainDigit64, minAnchorBytes, type View } from './sieve.js';

const maxAnchorBytes = 16;

/** Anchors are taken only from this many characters at the start of a value, so that a truncated value is found too. */
const headLength = 48;

/** The beginning of a value. If the cut splits a character, no anchor contains it: text anchors are ASCII, and the others end earlier. */
const cutHead = (value: string): string => value.slice(0, headLength);

/** Maximum number of characters at the beginning of a value that can form an escape together with the text before them. */
const maxSwallowedCharacters = 4;

/**
 * Matches parts of a value that may look like an escape or a part of an escape, or that can be spelled in other ways. Anchors exclude
 * them, because decoding the text may change them.
 */
const ambiguousSpelling =
  /%(?:25)*[0-9a-f]{0,2}|\\+(?:u\{?[0-9a-f]{0,8}\}?|x[0-9a-f]{0,2}|[^%&=\\])?|&(?:amp;)*(?:#x?[0-9a-f]*;?|[a-z]{0,4};?)|=(?:[0-9a-f]{2}|\r?\n)?|[+ ]|[^\x21-\x7e]/gi;

/** The last bytes of the longest part of a value that every spelling contains unchanged; empty if that part is too short. */
const listTextAnchors = (value: string): readonly Anchor[] => {
  let from = 0;
  let best = '';
  const consider = (start: number, end: number): void => {
    const length = end - start;
    const safe = start < maxSwallowedCharacters ? length - (maxSwallowedCharacters - start) : length;
    const most = Math.min(
      maxAnchorBytes,
      length === value.length ? Math.max(minAnchorBytes, safe) : safe,
      length,
    );
    if (most >= minAnchorBytes && most > best.length) best = value.slice(end - most, end);
  };
  for (const match of value.matchAll(ambiguousSpelling)) {
    consider(from, match.index);
    from = match.index + match[0].length;
  }
  consider(from, value.length);
  return best === '' ? [] : [{ view: 'text', bytes: toUtf8(best) }];
};

/** Takes an anchor near the beginning of `bytes`. Skips the first bytes, which can form an escape together with the text before them. */
const createHeadAnchor = (view: View, bytes: Uint8Array): Anchor => {
  const from = Math.min(maxSwallowedCharacters, bytes.length - minAnchorBytes);
  return { view, bytes: bytes.subarray(from, from + maxAnchorBytes) };
};

/** Takes an anchor from each text. If one text is too short for an anchor, returns none, so that every text is searched for the value. */
const createHeadAnchors = (view: View, texts: readonly Uint8Array[]): readonly Anchor[] =>
  texts.some((bytes) => bytes.length < minAnchorBytes)
    ? []
    : texts.map((bytes) => createHeadAnchor(view, bytes));

/** The first digits with only one spelling, up to the length of an anchor. */
const takePlainDigits = (digits: Uint8Array): Uint8Array =>
  digits.filter(isPlainDigit64).subarray(0, maxSwallowedCharacters + maxAnchorBytes);

const hexCodes = toUtf8('0123456789abcdef');

const toHexDigits = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(
    { length: 2 * bytes.length },
    (_, at) => hexCodes[((bytes[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15] ?? 0,
  );

/** Anchors for a value: every text that contains `value` in a form of the family contains one of them. Empty if no such anchors exist. */
export const listAnchors = (whole: string, family: Family): readonly Anchor[] => {
  const value = cutHead(whole);
  switch (family) {
    case 'text':
      return listTextAnchors(value);
    case 'reversed':
      return listTextAnchors(cutHead(Array.from(whole).reverse().join('')));
    case 'base64':
      return createHeadAnchors('base64', listBase64Digits(listBase64Bytes(value)).map(takePlainDigits));
    case 'base64-twice':
      return createHeadAnchors(
        'base64',
        listInnerBase64(value).flatMap((inner) =>
          listBase64Digits(listByteSpellings(inner)).map(takePlainDigits),
        ),
      );
    case 'hex':
      return createHeadAnchors('hex', [toHexDigits(toUtf8(value))]);
    case 'numbers':
      return createHeadAnchors('numbers', [toUtf8(value)]);
  }
};

/** Minimum length of a piece of a value that is redacted, in UTF-16 units. Shorter pieces are common words. */
const minPieceLength = 6;

/** Decodes percent escapes as in the URL Standard, section 1.3. Invalid escapes stay. */
const decodePercentEscapes = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = escapes.match(/[0-9a-f]{2}/gi) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });

/** Separators of forms, queries, cookies and URLs. */
const separators = [/&/, /[&=]/, /;/, /[;=]/, /#/, /[&#]/, /[&=#]/, /[&=;]/, /\?/, /[?&=;#]/];

/** Matches characters that end a URL's host or credentials. A message about the URL may contain the part before such a character. */
const urlPartEnds = /[/\\:@]/;

/** Minimum length of a part between such characters that is redacted, in UTF-16 units. */
const minUrlPartLength = 8;

/** The parts of a value that appears raw within a URL. Empty for a value that is a whole URL, because parts such as its host are public. */
const listUrlParts = (value: string): readonly string[] =>
  /^https?:/i.test(value) ? [] : value.split(urlPartEnds).filter((part) => part.length >= minUrlPartLength);

/** The text after the first `=`: the value of a field, which may contain more equals signs (URL Standard, section 5.1). */
const getFieldValue = (field: string): string => field.slice(field.indexOf('=') + 1);

/** The parts in which a whole URL is sent: credentials and path separately (RFC 9110, section 7.1). */
const splitSentUrl = (value: string): readonly string[] => {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [];
  const { username, password, pathname, search } = new URL(value);
  return [username, password, `${username}:${password}`, pathname, pathname + search].flatMap((part) => [
    part,
    decodePercentEscapes(part),
  ]);
};

/**
 * Lists the pieces into which a server may split a value that appears raw in a URL, a form or a cookie, longest first: its parts between
 * `&`, `=`, `;`, `#` and `?`, longer parts between `/`, `\`, `:` and `@`, and all of these percent-decoded; the parts in which a whole URL
 * is sent; and a short value in lowercase, like names of hosts and header fields (a longer value is found in either case). Omits pieces
 * that are too short to redact, and names and words in a list of fields: `theme` and `dark` in `sid=abc123; theme=dark`.
 */
const listPieces = (value: string): readonly string[] => {
  // No text derived from a part is longer than the part.
  const parts = separators.flatMap((separator) =>
    value.split(separator).filter(({ length }) => length >= minPieceLength),
  );
  const pieces = [value, ...parts]
    .flatMap((part) => [part, getFieldValue(part)])
    .flatMap((one) => [one, decodePercentEscapes(one)]);
  const lower = value.length < minExtendedLength ? [value.toLowerCase()] : [];
  const all = [...pieces, ...listUrlParts(value), ...splitSentUrl(value), ...lower].flatMap((piece) => [
    piece,
    piece.trim(),
  ]);
  const names = isFieldList(value) ? listFieldNames(value) : undefined;
  const isPublic = (piece: string): boolean =>
    names !== undefined && (names.has(piece) || isMadeOfWords(piece));
  return [...new Set(all)]
    .filter((piece) => piece.length >= minPieceLength && piece !== value && !isPublic(piece.trim()))
    .sort((one, other) => other.length - one.length);
};

/** A cache that keeps the most recently used values by key. */
interface RecentCache<A> {
  readonly get: (key: string) => A | undefined;
  readonly set: (key: string, value: A) => void;
}

/** Creates a cache that keeps the `maxValues` most recently used values. */
export const createRecentCache = <A>(maxValues: number): RecentCache<A> => {
  const values = new Map<string, A>();
  const set = (key: string, value: A): void => {
    values.delete(key);
    values.set(key, value);
    for (const oldest of values.keys()) {
      if (values.size <= maxValues) break;
      values.delete(oldest);
    }
  };
  const get = (key: string): A | undefined => {
    const value = values.get(key);
    if (value !== undefined) set(key, value);
    return value;
  };
  return { get, set };
};

/** A secret by name. A name may have several values, from several environments or times. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** The range of a secret's value in a text, in UTF-16 units; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A secret's value found in a text: its range and the secret's name. */
export interface FoundSecret extends TextRange {
  readonly name: string;
}

/** The first match that begins at or after `from` and before `to`; undefined if there is none. */
type FindValue = (text: string, from: number, to: number) => TextRange | undefined;

/** A search for one value in one family of forms. */
export interface Finder {
  readonly find: FindValue;
  /** Every text with a match contains one of these anchors. Empty if there are no such anchors. */
  readonly anchors: readonly Anchor[];
}

/** Creates a search for the first match of any of `forms`. */
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

/** Creates a finder. Its forms are only created when a text with one of its anchors is first searched. */
const createFinder = (value: string, family: Family): Finder => {
  let search: FindValue | undefined;
  return {
    anchors: listAnchors(value, family),
    find: (text, from, to) => (search ??= createFormSearch(createForms(value, family)))(text, from, to),
  };
};

/** Number of values whose finders are cached. */
const maxCachedFinders = 8_192;

/** Caches the results of `make` for the most recently used values. */
const memoize = <A>(make: (value: string) => A): ((value: string) => A) => {
  const recent = createRecentCache<A>(maxCachedFinders);
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

/** Maximum number of pieces of a value that are searched for in every form. Each piece needs regular expressions of its own. */
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
 * Searches for the pieces of a value: the longest pieces in every form, others only verbatim, in JSON and percent-encoded. Only a list
 * of many fields has others; searching for them in every form would block the server on a pasted form.
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
