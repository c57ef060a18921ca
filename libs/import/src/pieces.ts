import type { ForeignDocument } from '@tandem/core';

/** A piece of a document's text, or of a file it refers to. */
export interface TextPiece {
  readonly file?: string;
  readonly text: string;
}

/** Maximum length of a piece, in UTF-16 units: writing it takes a few milliseconds. */
const maxPieceLength = 4_000_000;

function* splitText(text: string, file: Pick<TextPiece, 'file'>): Generator<TextPiece> {
  for (let from = 0; from < text.length; from += maxPieceLength)
    yield { ...file, text: text.slice(from, from + maxPieceLength) };
}

/** The texts of a document in pieces, in order. */
export function* splitDocument({ text, files = new Map() }: ForeignDocument): Generator<TextPiece> {
  yield* splitText(text, {});
  for (const [file, one] of files) yield* splitText(one, { file });
}

/** A document without its texts, which are sent in pieces. */
export const removeTexts = ({ files, ...document }: ForeignDocument): ForeignDocument => ({
  ...document,
  text: '',
  ...(files === undefined ? {} : { files: new Map([...files.keys()].map((file) => [file, ''])) }),
});

/** The document rebuilt from its pieces. */
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
