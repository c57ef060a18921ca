import { stringifyJson } from '@tandem/core/codec';

import { yieldToPage } from '../yield-to-page.js';

/** Maximum length of a text that is written as JSON at once, in characters, which takes a few milliseconds. */
const pieceLength = 250_000;

/** Whether the JSON of a value is so short that it is written in one piece. */
export const isShortJson = (value: unknown): boolean => {
  let left = pieceLength;
  const rest: unknown[] = [value];
  while (rest.length > 0 && left >= 0) {
    const one = rest.pop();
    if (typeof one === 'string') left -= one.length;
    else if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one)) rest.push(inner);
    left -= 1;
  }
  return left >= 0;
};

/** Writes a long text as a JSON string. A pair of surrogates may become two escapes, which are read as the pair. */
const writeText = function* (text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length; at += pieceLength)
    yield JSON.stringify(text.slice(at, at + pieceLength)).slice(1, -1);
  yield '"';
};

/** Writes a value as JSON in pieces, which joined are the JSON. Each takes only a few milliseconds. */
export const writeJsonPieces = function* (value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) yield* writeText(value);
  else if (typeof value !== 'object' || value === null || isShortJson(value)) yield stringifyJson(value);
  else if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) {
      yield at === 0 ? '[' : ',';
      yield* writeJsonPieces(one ?? null);
    }
    yield ']';
  } else {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    for (const [at, [name, one]] of entries.entries()) {
      yield `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* writeJsonPieces(one);
    }
    yield '}';
  }
};

/** Splits a text into pieces, but no pair of surrogates. */
const splitText = function* (text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = from + pieceLength;
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to += 1;
    yield text.slice(from, to);
    from = to;
  }
};

/** Joins pieces in a blob without blocking the page: the browser encodes the text of a new blob at once, but joins blobs later. */
const createBlob = async (pieces: Iterable<string>): Promise<Blob> => {
  const blobs: Blob[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    parts.push(piece);
    length += piece.length;
    if (length < pieceLength) continue;
    blobs.push(new Blob(parts));
    [parts, length] = [[], 0];
    await yieldToPage();
  }
  return new Blob([...blobs, ...parts]);
};

/** Writes a long value, which must not change meanwhile, as JSON without blocking the page. */
export const createJsonBlob = (value: unknown): Promise<Blob> => createBlob(writeJsonPieces(value));

/** Encodes a long text without blocking the page. */
export const createTextBlob = (text: string): Promise<Blob> => createBlob(splitText(text));
