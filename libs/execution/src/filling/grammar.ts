/** How to write token values into text, depending on their place in it. */
export interface Grammar {
  /** The place at the start of the text. */
  readonly start: string;
  /** Finds the next token or mark, by place. Global; its group is the token's name. */
  readonly pieces: Readonly<Record<string, RegExp>>;
  /** Finds the marks in a token that stays unchanged. Global. */
  readonly marks: RegExp;
  /** The place after a mark. */
  readonly next: (place: string, mark: string) => string;
  /**
   * Escapes a value for a literal, by place. Elsewhere a value is inserted unchanged.
   * @param after the character after the token
   */
  readonly escape: Readonly<Partial<Record<string, (value: string, after: string) => string>>>;
  /** The marks that begin a JSON-style comment, which is not sent, each with the place where it applies. */
  readonly comments?: Readonly<Record<string, string>>;
}

const escapeForString = (value: string): string => JSON.stringify(value).slice(1, -1);

/** JSON (RFC 8259) with comments, which are removed. */
export const jsonGrammar: Grammar = {
  start: 'outside',
  pieces: {
    // Outside a string, a backslash escapes nothing.
    outside: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[^"]|\\?"|\/[/*]/g,
    // Escapes take precedence over tokens: the backslashes in "\\{{dir}}" are one escape, and the token counts.
    string: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[\s\S]|"/g,
  },
  marks: /\\[\s\S]|"/g,
  next: (place, mark) => {
    if (mark === '"') return place === 'string' ? 'outside' : 'string';
    return mark === '\\"' && place === 'outside' ? 'string' : place;
  },
  escape: { string: escapeForString },
  comments: { '//': 'outside', '/*': 'outside' },
};

/** A block string only needs three quotes escaped. A line break at its end is not part of its value. */
const escapeForBlockString = (value: string, after: string): string => {
  const text = value.replaceAll('"""', '\\"""');
  return after === '"' && /["\\]$/.test(text) ? `${text}\n` : text;
};

/** GraphQL documents (specification of October 2021, section 2.9.4). */
export const graphqlGrammar: Grammar = {
  start: 'outside',
  pieces: {
    outside: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|"""|"|#/g,
    string: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[\s\S]|"|[\r\n]/g,
    block: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\"""|"""/g,
    comment: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|[\r\n]/g,
  },
  marks: /"""|\\[\s\S]|"|#|[\r\n]/g,
  next: (place, mark) => {
    if (place === 'outside') return { '"""': 'block', '"': 'string', '#': 'comment' }[mark] ?? place;
    const ends = { string: ['"', '"""', '\n', '\r'], block: ['"""'], comment: ['\n', '\r'] }[place] ?? [];
    return ends.includes(mark) ? 'outside' : place;
  },
  escape: {
    string: escapeForString,
    block: escapeForBlockString,
    comment: (value) => value.replace(/[\r\n]+/g, ' '),
  },
};
