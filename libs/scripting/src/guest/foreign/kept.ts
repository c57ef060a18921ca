import type { KeptScope, KeptVariable } from '@tandem/core';

import type { Values } from './stored.js';

const { hasOwn } = Object;

/** As in Bruno, a value is what its JSON says; what JSON has no word for is null. */
export const jsonOf = (value: unknown): unknown => {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
};

/** A scope whose variables are kept in memory, over those of the file. */
export const createKept = (
  scope: KeptScope,
  saved: Values,
  before: readonly KeptVariable[],
  tell: (change: KeptVariable) => void,
) => {
  const values: Record<string, unknown> = { ...saved };
  const change = ({ name, value }: Pick<KeptVariable, 'name' | 'value'>): void => {
    if (value === undefined) Reflect.deleteProperty(values, name);
    else values[name] = value;
  };
  for (const one of before) if (one.scope === scope) change(one);
  return {
    values: (): Values => values,
    set: (name: string, value: unknown): void => {
      const kept = value === undefined ? null : jsonOf(value);
      values[name] = value === undefined ? undefined : kept;
      tell({ scope, name, value: kept });
    },
    remove: (name: string): void => {
      if (!hasOwn(values, name)) return;
      Reflect.deleteProperty(values, name);
      tell({ scope, name });
    },
  };
};

/** What was set or removed in memory: since it was taken last, and by all scripts of the execution. */
export const createTold = () => {
  let told: KeptVariable[] = [];
  const all: KeptVariable[] = [];
  return {
    tell: (change: KeptVariable): void => {
      told.push(change);
      all.push(change);
    },
    take: (): readonly KeptVariable[] => {
      const taken = told;
      told = [];
      return taken;
    },
    soFar: (): readonly KeptVariable[] => [...all],
  };
};
