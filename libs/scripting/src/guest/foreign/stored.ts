import type { ShimParts } from './shim.js';
import { textOf } from './text.js';

export type Values = Readonly<Record<string, unknown>>;

const { hasOwn } = Object;

/** What the active environment has, and what a run hands on where there is none. */
export const createStored = ({ env, run, input }: ShimParts) => {
  /** As they are before the scripts set some for their execution alone. */
  const given = input().request.variables;
  /** What a script set to undefined, which is kept as null. */
  const unset = new Set<string>();
  const removed = new Set<string>();

  /** The row is iteration data, not a variable of an environment. */
  const handedOn = (): Values =>
    Object.fromEntries(
      Object.entries(given).filter(([name]) => !hasOwn(run.row ?? {}, name) && !removed.has(name)),
    );
  const hasSecret = (name: string | symbol): name is string =>
    typeof name === 'string' && name !== '' && env.hasSecret(name) && !removed.has(name);
  /** A secret that is removed stays one without a value, so that what is set later is hidden as well; one that is withheld stays as it is. */
  const remove = (name: string): void => {
    if (hasSecret(name) && env.getSecret(name) !== null) env.setSecret(name, '');
    unset.delete(name);
    removed.add(name);
    env.unsetVariable(name);
  };
  const known = (): Values => {
    const values: Record<string, unknown> = { ...handedOn(), ...env.variables() };
    // Another request that this one executed may have set it since.
    for (const name of unset) if (values[name] === null) values[name] = undefined;
    return values;
  };
  return {
    known,
    /** The values with the secrets of the environment, which are found by their names but not listed. */
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
      // A secret stays one.
      if (env.hasSecret(name) && !env.hasVariable(name)) {
        env.setSecret(name, textOf(value));
        return;
      }
      if (value === undefined) unset.add(name);
      env.setVariable(name, typeof value === 'function' || typeof value === 'symbol' ? textOf(value) : value);
    },
  };
};
