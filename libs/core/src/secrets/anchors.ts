import type { Family } from './families.js';
import { type Anchor, isPlainDigit64, minAnchorBytes, type View } from './sieve.js';
import { listBase64Digits, listBase64Bytes, listByteSpellings, listInnerBase64, toUtf8 } from './spelling.js';

const maxAnchorBytes = 16;

/** Length of the prefix of a value that anchors are taken from. A truncated value is found by its beginning. */
const headLength = 48;

/**
 * The beginning of a value. A split character at its end is in no anchor: text anchors are ASCII, the others end
 * before it.
 */
const cutHead = (value: string): string => value.slice(0, headLength);

/** Number of leading characters that could become part of an escape with what precedes them. */
const maxSwallowedCharacters = 4;

/**
 * Places where a value may look like an escape or part of one, or have spellings beyond escapes. Anchors avoid them,
 * because decoded text would have lost them.
 */
const uncertain =
  /%(?:25)*[0-9a-f]{0,2}|\\+(?:u\{?[0-9a-f]{0,8}\}?|x[0-9a-f]{0,2}|[^%&=\\])?|&(?:amp;)*(?:#x?[0-9a-f]*;?|[a-z]{0,4};?)|=(?:[0-9a-f]{2}|\r?\n)?|[+ ]|[^\x21-\x7e]/gi;

/** The last bytes of the longest run that every spelling keeps. */
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
  for (const match of value.matchAll(uncertain)) {
    consider(from, match.index);
    from = match.index + match[0].length;
  }
  consider(from, value.length);
  return best === '' ? [] : [{ view: 'text', bytes: toUtf8(best) }];
};

/** Bytes near the beginning, except the first ones: with what precedes them they may form an escape. */
const createHeadAnchor = (view: View, bytes: Uint8Array): Anchor => {
  const from = Math.min(maxSwallowedCharacters, bytes.length - minAnchorBytes);
  return { view, bytes: bytes.subarray(from, from + maxAnchorBytes) };
};

/** One anchor for each, or none if one of them would be too short, so that the value is always searched. */
const createHeadAnchors = (view: View, texts: readonly Uint8Array[]): readonly Anchor[] =>
  texts.some((bytes) => bytes.length < minAnchorBytes)
    ? []
    : texts.map((bytes) => createHeadAnchor(view, bytes));

/** The first unambiguous digits, up to the anchor's length. */
const takePlainDigits = (digits: Uint8Array): Uint8Array => {
  const plain = new Uint8Array(Math.min(digits.length, maxSwallowedCharacters + maxAnchorBytes));
  let count = 0;
  for (let at = 0; at < digits.length && count < plain.length; at += 1) {
    const digit = digits[at] ?? 0;
    if (isPlainDigit64(digit)) plain[count++] = digit;
  }
  return plain.subarray(0, count);
};

const hexCodes = toUtf8('0123456789abcdef');

const toHexDigits = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(
    { length: 2 * bytes.length },
    (_, at) => hexCodes[((bytes[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15] ?? 0,
  );

/**
 * Anchors, one of which is in every text that contains `value` in a form of the family. None if that is not certain.
 */
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
