import { type InheritedPair, type KeptScope, type KeptVariable, typedTextOf } from '@tandem/core';

/** A variable of the workspace has the path "", one that wins over those of the request has none. */
const placeOf: Readonly<Record<KeptScope, string | null>> = { runtime: null, collection: '', global: '' };

const last = (kept: readonly KeptVariable[], scope: KeptScope): readonly KeptVariable[] => [
  ...new Map(kept.filter((one) => one.scope === scope).map((one) => [one.name, one])).values(),
];

const pairsOf = (kept: readonly KeptVariable[]): readonly InheritedPair[] =>
  kept.flatMap(({ scope, name, value }) =>
    value === undefined
      ? []
      : [{ name, ...typedTextOf(value), enabled: true, from: placeOf[scope], isKept: true }],
  );

/**
 * The variables of a request with those that scripts of other tools keep in memory: runtime variables win over all others,
 * those of the collection over the workspace's, and global ones come last.
 * @param kept in the order in which they were set and removed
 */
export const withKept = (
  inherited: readonly InheritedPair[],
  kept: readonly KeptVariable[],
): readonly InheritedPair[] => {
  if (kept.length === 0) return inherited;
  const collection = last(kept, 'collection');
  const names = new Set(collection.map(({ name }) => name));
  return [
    ...pairsOf(last(kept, 'runtime')),
    ...inherited.filter(({ from }) => from !== ''),
    ...pairsOf(collection),
    ...inherited.filter(({ name, from }) => from === '' && !names.has(name)),
    ...pairsOf(last(kept, 'global')),
  ];
};
