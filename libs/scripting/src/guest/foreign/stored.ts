import type { RetainedScope, RetainedVariable } from '@tandem/core';

import type { ShimParts } from './shim.js';
import { toText } from './text.js';

export type Values = Readonly<Record<string, unknown>>;

const { hasOwn } = Object;

/** Creates access to the variables of the active environment, or to those that a run passes on if none is active. */
export const createStoredVariables = ({ env, run, input }: ShimParts) => {
  /** The values before scripts have set variables for this execution only. */
  const given = input().request.variables;
  /** The names of the variables that a script has set to undefined. They are stored as null. */
  const unset = new Set<string>();
  const removed = new Set<string>();

  /** The variables that a run passes on, without those of the data row, which are iteration data. */
  const handedOn = (): Values =>
    Object.fromEntries(
      Object.entries(given).filter(([name]) => !hasOwn(run.row ?? {}, name) && !removed.has(name)),
    );
  const hasSecret = (name: string | symbol): name is string =>
    typeof name === 'string' && name !== '' && env.hasSecret(name) && !removed.has(name);
  /**
   * Removes a variable. A secret stays a secret with an empty value, so that a value which is set later is redacted too. Does not change a
   * withheld secret.
   */
  const remove = (name: string): void => {
    if (hasSecret(name) && env.getSecret(name) !== null) env.setSecret(name, '');
    unset.delete(name);
    removed.add(name);
    env.unsetVariable(name);
  };
  const known = (): Values => {
    const values: Record<string, unknown> = { ...handedOn(), ...env.variables() };
    // A request that this one executed may have set the variable again.
    for (const name of unset) if (values[name] === null) values[name] = undefined;
    return values;
  };
  return {
    known,
    /** Adds the secrets of the environment to the values. They can be read by name, but are not listed. */
    withSecrets: (values: Values): Values =>
      new Proxy(values, {
        getOwnPropertyDescriptor: (target, key) =>
          Reflect.getOwnPropertyDescriptor(target, key) ??
          (hasSecret(key) ? { value: env.getSecret(key), enumerable: false, configurable: true } : undefined),
        get: (target, key): unknown =>
          !hasOwn(target, key) && hasSecret(key) ? env.getSecret(key) : Reflect.get(target, key),
      }),
    remove,
    clear: (): void => {
      for (const name of [...Object.keys(known()), ...env.secretNames()]) remove(name);
    },
    write: (name: string, value: unknown): void => {
      removed.delete(name);
      unset.delete(name);
      // Setting a secret must not make it a variable.
      if (env.hasSecret(name) && !env.hasVariable(name)) {
        env.setSecret(name, toText(value));
        return;
      }
      if (value === undefined) unset.add(name);
      env.setVariable(name, typeof value === 'function' || typeof value === 'symbol' ? toText(value) : value);
    },
  };
};

/** Copies a value through JSON, as Bruno does. A value that JSON cannot represent becomes null. */
export const copyThroughJson = (value: unknown): unknown => {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
};

/** Creates a scope whose variables stay in memory and override those of the file. */
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

/** Records changes of variables in memory: those since the last call, and those of all scripts of the execution. */
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
