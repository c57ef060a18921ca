import {
  type AuthOf,
  findNearVariables,
  type Origin,
  findVariableOfPath,
  findVariableText,
} from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';

import { hasVariable, type Sources, createVariableLookup } from '../filling/scope.js';
import { createOrigin, formatSource } from './mark.js';

/** How many names that are like an unknown one are given. */
const maxSuggestions = 3;

/** Where the variables of an execution are from. */
export interface NameSources extends Sources {
  /** Those that are not as they seem: of a row of data, or set by a script. */
  readonly variablesFrom?: ReadonlyMap<string, string> | undefined;
  /** The names of the environment's variables and secrets that are of a base of it. */
  readonly bases?: ReadonlyMap<string, string> | undefined;
  /** The names of the variables that a token stands for, and its kind of auth. */
  readonly ofToken?: { readonly names: readonly string[]; readonly type: AuthOf<'oauth2' | 'jwt'>['type'] };
  readonly more: readonly string[];
}

type NamedRow = { readonly name: string; readonly enabled: boolean };

const listEnabledNames = (pairs: readonly NamedRow[] | undefined): ReadonlySet<string> =>
  new Set(pairs?.flatMap(({ name, enabled }) => (enabled ? [name] : [])));

/** Sources, and the names in the environment, which are looked up once for each name of a request. */
const indexSources = (sources: NameSources) => ({
  ...sources,
  has: hasVariable(sources),
  variableNames: listEnabledNames(sources.environment?.variables),
  secretNames: listEnabledNames(sources.environment?.secrets),
});

/** What has a value for a name, the one that wins first. */
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
  const told = variablesFrom?.get(name);
  const isCalled = Object.hasOwn(overrides, name);
  const found = inherited.filter(has);
  const sources = (of: typeof inherited) =>
    of.map(({ from, isKept }) => (isKept ? 'script' : formatSource(from)));
  const all = [
    ...(isCalled ? [told ?? 'call'] : told === undefined ? [] : [told]),
    ...(ofToken?.names.includes(name) === true ? [`auth:${ofToken.type}`] : []),
    ...sources(found.filter(({ from }) => from !== '')),
    ...(variableNames.has(name) ? [`environment:${bases?.get(name) ?? environment?.name ?? ''}`] : []),
    ...(secretNames.has(name) ? [`secret:${name}`] : []),
    ...sources(found.filter(({ from }) => from === '')),
    ...(more.includes(name) || dynamicNames.includes(name) ? ['builtin'] : []),
  ];
  // What a script has set is in the environment by now.
  return told !== undefined && !isCalled ? all.filter((one) => !one.startsWith('environment:')) : all;
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
    ...(environment?.variables ?? []).map(({ name }) => name),
    ...(environment?.secrets ?? []).map(({ name }) => name),
    ...(ofToken?.names ?? []),
    ...more,
    ...dynamicNames,
  ]),
];

/** Names with a value that are like one without. */
export const findSimilarNames = (sources: NameSources, name: string): readonly string[] =>
  findNearVariables(
    name.slice(0, 100),
    listKnownNames(sources),
    createVariableLookup(sources),
    maxSuggestions,
  );

/** Where the value of a name is from, and what else has one for it. */
export const nameOrigin = (sources: NameSources): ((name: string) => Origin) => {
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
