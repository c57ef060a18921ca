import { parse, stringify } from 'lossless-json';

/**
 * A number in JSON text that JavaScript would write differently, such as `12345678901234567890`, `1.10` or `1e400`.
 * In arithmetic and comparisons it is the nearest double; as a string it is the original text. `JSON.stringify` writes
 * the double (`null` if that is infinite); {@link stringifyJson} writes the text.
 */
export class ExactNumber extends Number {
  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  override toString(): string {
    return this.#text;
  }
}

export const isExactNumber = (value: unknown): value is ExactNumber => value instanceof ExactNumber;

/** Whether `value` is a list or an object. An exact number is a JavaScript object, but not a JSON one. */
export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isExactNumber(value);

/** Whether `value` is a JSON object: not a list, null or an exact number. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value);

/**
 * Converts the text of a JSON or YAML number. The result is a plain number if JavaScript writes it with the same characters, otherwise
 * an exact number.
 */
export const parseNumber = (text: string): number | ExactNumber => {
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
};

// Quick to check, but may match inside a string.
const possibleExactNumber = /[:[,\s](?:-?(?:\d{16}|\d+[.eE])|-0)|^-?\d/;

const numberPattern = /-?\d[\d.eE+-]*/y;
const tokenStart = /["\d-]/g;

const [quote, backslash] = [34, 92];

/** The position after the string that begins at `start`. Not a regular expression, because millions of escapes would overflow the stack. */
const findStringEnd = (text: string, start: number): number => {
  let at = start + 1;
  for (let unit = text.charCodeAt(at); unit !== quote; unit = text.charCodeAt(at)) {
    at += unit === backslash ? 2 : 1;
    if (at >= text.length) return text.length;
  }
  return at + 1;
};

/** Whether valid JSON text has a number that JavaScript would write differently. */
const hasExactNumber = (text: string): boolean => {
  if (!possibleExactNumber.test(text)) return false;
  for (let at = 0; ;) {
    tokenStart.lastIndex = at;
    const begin = tokenStart.exec(text)?.index;
    if (begin === undefined) return false;
    if (text[begin] === '"') {
      at = findStringEnd(text, begin);
      continue;
    }
    numberPattern.lastIndex = begin;
    const token = numberPattern.exec(text)?.[0] ?? '';
    if (String(Number(token)) !== token) return true;
    at = begin + token.length;
  }
};

/**
 * Parses JSON like `JSON.parse`, with the same errors, but keeps the digits of every number: see {@link ExactNumber}.
 * @throws SyntaxError if the text is not JSON
 */
export const parseJson = (text: string): unknown => {
  const plain: unknown = JSON.parse(text);
  if (!hasExactNumber(text)) return plain;
  try {
    return parse(text, null, { parseNumber: parseNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    // The text is nested deeper than the stack allows. Lost digits do not matter, because every codec rejects that depth.
    if (error instanceof RangeError) return plain;
    throw error;
  }
};

const containsExactNumber = (value: unknown): boolean => {
  const rest: unknown[] = [value];
  for (let one = rest.pop(); one !== undefined || rest.length > 0; one = rest.pop()) {
    if (isExactNumber(one)) return true;
    if (isContainer(one))
      for (const inner of Object.values(one)) if (typeof inner === 'object') rest.push(inner);
  }
  return false;
};

const exactNumberWriters = [{ test: isExactNumber, stringify: String }];

/** Writes JSON like `JSON.stringify`, and exact numbers with their digits. */
export const stringifyJson = (value: unknown, indent?: number): string =>
  containsExactNumber(value)
    ? (stringify(value, undefined, indent, exactNumberWriters) as string)
    : JSON.stringify(value, null, indent);

/** A copy of a JSON value in which all numbers are plain. */
export const toPlainNumbers = (value: unknown): unknown => {
  if (isExactNumber(value)) return value.valueOf();
  if (!containsExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(toPlainNumbers);
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, toPlainNumbers(one)]));
};

/** Normalizes the text of a number: `1.10` and `11e-1` give the same text. */
export const toCanonicalNumber = (text: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
};
