import type { CST } from 'yaml';

import type { FolderLimits } from './limits.js';
import type { Tree } from './tree.js';

/** Where a document exceeds a limit. */
export interface Excess {
  readonly offset: number;
  readonly message: string;
}

export const describeTooDeep = (depth: number): string =>
  `it is nested more than ${depth} deep; make it flatter`;

export const describeTooMany = (nodes: number): string =>
  `it has more than ${nodes.toLocaleString('en')} nodes; split it into several files`;

type Item = Readonly<Pick<CST.CollectionItem, 'key' | 'sep' | 'value'>>;
type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

const isCollection = (token: CST.Token | null | undefined): token is Collection =>
  token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';

/** The nodes of an entry: its key, if any, and its value, whether written or not. */
const countEntryNodes = (collection: Collection, { key, sep }: Item): number =>
  collection.type === 'block-seq' || (key == null && sep === undefined) ? 1 : 2;

/**
 * Where a file's syntax tree has more nodes or is deeper than `limits` allow. Walks it level by level without
 * recursion, before anything is built from it.
 */
export const findExcessInTokens = (
  tokens: readonly CST.Token[],
  { nodes, depth }: FolderLimits,
): Excess | undefined => {
  let count = 0;
  let level = tokens
    .flatMap((token) => (token.type === 'document' ? [token.value] : []))
    .filter(isCollection);
  for (let deep = 1; level.length > 0; deep++) {
    const [first] = level;
    if (deep > depth && first) return { offset: first.offset, message: describeTooDeep(depth) };
    const inner: Collection[] = [];
    for (const collection of level) {
      count += 1;
      for (const item of collection.items) {
        count += countEntryNodes(collection, item);
        for (const token of [item.key, item.value]) {
          if (!isCollection(token)) continue;
          count -= 1;
          inner.push(token);
        }
        if (count > nodes)
          return {
            offset: item.value?.offset ?? item.key?.offset ?? collection.offset,
            message: describeTooMany(nodes),
          };
      }
    }
    level = inner;
  }
  return undefined;
};

/** Why a document of `tree` would exceed `limits`. */
export const findExcessInTree = (tree: Tree, { nodes, depth }: FolderLimits): string | undefined => {
  let count = 0;
  let level: readonly Tree[] = [tree];
  for (let deep = 0; level.length > 0; deep++) {
    if (deep > depth + 1) return describeTooDeep(depth);
    count += level.reduce(
      (sum, one) => sum + (typeof one === 'string' || Array.isArray(one) ? 1 : 1 + Object.keys(one).length),
      0,
    );
    if (count > nodes) return describeTooMany(nodes);
    level = level.flatMap((one) =>
      typeof one === 'string' ? [] : Object.values(one).filter((inner) => inner !== undefined),
    );
  }
  return undefined;
};
