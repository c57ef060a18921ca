import {
  type Clock,
  type DynamicValues,
  type Environment,
  findVariableOfPath,
  findVariableText,
  type Ids,
  indexValues,
  indexVariables,
  type InheritedPair,
  type Secret,
  toTypedText,
  type TypedText,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';
import type { ExecutionContext } from '../execution-state.js';
import { unescapeJsonText } from './interpolate-grammar.js';
import { interpolate, type Scope } from './interpolate.js';

/** The sources of the built-in variables. */
interface BuiltInSources {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly dynamicValues: DynamicValues;
  readonly builtIns: () => Readonly<Record<string, string>>;
}

/** The built-in variables. Each use creates a new value. The most frequent ones are made here, without the port for made-up data. */
const createBuiltInScope = ({ clock, ids, dynamicValues, builtIns }: BuiltInSources): Scope => {
  const [more, makeValue] = [builtIns(), dynamicValues(null)];
  const own: Readonly<Record<string, () => string>> = {
    $uuid: () => ids.uuid(),
    $guid: () => ids.uuid(),
    $randomUUID: () => ids.uuid(),
    $timestamp: () => String(Math.floor(clock.now().getTime() / 1_000)),
    $isoTimestamp: () => clock.now().toISOString(),
  };
  return (name) => {
    const value = getOwnValue(more, name);
    if (value !== undefined || !name.startsWith('$')) return value;
    const make = getOwnValue(own, name);
    return make === undefined ? makeValue(name) : make();
  };
};

/** Ports that give dynamic variables the same values, in order of use, whenever `seed` is the same. */
export const seedDynamicValues = <P extends Pick<BuiltInSources, 'ids' | 'dynamicValues'>>(
  ports: P,
  seed: number | undefined,
): P => {
  if (seed === undefined) return ports;
  const makeValue = ports.dynamicValues(seed);
  const uuid = (): string => makeValue('$uuid') ?? ports.ids.uuid();
  return { ...ports, ids: { ...ports.ids, uuid }, dynamicValues: () => makeValue };
};

/** Where an execution gets its variables. */
export interface Sources {
  /** The variables of the call. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  /** The variables of the request, its folders and the workspace, highest precedence first. */
  readonly inherited: readonly InheritedPair[];
  readonly environment: Environment | null;
}

const isWorkspaceVariable = ({ from }: InheritedPair): boolean => from === '';

/** Whether a name has a value, ignoring built-ins. */
export const hasVariable = ({ overrides = {}, inherited, environment }: Sources) => {
  const named = new Set(
    [...inherited, ...(environment?.variables ?? []), ...(environment?.secrets ?? [])].flatMap((one) =>
      one.enabled ? [one.name] : [],
    ),
  );
  return (name: string): boolean => named.has(name) || Object.hasOwn(overrides, name);
};

/** For a variable that hides a secret of the same name, says whose variable it is. Undefined for any other name. */
export const createShadowLookup = (sources: Sources) => {
  const { overrides = {}, inherited, environment } = sources;
  const variables = indexValues(environment?.variables ?? []);
  const secrets = indexValues(environment?.secrets ?? []);
  const has = hasVariable(sources);
  return (token: string): string | undefined => {
    const name = findVariableOfPath(token, has);
    if (!(name in secrets)) return undefined;
    if (Object.hasOwn(overrides, name)) return 'call';
    const nearer = inherited.find((one) => one.name === name && !isWorkspaceVariable(one));
    if (nearer) return nearer.from === null ? 'request' : `folder "${nearer.from}"`;
    return name in variables ? 'environment' : undefined;
  };
};

/** Whether a name refers to a secret of the environment that has no value, as after cloning a repository. */
export const isEmptySecret = ({ overrides = {}, inherited, environment }: Sources) => {
  const variables = indexValues(environment?.variables ?? []);
  const secrets = indexValues(environment?.secrets ?? []);
  const nearer = indexValues(inherited.filter((one) => !isWorkspaceVariable(one)));
  return (name: string): boolean =>
    getOwnValue(secrets, name) === '' &&
    [overrides, nearer, variables].every((values) => !Object.hasOwn(values, name));
};

/** A variable of a call with its type. Strings stay unchanged, and undefined becomes empty. */
const toInputText = (value: unknown): TypedText => (value === undefined ? { value: '' } : toTypedText(value));

/**
 * Looks up names in this order: the call's variables, those of the request and its folders, the environment's
 * variables, its secrets, and the workspace's variables.
 */
export const createVariableLookup = ({ overrides = {}, inherited, environment }: Sources) => {
  const variables = indexVariables(environment?.variables ?? []);
  const secrets = indexVariables(environment?.secrets ?? []);
  const nearer = indexVariables(inherited.filter((one) => !isWorkspaceVariable(one)));
  const outermost = indexVariables(inherited.filter(isWorkspaceVariable));
  const callTexts = new Map<string, TypedText>();
  const getCallText = (name: string): TypedText => {
    const known = callTexts.get(name) ?? toInputText(getOwnValue(overrides, name));
    callTexts.set(name, known);
    return known;
  };
  return (name: string): TypedText | undefined =>
    Object.hasOwn(overrides, name)
      ? getCallText(name)
      : (getOwnValue(nearer, name) ??
        getOwnValue(variables, name) ??
        getOwnValue(secrets, name) ??
        getOwnValue(outermost, name));
};

/**
 * Looks up tokens with {@link createVariableLookup}, then in the built-in variables. A token may be a path into a variable that is an
 * object or a list, such as `user.roles[0]`.
 */
export const getScope = (sources: Sources, ambient: BuiltInSources): Scope => {
  const lookUp = createVariableLookup(sources);
  const last = createBuiltInScope(ambient);
  return (name) => findVariableText(name, lookUp) ?? last(name);
};

/** The secrets of an environment: each value as stored and, where they differ, filled in and unescaped from JSON. */
export const listEnvironmentSecrets = ({
  environment,
  inherited,
  input,
  ports,
}: Pick<ExecutionContext, 'environment' | 'inherited' | 'input' | 'ports'>): readonly Secret[] => {
  const stored = environment?.secrets ?? [];
  const fill = interpolate(getScope({ overrides: input.variables, inherited, environment }, ports));
  const filled = stored.flatMap(({ name, value }) => {
    const sent = pipe(
      fill(value),
      E.match(
        () => value,
        ({ text }) => text,
      ),
    );
    return [sent, unescapeJsonText(sent)].flatMap((text) =>
      text === undefined || text === value ? [] : [{ name, value: text }],
    );
  });
  return [...stored, ...filled];
};
