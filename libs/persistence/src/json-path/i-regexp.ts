/**
 * Regular expressions of JSONPath's `match` and `search`: I-Regexp (RFC 9485), converted to RE2's syntax. `^` and `$` are
 * anchors, as in the JSONPath compliance test suite.
 */

/** The text is not an I-Regexp; `match` and `search` are false then (RFC 9535, section 2.4.6). */
export class NotIRegexpError extends Error {}

/** Maximum nesting of groups. */
const maxDepth = 100;

const quantifier = /[*+?]|\{(\d+)(,(\d*))?\}/y;
const property = /[pP]\{(L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfno]?)\}/y;

const isSurrogate = (character: string): boolean => /^[\ud800-\udfff]$/.test(character);
const controls = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** One character in RE2's syntax, inside and outside brackets. */
const escapeCharacter = (character: string): string =>
  /^[A-Za-z0-9]$/.test(character) ? character : `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const listCodePointRanges = (pattern: RegExp): string => {
  let ranges = '';
  let from = -1;
  for (let point = 0; point <= 0x110000; point++) {
    const isIn = point <= 0x10ffff && pattern.test(String.fromCodePoint(point));
    if (isIn && from < 0) from = point;
    if (!isIn && from >= 0) {
      ranges += `\\x{${from.toString(16)}}-\\x{${(point - 1).toString(16)}}`;
      from = -1;
    }
  }
  return ranges;
};

const categoryPatterns = new Map([
  ['pCn', /^\p{Cn}$/u],
  ['PCn', /^\P{Cn}$/u],
  ['pC', /^[\p{Cn}\p{Cc}\p{Cf}\p{Co}]$/u],
  ['PC', /^[^\p{Cn}\p{Cc}\p{Cf}\p{Co}]$/u],
]);
const cachedRanges = new Map<string, string>();

/** A category in brackets. RE2 does not support unassigned characters, so they are listed. */
const formatCategory = (kind: string, name: string): string => {
  const pattern = categoryPatterns.get(kind + name);
  if (pattern === undefined) return `\\${kind}{${name}}`;
  const known = cachedRanges.get(kind + name) ?? listCodePointRanges(pattern);
  cachedRanges.set(kind + name, known);
  return known;
};

class Reader {
  private at = 0;
  private readonly characters: readonly string[];

  constructor(text: string) {
    this.characters = Array.from(text);
  }

  all(): string {
    const result = this.branches(0);
    if (this.peek() !== undefined) throw new NotIRegexpError();
    return result;
  }

  private peek(): string | undefined {
    return this.characters[this.at];
  }

  private next(): string {
    const character = this.characters[this.at++];
    if (character === undefined || isSurrogate(character)) throw new NotIRegexpError();
    return character;
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    const rest = this.characters.slice(this.at, this.at + 24).join('');
    pattern.lastIndex = 0;
    const found = pattern.exec(rest);
    if (found === null) return undefined;
    // The patterns match only ASCII, so each UTF-16 unit is one character.
    this.at += found[0].length;
    return found;
  }

  private branches(depth: number): string {
    if (depth > maxDepth) throw new NotIRegexpError();
    let result = '';
    for (;;) {
      const character = this.peek();
      if (character === undefined || character === ')') return result;
      if (character === '|') {
        this.at++;
        result += '|';
      } else result += this.atom(depth) + this.quantifier();
    }
  }

  private quantifier(): string {
    const found = this.take(quantifier);
    if (found === undefined) return '';
    const [text, least, , most] = found;
    if (least !== undefined && most !== undefined && most !== '' && Number(most) < Number(least)) {
      throw new NotIRegexpError();
    }
    return text;
  }

  private atom(depth: number): string {
    const character = this.next();
    switch (character) {
      case '(': {
        const inner = this.branches(depth + 1);
        if (this.next() !== ')') throw new NotIRegexpError();
        return `(?:${inner})`;
      }
      case '.':
        return '[^\\n\\r]';
      case '[':
        return this.characterClass();
      case '\\':
        return this.escape((one) => `[${one}]`);
      case '^':
      case '$':
        return character;
      default:
        if ('*+?]{}'.includes(character)) throw new NotIRegexpError();
        return escapeCharacter(character);
    }
  }

  /** Reads what follows a backslash: a category, or one character. */
  private escape(asClass: (category: string) => string): string {
    const found = this.take(property);
    if (found) return asClass(formatCategory(found[0].charAt(0), found[1] ?? ''));
    return escapeCharacter(this.escapedCharacter());
  }

  private escapedCharacter(): string {
    const character = this.next();
    const control = controls.get(character);
    if (control !== undefined) return control;
    if (!'()*+-.?[\\]^{|}'.includes(character)) throw new NotIRegexpError();
    return character;
  }

  private characterClass(): string {
    let negated = '';
    if (this.peek() === '^') {
      this.at++;
      negated = '^';
    }
    let inner = '';
    for (let first = true; first || this.peek() !== ']'; first = false) inner += this.classPart(first);
    this.at++;
    return `[${negated}${inner}]`;
  }

  private classPart(first: boolean): string {
    if (this.peek() === '-') {
      this.at++;
      // A hyphen is literal at the start and at the end.
      if (first || this.peek() === ']') return escapeCharacter('-');
      throw new NotIRegexpError();
    }
    const from = this.classCharacter();
    if (from.category !== undefined) return from.category;
    if (this.peek() !== '-' || this.characters[this.at + 1] === ']') return escapeCharacter(from.character);
    this.at++;
    const to = this.classCharacter();
    if (
      to.category !== undefined ||
      (to.character.codePointAt(0) ?? 0) < (from.character.codePointAt(0) ?? 0)
    )
      throw new NotIRegexpError();
    return `${escapeCharacter(from.character)}-${escapeCharacter(to.character)}`;
  }

  private classCharacter(): { readonly character: string; readonly category?: string } {
    const character = this.next();
    if (character === '\\') {
      const found = this.take(property);
      if (found) return { character: '', category: formatCategory(found[0].charAt(0), found[1] ?? '') };
      return { character: this.escapedCharacter() };
    }
    if ('-[]'.includes(character)) throw new NotIRegexpError();
    return { character };
  }
}

/** Converts the expression to RE2's syntax; throws {@link NotIRegexpError}. */
export const toRe2 = (iRegexp: string): string => new Reader(iRegexp).all();
