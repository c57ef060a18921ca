/** A document as plain data: every scalar is text, as in YAML's failsafe schema. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree | undefined };
export type TreeMap = Readonly<Record<string, Tree | undefined>>;

export type Path = readonly string[];

/** A map, or an empty one for anything else. */
export const toMap = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

/** Whether a part of a document is a list. */
export const isList = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree);

/** A list, or an empty one for anything else. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Text, or undefined for anything else. */
export const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Whether a switch is on; undefined for anything but a switch. YAML has several words for it, and people use them.
 */
export const parseFlag = (value: unknown): boolean | undefined => {
  if (typeof value !== 'string') return undefined;
  if (/^(?:true|yes|on)$/i.test(value)) return true;
  return /^(?:false|no|off)$/i.test(value) ? false : undefined;
};

/** The value at `path`. */
export const getAtPath = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, key) => (Object.hasOwn(toMap(node), key) ? toMap(node)[key] : undefined), tree);

/** `more` if `condition` is true, else nothing: for optional keys. */
export const includeIf = <A extends object>(condition: boolean, more: A): A | object =>
  condition ? more : {};
