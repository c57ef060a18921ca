import {
  addEnd,
  createEnds,
  type Ends,
  type Form,
  getUtf16Unit,
  parseHexAt,
  skipBackslashes,
  skipLineBreak,
  toUtf8,
} from './form.js';

const escapeLetters: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};
const entityNames: Readonly<Record<string, string>> = {
  '&': 'amp;',
  '<': 'lt;',
  '>': 'gt;',
  '"': 'quot;',
  "'": 'apos;',
};

/** One character of a value, or several consecutive backslashes, which JSON doubles together. */
interface Part {
  readonly count: number;
  readonly character: string;
  readonly point: number;
  readonly bytes: Uint8Array;
  /** The ways to write the character without an escape: in upper and lower case if case does not matter, and a space as `+`. */
  readonly spellings: readonly string[];
  /** The letter of the character's JSON escape, such as `n`. */
  readonly letter: string | undefined;
  /** The character's HTML entity name, such as `amp`. */
  readonly name: string | undefined;
  /** Consecutive backslashes, as JSON doubles them up to three times. */
  readonly runs: readonly string[];
}

const createTextPart = (text: string, isExtended: boolean): Part => {
  const character = text.startsWith('\\') ? '\\' : text;
  const cases = isExtended ? [character.toLowerCase(), character.toUpperCase()] : [];
  const spaced = character === ' ' ? ['+'] : character === '+' ? [' '] : [];
  return {
    count: character === '\\' ? text.length : 1,
    character,
    point: character.codePointAt(0) ?? 0,
    bytes: toUtf8(character),
    spellings: character === '\\' ? [] : [...new Set([character, ...cases, ...spaced])],
    letter: `"/'`.includes(character)
      ? character
      : Object.hasOwn(escapeLetters, character)
        ? escapeLetters[character]
        : undefined,
    name: Object.hasOwn(entityNames, character) ? entityNames[character] : undefined,
    runs: character === '\\' ? [8, 4, 2, 1].map((times) => text.repeat(times)) : [],
  };
};

const [percent, backslash] = [getUtf16Unit('%'), getUtf16Unit('\\')];

/** The possible ends of one backslash. The array is reused for each backslash. */
const backslashEnds = createEnds();

/** Maximum number of times a percent sign may be escaped again. */
const maxNestedEscapes = 3;

const isPoint = (value: number, { point }: Part, isExtended: boolean): boolean =>
  value === point ||
  (isExtended && (value | 32) === (point | 32) && /[a-z]/i.test(String.fromCharCode(value)));

const isByte = (value: number, part: Part, at: number, isExtended: boolean): boolean =>
  part.bytes.length === 1 ? isPoint(value, part, isExtended) : value === part.bytes[at];

/** Adds the possible ends of a percent escape of one byte that begins at `at`. The percent sign may be escaped as well. */
const matchPercentEscape = (
  part: Part,
  isExtended: boolean,
  index: number,
  text: string,
  at: number,
  ends: Ends,
): void => {
  for (let nested = 0, from = at + 1; nested <= maxNestedEscapes; nested++, from += 2) {
    const value = parseHexAt(text, from, 2);
    if (value >= 0 && isByte(value, part, index, isExtended)) addEnd(ends, from + 2);
    if (value !== percent) return;
  }
};

/** Percent escapes (RFC 3986, section 2.1) of all bytes of a character. */
const matchCharacterEscapes = (
  part: Part,
  isExtended: boolean,
  text: string,
  at: number,
  ends: Ends,
): void => {
  if (part.bytes.length === 1) {
    matchPercentEscape(part, isExtended, 0, text, at, ends);
    return;
  }
  let offsets = [at];
  for (let index = 0; index < part.bytes.length; index++) {
    const found = createEnds();
    for (const offset of offsets)
      if (text.charCodeAt(offset) === percent)
        matchPercentEscape(part, isExtended, index, text, offset, found);
    offsets = [...found.offsets.subarray(0, found.count)];
  }
  for (const offset of offsets) addEnd(ends, offset);
};

/** The position after a character as `\uXXXX` for each of its UTF-16 units; -1 if the text does not match. */
const matchUnicodeEscape = (part: Part, isExtended: boolean, text: string, letter: number): number => {
  if (part.point < 0x10000) {
    return isPoint(parseHexAt(text, letter + 1, 4), part, isExtended) ? letter + 5 : -1;
  }
  const second = skipBackslashes(text, letter + 5);
  const isThere =
    parseHexAt(text, letter + 1, 4) === part.character.charCodeAt(0) &&
    text[second] === 'u' &&
    parseHexAt(text, second + 1, 4) === part.character.charCodeAt(1);
  return isThere ? second + 5 : -1;
};

const matchBracedEscape = (part: Part, isExtended: boolean, text: string, letter: number): number => {
  if (text[letter + 1] !== '{') return -1;
  const end = text.indexOf('}', letter + 2);
  const isShort = end > letter + 2 && end <= letter + 12;
  return isShort && isPoint(parseHexAt(text, letter + 2, end - letter - 2), part, isExtended) ? end + 1 : -1;
};

/** The position after the bytes of a character, each after a prefix that `before` matches; -1 if the text does not match. */
const matchEscapedBytes = (
  part: Part,
  isExtended: boolean,
  text: string,
  at: number,
  before: (offset: number) => number,
): number => {
  let offset = at;
  for (let index = 0; index < part.bytes.length; index++) {
    const from = before(offset);
    if (!isByte(parseHexAt(text, from, 2), part, index, isExtended)) return -1;
    offset = from + 2;
  }
  return offset;
};

const matchEscapes = (part: Part, isExtended: boolean, text: string, at: number, ends: Ends): void => {
  const letter = skipBackslashes(text, at);
  if (letter === at) return;
  if (part.letter !== undefined && text[letter] === part.letter) addEnd(ends, letter + 1);
  const found: number[] = [];
  if (text[letter] === 'u') {
    found.push(matchUnicodeEscape(part, isExtended, text, letter));
    if (isExtended) found.push(matchBracedEscape(part, isExtended, text, letter));
  } else if (isExtended && text[letter] === 'x') {
    if (isPoint(parseHexAt(text, letter + 1, 2), part, isExtended)) found.push(letter + 3);
    const behindX = (offset: number): number => {
      const next = skipBackslashes(text, offset);
      return next > offset && text[next] === 'x' ? next + 1 : -1;
    };
    if (part.point > 127) found.push(matchEscapedBytes(part, isExtended, text, at, behindX));
  }
  for (const end of found) addEnd(ends, end);
};

/** Matches numeric HTML entities. Letters and digits are matched as entities only in long values. */
const matchNumericEntity = (part: Part, isExtended: boolean, text: string, at: number): number => {
  const end = text.indexOf(';', at);
  if (end < at + 2 || end > at + 18) return -1;
  const number = text.slice(at + 1, end);
  const isNumber = /^(?:\d+|[xX][0-9a-fA-F]+)$/.test(number);
  const value = isNumber ? Number(/^x/i.test(number) ? `0${number}` : number) : -1;
  return isPoint(value, part, isExtended) ? end + 1 : -1;
};

const matchEntities = (part: Part, isExtended: boolean, text: string, at: number, ends: Ends): void => {
  for (let depth = 0, from = at + 1; depth <= 2; depth++, from += 4) {
    if (part.name !== undefined && text.startsWith(part.name, from)) addEnd(ends, from + part.name.length);
    if (text[from] === '#') addEnd(ends, matchNumericEntity(part, isExtended, text, from));
    if (!text.startsWith('amp;', from)) return;
  }
};

/** The position after the `=` of quoted-printable. A soft line break may precede the `=`. */
const skipEqualsSign =
  (text: string) =>
  (offset: number): number => {
    const next = text[offset] === '=' ? skipLineBreak(text, offset + 1) : offset;
    const from = next > offset + 1 ? next : offset;
    return text[from] === '=' ? from + 1 : -1;
  };

const addPartEnds = (part: Part, isExtended: boolean, text: string, at: number, ends: Ends): void => {
  for (const spelling of part.spellings)
    if (text.startsWith(spelling, at)) {
      addEnd(ends, at + spelling.length);
      break;
    }
  const sign = text[at];
  if (sign === '%') matchCharacterEscapes(part, isExtended, text, at, ends);
  else if (sign === '\\') matchEscapes(part, isExtended, text, at, ends);
  else if (sign === '&') matchEntities(part, isExtended, text, at, ends);
  else if (sign === '=' && isExtended)
    addEnd(ends, matchEscapedBytes(part, isExtended, text, at, skipEqualsSign(text)));
};

/** The end of `count` individually escaped backslashes. */
const matchEscapedBackslashes = (
  part: Part,
  isExtended: boolean,
  text: string,
  at: number,
): readonly number[] => {
  let offsets = [at];
  for (let done = 0; done < part.count && offsets.length > 0; done++) {
    const found = createEnds();
    for (const offset of offsets) addPartEnds(part, isExtended, text, offset, found);
    offsets = [...found.offsets.subarray(0, found.count)];
  }
  return offsets;
};

/** Matches consecutive backslashes: doubled together by JSON up to three times, or escaped one by one. */
const matchBackslashes = (part: Part, isExtended: boolean, text: string, at: number, ends: Ends): void => {
  const isRaw = text.charCodeAt(at) === backslash;
  if (isRaw) for (const run of part.runs) if (text.startsWith(run, at)) addEnd(ends, at + run.length);
  if (isRaw && skipBackslashes(text, at) === at) return;
  backslashEnds.count = 0;
  addPartEnds(part, isExtended, text, at, backslashEnds);
  if (backslashEnds.count === 0) return;
  for (const offset of matchEscapedBackslashes(part, isExtended, text, at)) addEnd(ends, offset);
};

/**
 * Matches a value as any mix of raw characters, percent escapes, JSON escapes and HTML entities. The extended form ignores case and adds
 * JavaScript escapes and quoted-printable (RFC 2045, section 6.7) with its line breaks.
 */
export const createTextForm = (value: string, isExtended: boolean): Form => {
  const parts = (value.match(/\\+|[^\\]/gsu) ?? []).map((text) => createTextPart(text, isExtended));
  const first = new Set(parts[0]?.spellings.map(getUtf16Unit));
  for (const sign of '%\\&') first.add(getUtf16Unit(sign));
  if (isExtended) first.add(getUtf16Unit('='));
  const from = (part: Part, text: string, at: number, ends: Ends): void => {
    if (part.character === '\\') matchBackslashes(part, isExtended, text, at, ends);
    else addPartEnds(part, isExtended, text, at, ends);
  };
  return {
    length: parts.length,
    mayBegin: (unit) => first.has(unit),
    step: (index, text, at, ends) => {
      const part = parts[index];
      if (part === undefined) return;
      from(part, text, at, ends);
      if (!isExtended || index === 0 || text[at] !== '=') return;
      const next = skipLineBreak(text, at + 1);
      if (next > at + 1) from(part, text, next, ends);
    },
  };
};
