import { quote } from './json-text.js';

/** The decoded pairs of a query or form; `values[i]` belongs to `names[i]`. */
export interface Pairs {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

export const noPairs: Pairs = { names: [], values: [] };

const notPlain = /[%+\u0080-\uffff]/;
const notAscii = /[\u0080-\uffff]/;
const escape = /%([0-9a-f]{2})/gi;

/** Decodes text that decodeURIComponent rejects, byte by byte: bad escapes stay, and bytes that are not UTF-8 become U+FFFD. */
const decodeOctets = (text: string): string => {
  const octets = text.replace(escape, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString('utf8');
};

/**
 * Decodes one name or value; undefined if it needs `decodeOctets`. decodeURIComponent is ten times as fast as `decodeOctets`, but fifty
 * times as slow if it throws.
 */
const decodeWellFormed = (piece: string): string | undefined => {
  if (!notPlain.test(piece)) return piece;
  if (notAscii.test(piece)) return undefined;
  try {
    return decodeURIComponent(piece.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** Decodes the pieces of one text. After a malformed piece, it no longer uses decodeURIComponent, so that one text throws only once. */
const createDecoder = () => {
  let isMalformed = false;
  return (piece: string): string => {
    const text = isMalformed && notPlain.test(piece) ? undefined : decodeWellFormed(piece);
    if (text !== undefined) return text;
    isMalformed = true;
    return decodeOctets(piece.replaceAll('+', ' '));
  };
};

/** Calls `take` with each non-empty piece between `&`, and with the position of the piece. */
const forEachPiece = (text: string, take: (piece: string, begin: number) => void): void => {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('&', start);
    const end = found === -1 ? text.length : found;
    if (end > start) take(text.slice(start, end), start);
    start = end + 1;
  }
};

/**
 * Parses `application/x-www-form-urlencoded` as defined by the WHATWG URL Standard.
 * @param text one character per byte
 */
export const parsePairs = (text: string): Pairs => {
  const names: string[] = [];
  const values: string[] = [];
  const decode = createDecoder();
  forEachPiece(text, (piece) => {
    const cut = piece.indexOf('='); // searched in the piece: searching the whole text would be quadratic
    names.push(decode(cut === -1 ? piece : piece.slice(0, cut)));
    values.push(cut === -1 ? '' : decode(piece.slice(cut + 1)));
  });
  return { names, values };
};

const manyPairs = 12;

const hasRepeats = ({ names }: Pairs): boolean => {
  if (names.length > manyPairs) return new Set(names).size < names.length;
  for (let index = 1; index < names.length; index++) {
    if (names.indexOf(names[index] as string) < index) return true;
  }
  return false;
};

const formatGroups = ({ names, values }: Pairs): string => {
  const groups = new Map<string, string[]>();
  for (const [index, name] of names.entries()) {
    const value = quote(values[index] as string);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  let text = '';
  for (const [name, group] of groups) {
    const value = group.length === 1 ? (group[0] as string) : `[${group.join(',')}]`;
    text += `${text === '' ? '' : ','}${quote(name)}:${value}`;
  }
  return `{${text}}`;
};

/**
 * Formats pairs as a JSON object. The values of a repeated name become an array. Names rarely repeat, so a map is only used if
 * they do.
 */
export const formatPairs = (pairs: Pairs): string => {
  if (hasRepeats(pairs)) return formatGroups(pairs);
  const { names, values } = pairs;
  let text = '{';
  for (let index = 0; index < names.length; index++) {
    text += `${index === 0 ? '' : ','}${quote(names[index] as string)}:${quote(values[index] as string)}`;
  }
  return `${text}}`;
};

/** Creates a list of numbers that grows, at four bytes for each number. */
const createNumbers = () => {
  let kept = new Uint32Array(1_024);
  let length = 0;
  return {
    add: (value: number): void => {
      if (length === kept.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(kept);
        kept = larger;
      }
      kept[length++] = value;
    },
    all: (): Uint32Array => kept.subarray(0, length),
  };
};

/**
 * Maximum number of pieces that are joined at once. Joining millions of pieces one by one would take 32 bytes of
 * memory for each.
 */
const piecesAtOnce = 4_096;

/** Joins many short pieces into one text. */
const createText = () => {
  const chunks: string[] = [];
  let pieces: string[] = [];
  const join = (): void => {
    chunks.push(pieces.join(''));
    pieces = [];
  };
  return {
    add: (piece: string): void => {
      if (pieces.push(piece) === piecesAtOnce) join();
    },
    whole: (): string => {
      join();
      return chunks.join('');
    },
  };
};

/** Finds where each pair starts and which name it has. Names are in the order of their first pair. */
const indexPairs = (text: string) => {
  const decode = createDecoder();
  const names = new Map<string, number>();
  const [begins, groups] = [createNumbers(), createNumbers()];
  forEachPiece(text, (piece, begin) => {
    const cut = piece.indexOf('=');
    const name = decode(cut === -1 ? piece : piece.slice(0, cut));
    const group = names.get(name) ?? names.size;
    if (group === names.size) names.set(name, group);
    begins.add(begin);
    groups.add(group);
  });
  return { names, begins: begins.all(), groups: groups.all() };
};

/** Sorts the pair starts by group, stably, and returns where each group starts in the sorted list. */
const sortByGroup = (begins: Uint32Array, groups: Uint32Array, count: number) => {
  const starts = new Uint32Array(count + 1);
  for (const group of groups) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let group = 0; group < count; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const next = starts.slice();
  const order = new Uint32Array(begins.length);
  for (let pair = 0; pair < groups.length; pair++) {
    const group = groups[pair] as number;
    const index = next[group] as number;
    order[index] = begins[pair] as number;
    next[group] = index + 1;
  }
  return { starts, order };
};

/**
 * Returns the same as `formatPairs(parsePairs(text))`, for a text with many fields. It stores numbers instead of strings and lists, so
 * its memory is a small multiple of the text's size, whatever the fields contain.
 */
export const formatLongPairs = (text: string): string => {
  const { names, begins, groups } = indexPairs(text);
  const { starts, order } = sortByGroup(begins, groups, names.size);
  const decode = createDecoder();
  const valueAt = (begin: number): string => {
    const found = text.indexOf('&', begin);
    const piece = text.slice(begin, found === -1 ? text.length : found);
    const cut = piece.indexOf('=');
    return quote(cut === -1 ? '' : decode(piece.slice(cut + 1)));
  };
  const written = createText();
  for (const [name, group] of names) {
    const [from, to] = [starts[group] as number, starts[group + 1] as number];
    const isRepeated = to - from > 1;
    written.add(`${group === 0 ? '{' : ','}${quote(name)}:${isRepeated ? '[' : ''}`);
    for (let index = from; index < to; index++) {
      const value = valueAt(order[index] as number);
      written.add(index === from ? value : `,${value}`);
    }
    if (isRepeated) written.add(']');
  }
  written.add(names.size === 0 ? '{}' : '}');
  return written.whole();
};
