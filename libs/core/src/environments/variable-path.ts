import { isContainer, isJsonObject, findNearest, getOwnValue } from '../codec/index.js';
import { exactValueOf, toTypedText, type TypedText } from './variable.js';

/** How many paths of a variable are compared with one that leads nowhere. */
const maxComparedPaths = 500;

/** A name such as `user.roles[0]` in two: the name of a variable, and the path within its value. */
interface Split {
  readonly root: string;
  readonly path: string;
}

/** Every way to read a name as a variable with a path, the longest name first. */
const listSplits = (name: string): readonly Split[] =>
  [...name.matchAll(/[.[]/g)]
    .map(({ index }) => ({ root: name.slice(0, index).trim(), path: name.slice(index) }))
    .filter(({ root }) => root !== '')
    .reverse();

const keysOf = (path: string): readonly string[] =>
  path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => /^(['"])(.*)\1$/.exec(key)?.[2] ?? key);

const stepInto = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value as readonly unknown[])[Number(key)] : undefined;
  return isJsonObject(value) ? getOwnValue(value, key) : undefined;
};

const valueAt = (value: unknown, path: string): unknown => keysOf(path).reduce(stepInto, value);

type LookUp = (name: string) => TypedText | undefined;

/** Values that were read before, because a body may have many paths into one long value. */
const values = new WeakMap<TypedText, { readonly value: unknown }>();

const containerOf = (typed: TypedText): unknown => {
  if (typed.type !== 'object') return undefined;
  const known = values.get(typed) ?? { value: exactValueOf(typed) };
  values.set(typed, known);
  return known.value;
};

/**
 * The text of a variable, or of what stands at a path within the value of one that is an object or a list. A variable whose
 * own name has dots comes first.
 */
export const variableText = (name: string, lookUp: LookUp): string | undefined => {
  const found = lookUp(name);
  if (found !== undefined) return found.value;
  for (const { root, path } of listSplits(name)) {
    const around = lookUp(root);
    if (around === undefined) continue;
    const inner = valueAt(containerOf(around), path);
    return inner === undefined ? undefined : toTypedText(inner).value;
  }
  return undefined;
};

/** The variable that a name is about: the name itself, unless only a part of it before a path is one. */
export const variableOfPath = (name: string, has: (name: string) => boolean): string =>
  has(name) ? name : (listSplits(name).find(({ root }) => has(root))?.root ?? name);

/** Paths within a value, those that are shorter first. */
const pathsIn = (root: string, value: unknown): readonly string[] => {
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

/** Names with a value that are like one without: of variables, or of paths within the variable that it begins with. */
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
    return findNearest(name, pathsIn(root, containerOf(around)), max);
  }
  const last = listSplits(name).at(-1);
  if (last === undefined) return [];
  return findNearest(last.root, names, max)
    .map((one) => `${one}${last.path}`)
    .filter((one) => variableText(one, lookUp) !== undefined);
};
