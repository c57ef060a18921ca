import {
  type EnvironmentView,
  type FromBase,
  type InheritedPair,
  type Pair,
  type Variable,
  findVariableOfPath,
  findVariableText,
  parsePrompt,
  type VariableType,
  yieldsToEnvironment,
} from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';

import { formatSource } from '../../folders/use-folders.js';

/** A piece of a URL before its variables are replaced, and the piece's kind. */
interface UrlPiece {
  readonly kind: 'plain' | 'variable' | 'parameter';
  readonly text: string;
}

const urlPiecePattern = /\{\{[^{}]*\}\}|(?<=\/):[A-Za-z_]\w*/g;

/** Splits a URL into `{{variables}}`, `:parameters` and other text. Joined, the pieces are the URL. */
export const splitUrlPieces = (url: string): readonly UrlPiece[] => {
  const pieces: UrlPiece[] = [];
  let at = 0;
  for (const { 0: text, index } of url.matchAll(urlPiecePattern)) {
    if (index > at) pieces.push({ kind: 'plain', text: url.slice(at, index) });
    pieces.push({ kind: text.startsWith(':') ? 'parameter' : 'variable', text });
    at = index + text.length;
  }
  if (at < url.length) pieces.push({ kind: 'plain', text: url.slice(at) });
  return pieces;
};

/** A piece of a URL with its value, if known. */
export interface ResolvedPiece extends UrlPiece {
  /**
   * The value of a variable or parameter, or a label if the value is secret or generated for each execution; undefined if it has no
   * value.
   */
  readonly value?: string | undefined;
  readonly resolves: boolean;
}

/** The sources in which the page looks up names. */
export interface Names {
  /** The active environment, if any. */
  readonly environment?: { readonly id: string; readonly name: string } | undefined;
  /** Variables of the request, the folders and the workspace, highest priority first. */
  readonly inherited?: readonly InheritedPair[];
  /** The variables of the environment, followed by those of its bases, each with the name of the base. */
  readonly variables: readonly (Variable & Partial<FromBase>)[];
  readonly secrets: readonly (EnvironmentView['secrets'][number] & Partial<FromBase>)[];
  readonly builtIns: Readonly<Record<string, string>>;
  /** The variables of `.env` files and of the process, with their prefix. The page does not know their values. */
  readonly processVariables?: readonly { readonly name: string; readonly source: string }[];
}

/** The value of a name and its origin. */
export interface ResolvedName {
  readonly kind: 'variable' | 'secret' | 'built-in' | 'inherited' | 'own';
  /** The value, or dots or a label if the page does not know it. */
  readonly value: string;
  /** The origin of the value. */
  readonly source: string;
  /** The path of the folder that defines it; "" for the workspace. */
  readonly folder?: string;
  /** The type that scripts get for the value. Undefined means text. */
  readonly type?: VariableType | undefined;
}

/** Shown instead of the value of a secret. */
const hiddenValue = '••••••••';

const resolveInheritedPair = ({ value, from, type }: InheritedPair): ResolvedName =>
  from === null
    ? { kind: 'own', value, source: 'this request', type }
    : { kind: 'inherited', value, source: formatSource(from), folder: from, type };

type NamedValue = readonly [name: string, found: ResolvedName];

/** Lists every value of every name, highest priority first. */
const listValues = (names: Names): readonly NamedValue[] => {
  const { inherited = [], variables, secrets, builtIns, processVariables = [], environment } = names;
  const from = environment?.name ?? 'the active environment';
  const values: NamedValue[] = [];
  const add = (name: string, found: ResolvedName): void => {
    values.push([name, found]);
  };
  for (const one of inherited) if (!yieldsToEnvironment(one)) add(one.name, resolveInheritedPair(one));
  for (const { name, value, base, type, enabled } of variables)
    if (enabled) add(name, { kind: 'variable', value, source: base ?? from, type });
  for (const { name, base, enabled } of secrets)
    if (enabled) add(name, { kind: 'secret', value: hiddenValue, source: `secret of ${base ?? from}` });
  for (const one of inherited) if (yieldsToEnvironment(one)) add(one.name, resolveInheritedPair(one));
  for (const name of dynamicNames)
    add(name, { kind: 'built-in', value: 'generated on each run', source: 'built in' });
  for (const { name, source } of processVariables)
    add(name, { kind: 'built-in', value: hiddenValue, source });
  for (const [name, value] of Object.entries(builtIns))
    add(name, { kind: 'built-in', value, source: 'built in' });
  return values;
};

type NameIndex = ReadonlyMap<string, ResolvedName>;

const indexes = new WeakMap<Names, NameIndex>();

/** Returns the index of the names. Looking each name up in all sources would take long where there are a thousand variables. */
const getIndex = (names: Names): NameIndex => {
  const index = indexes.get(names) ?? new Map(listValues(names).toReversed());
  indexes.set(names, index);
  return index;
};

/** Finds the value of a name, or of a path such as `user.roles[0]`, in the order that executions use; undefined if it has none. */
export const lookUp = (name: string, names: Names): ResolvedName | undefined => {
  const prompt = parsePrompt(name);
  if (prompt !== undefined)
    return { kind: 'built-in', value: prompt.default ?? '', source: 'asked for when it is sent' };
  const index = getIndex(names);
  const inNames = (one: string): ResolvedName | undefined => index.get(one);
  const whole = inNames(name);
  if (whole !== undefined) return whole;
  const around = inNames(findVariableOfPath(name, (one) => inNames(one) !== undefined));
  const value = findVariableText(name, (one) => {
    const found = inNames(one);
    return found?.type === undefined ? undefined : { value: found.value, type: found.type };
  });
  return around === undefined || value === undefined ? undefined : { ...around, value, type: undefined };
};

/** Lists the values that the value of a name, or of the variable of a path, takes precedence over, highest priority first. */
export const listOverridden = (name: string, names: Names): readonly ResolvedName[] => {
  const index = getIndex(names);
  const owner = findVariableOfPath(name, (one) => index.has(one));
  return listValues(names)
    .flatMap(([one, found]) => (one === owner ? [found] : []))
    .slice(1);
};

/** Lists all names that have a value. Those of folders and the environment come first. */
export const listVariableNames = ({
  inherited = [],
  variables,
  secrets,
  builtIns,
  processVariables = [],
}: Names): readonly string[] => [
  ...new Set([
    ...inherited.map(({ name }) => name),
    ...[...variables, ...secrets].filter(({ enabled }) => enabled).map(({ name }) => name),
    ...processVariables.map(({ name }) => name),
    ...Object.keys(builtIns),
    ...dynamicNames,
  ]),
];

/** Returns the name inside a `{{token}}`. */
export const getTokenName = (token: string): string => token.slice(2, -2).trim();

/** Splits a URL into pieces, and finds the values of its variables and path parameters, if they have any. */
export const resolveUrl = (
  url: string,
  pathParams: readonly Pair[],
  names: Names,
): readonly ResolvedPiece[] =>
  splitUrlPieces(url).map((piece) => {
    if (piece.kind === 'plain') return { ...piece, resolves: true };
    const value =
      piece.kind === 'variable'
        ? lookUp(getTokenName(piece.text), names)?.value
        : pathParams.find((one) => one.enabled && one.value !== '' && `:${one.name}` === piece.text)?.value;
    return { ...piece, value, resolves: value !== undefined };
  });

/** Lists the path parameters of a URL, in order, each with its stored value. */
export const createPathRows = (url: string, saved: readonly Pair[]): readonly Pair[] => {
  const names = splitUrlPieces(url).filter(({ kind }) => kind === 'parameter');
  return [...new Set(names.map(({ text }) => text.slice(1)))].map(
    (name) => saved.find((one) => one.name === name) ?? { name, value: '', enabled: true },
  );
};
