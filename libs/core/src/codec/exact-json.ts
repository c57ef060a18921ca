import { parse, stringify } from 'lossless-json';

/**
 * A number of a JSON text that is not what JavaScript writes for it, such as `12345678901234567890`, `1.10` or `1e400`.
 * It computes and compares as the nearest double, and its text is the text that it was read from. `JSON.stringify` writes
 * the double; {@link stringifyJson} writes the text.
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

/** Whether `value` has values inside: a list or an object. An exact number is an object of JavaScript, but not of JSON. */
export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isExactNumber(value);

/** Whether `value` is an object of JSON: no list, no null and no exact number. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value);

/** A number for the text of one in JSON or YAML: a plain number, if JavaScript writes it with the same characters. */
export const numberOf = (text: string): number | ExactNumber => {
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
};

// This is fast, and may match in a string.
const suspect = /[:[,\s](?:-?(?:\d{16}|\d+[.eE])|-0)|^-?\d/;

const numberAt = /-?\d[\d.eE+-]*/y;
const beginsToken = /["\d-]/g;

const [quote, backslash] = [34, 92];

/** The place after the string that begins at `start`; a pattern for that overflows the stack where millions of escapes are. */
const findStringEnd = (text: string, start: number): number => {
  let at = start + 1;
  for (let unit = text.charCodeAt(at); unit !== quote; unit = text.charCodeAt(at)) {
    at += unit === backslash ? 2 : 1;
    if (at >= text.length) return text.length;
  }
  return at + 1;
};

/** Whether a valid JSON text has a number that JavaScript writes with other characters. */
const hasExactNumber = (text: string): boolean => {
  if (!suspect.test(text)) return false;
  for (let at = 0; ;) {
    beginsToken.lastIndex = at;
    const begin = beginsToken.exec(text)?.index;
    if (begin === undefined) return false;
    if (text[begin] === '"') {
      at = findStringEnd(text, begin);
      continue;
    }
    numberAt.lastIndex = begin;
    const token = numberAt.exec(text)?.[0] ?? '';
    if (String(Number(token)) !== token) return true;
    at = begin + token.length;
  }
};

/**
 * Parses JSON as `JSON.parse` does, with the same errors, but keeps the digits of every number: see {@link ExactNumber}.
 * @throws SyntaxError if the text is not JSON
 */
export const parseJson = (text: string): unknown => {
  const plain: unknown = JSON.parse(text);
  if (!hasExactNumber(text)) return plain;
  try {
    return parse(text, null, { parseNumber: numberOf, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    // The text is nested deeper than the stack; every codec rejects it for its depth.
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

const exact = [{ test: isExactNumber, stringify: String }];

/** Writes JSON as `JSON.stringify` does, and exact numbers with their digits. */
export const stringifyJson = (value: unknown, indent?: number): string =>
  containsExactNumber(value)
    ? (stringify(value, undefined, indent, exact) as string)
    : JSON.stringify(value, null, indent);

/** A copy of a JSON value with plain numbers only. */
export const toPlainNumbers = (value: unknown): unknown => {
  if (isExactNumber(value)) return value.valueOf();
  if (!containsExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(toPlainNumbers);
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, toPlainNumbers(one)]));
};

/** The value of a number's text, however it is written: `1.10` and `11e-1` give one text. */
export const canonicalNumber = (text: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
};
