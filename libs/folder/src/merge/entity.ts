import { getOwnValue } from '@tandem/core/codec';
import {
  type FolderKind,
  type GraphqlVariables,
  parseGraphqlVariables,
  formatGraphqlVariables,
} from '@tandem/core';

import type { FieldShape } from '../document/kind.js';
import { toMap } from '../yaml/tree.js';
import { documentKinds } from '../document/kinds.js';
import { mergePairs } from './pairs.js';
import { type Decide, type FieldConflict, mergeWhole, type MergedSides, type Sides } from './sides.js';
import { mergeText } from './text.js';
import { toSomeFields, type SomeFields } from '../document/fields.js';

type Merge = (field: string, sides: Sides, decide: Decide) => MergedSides;
type Item = Readonly<Record<string, unknown>>;

type MergedItem = MergedSides & {
  readonly ours: Item;
  readonly theirs: Item;
  readonly base: Item;
  readonly common: Item;
};

const toItems: (value: unknown) => Item = toMap;

/** Merges the entries of three records, each with the `mergeOf` of its key. */
const mergeEntries = (sides: Sides, mergeOf: (key: string) => (entry: Sides) => MergedSides): MergedItem => {
  const { base, ours, theirs } = {
    base: toItems(sides.base),
    ours: toItems(sides.ours),
    theirs: toItems(sides.theirs),
  };
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs), ...Object.keys(base)])];
  const own = (item: Item, key: string) => (Object.hasOwn(item, key) ? item[key] : undefined);
  const merged = keys.map(
    (key) =>
      [key, mergeOf(key)({ base: own(base, key), ours: own(ours, key), theirs: own(theirs, key) })] as const,
  );
  const side = (of: 'base' | 'ours' | 'theirs' | 'common'): Item =>
    Object.fromEntries(
      merged.flatMap(([key, one]) => (one[of] === undefined ? [] : [[key, one[of]] as const])),
    );
  const conflicts = merged.flatMap(([, one]) => one.conflicts);
  return {
    base: side('base'),
    ours: side('ours'),
    theirs: side('theirs'),
    common: side('common'),
    conflicts,
  };
};

const mergeRecord: Merge = (field, sides, decide) =>
  mergeEntries(sides, (key) => (entry) => mergeWhole(`${field}.${key}`, entry, decide));

const partsOfBody: ReadonlyMap<string, Merge> = new Map([
  ['content', mergeText],
  ['fields', mergePairs],
  ['parts', mergePairs],
]);

/** Bodies of one type part by part, others as a whole. */
const mergeBody: Merge = (field, sides, decide) => {
  const types = new Set([sides.base, sides.ours, sides.theirs].map((body) => toItems(body).type));
  if (types.size > 1 || sides.base === undefined) return mergeWhole(field, sides, decide);
  return mergeEntries(sides, (key) => (entry) => (partsOfBody.get(key) ?? mergeWhole)(field, entry, decide));
};

/** GraphQL variables by name; by line if one side is text. */
const mergeVariables: Merge = (field, sides, decide) => {
  const all = [sides.base, sides.ours, sides.theirs];
  if (!all.some((one) => typeof one === 'string')) return mergeRecord(field, sides, decide);
  const [base, ours, theirs] = all.map((one) =>
    one === undefined ? undefined : formatGraphqlVariables(one as GraphqlVariables),
  );
  const merged = mergeText(field, { base, ours, theirs }, decide);
  const read = (text: unknown) => (typeof text === 'string' ? parseGraphqlVariables(text) : text);
  return {
    ...merged,
    base: read(merged.base),
    ours: read(merged.ours),
    theirs: read(merged.theirs),
    common: read(merged.common),
  };
};

const merges: Readonly<Record<FieldShape, Merge>> = {
  scalar: mergeWhole,
  text: mergeText,
  pairs: mergePairs,
  record: mergeRecord,
  variables: mergeVariables,
  body: mergeBody,
};

/**
 * An entity for the database (`ours`), for its file (`theirs`) and for the memory (`base`; `common` while only the
 * file is written).
 */
export interface MergedEntity {
  readonly base: SomeFields;
  readonly ours: SomeFields;
  readonly theirs: SomeFields;
  readonly common: SomeFields;
  readonly conflicts: readonly FieldConflict[];
}

/** The same fields for all. */
const createUnchangedMerge = (fields: SomeFields): MergedEntity => ({
  base: fields,
  ours: fields,
  theirs: fields,
  common: fields,
  conflicts: [],
});

/** Merges an entity field by field; `base` lacks the fields that never had a common value. */
export const mergeEntity = (
  kind: FolderKind,
  base: Item,
  ours: Item,
  theirs: Item,
  decide: Decide,
): MergedEntity => {
  // An entity without a file has the same object on all sides: a new folder has thousands of them.
  if (base === ours && ours === theirs) return createUnchangedMerge(toSomeFields(ours));
  const merged = mergeEntries(
    { base, ours, theirs },
    (field) => (sides) =>
      merges[getOwnValue(documentKinds[kind].merged, field) ?? 'scalar'](field, sides, decide),
  );
  return {
    base: toSomeFields(merged.base),
    ours: toSomeFields(merged.ours),
    theirs: toSomeFields(merged.theirs),
    common: toSomeFields(merged.common),
    conflicts: merged.conflicts,
  };
};
