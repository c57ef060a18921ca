import type { t } from '../codec/index.js';
import { mapText } from '../codec/index.js';
import { type FindValue, finderOf, pieceFindersOf } from './finder.js';

/** A secret by name; one name may have several values, of several environments or moments. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** The shortest value that is hidden, in UTF-16 units: shorter ones stand in any text by chance. */
export const shortestHidden = 4;

/** Puts `‹secret:NAME›` where a secret's value stood. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** Any JSON value, its keys and numbers too. */
  readonly json: (value: unknown) => unknown;
  /** A value of `codec`: what the codec fixes, such as keys and ids, stays. */
  readonly as: (codec: t.Any) => (value: unknown) => unknown;
}

const nothingHidden: Redactor = {
  text: (text) => text,
  json: (value) => value,
  as: () => (value) => value,
};

/** The values to look for, the longest first. */
const hiddenValues = (secrets: readonly Secret[]): readonly Secret[] => {
  const named = new Map<string, string>();
  for (const { name, value } of secrets) {
    // White space around a value may be lost on its way through a header.
    for (const one of [value, value.trim()])
      if (one.length >= shortestHidden && !named.has(one)) named.set(one, name);
  }
  return [...named].map(([value, name]) => ({ name, value })).sort((a, b) => b.value.length - a.value.length);
};

const idShape = /^(?:ws|env|rest|gql|exec)_[0-9a-z]{16}$/;

/** Puts `marker` wherever the value that `find` looks for stands. */
const replaced = (text: string, find: FindValue, marker: string): string => {
  const kept: string[] = [];
  let from = 0;
  for (let place = find(text, 0); place !== undefined; place = find(text, from)) {
    kept.push(text.slice(from, place.start), marker);
    from = place.end;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
};

/**
 * Hides the values of `secrets` in every way in which they may be written.
 * @param mark stands where a value stood, instead of the name
 */
export const createRedactor = (secrets: readonly Secret[], mark?: string): Redactor => {
  const hidden = hiddenValues(secrets);
  if (hidden.length === 0) return nothingHidden;
  const finders = [
    ...hidden.map(({ name, value }) => ({ name, find: finderOf(value) })),
    ...hidden.flatMap(({ name, value }) => pieceFindersOf(value).map((find) => ({ name, find }))),
  ];
  const markers = finders.map(
    ({ name }) =>
      mark ?? (finders.some(({ find }) => find(name, 0) !== undefined) ? '‹secret›' : `‹secret:${name}›`),
  );
  const values = new Set(hidden.map(({ value }) => value));
  const text = (written: string): string => {
    if (idShape.test(written) && !values.has(written)) return written;
    return finders.reduce((shown, { find }, at) => replaced(shown, find, markers[at] ?? '‹secret›'), written);
  };
  const number = (value: number): unknown => {
    const shown = text(String(value));
    return shown === String(value) ? value : shown;
  };
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), json(one)]));
  };
  return { text, json, as: (codec) => mapText(codec, { text, json }) };
};
