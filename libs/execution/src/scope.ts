import { type Clock, type Environment, type Ids, type InheritedPair, valuesOf } from '@tandem/core';
import { ownValue, stringifyJson } from '@tandem/core/codec';

import type { Scope } from './interpolate.js';

const rendered = (value: unknown): string => {
  const text: unknown = typeof value === 'string' ? value : stringifyJson(value);
  return typeof text === 'string' ? text : '';
};

/** The names of the built-in variables. */
export const builtInNames: readonly string[] = ['$uuid', '$timestamp', '$isoTimestamp', '$randomInt'];

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

/** Where an execution has its variables from. */
export interface Sources {
  /** Those of the call. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  /** Those of the request, of the folders around it and of the workspace, those that win first. */
  readonly inherited: readonly InheritedPair[];
  readonly environment: Environment | null;
}

const isOfWorkspace = ({ from }: InheritedPair): boolean => from === '';

/** The secret hidden by a variable with the same name, and what has that variable. */
export const shadowOf = ({ overrides = {}, inherited, environment }: Sources) => {
  const variables = valuesOf(environment?.variables ?? []);
  const secrets = valuesOf(environment?.secrets ?? []);
  return (name: string): string | undefined => {
    if (!(name in secrets)) return undefined;
    if (Object.hasOwn(overrides, name)) return 'call';
    const nearer = inherited.find((one) => one.name === name && !isOfWorkspace(one));
    if (nearer) return nearer.from === null ? 'request' : `folder "${nearer.from}"`;
    return name in variables ? 'environment' : undefined;
  };
};

/** Whether a name stands for a secret of the environment that has no value, as in a fresh clone. */
export const isEmptySecret = ({ overrides = {}, inherited, environment }: Sources) => {
  const variables = valuesOf(environment?.variables ?? []);
  const secrets = valuesOf(environment?.secrets ?? []);
  const nearer = valuesOf(inherited.filter((one) => !isOfWorkspace(one)));
  return (name: string): boolean =>
    ownValue(secrets, name) === '' &&
    [overrides, nearer, variables].every((values) => !Object.hasOwn(values, name));
};

/**
 * Looks up tokens in the call's variables, those of the request and of the folders around it, the environment's variables, its
 * secrets, the workspace's variables, and the built-ins, in this order.
 */
export const scopeOf = (
  { overrides = {}, inherited, environment }: Sources,
  ambient: {
    readonly clock: Clock;
    readonly ids: Ids;
    readonly builtIns: () => Readonly<Record<string, string>>;
  },
): Scope => {
  const variables = valuesOf(environment?.variables ?? []);
  const secrets = valuesOf(environment?.secrets ?? []);
  const nearer = valuesOf(inherited.filter((one) => !isOfWorkspace(one)));
  const outermost = valuesOf(inherited.filter(isOfWorkspace));
  const last = builtIn(ambient.clock, ambient.ids, ambient.builtIns());
  return (name) =>
    Object.hasOwn(overrides, name)
      ? rendered(overrides[name])
      : (ownValue(nearer, name) ??
        ownValue(variables, name) ??
        ownValue(secrets, name) ??
        ownValue(outermost, name) ??
        last(name));
};
