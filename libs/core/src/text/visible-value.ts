import { isContainer, stringifyJson } from '../codec/index.js';
import { visible } from './visible.js';

/** A JSON value with the invisible characters of all strings and names shown as `\u…`. */
export const visibleValue = (value: unknown): unknown => {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), visibleValue(one)]));
};

/** A value as JSON with all invisible characters escaped. It parses to the same value. */
export const visibleJson = (value: unknown, indent?: number): string => visible(stringifyJson(value, indent));
