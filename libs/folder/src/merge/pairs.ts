import { isDeepStrictEqual } from 'node:util';

import { type NamedEntry, toNamedEntries } from './named.js';
import {
  type Decide,
  resolveConflict,
  type FieldConflict,
  mergeWhole,
  type MergedSides,
  mergeOneSided,
  type Sides,
} from './sides.js';

/** A name and the number of the same names before it. */
const formatKey = (name: string, nth: number): string => `${nth} ${name}`;
const parseNth = (key: string): number => Number.parseInt(key, 10);
const parseKeyName = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** The pairs by name and occurrence, in order: `host`, `host[1]`, .. */
const indexPairs = (list: readonly NamedEntry[]): ReadonlyMap<string, NamedEntry> => {
  const seen = new Map<string, number>();
  return new Map(
    list.map((pair) => {
      const nth = seen.get(pair.name) ?? 0;
      seen.set(pair.name, nth + 1);
      return [formatKey(pair.name, nth), pair];
    }),
  );
};

const label = (field: string, key: string): string => {
  const [name, nth] = [parseKeyName(key), parseNth(key)];
  return nth === 0 ? `${field}[${name}]` : `${field}[${name}][${nth}]`;
};

/** `spine` plus the keys only in `other`, each after its predecessor there. */
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

/** One order for all keys; undefined if both sides moved common keys differently. */
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

/** Lists of named things: merged pair by pair, the order separately. */
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
    mergeWhole(label(field, key), { base: b.get(key), ours: o.get(key), theirs: t.get(key) }, decide),
  );
  // The next comparison would renumber a repeated name if one side has it once, or if an earlier pair
  // of that name is gone.
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
    // The database keeps its own order until it gets the merged one.
    common: side('common', insertMissing([...o.keys()], order)),
    conflicts,
  };
};
