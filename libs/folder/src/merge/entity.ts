import { isDeepStrictEqual } from 'node:util';
import {
  type FolderKind,
  formatGraphqlVariables,
  type GraphqlVariables,
  parseGraphqlVariables,
} from '@tandem/core';
import { getOwnValue, t } from '@tandem/core/codec';

import { documentKinds } from '../document/entity-file.js';
import { type FieldShape, type SomeFields, toSomeFields } from '../document/fields.js';
import { toMap } from '../yaml/tree.js';
import { mergeLines } from './lines.js';

const NamedList = t.readonlyArray(t.type({ name: t.string }));

/** An entry of a list in which names may repeat, such as headers. */
export type NamedEntry = t.TypeOf<typeof NamedList>[number];

/** A list of named entries, or an empty one for anything else. */
export const toNamedEntries = (value: unknown): readonly NamedEntry[] => (NamedList.is(value) ? value : []);

/** The values of a field on both sides, and the last value that both had. Undefined where the field is missing. */
interface Sides {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export interface FieldConflict extends Sides {
  readonly field: string;
}

/** The merged values for both sides, and the base for the next merge. They only differ in conflicts. */
interface MergedSides extends Sides {
  /**
   * The base while the merged file is written but the database is not updated. It is the database's current value, which the file includes;
   * in a conflict, it is the previous base.
   */
  readonly common: unknown;
  readonly conflicts: readonly FieldConflict[];
}

/** Returns the value that a person chose for a conflict; undefined if nobody has decided. */
export type Decide = (conflict: FieldConflict) => { readonly value: unknown } | undefined;

/** Creates a merge in which both sides get the same value. The database has `before` until it is updated. */
const createAgreement = (value: unknown, before: unknown): MergedSides => ({
  base: value,
  ours: value,
  theirs: value,
  common: before,
  conflicts: [],
});

/** Resolves a conflict with the chosen value. Without a choice, each side and the base stay unchanged. */
const resolveConflict = (field: string, sides: Sides, decide: Decide): MergedSides => {
  const conflict = { field, ...sides };
  const decided = decide(conflict);
  return decided
    ? createAgreement(decided.value, sides.ours)
    : { ...sides, common: sides.base, conflicts: [conflict] };
};

/** Returns the value of the side that changed; undefined if both sides changed it differently. */
const mergeOneSided = ({ base, ours, theirs }: Sides): MergedSides | undefined => {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(theirs, base)) return createAgreement(ours, ours);
  return isDeepStrictEqual(ours, base) ? createAgreement(theirs, ours) : undefined;
};

/** Merges a value as a whole, and takes it from the side that changed it. */
const mergeWhole = (field: string, sides: Sides, decide: Decide): MergedSides =>
  mergeOneSided(sides) ?? resolveConflict(field, sides, decide);

/** Combines a name and the number of earlier pairs with the same name. */
const formatKey = (name: string, nth: number): string => `${nth} ${name}`;
const parseNth = (key: string): number => Number.parseInt(key, 10);
const parseKeyName = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Indexes the pairs by name and occurrence, in order: `host`, `host[1]`, .. */
export const indexPairs = (list: readonly NamedEntry[]): ReadonlyMap<string, NamedEntry> => {
  const seen = new Map<string, number>();
  return new Map(
    list.map((pair) => {
      const nth = seen.get(pair.name) ?? 0;
      seen.set(pair.name, nth + 1);
      return [formatKey(pair.name, nth), pair];
    }),
  );
};

/** The name of a pair in messages: `headers[accept]`, `headers[accept][1]`, .. */
export const formatPairLabel = (field: string, key: string): string => {
  const [name, nth] = [parseKeyName(key), parseNth(key)];
  return nth === 0 ? `${field}[${name}]` : `${field}[${name}][${nth}]`;
};

/** Adds the keys that only `other` has to `spine`, each after the key that precedes it in `other`. */
const insertMissing = (spine: readonly string[], other: readonly string[]): readonly string[] => {
  const known = new Set(spine);
  const following = new Map<string | undefined, string>();
  other.forEach((key, index) => {
    if (!known.has(key)) following.set(other[index - 1], key);
  });
  const result: string[] = [];
  for (const key of [undefined, ...spine]) {
    if (key !== undefined) result.push(key);
    for (let next = following.get(key); next !== undefined; next = following.get(next)) result.push(next);
  }
  return result;
};

/** Merges the order of all keys; undefined if both sides moved common keys differently. */
const mergeOrder = (
  base: readonly string[] | undefined,
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] | undefined => {
  if (base === undefined) return insertMissing(ours, theirs);
  const [inOurs, inTheirs] = [new Set(ours), new Set(theirs)];
  const inAll = new Set(base.filter((key) => inOurs.has(key) && inTheirs.has(key)));
  const [b, o, t] = [base, ours, theirs].map((keys) => keys.filter((key) => inAll.has(key)));
  if (isDeepStrictEqual(o, b)) return insertMissing(theirs, ours);
  if (isDeepStrictEqual(t, b) || isDeepStrictEqual(o, t)) return insertMissing(ours, theirs);
  return undefined;
};

/** The names that occur more than once. */
const findRepeatedNames = (keys: readonly string[]): ReadonlySet<string> => {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const name of keys.map(parseKeyName)) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
};

/** Merges lists of named entries: each pair separately, and their order. */
export const mergePairs = (field: string, sides: Sides, decide: Decide): MergedSides => {
  const sided = mergeOneSided(sides);
  if (sided !== undefined) return sided;
  const [b, o, t] = [
    indexPairs(toNamedEntries(sides.base)),
    indexPairs(toNamedEntries(sides.ours)),
    indexPairs(toNamedEntries(sides.theirs)),
  ];
  const order = mergeOrder(
    sides.base === undefined ? undefined : [...b.keys()],
    [...o.keys()],
    [...t.keys()],
  );
  if (order === undefined) return resolveConflict(field, sides, decide);
  const merged = order.map((key) =>
    mergeWhole(
      formatPairLabel(field, key),
      { base: b.get(key), ours: o.get(key), theirs: t.get(key) },
      decide,
    ),
  );
  // Pairs with one name are numbered. If the sides differ in how many they have, the next merge would number them differently, so the whole
  // list is in conflict.
  const repeated = findRepeatedNames(order);
  const unclear = order.some(
    (key, index) =>
      repeated.has(parseKeyName(key)) &&
      (merged[index]?.conflicts.length !== 0 || merged[index].ours === undefined),
  );
  if (unclear) return resolveConflict(field, sides, decide);
  const byKey = new Map(order.map((key, index) => [key, merged[index]]));
  const side = (of: 'base' | 'ours' | 'theirs' | 'common', keys = order) =>
    keys.map((key) => byKey.get(key)?.[of]).filter((pair) => pair !== undefined && pair !== null);
  const conflicts: readonly FieldConflict[] = merged.flatMap((one) => one.conflicts);
  return {
    base: side('base'),
    ours: side('ours'),
    theirs: side('theirs'),
    // The database keeps its own order until it is updated.
    common: side('common', insertMissing([...o.keys()], order)),
    conflicts,
  };
};

/** Merges text by line, so that changes of different lines are both kept. */
const mergeText = (field: string, sides: Sides, decide: Decide): MergedSides => {
  const { base, ours, theirs } = sides;
  if (typeof base === 'string' && typeof ours === 'string' && typeof theirs === 'string') {
    const merged = mergeLines(base, ours, theirs);
    if (merged !== undefined) return createAgreement(merged, ours);
  }
  return mergeWhole(field, sides, decide);
};

type Merge = (field: string, sides: Sides, decide: Decide) => MergedSides;
type Item = Readonly<Record<string, unknown>>;

type MergedItem = MergedSides & {
  readonly ours: Item;
  readonly theirs: Item;
  readonly base: Item;
  readonly common: Item;
};

const toItems: (value: unknown) => Item = toMap;

/** Merges three records key by key. `mergeOf` returns the merge for a key. */
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

const mergeByBodyPart: ReadonlyMap<string, Merge> = new Map([
  ['content', mergeText],
  ['fields', mergePairs],
  ['parts', mergePairs],
]);

/** Merges bodies of the same type part by part, other bodies as a whole. */
const mergeBody: Merge = (field, sides, decide) => {
  const types = new Set([sides.base, sides.ours, sides.theirs].map((body) => toItems(body).type));
  if (types.size > 1 || sides.base === undefined) return mergeWhole(field, sides, decide);
  return mergeEntries(
    sides,
    (key) => (entry) => (mergeByBodyPart.get(key) ?? mergeWhole)(field, entry, decide),
  );
};

/** Merges GraphQL variables by name, or by line if one side is text. */
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

const mergeByShape: Readonly<Record<FieldShape, Merge>> = {
  scalar: mergeWhole,
  text: mergeText,
  pairs: mergePairs,
  record: mergeRecord,
  variables: mergeVariables,
  body: mergeBody,
};

/**
 * The merged fields of an entity: `ours` for the database, `theirs` for its file, `base` for the memory, and `common` for the memory while
 * only the file is written.
 */
export interface MergedEntity {
  readonly base: SomeFields;
  readonly ours: SomeFields;
  readonly theirs: SomeFields;
  readonly common: SomeFields;
  readonly conflicts: readonly FieldConflict[];
}

/** Creates a merge in which nothing has changed. */
const createUnchangedMerge = (fields: SomeFields): MergedEntity => ({
  base: fields,
  ours: fields,
  theirs: fields,
  common: fields,
  conflicts: [],
});

/** Merges an entity field by field. Fields that never had a common value are missing from `base`. */
export const mergeEntity = (
  kind: FolderKind,
  base: Item,
  ours: Item,
  theirs: Item,
  decide: Decide,
): MergedEntity => {
  // An entity without a file has the same object on all sides. This check is fast, because a new folder has thousands of such entities.
  if (base === ours && ours === theirs) return createUnchangedMerge(toSomeFields(ours));
  const merged = mergeEntries(
    { base, ours, theirs },
    (field) => (sides) =>
      mergeByShape[getOwnValue(documentKinds[kind].merged, field) ?? 'scalar'](field, sides, decide),
  );
  return {
    base: toSomeFields(merged.base),
    ours: toSomeFields(merged.ours),
    theirs: toSomeFields(merged.theirs),
    common: toSomeFields(merged.common),
    conflicts: merged.conflicts,
  };
};
