/** The tokens that JSON allows next at a position in a text (RFC 8259). */
export type Expectation =
  | 'value'
  | 'value-or-end-of-list'
  | 'name'
  | 'name-or-end-of-object'
  | 'colon'
  | 'comma-or-end-of-object'
  | 'comma-or-end-of-list'
  | 'end'
  | 'closing-quote'
  | 'escape'
  | 'escaped-control-character';

/** The first location at which a text is not JSON. */
export interface UnexpectedToken {
  readonly at: number;
  readonly expected: Expectation;
}

const blank = /[ \t\n\r]*/y;
const plainValue = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
// eslint-disable-next-line no-control-regex -- a string literal cannot contain control characters
const plainCharacters = /[^"\\\u0000-\u001f]*/y;

/** The end of the match of `pattern` at `at`; `at` if there is no match. */
const findMatchEnd = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};

/** The end of the string literal at `at`, or the first error in it. */
const findStringEnd = (text: string, at: number): number | UnexpectedToken => {
  let end = findMatchEnd(plainCharacters, text, at + 1);
  while (text[end] === '\\') {
    const escapeEnd = findMatchEnd(escape, text, end);
    if (escapeEnd === end) return { at: end, expected: 'escape' };
    end = findMatchEnd(plainCharacters, text, escapeEnd);
  }
  if (text[end] === '"') return end + 1;
  return { at: end, expected: end < text.length ? 'escaped-control-character' : 'closing-quote' };
};

const expectAfterValue = (open: readonly string[]): Expectation => {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? 'comma-or-end-of-object' : 'comma-or-end-of-list';
};

/** Accepts a punctuation character and returns what may follow it; undefined if the character is not allowed here. */
const acceptPunctuation = (character: string | undefined, expected: Expectation, open: string[]) => {
  const isEnd =
    (character === '}' && expected.endsWith('end-of-object')) ||
    (character === ']' && expected.endsWith('end-of-list'));
  if (isEnd) {
    open.pop();
    return expectAfterValue(open);
  }
  if (character === ':' && expected === 'colon') return 'value';
  if (character === ',' && expected.startsWith('comma')) return open.at(-1) === '{' ? 'name' : 'value';
  if (expected.startsWith('value') && (character === '{' || character === '[')) {
    open.push(character);
    return character === '{' ? 'name-or-end-of-object' : 'value-or-end-of-list';
  }
  return undefined;
};

/**
 * Finds the first location at which `text` is not JSON; undefined if it is valid. Not recursive, so nesting does not
 * use the stack.
 */
export const scanJson = (text: string): UnexpectedToken | undefined => {
  const open: string[] = [];
  let expected: Expectation = 'value';
  let at = findMatchEnd(blank, text, 0);
  while (at < text.length) {
    const next = acceptPunctuation(text[at], expected, open);
    if (next !== undefined) {
      expected = next;
      at += 1;
    } else if (text[at] === '"' && /^(name|value)/.test(expected)) {
      const end = findStringEnd(text, at);
      if (typeof end !== 'number') return end;
      expected = expected.startsWith('name') ? 'colon' : expectAfterValue(open);
      at = end;
    } else {
      const end = expected.startsWith('value') ? findMatchEnd(plainValue, text, at) : at;
      if (end === at) return { at, expected };
      expected = expectAfterValue(open);
      at = end;
    }
    at = findMatchEnd(blank, text, at);
  }
  return expected === 'end' ? undefined : { at, expected };
};
