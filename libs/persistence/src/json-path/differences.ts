import type { Difference, Differences } from '@tandem/core';
import {
  canonicalNumber,
  isContainer,
  isExactNumber,
  isJsonObject,
  ownValue,
  stringifyJson,
} from '@tandem/core/codec';
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value));

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

const isNumber = (value: unknown): boolean => typeof value === 'number' || isExactNumber(value);

/** Whether two values are the same JSON. Numbers are the same if all their digits are: 1.10 is 1.1, 2^53 is not 2^53 + 1. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (isNumber(one) && isNumber(other))
    return canonicalNumber(String(one)) === canonicalNumber(String(other));
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Object, other as Object];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(ownValue(left, name), ownValue(right, name)))
  );
};

const idNames = ['id', '_id', 'uuid', 'key'] as const;

interface Entry {
  readonly id: unknown;
  readonly value: unknown;
}

type Entries = ReadonlyMap<string, Entry>;

/** The entries of a list by a field that identifies each of them; the keys tell text from numbers. */
const byId = (list: readonly unknown[], name: string): Entries | undefined => {
  const entries = new Map<string, Entry>();
  for (const one of list) {
    if (one === ignored) continue;
    const id = isJsonObject(one) && Object.hasOwn(one, name) ? one[name] : undefined;
    if (typeof id !== 'string' && !isNumber(id)) return undefined;
    const key = typeof id === 'string' ? JSON.stringify(id) : canonicalNumber(String(id));
    if (entries.has(key)) return undefined;
    entries.set(key, { id, value: one });
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

function* inEntries(path: string, name: string, before: Entries, after: Entries): Found {
  const place = (id: unknown) => `${path}[?@${step(name)}==${stringifyJson(id)}]`;
  for (const [key, { id, value }] of before) {
    const now = after.get(key);
    yield* now === undefined ? removed(place(id), value) : between(place(id), value, now.value);
  }
  for (const [key, { id, value }] of after) if (!before.has(key)) yield* added(place(id), value);
  const inBoth = (some: Entries, others: Entries) =>
    [...some].filter(([key]) => others.has(key)).map(([, { id }]) => id);
  const [order, now] = [inBoth(before, after), inBoth(after, before)];
  if (!isSame(order, now)) yield changedValue(`${path}[*]${step(name)}`, order, now);
}

/** Lists without ids: what both begin and end with is the same, and what is between is compared entry by entry. */
function* inPlaces(path: string, before: readonly unknown[], after: readonly unknown[]): Found {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
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
  else if (isJsonObject(before) && isJsonObject(after)) yield* inObjects(path, before, after);
  else if (!isSame(before, after)) yield changedValue(path, before, after);
}

/** As many as fit, and how many more there are. */
const listed = (found: Found): Differences => {
  const differences: Difference[] = [];
  let [together, more] = [0, 0];
  for (const one of found) {
    together += more > 0 ? 0 : stringifyJson(one).length;
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
