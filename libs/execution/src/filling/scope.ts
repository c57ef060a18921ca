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
  yieldsToEnvironment,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';
import type { ExecutionContext } from '../execution-state.js';
import { unescapeJsonText } from './interpolate-grammar.js';
import { interpolate, type Scope } from './interpolate.js';

/** The ports that the built-in variables need. */
interface BuiltInSources {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly dynamicValues: DynamicValues;
  readonly builtIns: () => Readonly<Record<string, string>>;
}

/**
 * Creates the built-in variables, with a new value at each use. The most frequent ones are created here, without the port for dynamic
 * values.
 */
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

/** Replaces the ports for dynamic variables by ones that produce the same values, in order of use, for the same `seed`. */
export const seedDynamicValues = <P extends Pick<BuiltInSources, 'ids' | 'dynamicValues'>>(
  ports: P,
  seed: number | undefined,
): P => {
  if (seed === undefined) return ports;
  const makeValue = ports.dynamicValues(seed);
  const uuid = (): string => makeValue('$uuid') ?? ports.ids.uuid();
  return { ...ports, ids: { ...ports.ids, uuid }, dynamicValues: () => makeValue };
};

/** The variables of an execution, by where they come from. */
export interface Sources {
  /** The variables of the call. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  /** The variables of the request, its folders and the workspace, highest precedence first. */
  readonly inherited: readonly InheritedPair[];
  readonly environment: Environment | null;
}

/** Stands for an environment if none is chosen. */
export const noEnvironment: Pick<Environment, 'variables' | 'secrets'> = { variables: [], secrets: [] };

const formatReference = (name: string): string => `{{${name}}}`;

/** Where the secrets of an environment come from, and the names of all secrets of its workspace. */
export interface SecretSources {
  /** How many bases away each secret of the environment is: 0 for its own. */
  readonly secretLevels: ReadonlyMap<string, number>;
  readonly secretNames: ReadonlySet<string>;
}

/**
 * The environment without the secrets that the variables of a collection replace. Such a variable refers to a secret that its import made,
 * because another collection has the name. An environment that extends the one with this secret replaces the variable. Any other secret of
 * the variable's name may belong to the other collection, so it is not used, even if the variable's own secret has no value here.
 */
export const removeReplacedSecrets = <E extends Pick<Environment, 'secrets'>>(
  environment: E | null,
  { inherited }: Pick<Sources, 'inherited'>,
  { secretLevels, secretNames }: SecretSources,
): E | null => {
  if (environment === null) return null;
  const references = new Map([...secretNames].map((name) => [formatReference(name), name]));
  const replaced = new Set(
    inherited.filter(yieldsToEnvironment).flatMap(({ name, value, enabled }) => {
      const own = references.get(value);
      if (!enabled || own === undefined || own === name) return [];
      return (secretLevels.get(own) ?? 0) <= (secretLevels.get(name) ?? -1) ? [name] : [];
    }),
  );
  if (replaced.size === 0) return environment;
  return { ...environment, secrets: environment.secrets.filter(({ name }) => !replaced.has(name)) };
};

/** Creates a predicate: whether a name has a value, not counting built-in variables. */
export const hasVariable = ({ overrides = {}, inherited, environment }: Sources) => {
  const { variables, secrets } = environment ?? noEnvironment;
  const named = new Set(
    [...inherited, ...variables, ...secrets].flatMap((one) => (one.enabled ? [one.name] : [])),
  );
  return (name: string): boolean => named.has(name) || Object.hasOwn(overrides, name);
};

/** Creates a lookup for variables that override a secret of the same name: says whose variable it is. Undefined for any other name. */
export const createShadowLookup = (sources: Sources) => {
  const { overrides = {}, inherited, environment } = sources;
  const variables = indexValues((environment ?? noEnvironment).variables);
  const secrets = indexValues((environment ?? noEnvironment).secrets);
  const has = hasVariable(sources);
  return (token: string): string | undefined => {
    const name = findVariableOfPath(token, has);
    if (!(name in secrets)) return undefined;
    if (Object.hasOwn(overrides, name)) return 'call';
    const nearer = inherited.find((one) => one.name === name && !yieldsToEnvironment(one));
    if (nearer) return nearer.from === null ? 'request' : `folder "${nearer.from}"`;
    return name in variables ? 'environment' : undefined;
  };
};

/** Creates a predicate: whether a name is a secret of the environment without a value, which is normal after a clone of the repository. */
export const isEmptySecret = ({ overrides = {}, inherited, environment }: Sources) => {
  const variables = indexValues((environment ?? noEnvironment).variables);
  const secrets = indexValues((environment ?? noEnvironment).secrets);
  const nearer = indexValues(inherited.filter((one) => !yieldsToEnvironment(one)));
  return (name: string): boolean =>
    getOwnValue(secrets, name) === '' &&
    [overrides, nearer, variables].every((values) => !Object.hasOwn(values, name));
};

/** Converts a variable of the call to text. A string stays as it is, and undefined becomes empty. */
const toInputText = (value: unknown): TypedText => (value === undefined ? { value: '' } : toTypedText(value));

/**
 * Creates a lookup that searches the call's variables, then those of the request and its folders, then the environment's variables, then
 * its secrets, then the workspace's variables.
 */
export const createVariableLookup = ({ overrides = {}, inherited, environment }: Sources) => {
  const variables = indexVariables((environment ?? noEnvironment).variables);
  const secrets = indexVariables((environment ?? noEnvironment).secrets);
  const nearer = indexVariables(inherited.filter((one) => !yieldsToEnvironment(one)));
  const outermost = indexVariables(inherited.filter(yieldsToEnvironment));
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
 * Creates the scope of a request: it searches with {@link createVariableLookup}, and then the built-in variables. A token may also be a
 * path into a variable that is an object or a list, such as `user.roles[0]`.
 */
export const getScope = (sources: Sources, ambient: BuiltInSources): Scope => {
  const lookUp = createVariableLookup(sources);
  const last = createBuiltInScope(ambient);
  return (name) => findVariableText(name, lookUp) ?? last(name);
};

/** Lists the secrets of an environment in every form in which they are sent: as stored, filled in, and unescaped from JSON. */
export const listEnvironmentSecrets = ({
  environment,
  inherited,
  input,
  ports,
}: Pick<ExecutionContext, 'environment' | 'inherited' | 'input' | 'ports'>): readonly Secret[] => {
  const { secrets: stored } = environment ?? noEnvironment;
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
