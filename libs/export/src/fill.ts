import { type Pair, findVariableText, type VariableType } from '@tandem/core';

const token = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Maximum depth of variables inside variable values. */
const deepest = 10;

/** Fills in the variables in `pairs`; the first of a name wins, and all other tokens stay. */
export const fillFrom = (pairs: readonly (Pair & { readonly type?: VariableType })[]) => {
  const values = new Map(pairs.toReversed().map((one) => [one.name, one]));
  const fill = (text: string, depth = 0): string =>
    text.replace(token, (written, name: string) => {
      const value = findVariableText(name, (one) => values.get(one));
      return value === undefined || depth >= deepest ? written : fill(value, depth + 1);
    });
  return (text: string): string => fill(text);
};

/** Fills in every string of a value. */
export const fillAll = (fill: (text: string) => string, value: unknown): unknown => {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillAll(fill, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillAll(fill, one)]));
};
