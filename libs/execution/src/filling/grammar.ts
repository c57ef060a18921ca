/** How to write the values of tokens into a text, by where they stand in it. */
export interface Grammar {
  /** The place in which a text begins. */
  readonly start: string;
  /** Finds the next token or mark, by place. Global; its group is the name of the token. */
  readonly pieces: Readonly<Record<string, RegExp>>;
  /** Finds the marks in a token that stays as it is. Global. */
  readonly marks: RegExp;
  /** The place after a mark. */
  readonly next: (place: string, mark: string) => string;
  /**
   * Writes a value into a literal, by place. Elsewhere a value is inserted as it is.
   * @param after the character after the token
   */
  readonly escape: Readonly<Partial<Record<string, (value: string, after: string) => string>>>;
  /** The marks that begin a comment as in JSON, which is not sent, and the place in which they do. */
  readonly comments?: Readonly<Record<string, string>>;
}

const escapeForString = (value: string): string => JSON.stringify(value).slice(1, -1);

/** JSON (RFC 8259), in which comments may stand, which are left out. */
export const jsonGrammar: Grammar = {
  start: 'outside',
  pieces: {
    // Outside a string a backslash escapes nothing.
    outside: /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[^"]|\\?"|\/[/*]/g,
    // An escape comes before a token: the backslashes in "\\{{dir}}" are one escape, and the token counts.
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

/** In a block string only three quotes have to be escaped. A line break at its end is no part of its value. */
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
