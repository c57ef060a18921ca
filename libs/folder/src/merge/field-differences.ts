import { isDeepStrictEqual } from 'node:util';
import type { FieldDifference, FolderKind } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { documentKinds } from '../document/entity-file.js';
import type { FieldShape, SomeFields } from '../document/fields.js';
import { toMap } from '../yaml/tree.js';
import { formatPairLabel, indexPairs, toNamedEntries } from './entity.js';

type Compare = (name: string, before: unknown, after: unknown) => readonly FieldDifference[];

const compareWhole: Compare = (name, before, after) =>
  isDeepStrictEqual(before, after) ? [] : [{ name, before, after }];

/** Compares lists pair by pair. A list in another order is one difference, with the names of its pairs. */
const comparePairs: Compare = (name, before, after) => {
  const [old, now] = [indexPairs(toNamedEntries(before)), indexPairs(toNamedEntries(after))];
  const pairs = [...new Set([...now.keys(), ...old.keys()])].flatMap((key) =>
    compareWhole(formatPairLabel(name, key), old.get(key), now.get(key)),
  );
  if (pairs.length > 0) return pairs;
  const listNames = (value: unknown) => toNamedEntries(value).map((pair) => pair.name);
  return compareWhole(name, listNames(before), listNames(after));
};

const compareEntries = (
  before: unknown,
  after: unknown,
  compareEntry: (key: string, old: unknown, now: unknown) => readonly FieldDifference[],
): readonly FieldDifference[] => {
  const [old, now] = [toMap(before), toMap(after)];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].flatMap((key) =>
    compareEntry(key, getOwnValue<unknown>(old, key), getOwnValue<unknown>(now, key)),
  );
};

const compareRecord: Compare = (name, before, after) =>
  compareEntries(before, after, (key, old, now) => compareWhole(`${name}.${key}`, old, now));

/** Compares bodies of the same type part by part. */
const compareBody: Compare = (name, before, after) =>
  toMap(before).type !== toMap(after).type
    ? compareWhole(name, before, after)
    : compareEntries(before, after, (key, old, now) =>
        (key === 'fields' || key === 'parts' ? comparePairs : compareWhole)(name, old, now),
      );

const compareVariables: Compare = (name, before, after) =>
  [before, after].some((one) => typeof one === 'string')
    ? compareWhole(name, before, after)
    : compareRecord(name, before, after);

const compareByShape: Readonly<Record<FieldShape, Compare>> = {
  scalar: compareWhole,
  text: compareWhole,
  pairs: comparePairs,
  record: compareRecord,
  variables: compareVariables,
  body: compareBody,
};

/** Compares two versions of an entity field by field. Names the fields as conflicts do, in the order of the entity's file. */
export const compareFields = (
  kind: FolderKind,
  before: SomeFields,
  after: SomeFields,
): readonly FieldDifference[] => {
  const { merged } = documentKinds[kind];
  const names = new Set([...Object.keys(merged), ...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((field) =>
    compareByShape[getOwnValue(merged, field) ?? 'scalar'](
      field,
      getOwnValue<unknown>(before, field),
      getOwnValue<unknown>(after, field),
    ),
  );
};
