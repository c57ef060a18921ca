import { Document, isMap, isScalar, isSeq, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

import { bareNode, textNode } from './scalar.js';
import { mapOf, type Tree, type TreeMap } from './tree.js';

/** Keys whose values are numbers and booleans for other readers; all other scalars are text. */
const bareKeys = new Set([
  'seq',
  'disabled',
  'secret',
  'selected',
  'bundled',
  'format',
  'nth',
  'timeout',
  'followRedirects',
  'maxRedirects',
]);

/** A YAML node of `tree`, which stands under `key`. */
export const nodeOf = (tree: Tree, key = ''): Node => {
  if (typeof tree === 'string') return bareKeys.has(key) ? bareNode(tree) : textNode(tree);
  if (Array.isArray(tree)) {
    const seq = new YAMLSeq();
    seq.items = (tree as readonly Tree[]).map((item) => nodeOf(item));
    return seq;
  }
  const map = new YAMLMap();
  map.items = Object.entries(tree as TreeMap).flatMap(([name, value]) =>
    value === undefined ? [] : [new Pair(new Scalar(name), nodeOf(value, name))],
  );
  return map;
};

/** How documents are printed: two spaces, no folding. */
export const printing = { indent: 2, lineWidth: 0, minContentWidth: 0 } as const;

/** A new document in canonical form, with a final newline. */
export const printNew = (tree: Tree): string => {
  const document = new Document(null, { schema: 'failsafe', version: '1.2' });
  document.contents = nodeOf(tree);
  return document.toString(printing);
};

const keyOf = (key: unknown): unknown => (isScalar(key) ? key.value : key);

const pairsByName = (items: readonly unknown[]): Map<string, unknown[]> => {
  const found = new Map<string, unknown[]>();
  for (const item of items) {
    const name = isMap(item) ? String(keyOf(item.get('name', true))) : '';
    found.set(name, [...(found.get(name) ?? []), item]);
  }
  return found;
};

/** The list `old` as `wanted` says: entries of the same name are changed, not replaced, so that comments stay. */
const listNode = (old: YAMLSeq, wanted: readonly Tree[]): YAMLSeq => {
  const known = pairsByName(old.items);
  old.items = wanted.map((tree) => {
    const same = known.get(String(mapOf(tree).name))?.shift();
    return isMap(same) ? changed(same, tree) : nodeOf(tree);
  });
  return old;
};

/** Keys of an entry that are ours: where `wanted` lacks one, it goes; all others are somebody else's. */
const ownKeys = [
  'disabled',
  'contentType',
  'filePath',
  'data',
  'type',
  'token',
  'username',
  'password',
  'key',
  'placement',
];

const mapNode = (old: YAMLMap, wanted: TreeMap): YAMLMap => {
  for (const key of ownKeys) if (wanted[key] === undefined) old.delete(key);
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined) continue;
    const present = old.get(key, true) as Node | undefined;
    const node = changed(present, value, key);
    if (node !== present) old.set(key, node);
  }
  return old;
};

/** The node for `wanted`: the old one where it can be kept, with its comments. */
export function changed(old: unknown, wanted: Tree, key = ''): Node {
  if (typeof wanted === 'string') {
    if (!isScalar(old) || old.anchor !== undefined) return nodeOf(wanted, key);
    if (old.value === wanted) return old;
    const { type } = nodeOf(wanted, key) as Scalar;
    old.value = wanted;
    if (type) old.type = type;
    return old;
  }
  if (Array.isArray(wanted))
    return isSeq(old) ? listNode(old, wanted as readonly Tree[]) : nodeOf(wanted, key);
  return isMap(old) ? mapNode(old, wanted as TreeMap) : nodeOf(wanted, key);
}
