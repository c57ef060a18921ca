/** Distinct places where a part may end. Reused for each search, since most searches end at the first part. */
export interface Ends {
  readonly places: Int32Array;
  count: number;
}

/** More than can differ: nested escapes are searched up to three levels. */
const maxEnds = 64;

export const createEnds = (): Ends => ({ places: new Int32Array(maxEnds), count: 0 });

/** Adds a place. Ignores negative ones. */
export const addEnd = (ends: Ends, place: number): void => {
  if (place < 0 || ends.count === maxEnds) return;
  for (let at = 0; at < ends.count; at++) if (ends.places[at] === place) return;
  ends.places[ends.count++] = place;
};

/**
 * One encoding of a value, as a sequence of parts. Each part gives its possible ends from a position in text. Parts
 * are matched in turn from the few possible ends of the previous one, in linear time.
 */
export interface Form {
  /** The number of parts. */
  readonly length: number;
  /** Whether the first part may begin with a character, by its UTF-16 unit. */
  readonly mayBegin: (unit: number) => boolean;
  /** Adds to `ends` each possible end of the part `index` that begins at `at`. */
  readonly step: (index: number, text: string, at: number, ends: Ends) => void;
}

/** Number of parts of a longer value that must match. A truncated value is hidden up to where it ends. */
const headLength = 64;

let [places, next] = [createEnds(), createEnds()];

const findFurthestEnd = (): number => {
  let most = -1;
  for (let at = 0; at < places.count; at++) most = Math.max(most, places.places[at] ?? -1);
  return most;
};

/** The end of the form that begins at `at`; -1 if it does not match. */
export const findFormEnd = ({ length, step }: Form, text: string, at: number): number => {
  places.count = 0;
  addEnd(places, at);
  for (let index = 0; index < length; index++) {
    next.count = 0;
    for (let which = 0; which < places.count; which++) step(index, text, places.places[which] ?? 0, next);
    if (next.count === 0) return index >= headLength ? findFurthestEnd() : -1;
    [places, next] = [next, places];
  }
  return findFurthestEnd();
};

/** The value of a hexadecimal digit by its UTF-16 unit; -1 for any other. */
export const parseHexDigit = (unit: number): number => {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

/** The value of `count` hexadecimal digits at a position; -1 if there are none. */
export const parseHexAt = (text: string, at: number, count: number): number => {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = parseHexDigit(text.charCodeAt(i));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
};

export const getUtf16Unit = (character: string): number => character.charCodeAt(0);

const backslash = getUtf16Unit('\\');

/** Maximum number of backslashes before an escape: JSON within JSON within JSON. */
const maxBackslashes = 8;

/** The position after the backslashes of an escape at `at`; `at` if there are none, or too many. */
export const skipBackslashes = (text: string, at: number): number => {
  let end = at;
  while (text.charCodeAt(end) === backslash && end - at <= maxBackslashes) end += 1;
  return end - at > maxBackslashes ? at : end;
};

/** The position after a line break at `at`, raw or escaped; `at` if there is none. */
export const skipLineBreak = (text: string, at: number): number => {
  let from = at;
  if (text.charCodeAt(from) === 13) from += 1;
  else {
    const letter = skipBackslashes(text, from);
    if (letter > from && text[letter] === 'r') from = letter + 1;
  }
  if (text.charCodeAt(from) === 10) return from + 1;
  const letter = skipBackslashes(text, from);
  return letter > from && text[letter] === 'n' ? letter + 1 : at;
};
