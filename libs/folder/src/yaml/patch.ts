import { type Document, isMap, isScalar, Pair, Scalar, YAMLMap } from 'yaml';

import { changeNode, hasForeign, printOptions } from './node.js';
import { getAtPath, parseFlag, toMap, type Path, toText, type Tree } from './tree.js';

const getPairName = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key);

/** Inserts a new key at its position in the canonical order `order`. */
const insertKey = (map: YAMLMap, key: string, value: unknown, order: readonly string[]): void => {
  const later = order.slice(order.indexOf(key) + 1);
  const index = map.items.findIndex((pair) => later.includes(getPairName(pair)));
  map.items.splice(index < 0 ? map.items.length : index, 0, new Pair(new Scalar(key), value));
};

/** Returns the map at `path`, and creates it if it is missing. */
const getMapAt = (document: Document, tree: Tree, path: Path): YAMLMap => {
  const root = isMap(document.contents) ? document.contents : new YAMLMap();
  if (root !== document.contents) document.contents = root;
  let map: YAMLMap = root;
  path.forEach((key, depth) => {
    const found = map.get(key, true);
    if (isMap(found)) {
      map = found;
      return;
    }
    const made = new YAMLMap();
    if (map.has(key)) map.set(key, made);
    else insertKey(map, key, made, Object.keys(toMap(getAtPath(tree, path.slice(0, depth)))));
    map = made;
  });
  return map;
};

const removeAt = (document: Document, path: Path): void => {
  if (document.hasIn(path)) document.deleteIn(path);
  const parent = path.slice(0, -1);
  if (parent.length === 0) return;
  const left = document.getIn(parent, true);
  if (isMap(left) && left.items.length === 0) document.deleteIn(parent);
};

/** The keys of notes. A note is text, or a map with the text as its `content`. */
const notesKeys: ReadonlySet<string> = new Set(['docs', 'description']);

/**
 * Resolves `path` to its location in this document: in a body with variants, that of the selected variant; in notes with a type, that of
 * their text.
 */
const resolvePath = (document: Document, path: Path): readonly (string | number)[] => {
  const [top = '', body, ...rest] = path;
  if (notesKeys.has(top) && isMap(document.get(top, true))) return [top, 'content'];
  if (body !== 'body') return path;
  const variants = getAtPath(document.toJS(), [top]);
  const list = toMap(variants).body;
  if (!Array.isArray(list)) return path;
  const index = Math.max(
    0,
    list.findIndex((one) => parseFlag(toMap(one).selected) === true),
  );
  return [top, 'body', index, 'body', ...rest];
};

/** The text of notes, with or without a type. */
const getNotesText = (wanted: Tree | undefined): string =>
  toText(wanted) ?? toText(getAtPath(wanted, ['content'])) ?? '';

/** Sets the value at `path` to the value in `tree`, or removes it if `tree` has none. */
export const patch = (document: Document, tree: Tree, path: Path): void => {
  const said = getAtPath(tree, path) as Tree | undefined;
  const resolved = resolvePath(document, path);
  const [top = ''] = path;
  const areNotes = notesKeys.has(top) && document.has(top);
  const wanted = areNotes && said !== undefined ? getNotesText(said) : said;
  if (resolved.length > path.length) {
    if (wanted !== undefined) document.setIn(resolved, changeNode(document.getIn(resolved, true), wanted));
    else if (areNotes) document.setIn(resolved, changeNode(document.getIn(resolved, true), ''));
    return;
  }
  if (wanted === undefined) {
    const left = document.getIn(path, true);
    const key = path.at(-1) ?? '';
    if (hasForeign(left, key)) changeNode(left, [], key);
    else removeAt(document, path);
    return;
  }
  const parent = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const map = getMapAt(document, tree, parent);
  const present = map.get(key, true);
  const node = changeNode(present, wanted, key);
  if (present === undefined) insertKey(map, key, node, Object.keys(toMap(getAtPath(tree, parent))));
  else if (node !== present) map.set(key, node);
};

/** Prints a changed document with its original list indentation, brace spacing and line endings. */
export const print = (document: Document, before: string): string => {
  const text = document.toString({
    ...printOptions,
    indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(before),
    flowCollectionPadding: /[[{] /.test(before),
  });
  const isWindows = before.includes('\r\n') && !/(?:^|[^\r])\n/.test(before);
  return isWindows ? text.replaceAll('\n', '\r\n') : text;
};
