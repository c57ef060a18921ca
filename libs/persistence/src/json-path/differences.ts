import { isDeepStrictEqual } from 'node:util';

import type { Difference, Differences } from '@tandem/core';
import { changedLines } from '@tandem/core/diff';

import { step } from './outline.js';

/** How many differences are listed, how many UTF-16 units they take together, and how many a value takes. */
const limits = { differences: 100, together: 24_000, value: 300, before: 40 } as const;

/** Stands for what is ignored. JSON does not contain it. */
export const ignored = Symbol('ignored');

const cutAt = (text: string, from: number, to: number): string => {
  const start = /[\udc00-\udfff]/.test(text.charAt(from)) ? from - 1 : from;
  const end = /[\ud800-\udbff]/.test(text.charAt(to - 1)) ? to - 1 : to;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Where two texts begin to differ. */
const firstDifference = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
};

/** A value, or the part of its text around `at` if it is long. */
const part = (value: unknown, at: number): unknown => {
  const text = textOf(value);
  if (text.length <= limits.value) return value;
  const from = at <= limits.value - limits.before ? 0 : at - limits.before;
  return cutAt(text, from, from + limits.value);
};

/** Two values, each in part if it is long, from where they begin to differ. */
export const changedValue = (path: string, before: unknown, after: unknown): Difference => {
  const at = firstDifference(textOf(before), textOf(after));
  return { path, before: part(before, at), after: part(after, at) };
};

type Object = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idNames = ['id', '_id', 'uuid', 'key'] as const;

/** The entries of a list by a field that identifies each of them. */
const byId = (list: readonly unknown[], name: string): ReadonlyMap<unknown, unknown> | undefined => {
  const entries = new Map<unknown, unknown>();
  for (const one of list) {
    if (one === ignored) continue;
    const id = isObject(one) && Object.hasOwn(one, name) ? one[name] : undefined;
    if (!['string', 'number'].includes(typeof id) || entries.has(id)) return undefined;
    entries.set(id, one);
  }
  return entries;
};

type Found = Iterable<Difference>;

const added = (path: string, value: unknown): readonly Difference[] =>
  value === ignored ? [] : [{ path, after: part(value, 0) }];

const removed = (path: string, value: unknown): readonly Difference[] =>
  value === ignored ? [] : [{ path, before: part(value, 0) }];

function* inObjects(path: string, before: Object, after: Object): Found {
  for (const [name, value] of Object.entries(before)) {
    const at = `${path}${step(name)}`;
    if (Object.hasOwn(after, name)) yield* between(at, value, after[name]);
    else yield* removed(at, value);
  }
  for (const [name, value] of Object.entries(after))
    if (!Object.hasOwn(before, name)) yield* added(`${path}${step(name)}`, value);
}

function* inEntries(
  path: string,
  name: string,
  before: ReadonlyMap<unknown, unknown>,
  after: ReadonlyMap<unknown, unknown>,
): Found {
  const place = (id: unknown) => `${path}[?@${step(name)}==${JSON.stringify(id)}]`;
  for (const [id, value] of before)
    yield* after.has(id) ? between(place(id), value, after.get(id)) : removed(place(id), value);
  for (const [id, value] of after) if (!before.has(id)) yield* added(place(id), value);
  const order = [...before.keys()].filter((id) => after.has(id));
  const now = [...after.keys()].filter((id) => before.has(id));
  if (!isDeepStrictEqual(order, now)) yield changedValue(`${path}[*]${step(name)}`, order, now);
}

/** Lists without ids: what both begin and end with is the same, and what is between is compared entry by entry. */
function* inPlaces(path: string, before: readonly unknown[], after: readonly unknown[]): Found {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const [left, right] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const place = `${path}[${start + at}]`;
    if (at >= left.length) yield* added(place, right[at]);
    else if (at >= right.length) yield* removed(place, left[at]);
    else yield* between(place, left[at], right[at]);
  }
}

function* inLists(path: string, before: readonly unknown[], after: readonly unknown[]): Found {
  for (const name of idNames) {
    const [left, right] = [byId(before, name), byId(after, name)];
    if (left && right) {
      yield* inEntries(path, name, left, right);
      return;
    }
  }
  yield* inPlaces(path, before, after);
}

function* between(path: string, before: unknown, after: unknown): Found {
  if (before === ignored || after === ignored) return;
  if (Array.isArray(before) && Array.isArray(after)) yield* inLists(path, before, after);
  else if (isObject(before) && isObject(after)) yield* inObjects(path, before, after);
  else if (before !== after) yield changedValue(path, before, after);
}

/** As many as fit, and how many more there are. */
const listed = (found: Found): Differences => {
  const differences: Difference[] = [];
  let [together, more] = [0, 0];
  for (const one of found) {
    together += more > 0 ? 0 : JSON.stringify(one).length;
    if (more > 0 || differences.length >= limits.differences || together > limits.together) more += 1;
    else differences.push(one);
  }
  return { differences, ...(more === 0 ? {} : { more }) };
};

/** What differs between two JSON values, by place. */
export const differencesOf = (before: unknown, after: unknown): Differences =>
  listed(between('$', before, after));

/** What differs between two texts, by line. */
export const textDifferences = (before: string, after: string): Differences => {
  if (before === after) return { differences: [] };
  const lines = changedLines(before, after);
  if (lines === undefined) return listed([changedValue('text', before, after)]);
  return listed(
    lines.map(({ line, before: old, after: now }) => {
      const path = `line ${line}`;
      if (old === undefined) return { path, after: part(now, 0) };
      return now === undefined ? { path, before: part(old, 0) } : changedValue(path, old, now);
    }),
  );
};
