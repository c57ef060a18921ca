import { isContainer, stringifyJson } from '../codec/index.js';
import { toVisibleText } from './visible.js';

/** A JSON value with the invisible characters of all strings and names shown as `\u…`. */
export const toVisibleValue = (value: unknown): unknown => {
  if (typeof value === 'string') return toVisibleText(value);
  if (Array.isArray(value)) return value.map(toVisibleValue);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [toVisibleText(name), toVisibleValue(one)]),
  );
};

/** A value as JSON with all invisible characters escaped. It parses to the same value. */
export const toVisibleJson = (value: unknown, indent?: number): string =>
  toVisibleText(stringifyJson(value, indent));
