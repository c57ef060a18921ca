import { isContainer, isJsonObject, findNearest, getOwnValue } from '../codec/index.js';
import { toExactValue, toTypedText, type TypedText } from './variable.js';

/** Maximum number of paths of a variable compared with an unresolved one. */
const maxComparedPaths = 500;

/** A name such as `user.roles[0]`, split into the variable's name and the path in its value. */
interface Split {
  readonly root: string;
  readonly path: string;
}

/** Every way to read a name as a variable with a path, longest name first. */
const listSplits = (name: string): readonly Split[] =>
  [...name.matchAll(/[.[]/g)]
    .map(({ index }) => ({ root: name.slice(0, index).trim(), path: name.slice(index) }))
    .filter(({ root }) => root !== '')
    .reverse();

const parseKeys = (path: string): readonly string[] =>
  path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => /^(['"])(.*)\1$/.exec(key)?.[2] ?? key);

const stepInto = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value as readonly unknown[])[Number(key)] : undefined;
  return isJsonObject(value) ? getOwnValue(value, key) : undefined;
};

const getValueAtPath = (value: unknown, path: string): unknown => parseKeys(path).reduce(stepInto, value);

type LookUp = (name: string) => TypedText | undefined;

/** Caches parsed values: a body may have many paths into one long value. */
const values = new WeakMap<TypedText, { readonly value: unknown }>();

const findContainer = (typed: TypedText): unknown => {
  if (typed.type !== 'object') return undefined;
  const known = values.get(typed) ?? { value: toExactValue(typed) };
  values.set(typed, known);
  return known.value;
};

/**
 * The text of a variable, or of the value at a path in an object or list. A variable whose own name has dots wins.
 */
export const findVariableText = (name: string, lookUp: LookUp): string | undefined => {
  const found = lookUp(name);
  if (found !== undefined) return found.value;
  for (const { root, path } of listSplits(name)) {
    const around = lookUp(root);
    if (around === undefined) continue;
    const inner = getValueAtPath(findContainer(around), path);
    return inner === undefined ? undefined : toTypedText(inner).value;
  }
  return undefined;
};

/** The variable that a name refers to: the name itself, unless only the part before a path is a variable. */
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
 * Names with a value that are similar to one without: of variables, or of paths in the variable that it begins with.
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
