import {
  Composer,
  CST,
  type Document,
  isAlias,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';

import { defaultFolderLimits, type FolderLimits } from './limits.js';
import type { Tree } from './tree.js';

/** An error in a file, and its location. Line and column start at 1. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export const createFault = (line: number, column: number, message: string): Fault => ({
  line,
  column,
  message,
});

export const isFault = (value: object): value is Fault => 'message' in value;

/** Finds git conflict markers in one pass over the lines. */
export const findConflictMarkers = (text: string): Fault | undefined => {
  if (!text.includes('<<<<<<< ')) return undefined;
  let opened: number | undefined;
  let isDivided = false;
  let line = 0;
  for (let from = 0; from < text.length; line++) {
    const end = text.indexOf('\n', from);
    const next = end < 0 ? text.length : end + 1;
    if (text.startsWith('<<<<<<< ', from)) opened ??= line;
    else if (opened !== undefined && /^={7}\r?\n$/.test(text.slice(from, Math.min(next, from + 9))))
      isDivided = true;
    else if (isDivided && text.startsWith('>>>>>>> ', from))
      return createFault(
        (opened ?? 0) + 1,
        1,
        'git left conflict markers here; choose a side and remove them',
      );
    from = next;
  }
  return undefined;
};

/** The location at which a document exceeds a limit, and how. */
interface Excess {
  readonly offset: number;
  readonly message: string;
}

const describeTooDeep = (depth: number): string => `it is nested more than ${depth} deep; make it flatter`;

const describeTooMany = (nodes: number): string =>
  `it has more than ${nodes.toLocaleString('en')} nodes; split it into several files`;

type Item = Readonly<Pick<CST.CollectionItem, 'key' | 'sep' | 'value'>>;
type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

const isCollection = (token: CST.Token | null | undefined): token is Collection =>
  token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';

/** Counts the nodes of an entry. A missing value counts as a node, but a missing key does not. */
const countEntryNodes = (collection: Collection, { key, sep }: Item): number =>
  collection.type === 'block-seq' || (key == null && sep === undefined) ? 1 : 2;

/**
 * Finds where a file's syntax tree exceeds `limits`. Walks the tree level by level without recursion, before the document is built from
 * it.
 */
const findExcessInTokens = (
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

/** Finds why a document of `tree` would exceed `limits`. */
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

/** A parsed file, and a way to locate its faults. */
export interface ParsedFile {
  readonly document: Document;
  readonly tree: unknown;
  /** Creates a fault with `message`, located at the value under `path`. */
  readonly faultIn: (path: readonly string[], message: string) => Fault;
}

const maxAliases = 100;

const countAliases = (document: Document): number => {
  let count = 0;
  visit(document, (_, node) => {
    if (isAlias(node)) count += 1;
    return count > maxAliases ? visit.BREAK : undefined;
  });
  return count;
};

/** The number of open collections. The parser's stack also contains the document and perhaps a scalar. */
const countOpenCollections = (parser: Parser): number => parser.stack.length - 2;

const beginsNode = new Set<CST.TokenType | null>(['alias', 'single-quoted-scalar', 'double-quoted-scalar']);

/** Counts nodes while a file is read, so that reading stops as soon as the file certainly has more than `maxNodes`. */
const createNodeCount = (maxNodes: number): ((lexeme: string) => boolean) => {
  let [scalars, items] = [0, 0];
  let isSource = false;
  return (lexeme) => {
    if (isSource) isSource = false;
    else if (lexeme === CST.SCALAR) {
      isSource = true;
      scalars += 1;
    } else {
      const type = CST.tokenType(lexeme);
      if (beginsNode.has(type)) scalars += 1;
      else if (type === 'seq-item-ind') items += 1;
    }
    return scalars > maxNodes || items > maxNodes;
  };
};

/** Maximum number of syntax errors that are collected. Only the first is reported. */
const maxSyntaxErrors = 100;

/** Parses the syntax tree, or finds where it becomes too deep or too large. */
const parseTokens = (
  text: string,
  lines: LineCounter,
  limits: FolderLimits,
): readonly CST.Token[] | Excess => {
  const parser = new Parser(lines.addNewLine);
  const isTooMuch = createNodeCount(limits.nodes);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  let [offset, errors] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    if (isTooMuch(lexeme)) return { offset, message: describeTooMany(limits.nodes) };
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error') errors += 1;
    }
    if (errors >= maxSyntaxErrors) break;
    // Closing a very large number of collections at once overflows the parser's stack.
    if (countOpenCollections(parser) > limits.depth)
      return { offset, message: describeTooDeep(limits.depth) };
    offset = parser.offset;
  }
  tokens.push(...parser.end());
  return findExcessInTokens(tokens, limits) ?? tokens;
};

/** Finds a repeated key. The parser's own check is slow, because it compares every pair of keys. */
const findRepeatedKey = (document: Document): number | undefined => {
  let found: number | undefined;
  visit(document, {
    Map: (_, map: YAMLMap) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};

const compose = (tokens: readonly CST.Token[], length: number): readonly Document[] => {
  const options = { schema: 'failsafe', version: '1.2', prettyErrors: false, uniqueKeys: false } as const;
  return [...new Composer(options).compose(tokens, true, length)];
};

/** Parses a file. Every scalar becomes text. */
export const parse = (text: string, limits: FolderLimits = defaultFolderLimits): ParsedFile | Fault => {
  const markers = findConflictMarkers(text);
  if (markers) return markers;
  const lines = new LineCounter();
  const at = (offset: number, message: string): Fault => {
    const { line, col } = lines.linePos(offset);
    return createFault(Math.max(1, line), Math.max(1, col), message);
  };
  const tokens = parseTokens(text, lines, limits);
  if ('offset' in tokens) return at(tokens.offset, tokens.message);
  const [document, second] = compose(tokens, text.length);
  if (document === undefined) return createFault(1, 1, 'it is empty');
  const [error] = document.errors;
  if (error) return at(error.pos[0], error.message);
  if (second) return at(second.range?.[0] ?? 0, 'the file holds more than one document; keep one');
  const repeated = findRepeatedKey(document);
  if (repeated !== undefined) return at(repeated, 'Map keys must be unique');
  if (text.includes('*') && countAliases(document) > maxAliases)
    return createFault(1, 1, `more than ${maxAliases} aliases`);
  try {
    const tree: unknown = document.toJS({ maxAliasCount: maxAliases });
    const faultIn = (path: readonly string[], message: string) => {
      const node = document.getIn(path, true) as { readonly range?: readonly [number] } | undefined;
      return at(node?.range?.[0] ?? 0, message);
    };
    return { document, tree, faultIn };
  } catch (error) {
    return createFault(1, 1, error instanceof Error ? error.message : String(error));
  }
};
