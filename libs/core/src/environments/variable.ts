import {
  findNearest,
  getOwnValue,
  isContainer,
  isExactNumber,
  isJsonObject,
  oneOf,
  parseJson,
  stringifyJson,
  struct,
  t,
  withDefault,
  withDescription,
} from '../codec/index.js';
import type { Pair } from '../requests/fields.js';

/** The types of a variable, other than text. `object` includes lists. */
export const variableTypes = ['number', 'boolean', 'object', 'null'] as const;
/** The type of a variable, other than text. */
export type VariableType = (typeof variableTypes)[number];

const getVariableType = withDescription(
  oneOf(...variableTypes),
  'What scripts get for its text: number, boolean, object (as JSON) or null; text if omitted',
);

/** A variable. Requests use its value as text; scripts get a value of its type. */
export const Variable = struct(
  '{ name, value, enabled?, type? }',
  { name: t.string, value: t.string, enabled: withDefault(t.boolean, true) },
  { type: getVariableType },
);
export type Variable = t.TypeOf<typeof Variable>;

/** The codec for a list of variables. */
export const Variables = t.readonlyArray(Variable, 'a list of { name, value, enabled?, type? }');

/** Creates the codec for a list of variables, with its own description. */
export const createVariablesCodec = (description: string) => withDescription(Variables, description);

/** A text, and the type of the value that it stands for. Plain text has no type. */
export interface TypedText {
  readonly value: string;
  readonly type?: VariableType;
}

/** Converts a value to text and a type for storage. Values that JSON cannot represent become null. */
export const toTypedText = (value: unknown): TypedText => {
  if (typeof value === 'string') return { value };
  if (typeof value === 'boolean') return { value: String(value), type: 'boolean' };
  if (isExactNumber(value) || (typeof value === 'number' && Number.isFinite(value)))
    return { value: String(value), type: 'number' };
  if (isContainer(value)) return { value: stringifyJson(value), type: 'object' };
  return { value: 'null', type: 'null' };
};

const numberToken = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;

const parseJsonOrText = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
};

/** Converts text to a value of its type, with exact numbers. Text that does not match the type stays text. */
export const toExactValue = ({ value, type }: TypedText): unknown => {
  switch (type) {
    case 'number':
      return numberToken.test(value) ? parseJsonOrText(value.trim()) : value;
    case 'boolean':
      return /^\s*(?:true|false)\s*$/.test(value) ? value.trim() === 'true' : value;
    case 'null':
      return null;
    case 'object': {
      const parsed = parseJsonOrText(value);
      return isContainer(parsed) ? parsed : value;
    }
    default:
      return value;
  }
};

/** A number for scripts. An integer that a double cannot represent stays text, so that no digits are lost. */
const toPlainNumber = (value: unknown): unknown => {
  if (!isExactNumber(value)) return value;
  const double = value.valueOf();
  const isLost = !Number.isFinite(double) || (Number.isInteger(double) && !Number.isSafeInteger(double));
  return isLost ? String(value) : double;
};

const toPlainValue = (value: unknown): unknown => {
  if (!isContainer(value)) return toPlainNumber(value);
  if (Array.isArray(value)) return value.map(toPlainValue);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toPlainValue(one)]));
};

/** The value that scripts get for text of a type. */
export const toScriptValue = (typed: TypedText): unknown => toPlainValue(toExactValue(typed));

/** The first enabled variable of each name, by name. */
export const indexVariables = <V extends Pair & { readonly type?: VariableType }>(
  variables: readonly V[],
): Readonly<Record<string, V>> => {
  const values = Object.create(null) as Record<string, V>;
  for (const one of variables) if (one.enabled && !(one.name in values)) values[one.name] = one;
  return values;
};

/** The values that scripts get, by name. */
export const toScriptValues = (
  variables: readonly (Pair & { readonly type?: VariableType })[],
): Readonly<Record<string, unknown>> => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, one] of Object.entries(indexVariables(variables))) values[name] = toScriptValue(one);
  return values;
};

/** The texts and values by name, with exact numbers, for the variables of a call. */
export const toExactValues = (
  variables: readonly (Pair & { readonly type?: VariableType })[],
): Readonly<Record<string, unknown>> => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, one] of Object.entries(indexVariables(variables))) values[name] = toExactValue(one);
  return values;
};

/** Sets the text and type of a variable. */
export const setTypedText = <P extends Pair>(pair: P, { value, type }: TypedText): P => {
  const { type: _, ...rest } = pair as P & { readonly type?: VariableType };
  return { ...rest, value, ...(type === undefined ? {} : { type }) } as P;
};

/** Maximum number of paths of a variable that are compared with an unresolved path. */
const maxComparedPaths = 500;

/** A name such as `user.roles[0]`, split into the name of the variable and the path in its value. */
interface PathSplit {
  readonly root: string;
  readonly path: string;
}

/** Every way to read a name as a variable with a path, longest name first. */
const listSplits = (name: string): readonly PathSplit[] =>
  [...name.matchAll(/[.[]/g)]
    .map(({ index }) => ({ root: name.slice(0, index).trim(), path: name.slice(index) }))
    .filter(({ root }) => root !== '')
    .reverse();

/** Matches the next key of a path: after a dot, or in brackets with or without quotes. */
const keyPattern = /\.([^.[\]]+)|\[(?:'([^']*)'|"([^"]*)"|([^\]]+))\]/y;

/** Parses a path into its keys; undefined if a part of it is no key, as at the end of `user.` or in `roles[]`. */
const parseKeys = (path: string): readonly string[] | undefined => {
  const keys: string[] = [];
  keyPattern.lastIndex = 0;
  while (keyPattern.lastIndex < path.length) {
    const match = keyPattern.exec(path);
    if (match === null) return undefined;
    const [, plain, single, double, bare] = match;
    keys.push(plain ?? single ?? double ?? bare ?? '');
  }
  return keys;
};

const stepInto = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value as readonly unknown[])[Number(key)] : undefined;
  return isJsonObject(value) ? getOwnValue(value, key) : undefined;
};

const getValueAtPath = (value: unknown, path: string): unknown => parseKeys(path)?.reduce(stepInto, value);

type LookUp = (name: string) => TypedText | undefined;

/** Caches parsed values, because a body may contain many paths into one long value. */
const parsedValues = new WeakMap<TypedText, { readonly value: unknown; readonly text: string }>();

const parseObject = (typed: TypedText): { readonly value: unknown; readonly text: string } => {
  const known = parsedValues.get(typed);
  if (known !== undefined) return known;
  const value = toExactValue(typed);
  const parsed = { value, text: isContainer(value) ? stringifyJson(value) : typed.value };
  parsedValues.set(typed, parsed);
  return parsed;
};

const findContainer = (typed: TypedText): unknown =>
  typed.type === 'object' ? parseObject(typed).value : undefined;

/** The text to send. An object is sent on one line even if its file formats it differently, because a header cannot contain line breaks. */
const toSentText = (typed: TypedText): string =>
  typed.type === 'object' ? parseObject(typed).text : typed.value;

/**
 * The text of a variable, or of the value at a path in an object or list. A variable whose full name contains the dots takes precedence.
 */
export const findVariableText = (name: string, lookUp: LookUp): string | undefined => {
  const found = lookUp(name);
  if (found !== undefined) return toSentText(found);
  for (const { root, path } of listSplits(name)) {
    const around = lookUp(root);
    if (around === undefined) continue;
    const inner = getValueAtPath(findContainer(around), path);
    return inner === undefined ? undefined : toTypedText(inner).value;
  }
  return undefined;
};

/** The variable that a name refers to: the whole name, unless only the part before a path is the name of a variable. */
export const findVariableOfPath = (name: string, has: (name: string) => boolean): string =>
  has(name) ? name : (listSplits(name).find(({ root }) => has(root))?.root ?? name);

/** Paths in a value, shortest first. */
const listPaths = (root: string, value: unknown): readonly string[] => {
  const paths: string[] = [];
  const rest: (readonly [string, unknown])[] = [[root, value]];
  for (let next = rest.shift(); next !== undefined && paths.length < maxComparedPaths; next = rest.shift()) {
    const [path, one] = next;
    if (!isContainer(one)) continue;
    for (const [key, inner] of Object.entries(one)) {
      if (paths.length >= maxComparedPaths) break;
      const below = Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`;
      paths.push(below);
      rest.push([below, inner]);
    }
  }
  return paths;
};

/**
 * Names that have a value and are similar to a name without one: names of variables, and paths in the variable that the name begins
 * with.
 */
export const findNearVariables = (
  name: string,
  names: readonly string[],
  lookUp: LookUp,
  max: number,
): readonly string[] => {
  const near = findNearest(name, names, max);
  if (near.length > 0) return near;
  for (const { root } of listSplits(name)) {
    const around = lookUp(root);
    if (around === undefined) continue;
    return findNearest(name, listPaths(root, findContainer(around)), max);
  }
  const last = listSplits(name).at(-1);
  if (last === undefined) return [];
  return findNearest(last.root, names, max)
    .map((one) => `${one}${last.path}`)
    .filter((one) => findVariableText(one, lookUp) !== undefined);
};
