import { type Difference, type DifferenceList, excerptValues } from '@tandem/core';
import {
  getOwnValue,
  isContainer,
  isExactNumber,
  isJsonObject,
  stringifyJson,
  toCanonicalNumber,
} from '@tandem/core/codec';
import { findChangedLines } from '@tandem/core/diff';

/** Limits of an outline: the number of lines in addition to the last line, the depth, and the length of a sample in UTF-16 units. */
const outlineLimits = { locations: 119, depth: 8, sample: 40 } as const;

const plainName = /^[A-Za-z_]\w*$/;

/** A step of a JSONPath to the field `name`. */
const formatPathStep = (name: string): string =>
  plainName.test(name)
    ? `.${name}`
    : `['${JSON.stringify(name)
        .slice(1, -1)
        .replaceAll('\\"', '"')
        .replaceAll("'", String.raw`\'`)}']`;

const getSample = (value: string): string => {
  if (value.length <= outlineLimits.sample) return value;
  const end = /[\ud800-\udbff]/.test(value.charAt(outlineLimits.sample - 1))
    ? outlineLimits.sample - 1
    : outlineLimits.sample;
  return `${value.slice(0, end)}…`;
};

const describeKind = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (isJsonObject(value)) return `object of ${Object.keys(value).length}`;
  if (isExactNumber(value)) return `number ${String(value)}`;
  return typeof value === 'string' ? `string ${getSample(value)}` : `${typeof value} ${stringifyJson(value)}`;
};

const listChildren = (path: string, value: unknown): readonly (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [[`${path}[0]`, value[0]]];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, one]) => [`${path}${formatPathStep(name)}`, one]);
};

/**
 * The structure of a JSON value: the type of each value by its JSONPath, the number of entries, and a sample. Only the first entry of a
 * list is shown. Values near the root come first, and the last line says whether there are more.
 */
export const outlineJson = (value: unknown): Readonly<Record<string, string>> => {
  const outline: Record<string, string> = Object.create(null) as Record<string, string>;
  let level: readonly (readonly [string, unknown])[] = [['$', value]];
  for (let depth = 0, count = 0; depth < outlineLimits.depth && level.length > 0; depth++) {
    for (const [path, one] of level.slice(0, outlineLimits.locations - count))
      outline[path] = describeKind(one);
    count += level.length;
    if (count > outlineLimits.locations) break;
    level = level.flatMap(([path, one]) => listChildren(path, one));
  }
  const isWhole = level.every(([path, one]) => path in outline && listChildren(path, one).length === 0);
  return isWhole ? { ...outline } : { ...outline, '…': 'more places; select a part to see it' };
};

/** Maximum number of listed differences, and the maximum length of all of them and of one value in UTF-16 units. */
const differenceLimits = { differences: 100, together: 24_000, value: 300 } as const;

/** Stands for an ignored value. It is a symbol because JSON cannot contain one. */
export const ignoredValue = Symbol('ignored');

/** Describes a change by its path and both values. Long values are cut to the part from which they differ. */
const describeChange = (path: string, before: unknown, after: unknown): Difference => ({
  path,
  ...excerptValues({ before, after }, differenceLimits.value),
});

const describeAdded = (path: string, after: unknown): Difference => ({
  path,
  ...excerptValues({ after }, differenceLimits.value),
});

const describeRemoved = (path: string, before: unknown): Difference => ({
  path,
  ...excerptValues({ before }, differenceLimits.value),
});

type JsonObject = Readonly<Record<string, unknown>>;

const isNumber = (value: unknown): boolean => typeof value === 'number' || isExactNumber(value);

/** Whether two values are the same JSON. Numbers are the same if all their digits are: 1.10 is 1.1, 2^53 is not 2^53 + 1. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (isNumber(one) && isNumber(other))
    return toCanonicalNumber(String(one)) === toCanonicalNumber(String(other));
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as JsonObject, other as JsonObject];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) => Object.hasOwn(right, name) && isSame(getOwnValue(left, name), getOwnValue(right, name)),
    )
  );
};

const idNames = ['id', '_id', 'uuid', 'key'] as const;

interface Entry {
  readonly id: unknown;
  readonly value: unknown;
}

type Entries = ReadonlyMap<string, Entry>;

/** Indexes a list by an identifying field; the text "1" and the number 1 differ. Undefined if values repeat. */
const indexById = (list: readonly unknown[], name: string): Entries | undefined => {
  const entries = new Map<string, Entry>();
  for (const one of list) {
    if (one === ignoredValue) continue;
    const id = isJsonObject(one) && Object.hasOwn(one, name) ? one[name] : undefined;
    if (typeof id !== 'string' && !isNumber(id)) return undefined;
    const key = typeof id === 'string' ? JSON.stringify(id) : toCanonicalNumber(String(id));
    if (entries.has(key)) return undefined;
    entries.set(key, { id, value: one });
  }
  return entries;
};

type FoundDifferences = Iterable<Difference>;

const describeAddition = (path: string, value: unknown): readonly Difference[] =>
  value === ignoredValue ? [] : [describeAdded(path, value)];

const describeRemoval = (path: string, value: unknown): readonly Difference[] =>
  value === ignoredValue ? [] : [describeRemoved(path, value)];

function* compareObjects(path: string, before: JsonObject, after: JsonObject): FoundDifferences {
  for (const [name, value] of Object.entries(before)) {
    const at = `${path}${formatPathStep(name)}`;
    if (Object.hasOwn(after, name)) yield* compareValues(at, value, after[name]);
    else yield* describeRemoval(at, value);
  }
  for (const [name, value] of Object.entries(after))
    if (!Object.hasOwn(before, name)) yield* describeAddition(`${path}${formatPathStep(name)}`, value);
}

function* compareEntries(path: string, name: string, before: Entries, after: Entries): FoundDifferences {
  const formatItemPath = (id: unknown) => `${path}[?@${formatPathStep(name)}==${stringifyJson(id)}]`;
  for (const [key, { id, value }] of before) {
    const now = after.get(key);
    yield* now === undefined
      ? describeRemoval(formatItemPath(id), value)
      : compareValues(formatItemPath(id), value, now.value);
  }
  for (const [key, { id, value }] of after)
    if (!before.has(key)) yield* describeAddition(formatItemPath(id), value);
  const inBoth = (some: Entries, others: Entries) =>
    [...some].filter(([key]) => others.has(key)).map(([, { id }]) => id);
  const [order, now] = [inBoth(before, after), inBoth(after, before)];
  if (!isSame(order, now)) yield describeChange(`${path}[*]${formatPathStep(name)}`, order, now);
}

/** Compares lists without ids: skips their common beginning and end, and compares the rest entry by entry. */
function* comparePositions(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): FoundDifferences {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const [left, right] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const itemPath = `${path}[${start + at}]`;
    if (at >= left.length) yield* describeAddition(itemPath, right[at]);
    else if (at >= right.length) yield* describeRemoval(itemPath, left[at]);
    else yield* compareValues(itemPath, left[at], right[at]);
  }
}

function* compareLists(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): FoundDifferences {
  for (const name of idNames) {
    const [left, right] = [indexById(before, name), indexById(after, name)];
    if (left && right) {
      yield* compareEntries(path, name, left, right);
      return;
    }
  }
  yield* comparePositions(path, before, after);
}

function* compareValues(path: string, before: unknown, after: unknown): FoundDifferences {
  if (before === ignoredValue || after === ignoredValue) return;
  if (Array.isArray(before) && Array.isArray(after)) yield* compareLists(path, before, after);
  else if (isJsonObject(before) && isJsonObject(after)) yield* compareObjects(path, before, after);
  else if (!isSame(before, after)) yield describeChange(path, before, after);
}

/** Lists the differences from `offset` on that fit the limits, and says how many there are if some are left out. */
const limitDifferences = (found: FoundDifferences, offset: number): DifferenceList => {
  const differences: Difference[] = [];
  let [size, together, more] = [0, 0, 0];
  for (const one of found) {
    size += 1;
    if (size <= offset) continue;
    together += more > 0 ? 0 : stringifyJson(one).length;
    if (
      more > 0 ||
      differences.length >= differenceLimits.differences ||
      together > differenceLimits.together
    )
      more += 1;
    else differences.push(one);
  }
  return {
    differences,
    ...(more === 0 ? {} : { more }),
    ...(size === differences.length ? {} : { size }),
  };
};

/** The differences between two JSON values, by JSONPath. */
export const compareJson = (before: unknown, after: unknown, offset = 0): DifferenceList =>
  limitDifferences(compareValues('$', before, after), offset);

/** The differences between two texts, by line. */
export const compareTexts = (before: string, after: string, offset = 0): DifferenceList => {
  if (before === after) return { differences: [] };
  const lines = findChangedLines(before, after);
  if (lines === undefined) return limitDifferences([describeChange('text', before, after)], offset);
  return limitDifferences(
    lines.map(({ line, before: old, after: now }) => {
      const path = `line ${line}`;
      if (old === undefined) return describeAdded(path, now);
      return now === undefined ? describeRemoved(path, old) : describeChange(path, old, now);
    }),
    offset,
  );
};
