import { getOwnValue } from '../codec/index.js';

/** The words of a shell command, or why they cannot be read. */
export type ShellWords =
  { readonly words: readonly string[]; readonly variables: readonly string[] } | { readonly problem: string };

/** The characters that a backslash and a letter stand for in `$'…'` (POSIX 2024, section 2.2.4). */
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
};

const unescapeAnsiC = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3})|([^]))/gi,
    (_, byte?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const hex = byte ?? short ?? long;
      if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      return letter === undefined ? '' : (getOwnValue(escapes, letter) ?? letter);
    },
  );

/** Converts a command copied for cmd.exe, where a caret quotes the next character, to shell syntax. */
const removeCarets = (text: string): string =>
  /\^(["\n\r])/.test(text) ? text.replace(/\^\r?\n/g, ' ').replace(/\^([^])/g, '$1') : text;

/** Tokens of a shell command, tried in this order at each position. */
const piece =
  /(?<space>(?:[ \t\r\n]|\\\r?\n)+)|(?<end>[;|<>]|&&?(?=\s|$)|\d?>|#(?<=\s#).*)|\$'(?<ansi>(?:\\[^]|[^'\\])*)'|'(?<single>[^']*)'|"(?<double>(?:\\[^]|[^"\\])*)"|\\(?<escaped>[^])|(?<run>\$\(|`)|\$\{?(?<variable>[A-Za-z_]\w*)\}?|(?<plain>[^])/y;

/** Parses the text in double quotes, with escapes resolved. `$NAME` is a variable. */
const parseDoubleQuoted = (text: string, onVariable: (name: string) => string): string | undefined =>
  /(?<!\\)(?:\\\\)*(?:\$\(|`)/.test(text)
    ? undefined
    : text.replace(/\\(?:\r?\n|([$`"\\]))|\$\{?([A-Za-z_]\w*)\}?/g, (_, escaped?: string, name?: string) =>
        name === undefined ? (escaped ?? '') : onVariable(name),
      );

const substitutionProblem = 'It runs another command inside; paste the command with its result instead.';

/** How a shell splits a command. */
interface ShellQuoting {
  /** Tokens named space, end, single, double, escaped, run, variable and plain. */
  readonly piece: RegExp;
  readonly single?: (text: string) => string;
  /** The text in double quotes; undefined if it contains a command substitution. */
  readonly doubleQuoted: (text: string, onVariable: (name: string) => string) => string | undefined;
}

/**
 * Splits the first command of the text into words. `$NAME` becomes `{{NAME}}`. Anything after the command is ignored.
 */
export const splitCommand = (
  text: string,
  { piece: pieces, single: unquoted = (quoted) => quoted, doubleQuoted: inDouble }: ShellQuoting,
): ShellWords => {
  const words: string[] = [];
  const variables = new Set<string>();
  const asVariable = (name: string): string => {
    variables.add(name);
    return `{{${name}}}`;
  };
  let word: string | undefined;
  const finish = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; at = pieces.lastIndex) {
    pieces.lastIndex = at;
    const groups = pieces.exec(text)?.groups ?? {};
    if (groups.end !== undefined) break;
    if (groups.run !== undefined) return { problem: substitutionProblem };
    if (groups.space !== undefined) {
      finish();
      continue;
    }
    const quoted = groups.double === undefined ? '' : inDouble(groups.double, asVariable);
    if (quoted === undefined) return { problem: substitutionProblem };
    const plain = groups.plain;
    if (plain === '"' || plain === "'") return { problem: 'A quotation mark is not closed.' };
    const { ansi, single, escaped, variable } = groups;
    word =
      (word ?? '') +
      (plain ?? (single === undefined ? escaped : unquoted(single)) ?? '') +
      (ansi === undefined ? '' : unescapeAnsiC(ansi)) +
      (variable === undefined ? '' : asVariable(variable)) +
      quoted;
  }
  finish();
  return { words, variables: [...variables] };
};

/**
 * Splits the first command of the text into words, as a shell does (POSIX 2024, section 2.2). Anything after a pipe,
 * a redirection or a semicolon is ignored.
 */
export const splitShellWords = (source: string): ShellWords =>
  splitCommand(removeCarets(source.trim()), { piece, doubleQuoted: parseDoubleQuoted });
