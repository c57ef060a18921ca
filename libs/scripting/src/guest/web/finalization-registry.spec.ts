import { describe, expect, it } from 'vitest';

import { FinalizationRegistry as Ours } from './timers.js';

type Registry = new (cleanUp: unknown) => {
  readonly register: (target: unknown, held: unknown, token?: unknown) => void;
  readonly unregister: (token: unknown) => boolean;
};

/** The result of each step, for our class or the engine's. */
const outcomes = (Kind: Registry) => {
  const of = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return (error as Error).name;
    }
  };
  const registry = new Kind(() => undefined);
  const [target, token] = [{}, {}];
  return [
    of(() => new Kind(1)),
    of(() => registry.register(1, 1)),
    of(() => registry.register(target, target)),
    of(() => registry.register(target, 1, 'x')),
    of(() => registry.register(target, 1)),
    of(() => registry.unregister(token)),
    of(() => registry.register(target, 1, token)),
    of(() => registry.unregister(token)),
    of(() => registry.unregister(token)),
    of(() => registry.unregister(undefined)),
    Object.prototype.toString.call(registry),
    Kind.name,
  ];
};

describe('FinalizationRegistry', () => {
  it("behaves like the engine's implementation, except for callbacks", () => {
    expect(outcomes(Ours)).toEqual(outcomes(Reflect.get(globalThis, 'FinalizationRegistry') as Registry));
  });
});
