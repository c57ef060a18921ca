import type { ExecutionFault } from '@tandem/core';
import { findJsonCommentEnd, getOwnValue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import {
  createCycleFault,
  type Cycle,
  expand,
  findStoredValue,
  type InterpolationResult,
  type InterpolationState,
  type Scope,
  createInterpolationState,
  type VariableUse,
} from './interpolate.js';

/** How to insert values into text of a language. That depends on the context of a token, such as a string or a comment. */
export interface Grammar {
  /** The context in which the text starts. */
  readonly start: string;
  /** For each context, matches the next token or mark. The patterns have the flag `g`, and their group is the name in the token. */
  readonly pieces: Readonly<Record<string, RegExp>>;
  /** Matches the marks in a token that has no value and stays. The pattern has the flag `g`. */
  readonly marks: RegExp;
  /** The context after a mark. */
  readonly next: (context: string, mark: string) => string;
  /**
   * For each context, how a value is escaped there. In any other context it is inserted as it is.
   * @param after the character after the token
   */
  readonly escape: Readonly<Partial<Record<string, (value: string, after: string) => string>>>;
  /** For each mark that begins a comment, the context in which it does. Comments are not sent. */
  readonly comments?: Readonly<Record<string, string>>;
}

/** Unescapes a value with escaped quotes, which can only be the inside of a JSON string. Undefined for any other value. */
export const unescapeJsonText = (value: string): string | undefined => {
  if (!value.includes('\\"')) return undefined;
  try {
    return JSON.parse(`"${value}"`) as string;
  } catch {
    return undefined;
  }
};

/** Escapes a value for a JSON string, unless a script has already escaped it, which scripts of Postman and Bruno do. */
const escapeForString = (value: string): string =>
  unescapeJsonText(value) === undefined ? JSON.stringify(value).slice(1, -1) : value;

/** The grammar of a string that is encoded as JSON later. If a script has already escaped the value, it is unescaped first. */
export const jsonStringGrammar: Grammar = {
  start: 'string',
  pieces: { string: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}/g },
  marks: /(?!)/g,
  next: (context) => context,
  escape: { string: (value) => unescapeJsonText(value) ?? value },
};

/** The grammar of JSON (RFC 8259), with comments, which are removed. */
export const jsonGrammar: Grammar = {
  start: 'outside',
  pieces: {
    // Outside a string, a backslash escapes nothing.
    outside: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[^"]|\\?"|\/[/*]/g,
    // An escape takes precedence over a token: in "\\{{dir}}" the two backslashes are one escape, so `{{dir}}` is a token.
    string: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[\s\S]|"/g,
  },
  marks: /\\[\s\S]|"/g,
  next: (context, mark) => {
    if (mark === '"') return context === 'string' ? 'outside' : 'string';
    return mark === '\\"' ? 'string' : context;
  },
  escape: { string: escapeForString },
  comments: { '//': 'outside', '/*': 'outside' },
};

/**
 * Escapes a value for a block string, in which only three quotes need that. Adds a line break if the last character would otherwise change
 * what the closing quotes mean. The line break is not part of the string's value.
 */
const escapeForBlockString = (value: string, after: string): string => {
  const text = value.replaceAll('"""', '\\"""');
  return after === '"' && /["\\]$/.test(text) ? `${text}\n` : text;
};

/** The grammar of GraphQL documents (specification of October 2021, section 2.9.4). */
export const graphqlGrammar: Grammar = {
  start: 'outside',
  pieces: {
    outside: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|"""|"|#/g,
    string: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[\s\S]|"|[\r\n]/g,
    block: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\"""|"""/g,
    comment: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|[\r\n]/g,
  },
  marks: /"""|\\[\s\S]|"|#|[\r\n]/g,
  next: (context, mark) => {
    if (context === 'outside') return { '"""': 'block', '"': 'string', '#': 'comment' }[mark] ?? context;
    const ends = { string: ['"', '"""', '\n', '\r'], block: ['"""'], comment: ['\n', '\r'] }[context] ?? [];
    return ends.includes(mark) ? 'outside' : context;
  },
  escape: {
    string: escapeForString,
    block: escapeForBlockString,
    comment: (value) => value.replace(/[\r\n]+/g, ' '),
  },
};

/** A token or comment of a template, and what replaces it. Offsets are in UTF-16 units, and ends are exclusive. */
export interface Replacement {
  /** The name of the variable. Absent for an escaped `{{` and for a comment. */
  readonly name?: string;
  readonly template: readonly [from: number, to: number];
  readonly text: readonly [from: number, to: number];
}

export interface InterpolatedText extends InterpolationResult {
  /** The replacements in order, without those inside values. */
  readonly replaced: readonly Replacement[];
}

/** The context at the end of the text filled in so far. */
interface Scan {
  readonly grammar: Grammar;
  context: string;
  /** Whether a comment was found to have no end, so that its end is not searched again. */
  isUnclosed?: boolean;
}

/** Finds the next token or mark of a template from an offset on. */
const findNextPiece = (
  { grammar, context }: Scan,
  template: string,
  from: number,
): RegExpExecArray | null => {
  const pattern = getOwnValue(grammar.pieces, context);
  if (pattern === undefined) return null;
  pattern.lastIndex = from;
  return pattern.exec(template);
};

/** Moves the scan past a mark, or past a token that stays. */
const advance = (scan: Scan, piece: string): void => {
  for (const [mark] of piece.matchAll(scan.grammar.marks))
    scan.context = scan.grammar.next(scan.context, mark);
};

/** Finds the end of the comment that a piece begins. Undefined if it begins none. */
const findCommentEnd = (
  scan: Scan,
  template: string,
  { 0: piece, index }: RegExpExecArray,
): number | undefined => {
  if (getOwnValue(scan.grammar.comments ?? {}, piece) !== scan.context || scan.isUnclosed === true)
    return undefined;
  const end = findJsonCommentEnd(template, index);
  if (end === undefined) scan.isUnclosed = true;
  return end;
};

/** Inserts a value. In a literal it is escaped; elsewhere it is text of the language, so tokens in its own literals are filled in. */
const fillValue = (
  filling: InterpolationState,
  value: string,
  within: readonly string[],
  scan: Scan,
  after: string,
): string | Cycle => {
  const escape = getOwnValue(scan.grammar.escape, scan.context);
  if (escape === undefined) return fillTemplate(filling, value, within, scan, []);
  const filled = expand(filling, value, within);
  return typeof filled === 'string' ? escape(filled, after) : filled;
};

const fillTemplate = (
  filling: InterpolationState,
  template: string,
  within: readonly string[],
  scan: Scan,
  replaced: Replacement[],
): string | Cycle => {
  let text = '';
  let done = 0;
  for (
    let found = findNextPiece(scan, template, 0);
    found !== null;
    found = findNextPiece(scan, template, done)
  ) {
    const { 0: piece, 1: name, index } = found;
    text += template.slice(done, index);
    done = index + piece.length;
    // Only the template has comments: a value may be a URL, whose "//" is none.
    const comment = within.length === 0 ? findCommentEnd(scan, template, found) : undefined;
    if (comment !== undefined) {
      replaced.push({ template: [index, comment], text: [text.length, text.length] });
      done = comment;
      continue;
    }
    if (within.length === 0) filling.at = text.length;
    const value = name === undefined ? undefined : findStoredValue(filling, name, within);
    const filled =
      piece === '\\{{'
        ? '{{'
        : name === undefined || typeof value !== 'string'
          ? value
          : fillValue(filling, value, [...within, name], scan, template.charAt(done));
    if (typeof filled === 'object') return filled;
    if (filled === undefined) advance(scan, piece);
    else {
      const spans = { template: [index, done], text: [text.length, text.length + filled.length] } as const;
      replaced.push(name === undefined ? spans : { name, ...spans });
    }
    text += filled ?? piece;
  }
  return text + template.slice(done);
};

/**
 * Fills in the variables of a text with a grammar. Escapes values in literals as the grammar says, and inserts them as they are elsewhere.
 * @param uses receives the names that are looked up
 */
export const interpolateGrammar =
  (scope: Scope, grammar: Grammar) =>
  (template: string, uses?: VariableUse[]): E.Either<ExecutionFault, InterpolatedText> => {
    const filling = createInterpolationState(scope, uses);
    const replaced: Replacement[] = [];
    const text = fillTemplate(filling, template, [], { grammar, context: grammar.start }, replaced);
    return typeof text === 'string'
      ? E.right({ text, replaced, unresolved: [...filling.unresolved] })
      : E.left(createCycleFault(text));
  };
