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

import { findConflictMarkers } from './conflict-markers.js';
import { type Excess, findExcessInTokens, describeTooDeep, describeTooMany } from './count.js';
import { type Fault, createFault, isFault } from './fault.js';
import { defaultFolderLimits, type FolderLimits } from './limits.js';

/** A parsed file, and a way to locate its faults. */
export interface ParsedFile {
  readonly document: Document;
  readonly tree: unknown;
  /** The fault `message` at the value under `path`. */
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

/** The open collections, plus at most the document and a scalar. */
const countOpenCollections = (parser: Parser): number => parser.stack.length - 2;

const beginsNode = new Set<CST.TokenType | null>(['alias', 'single-quoted-scalar', 'double-quoted-scalar']);

/**
 * Whether the lexemes so far certainly make more than `most` nodes: a file that is far too large is not read to its
 * end.
 */
const createNodeCount = (most: number): ((lexeme: string) => boolean) => {
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
    return scalars > most || items > most;
  };
};

/** Number of syntax errors collected; only the first is reported. */
const maxSyntaxErrors = 100;

/** The syntax tree, or where it becomes too deep or too large. */
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
    // Closing very many collections at once overflows the parser's stack.
    if (countOpenCollections(parser) > limits.depth)
      return { offset, message: describeTooDeep(limits.depth) };
    offset = parser.offset;
  }
  tokens.push(...parser.end());
  return findExcessInTokens(tokens, limits) ?? tokens;
};

/** Where a key is repeated; the parser's own check compares every pair of keys. */
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

/** Parses a file; every scalar is text, whatever its form. */
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

export { findConflictMarkers, type Fault, createFault, isFault };
