import { isContainer, stringifyJson } from '../codec/index.js';
import type { FoundSecret } from './search.js';

interface Leaf {
  readonly start: number;
  readonly end: number;
}

/** The JSON text of a value, and the positions of its strings and numbers in order. */
const serializeWithLeaves = (value: unknown) => {
  const leaves: Leaf[] = [];
  const texts: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    texts.push(text);
    length += text.length;
  };
  const write = (one: unknown): void => {
    if (!isContainer(one)) {
      const start = length;
      add(stringifyJson(one ?? null));
      leaves.push({ start, end: length });
      return;
    }
    const isList = Array.isArray(one);
    add(isList ? '[' : '{');
    for (const [index, [key, inner]] of Object.entries(one).entries()) {
      if (index > 0) add(',');
      if (!isList) add(`${JSON.stringify(key)}:`);
      write(inner);
    }
    add(isList ? ']' : '}');
  };
  write(value);
  return { text: texts.join(''), leaves };
};

/** Hides a value made up of several strings or numbers in JSON, such as a list of bytes. Each of them is replaced. */
export const hideSpread = (
  value: unknown,
  places: (text: string) => readonly FoundSecret[],
  markerOf: (name: string) => string,
): unknown => {
  if (!isContainer(value)) return value;
  const { text, leaves } = serializeWithLeaves(value);
  const found = places(text);
  if (found.length === 0) return value;
  let at = -1;
  const hide = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(hide);
    if (isContainer(one))
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, hide(inner)]));
    at += 1;
    const { start, end } = leaves[at] ?? { start: 0, end: 0 };
    const over = found.find((place) => place.start < end && place.end > start);
    return over === undefined || one === null || typeof one === 'boolean' ? one : markerOf(over.name);
  };
  return hide(value);
};
