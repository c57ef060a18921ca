import type { ForeignDocument, ImportDocument } from '@tandem/core';

import { measure, type Size } from './limits.js';

/** The lists in a document, which make up almost all of it. */
const lists = ['folders', 'requests', 'environments', 'leftOut'] as const;
type List = (typeof lists)[number];

/** Some entries of one list of a document. */
export interface DocumentPart {
  readonly list: List;
  readonly entries: readonly unknown[];
}

/** Approximate maximum size of one part; receiving it takes a few milliseconds. */
const maxPartSize: Readonly<Size> = { values: 5_000, characters: 500_000 };

const isFull = ({ values, characters }: Size): boolean =>
  values >= maxPartSize.values || characters >= maxPartSize.characters;

const splitIntoParts = (list: List, entries: readonly unknown[]): readonly DocumentPart[] => {
  const parts: DocumentPart[] = [];
  let from = 0;
  let size: Size = { values: 0, characters: 0 };
  entries.forEach((entry, at) => {
    if (!isFull(measure(entry, size))) return;
    parts.push({ list, entries: entries.slice(from, at + 1) });
    from = at + 1;
    size = { values: 0, characters: 0 };
  });
  return from === entries.length ? parts : [...parts, { list, entries: entries.slice(from) }];
};

/** Separates a document from its lists, and splits the lists into parts. */
export const split = (
  document: ImportDocument,
): { readonly rest: ImportDocument; readonly parts: readonly DocumentPart[] } => ({
  rest: { ...document, folders: [], requests: [], environments: [], leftOut: [] },
  parts: lists.flatMap((list) => splitIntoParts(list, document[list])),
});

/** Rebuilds a document from its parts. */
export const join = (rest: ImportDocument, parts: readonly DocumentPart[]): ImportDocument => {
  const all = lists.map((list) => {
    const entries: unknown[] = [];
    for (const part of parts) if (part.list === list) for (const one of part.entries) entries.push(one);
    return [list, entries] as const;
  });
  return { ...rest, ...Object.fromEntries(all) };
};

/** A piece of the text of a document, or of a file that it refers to. */
export interface TextPiece {
  readonly file?: string;
  readonly text: string;
}

/** Maximum length of a piece, in UTF-16 units. Sending it takes a few milliseconds. */
const maxPieceLength = 4_000_000;

function* splitText(text: string, file: Pick<TextPiece, 'file'>): Generator<TextPiece> {
  for (let from = 0; from < text.length; from += maxPieceLength)
    yield { ...file, text: text.slice(from, from + maxPieceLength) };
}

/** Splits the texts of a document into pieces, in order. */
export function* splitDocument({ text, files = new Map() }: ForeignDocument): Generator<TextPiece> {
  yield* splitText(text, {});
  for (const [file, one] of files) yield* splitText(one, { file });
}

/** Removes the texts of a document, which are sent in pieces. */
export const removeTexts = ({ files, ...document }: ForeignDocument): ForeignDocument => ({
  ...document,
  text: '',
  ...(files === undefined ? {} : { files: new Map([...files.keys()].map((file) => [file, ''])) }),
});

/** Rebuilds a document from its pieces. */
export const joinPieces = (document: ForeignDocument, pieces: readonly TextPiece[]): ForeignDocument => {
  const texts = new Map<string | undefined, string[]>();
  for (const { file, text } of pieces) {
    const known = texts.get(file);
    if (known === undefined) texts.set(file, [text]);
    else known.push(text);
  }
  const textOf = (file?: string): string => (texts.get(file) ?? []).join('');
  const { files } = document;
  return {
    ...document,
    text: textOf(),
    ...(files === undefined ? {} : { files: new Map([...files.keys()].map((file) => [file, textOf(file)])) }),
  };
};
