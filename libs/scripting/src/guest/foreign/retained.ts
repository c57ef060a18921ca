import type { RetainedScope, RetainedVariable } from '@tandem/core';

import type { Values } from './stored.js';

const { hasOwn } = Object;

/** As in Bruno, a value is converted through JSON. Values that JSON cannot represent become null. */
export const copyThroughJson = (value: unknown): unknown => {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
};

/** A scope whose variables are kept in memory and override those of the file. */
export const createRetainedScope = (
  scope: RetainedScope,
  saved: Values,
  before: readonly RetainedVariable[],
  tell: (change: RetainedVariable) => void,
) => {
  const values: Record<string, unknown> = { ...saved };
  const change = ({ name, value }: Pick<RetainedVariable, 'name' | 'value'>): void => {
    if (value === undefined) Reflect.deleteProperty(values, name);
    else values[name] = value;
  };
  for (const one of before) if (one.scope === scope) change(one);
  return {
    values: (): Values => values,
    set: (name: string, value: unknown): void => {
      const kept = value === undefined ? null : copyThroughJson(value);
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

/** What was set or removed in memory: since the last call, and by all scripts of the execution. */
export const createChangeRecorder = () => {
  let told: RetainedVariable[] = [];
  const all: RetainedVariable[] = [];
  return {
    tell: (change: RetainedVariable): void => {
      told.push(change);
      all.push(change);
    },
    take: (): readonly RetainedVariable[] => {
      const taken = told;
      told = [];
      return taken;
    },
    soFar: (): readonly RetainedVariable[] => [...all],
  };
};
