/** A document as plain data. Every scalar is text, as in YAML's failsafe schema. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree | undefined };
export type TreeMap = Readonly<Record<string, Tree | undefined>>;

export type Path = readonly string[];

/** Returns a map, or an empty map for anything else. */
export const toMap = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

/** Whether a part of a document is a list. */
export const isList = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree);

/** Returns a list, or an empty list for anything else. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Text, or undefined for anything else. */
export const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Parses a boolean in any of YAML's words for it, which people use; undefined for other values. */
export const parseFlag = (value: unknown): boolean | undefined => {
  if (typeof value !== 'string') return undefined;
  if (/^(?:true|yes|on)$/i.test(value)) return true;
  return /^(?:false|no|off)$/i.test(value) ? false : undefined;
};

/** The value at `path`. */
export const getAtPath = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, key) => (Object.hasOwn(toMap(node), key) ? toMap(node)[key] : undefined), tree);

/** Returns `more` if `condition` is true, otherwise an empty object. Used for optional keys. */
export const includeIf = <A extends object>(condition: boolean, more: A): A | object =>
  condition ? more : {};
