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

/** Decodes byte by byte what decodeURIComponent rejects: bad escapes stay, bytes that are not UTF-8 become U+FFFD. */
const decodeOctets = (text: string): string => {
  const octets = text.replace(escape, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString('utf8');
};

/**
 * Decodes one name or value; undefined if it needs `decodeOctets`. decodeURIComponent is ten times as fast as that, but
 * fifty times as slow if it throws.
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

/** Decodes the pieces of one text. After a malformed piece it avoids decodeURIComponent, so that one text throws only once. */
export const createDecoder = () => {
  let isMalformed = false;
  return (piece: string): string => {
    const text = isMalformed && notPlain.test(piece) ? undefined : decodeWellFormed(piece);
    if (text !== undefined) return text;
    isMalformed = true;
    return decodeOctets(piece.replaceAll('+', ' '));
  };
};

/** Calls `take` with each non-empty piece between `&` and its position. */
export const forEachPiece = (text: string, take: (piece: string, begin: number) => void): void => {
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

/** Pairs as a JSON object; a repeated name has an array. Avoids a map if no name repeats, the usual case. */
export const formatPairs = (pairs: Pairs): string => {
  if (hasRepeats(pairs)) return formatGroups(pairs);
  const { names, values } = pairs;
  let text = '{';
  for (let index = 0; index < names.length; index++) {
    text += `${index === 0 ? '' : ','}${quote(names[index] as string)}:${quote(values[index] as string)}`;
  }
  return `${text}}`;
};
