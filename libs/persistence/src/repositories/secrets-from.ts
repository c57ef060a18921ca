import type { Pair } from '@tandem/core';

const isPairs = (value: unknown): value is readonly Pair[] =>
  Array.isArray(value) &&
  value.every((one: Partial<Pair> | null) => typeof one?.name === 'string' && typeof one.value === 'string');

const unquoted = (literal: string): string => {
  const whole = literal.endsWith('"') && literal.length > 1 ? literal : `${literal}"`;
  try {
    return JSON.parse(whole) as string;
  } catch {
    return literal.replace(/^"|"$/g, '');
  }
};

/** Every text in damaged JSON that may be the value of a secret: anything that is neither a key nor a name. */
const textsOf = (json: string): readonly Pair[] => {
  const found: Pair[] = [];
  let [key, name] = ['', 'damaged'];
  for (const [, literal = '', colon] of json.matchAll(/("(?:[^"\\]|\\.)*"?)\s*(:)?/gs)) {
    const text = unquoted(literal);
    if (colon !== undefined) key = text;
    else if (key === 'name') name = text;
    else found.push({ name, value: text, enabled: true });
  }
  return found;
};

/**
 * The secrets of a column. In a damaged one, everything that may be a value is treated as one: it cannot be used but has to
 * stay hidden.
 */
export const secretsFrom = (column: unknown): readonly Pair[] => {
  const json = String(column);
  try {
    const value: unknown = JSON.parse(json);
    if (isPairs(value)) return value;
  } catch {
    // Read as far as possible below.
  }
  return textsOf(json);
};
