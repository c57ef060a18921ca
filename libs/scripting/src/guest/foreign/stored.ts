import type { ShimParts } from './shim.js';
import { textOf } from './text.js';

export type Values = Readonly<Record<string, unknown>>;

const { hasOwn } = Object;

/** The values with the secrets of the environment, which are found by their names but not listed. */
const withSecrets = (env: ShimParts['env'], values: Values): Values =>
  new Proxy(values, {
    getOwnPropertyDescriptor: (target, key) =>
      Reflect.getOwnPropertyDescriptor(target, key) ??
      (typeof key === 'string' && key !== '' && env.hasSecret(key)
        ? { value: env.getSecret(key), enumerable: false, configurable: true }
        : undefined),
    get: (target, key): unknown =>
      typeof key === 'string' && !hasOwn(target, key) && key !== '' && env.hasSecret(key)
        ? env.getSecret(key)
        : Reflect.get(target, key),
  });

/** What the active environment has, and what a run hands on where there is none. */
export const createStored = ({ env, run, input }: ShimParts) => {
  /** What a script set to undefined, which is kept as null. */
  const unset = new Set<string>();
  const removed = new Set<string>();

  /** The row is iteration data, not a variable of an environment. */
  const handedOn = (): Values =>
    Object.fromEntries(
      Object.entries(input().request.variables).filter(
        ([name]) => !hasOwn(run.row ?? {}, name) && !removed.has(name),
      ),
    );
  const remove = (name: string): void => {
    unset.delete(name);
    removed.add(name);
    env.unsetVariable(name);
  };
  return {
    known: (): Values => {
      const values: Record<string, unknown> = { ...handedOn(), ...env.variables() };
      // Another request that this one executed may have set it since.
      for (const name of unset) if (values[name] === null) values[name] = undefined;
      return values;
    },
    withSecrets: (values: Values): Values => withSecrets(env, values),
    remove,
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
