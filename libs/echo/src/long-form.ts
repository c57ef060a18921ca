import { quote } from './json-text.js';
import { createDecoder, forEachPiece } from './urlencoded.js';

/** A growing list of numbers at four bytes each. */
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

/** Number of pieces joined at once: a string concatenated from millions of pieces takes 32 bytes for each. */
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

/** Where each pair starts and the name it belongs to; names in the order of their first pair. */
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

/** Sorts the pair starts by group, stably, and returns where each group starts in that list. */
const sortByGroup = (begins: Uint32Array, groups: Uint32Array, count: number) => {
  const starts = new Uint32Array(count + 1);
  for (const group of groups) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let group = 0; group < count; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const next = starts.slice();
  const order = new Uint32Array(begins.length);
  for (let pair = 0; pair < groups.length; pair++) {
    const group = groups[pair] as number;
    const place = next[group] as number;
    order[place] = begins[pair] as number;
    next[group] = place + 1;
  }
  return { starts, order };
};

/**
 * Same result as `formatPairs(parsePairs(text))`, for a text with many fields. It keeps numbers instead of strings and lists,
 * so its memory is a small multiple of the text's size for any fields.
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
    for (let place = from; place < to; place++) {
      const value = valueAt(order[place] as number);
      written.add(place === from ? value : `,${value}`);
    }
    if (isRepeated) written.add(']');
  }
  written.add(names.size === 0 ? '{}' : '}');
  return written.whole();
};
