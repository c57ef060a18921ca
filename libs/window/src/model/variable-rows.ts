import type { Pair } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

/** What `environments_update` takes. */
export type UpdateEnvironment = RpcMethods['environments_update']['params'];

/** A change of the variables of an environment, by their names. */
export type VariableChange = Pick<UpdateEnvironment, 'variables' | 'removeVariables'>;

/** What makes `stored` into `rows`, by names; rows without a name are not stored yet. */
export const variableChange = (
  stored: readonly Pair[],
  rows: readonly Pair[],
): VariableChange | undefined => {
  const named = rows.filter(({ name }) => name.trim() !== '');
  const before = new Map(stored.map(({ name, value }) => [name, value]));
  const set = named.filter(({ name, value }) => before.get(name) !== value);
  const names = new Set(named.map(({ name }) => name));
  const gone = stored.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (set.length === 0 && gone.length === 0) return undefined;
  return {
    ...(set.length > 0 ? { variables: Object.fromEntries(set.map(({ name, value }) => [name, value])) } : {}),
    ...(gone.length > 0 ? { removeVariables: gone } : {}),
  };
};

/** What is typed, over what is stored now: a row that was not touched follows, one that was stays. */
export const withStored = (
  rows: readonly Pair[],
  before: readonly Pair[],
  stored: readonly Pair[],
): readonly Pair[] => {
  const isSame = (a: Pair, b: Pair): boolean => a.name === b.name && a.value === b.value;
  const kept = rows.flatMap((row) => {
    const now = stored.find(({ name }) => name === row.name);
    if (!before.some((one) => isSame(one, row))) return [row];
    return now === undefined ? [] : [now];
  });
  const names = new Set([...kept, ...before].map(({ name }) => name));
  return [...kept, ...stored.filter(({ name }) => !names.has(name))];
};
