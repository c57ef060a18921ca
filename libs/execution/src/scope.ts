import { type Clock, type Environment, type Ids, valuesOf } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';

import type { Scope } from './interpolate.js';

const rendered = (value: unknown): string => {
  const text: unknown = typeof value === 'string' ? value : JSON.stringify(value);
  return typeof text === 'string' ? text : '';
};

/** The built-in variables; each use creates a new value. */
const builtIn = (clock: Clock, ids: Ids, more: Readonly<Record<string, string>>): Scope => {
  const made: Readonly<Record<string, () => string>> = {
    $uuid: () => ids.uuid(),
    $timestamp: () => String(Math.floor(clock.now().getTime() / 1_000)),
    $isoTimestamp: () => clock.now().toISOString(),
    $randomInt: () => String(ids.random(1_000)),
  };
  return (name) =>
    Object.hasOwn(made, name) ? made[name]?.() : Object.hasOwn(more, name) ? more[name] : undefined;
};

/** The secret hidden by a variable with the same name, and which of the two kinds of variable hides it. */
export const shadowOf = (overrides: Readonly<Record<string, unknown>>, environment: Environment | null) => {
  const variables = valuesOf(environment?.variables ?? []);
  const secrets = valuesOf(environment?.secrets ?? []);
  return (name: string): 'call' | 'environment' | undefined => {
    if (!(name in secrets)) return undefined;
    if (Object.hasOwn(overrides, name)) return 'call';
    return name in variables ? 'environment' : undefined;
  };
};

/** Looks up tokens in the call's variables, the environment's variables, its secrets, and the built-ins, in this order. */
export const scopeOf = (
  overrides: Readonly<Record<string, unknown>>,
  environment: Environment | null,
  ambient: {
    readonly clock: Clock;
    readonly ids: Ids;
    readonly builtIns: () => Readonly<Record<string, string>>;
  },
): Scope => {
  const variables = valuesOf(environment?.variables ?? []);
  const secrets = valuesOf(environment?.secrets ?? []);
  const last = builtIn(ambient.clock, ambient.ids, ambient.builtIns());
  return (name) =>
    Object.hasOwn(overrides, name)
      ? rendered(overrides[name])
      : (ownValue(variables, name) ?? ownValue(secrets, name) ?? last(name));
};
