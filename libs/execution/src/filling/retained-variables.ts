import { type InheritedPair, type RetainedScope, type RetainedVariable, toTypedText } from '@tandem/core';

/** The workspace's variables have the path "". Variables that override those of the request have none. */
const placeOf: Readonly<Record<RetainedScope, string | null>> = { runtime: null, collection: '', global: '' };

const getLastVariables = (
  kept: readonly RetainedVariable[],
  scope: RetainedScope,
): readonly RetainedVariable[] => [
  ...new Map(kept.filter((one) => one.scope === scope).map((one) => [one.name, one])).values(),
];

const toInheritedPairs = (kept: readonly RetainedVariable[]): readonly InheritedPair[] =>
  kept.flatMap(({ scope, name, value }) =>
    value === undefined
      ? []
      : [{ name, ...toTypedText(value), enabled: true, from: placeOf[scope], isKept: true }],
  );

/**
 * The request's variables with those that scripts of other tools keep in memory: runtime variables override all
 * others, collection variables override the workspace's, and global ones come last.
 * @param kept in the order in which they were set and removed
 */
export const addRetainedVariables = (
  inherited: readonly InheritedPair[],
  kept: readonly RetainedVariable[],
): readonly InheritedPair[] => {
  if (kept.length === 0) return inherited;
  const collection = getLastVariables(kept, 'collection');
  const names = new Set(collection.map(({ name }) => name));
  return [
    ...toInheritedPairs(getLastVariables(kept, 'runtime')),
    ...inherited.filter(({ from }) => from !== ''),
    ...toInheritedPairs(collection),
    ...inherited.filter(({ name, from }) => from === '' && !names.has(name)),
    ...toInheritedPairs(getLastVariables(kept, 'global')),
  ];
};
