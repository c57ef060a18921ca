import { type Document, isAlias, LineCounter, parseDocument, visit } from 'yaml';

/** Where a file is wrong; line and column count from one. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export const faultAt = (line: number, column: number, message: string): Fault => ({ line, column, message });

const positionOf = (text: string, index: number): readonly [number, number] => {
  const before = text.slice(0, index);
  return [before.split('\n').length, index - before.lastIndexOf('\n')];
};

/** The fault of a text that git has left with conflict markers. */
export const conflictMarkers = (text: string): Fault | undefined => {
  const found = /^<{7} [^\n]*\n(?:[^\n]*\n)*?={7}\r?\n(?:[^\n]*\n)*?>{7} /m.exec(text);
  if (!found) return undefined;
  const [line, column] = positionOf(text, found.index);
  return faultAt(line, column, 'git left conflict markers here; decide which side stays');
};

/** A parsed file, and how to say where in it something is wrong. */
export interface Parsed {
  readonly document: Document;
  readonly tree: unknown;
  /** The fault `message` at the value under `path`. */
  readonly faultIn: (path: readonly string[], message: string) => Fault;
}

const maxAliases = 100;

const aliasesOf = (document: Document): number => {
  let count = 0;
  visit(document, (_, node) => {
    if (isAlias(node)) count += 1;
    return count > maxAliases ? visit.BREAK : undefined;
  });
  return count;
};

/** Parses a file; every scalar is text, whatever it looks like. */
export const parse = (text: string): Parsed | Fault => {
  const markers = conflictMarkers(text);
  if (markers) return markers;
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
  });
  const at = (offset: number, message: string): Fault => {
    const { line, col } = lines.linePos(offset);
    return faultAt(Math.max(1, line), Math.max(1, col), message);
  };
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS')
    return at(error.pos[0], 'the file holds more than one document; keep one');
  if (error) return at(error.pos[0], error.message);
  if (aliasesOf(document) > maxAliases) return faultAt(1, 1, `more than ${maxAliases} aliases`);
  try {
    const tree: unknown = document.toJS({ maxAliasCount: maxAliases });
    const faultIn = (path: readonly string[], message: string) => {
      const node = document.getIn(path, true) as { readonly range?: readonly [number] } | undefined;
      return at(node?.range?.[0] ?? 0, message);
    };
    return { document, tree, faultIn };
  } catch (error) {
    return faultAt(1, 1, error instanceof Error ? error.message : String(error));
  }
};

export const isFault = (value: object): value is Fault => 'message' in value;
