import type { Stepwise } from '../in-slices.js';
import { createViews } from './views.js';

/** The view of a text in which an anchor is searched. */
export type View = 'text' | 'base64' | 'hex' | 'numbers';

/** From 4 to 16 bytes that every text with a value in one form contains, seen in one view. */
export interface Anchor {
  readonly view: View;
  readonly bytes: Uint8Array;
}

/** Minimum length of an anchor, in bytes. */
export const minAnchorBytes = 4;

const lowerCaseBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

interface Entry {
  readonly bytes: Uint8Array;
  readonly id: number;
}

/** The anchors of one view by their last four bytes. A bit table quickly rules out most positions. */
interface Table {
  readonly bits: Uint32Array;
  readonly entries: ReadonlyMap<number, readonly Entry[]>;
}

const computeBit = (last: number): number => Math.imul(last, 0x9e3779b1) >>> 16;

const readLastBytes = (bytes: Uint8Array): number => {
  let last = 0;
  for (let at = Math.max(0, bytes.length - 4); at < bytes.length; at += 1)
    last = (last << 8) | (bytes[at] ?? 0);
  return last;
};

/** Creates a table to which entries are added one by one. */
const createTable = () => {
  const bits = new Uint32Array(2_048);
  const entries = new Map<number, Entry[]>();
  const add = (entry: Entry): void => {
    const last = readLastBytes(entry.bytes);
    const bit = computeBit(last);
    bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    const known = entries.get(last);
    if (known === undefined) entries.set(last, [entry]);
    else known.push(entry);
  };
  return { bits, entries, add };
};

/** For each byte of a view, the byte to compare, in lowercase; 0 for bytes that are skipped. */
type ByteTable = Uint8Array;

const createByteTable = (isKept: (character: string) => boolean): ByteTable =>
  Uint8Array.from({ length: 256 }, (_, byte) =>
    isKept(String.fromCharCode(byte)) ? (lowerCaseBytes[byte] ?? 0) : 0,
  );

const allBytes = createByteTable(() => true);
/** The base64 digits without `+`, `/`, `-` and `_`, which have several spellings. */
const digits64 = createByteTable((character) => /[A-Za-z0-9]/.test(character));
const hexDigits = createByteTable((character) => /[0-9a-fA-F]/.test(character));

/** Whether a byte is a base64 digit with only one spelling. */
export const isPlainDigit64 = (byte: number): boolean => digits64[byte] !== 0;

const [zero, nine, quote, colon, letterX] = [48, 57, 34, 58, 120];

/** Reads the byte of a view to compare at a position; 0 if it is skipped, like the 0 of `0x` or `0X` among the digits of a dump. */
const readTableByte = (view: Uint8Array, kept: ByteTable, at: number): number => {
  const byte = kept[view[at] ?? 0] ?? 0;
  return byte === zero && kept === hexDigits && lowerCaseBytes[view[at + 1] ?? 0] === letterX ? 0 : byte;
};

const isEntryEnd = (view: Uint8Array, kept: ByteTable, end: number, { bytes }: Entry): boolean => {
  let offset = end;
  for (let index = bytes.length - 1; index >= 0; offset--) {
    if (offset < 0) return false;
    const byte = readTableByte(view, kept, offset);
    if (byte === 0) continue;
    if (byte !== bytes[index]) return false;
    index -= 1;
  }
  return true;
};

/** The groups found in a piece of text: a mark for each group, and a list of the marked ones. */
interface FoundGroups {
  readonly marks: Uint8Array;
  readonly ids: number[];
}

/** Marks the groups with an anchor in a view. Ignores case, unlike the exact search that follows. */
const scan = (
  view: Uint8Array,
  kept: ByteTable,
  { bits, entries }: Table,
  { marks, ids }: FoundGroups,
): void => {
  if (entries.size === 0) return;
  let last = 0;
  for (let at = 0; at < view.length; at++) {
    const byte = kept[view[at] ?? 0] ?? 0;
    if (byte === 0 || (byte === zero && readTableByte(view, kept, at) === 0)) continue;
    last = (last << 8) | byte;
    const bit = Math.imul(last, 0x9e3779b1) >>> 16;
    if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
    for (const entry of entries.get(last) ?? [])
      if (marks[entry.id] === 0 && isEntryEnd(view, kept, at, entry)) {
        marks[entry.id] = 1;
        ids.push(entry.id);
      }
  }
};

const isSpace = (byte = 0): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/** Whether the digits that end at `end` are an object key: a quote and a colon follow, with or without white space between them. */
const isKeyEnd = (view: Uint8Array, end: number): boolean => {
  if (view[end] !== quote) return false;
  let next = end + 1;
  while (next <= end + 2 && isSpace(view[next])) next += 1;
  return view[next] === colon;
};

/** Copies decimal numbers as bytes, 0 for invalid ones. Skips object keys. */
const copyNumbers = (view: Uint8Array, out: Uint8Array): Uint8Array => {
  let written = 0;
  for (let at = 0; at < view.length; at++) {
    const first = view[at] ?? 0;
    if (first < zero || first > nine) continue;
    let [value, end] = [0, at];
    for (let digit = first; digit >= zero && digit <= nine; digit = view[++end] ?? 0)
      value = Math.min(value * 10 + digit - zero, 256);
    if (!isKeyEnd(view, end)) out[written++] = lowerCaseBytes[value] ?? 0;
    at = end;
  }
  return out.subarray(0, written);
};

/** Length of the pieces in which a text is searched, and their overlap, in UTF-16 units. */
const [pieceLength, overlap] = [32_768, 2_048];

/** Creates the buffer that all sieves share, because only one text is searched at a time. */
const createSharedBuffers = () => ({
  views: createViews(pieceLength),
  numbers: new Uint8Array(3 * pieceLength),
});
let room: ReturnType<typeof createSharedBuffers> | undefined;

/** A part of a text in which a value may begin. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Finds the groups of anchors for which a text must be searched, and where. A group without anchors must be searched everywhere. */
export type Sieve = (text: string) => ReadonlyMap<number, readonly Range[]>;

const addRange = (ranges: Range[], from: number, to: number): void => {
  const last = ranges.at(-1);
  if (last !== undefined && last.to >= from) ranges[ranges.length - 1] = { from: last.from, to };
  else ranges.push({ from, to });
};

/**
 * Creates a sieve that searches for many anchors at once. Its time is linear in the length of the text and hardly depends on the number
 * of anchors. Each group is one step.
 */
export function* makeSieve(groups: readonly (readonly Anchor[])[]): Stepwise<Sieve> {
  const tables = { text: createTable(), base64: createTable(), hex: createTable(), numbers: createTable() };
  const always: number[] = [];
  for (const [id, anchors] of groups.entries()) {
    if (anchors.length === 0) always.push(id);
    for (const { view, bytes } of anchors)
      tables[view].add({ id, bytes: bytes.map((byte) => lowerCaseBytes[byte] ?? 0) });
    yield undefined;
  }
  const found: FoundGroups = { marks: new Uint8Array(groups.length), ids: [] };
  const look = (piece: string): void => {
    const { views, numbers } = (room ??= createSharedBuffers());
    const { raw, decoded } = views(piece);
    for (const id of found.ids.splice(0)) found.marks[id] = 0;
    scan(decoded, allBytes, tables.text, found);
    if (decoded.length !== raw.length) scan(raw, allBytes, tables.text, found);
    scan(decoded, digits64, tables.base64, found);
    scan(decoded, hexDigits, tables.hex, found);
    if (tables.numbers.entries.size > 0) scan(copyNumbers(decoded, numbers), allBytes, tables.numbers, found);
  };
  return (text) => {
    const ranges = new Map<number, Range[]>(always.map((id) => [id, [{ from: 0, to: text.length }]]));
    for (let from = 0; from < text.length; from += pieceLength - overlap) {
      look(text.slice(from, from + pieceLength));
      for (const id of found.ids) {
        const known = ranges.get(id) ?? [];
        addRange(known, Math.max(0, from - overlap), Math.min(text.length, from + pieceLength));
        ranges.set(id, known);
      }
      if (from + pieceLength >= text.length) break;
    }
    return ranges;
  };
}
