import type { TypedText } from '@tandem/core';

// Captured before a script runs, which may change the globals.
const { parse, stringify } = JSON;

/** A value as stored: its text, and its type if it is not text. Values that JSON cannot represent become null. */
export const toTypedText = (value: unknown): TypedText => {
  if (typeof value === 'string') return { value };
  if (typeof value === 'boolean') return { value: String(value), type: 'boolean' };
  const json: unknown = typeof value === 'bigint' ? String(value) : stringify(value);
  if (typeof json !== 'string' || json === 'null') return { value: 'null', type: 'null' };
  if (typeof value === 'number' || typeof value === 'bigint') return { value: json, type: 'number' };
  const plain: unknown = parse(json);
  // A date, for example, becomes text.
  return typeof plain === 'object' ? { value: json, type: 'object' } : toTypedText(plain);
};

/** A stored value for a script, as its own copy. */
export const copyTypedValue = ({ value, type }: TypedText): unknown => {
  if (type === undefined) return value;
  if (type !== 'number') return parse(value) as unknown;
  const number = Number(value);
  // A double cannot represent the digits of a longer one.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
};
