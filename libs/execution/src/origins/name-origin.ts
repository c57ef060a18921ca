import {
  type AuthOf,
  findNearVariables,
  type Origin,
  findVariableOfPath,
  findVariableText,
  processVariablePrefix,
  yieldsToEnvironment,
} from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';

import { hasVariable, noEnvironment, type Sources, createVariableLookup } from '../filling/scope.js';
import { createOrigin, formatSource } from './origins-of.js';

/** Maximum number of suggestions for an unknown name. */
const maxSuggestions = 3;

/** The variables of an execution, with all that is needed to say where each comes from. */
export interface NameSources extends Sources {
  /** For variables that a data row or a script has set, which of them did. */
  readonly variablesFrom?: ReadonlyMap<string, string> | undefined;
  /** For variables and secrets that the environment inherits, the name of the base. */
  readonly bases?: ReadonlyMap<string, string> | undefined;
  /** The names of the variables that hold a token, and the kind of auth that fetched it. */
  readonly ofToken?: { readonly names: readonly string[]; readonly type: AuthOf<'oauth2' | 'jwt'>['type'] };
  readonly more: readonly string[];
}

type NamedRow = { readonly name: string; readonly enabled: boolean };

const listEnabledNames = (pairs: readonly NamedRow[]): ReadonlySet<string> =>
  new Set(pairs.flatMap(({ name, enabled }) => (enabled ? [name] : [])));

/** Indexes the names of the environment, because they are looked up for each name of a request. */
const indexSources = (sources: NameSources) => ({
  ...sources,
  has: hasVariable(sources),
  variableNames: listEnabledNames((sources.environment ?? noEnvironment).variables),
  secretNames: listEnabledNames((sources.environment ?? noEnvironment).secrets),
});

/** Says where a built-in variable comes from. Variables of the process and of `.env` files count as secrets. */
const toBuiltInSource = (name: string): string =>
  name.startsWith(processVariablePrefix) ? `secret:${name}` : 'builtin';

/** Lists where a name has a value, highest precedence first. */
const listNameHolders = (
  {
    overrides = {},
    inherited,
    environment,
    variablesFrom,
    bases,
    ofToken,
    more,
    variableNames,
    secretNames,
  }: ReturnType<typeof indexSources>,
  name: string,
): readonly string[] => {
  const has = ({ name: other, enabled }: NamedRow): boolean => enabled && other === name;
  const source = variablesFrom?.get(name);
  const isCalled = Object.hasOwn(overrides, name);
  const found = inherited.filter(has);
  const sources = (of: typeof inherited) =>
    of.map(({ from, isRetained }) => (isRetained ? 'script' : formatSource(from)));
  const all = [
    ...(isCalled ? [source ?? 'call'] : source === undefined ? [] : [source]),
    ...(ofToken?.names.includes(name) === true ? [`auth:${ofToken.type}`] : []),
    ...sources(found.filter((one) => !yieldsToEnvironment(one))),
    ...(variableNames.has(name) ? [`environment:${bases?.get(name) ?? environment?.name ?? ''}`] : []),
    ...(secretNames.has(name) ? [`secret:${name}`] : []),
    ...sources(found.filter(yieldsToEnvironment)),
    ...(more.includes(name) || dynamicNames.includes(name) ? [toBuiltInSource(name)] : []),
  ];
  // The value that a script has set is now in the environment too, so the environment is not listed as another source.
  return source !== undefined && !isCalled ? all.filter((one) => !one.startsWith('environment:')) : all;
};

const listKnownNames = ({
  overrides = {},
  inherited,
  environment,
  ofToken,
  more,
}: NameSources): readonly string[] => [
  ...new Set([
    ...Object.keys(overrides),
    ...inherited.map(({ name }) => name),
    ...(environment ?? noEnvironment).variables.map(({ name }) => name),
    ...(environment ?? noEnvironment).secrets.map(({ name }) => name),
    ...(ofToken?.names ?? []),
    ...more,
    ...dynamicNames,
  ]),
];

/** Finds names with a value that are similar to a name without one. */
export const findSimilarNames = (sources: NameSources, name: string): readonly string[] =>
  findNearVariables(
    name.slice(0, 100),
    listKnownNames(sources),
    createVariableLookup(sources),
    maxSuggestions,
  );

/** Creates a lookup that says where the value of a name comes from, and where else the name has a value. */
export const createOriginLookup = (sources: NameSources): ((name: string) => Origin) => {
  let known: ReturnType<typeof indexSources> | undefined;
  return (name) => {
    known ??= indexSources(sources);
    const owner = findVariableOfPath(name, known.has);
    const isFound = owner === name || findVariableText(name, createVariableLookup(sources)) !== undefined;
    const [from, ...shadowed] = isFound ? listNameHolders(known, owner) : [];
    if (from !== undefined) return { token: name, ...createOrigin(from, [...new Set(shadowed)]) };
    const near = findSimilarNames(sources, name);
    return { token: name, from: 'unresolved', ...(near.length === 0 ? {} : { near }) };
  };
};
