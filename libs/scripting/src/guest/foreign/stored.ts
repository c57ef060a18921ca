import type { RetainedScope, RetainedVariable } from '@tandem/core';

import type { ShimParts } from './shim.js';
import { toText } from './text.js';

export type Values = Readonly<Record<string, unknown>>;

const { hasOwn } = Object;

/** The active environment's variables, or those that a run passes on if there is none. */
export const createStored = ({ env, run, input }: ShimParts) => {
  /** The values before scripts set variables for their execution only. */
  const given = input().request.variables;
  /** The names of variables that a script set to undefined, which are stored as null. */
  const unset = new Set<string>();
  const removed = new Set<string>();

  /** The variables that a run passes on. The data row is not one of them: it is iteration data. */
  const handedOn = (): Values =>
    Object.fromEntries(
      Object.entries(given).filter(([name]) => !hasOwn(run.row ?? {}, name) && !removed.has(name)),
    );
  const hasSecret = (name: string | symbol): name is string =>
    typeof name === 'string' && name !== '' && env.hasSecret(name) && !removed.has(name);
  /**
   * Removes a variable. A removed secret stays a secret without a value, so that a later value is hidden too. A withheld secret is
   * unchanged.
   */
  const remove = (name: string): void => {
    if (hasSecret(name) && env.getSecret(name) !== null) env.setSecret(name, '');
    unset.delete(name);
    removed.add(name);
    env.unsetVariable(name);
  };
  const known = (): Values => {
    const values: Record<string, unknown> = { ...handedOn(), ...env.variables() };
    // A request executed by this request may have set the variable since.
    for (const name of unset) if (values[name] === null) values[name] = undefined;
    return values;
  };
  return {
    known,
    /** The values, including the environment's secrets. A secret can be read by its name but is not listed. */
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
      // A secret stays a secret.
      if (env.hasSecret(name) && !env.hasVariable(name)) {
        env.setSecret(name, toText(value));
        return;
      }
      if (value === undefined) unset.add(name);
      env.setVariable(name, typeof value === 'function' || typeof value === 'symbol' ? toText(value) : value);
    },
  };
};

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

/** Records the variables that were set or removed in memory, since the last call and by all scripts of the execution. */
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
