import type { Pair } from '@tandem/core';

import type { Sealing } from '../secrecy/sealing.js';

const isPairs = (value: unknown): value is readonly Pair[] =>
  Array.isArray(value) &&
  value.every((one: Partial<Pair> | null) => typeof one?.name === 'string' && typeof one.value === 'string');

const parseLiteral = (literal: string): string => {
  const whole = literal.endsWith('"') && literal.length > 1 ? literal : `${literal}"`;
  try {
    return JSON.parse(whole) as string;
  } catch {
    return literal.replace(/^"|"$/g, '');
  }
};

/** Every text in damaged JSON that may be the value of a secret: anything that is neither a key nor a name. */
const listDamagedTexts = (json: string): readonly Pair[] => {
  const found: Pair[] = [];
  let [key, name] = ['', 'damaged'];
  for (const [, literal = '', colon] of json.matchAll(/("(?:[^"\\]|\\.)*"?)\s*(:)?/gs)) {
    const text = parseLiteral(literal);
    if (colon !== undefined) key = text;
    else if (key === 'name') name = text;
    else found.push({ name, value: text, enabled: true });
  }
  return found;
};

/** The pairs of a column as they are stored. */
const readStoredPairs = (column: unknown): readonly Pair[] => {
  const json = String(column);
  try {
    const value: unknown = JSON.parse(json);
    if (isPairs(value)) return value;
  } catch {
    // Damaged JSON is read as far as possible below.
  }
  return listDamagedTexts(json);
};

/** Sealed pairs with their values; one whose key is missing is empty. */
export const openPairs = ({ open }: Sealing, pairs: readonly Pair[]): readonly Pair[] =>
  pairs.map((pair) => ({ ...pair, value: open(pair.value) ?? '' }));

/**
 * The secrets of a column; a value whose key is missing is empty. In a damaged column, everything that may be a value is treated
 * as one: it cannot be used but has to stay hidden.
 */
export const readSecretsColumn = (sealing: Sealing, column: unknown): readonly Pair[] =>
  openPairs(sealing, readStoredPairs(column));

/**
 * The column for secrets. A value whose key is missing, and which nobody has entered again, stays as it is stored.
 * @param present the column that it replaces
 */
export const writeSecretsColumn = (
  { seal, open }: Sealing,
  secrets: readonly Pair[],
  present: unknown = '[]',
): string => {
  const closed = new Map(
    readStoredPairs(present).flatMap(({ name, value }) => (open(value) === undefined ? [[name, value]] : [])),
  );
  return JSON.stringify(
    secrets.map((pair) => ({
      ...pair,
      value: pair.value === '' ? (closed.get(pair.name) ?? '') : seal(pair.value),
    })),
  );
};
