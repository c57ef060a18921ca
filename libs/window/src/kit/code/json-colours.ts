import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { RangeSetBuilder } from '@codemirror/state';

/** A piece of JSON text, and its kind. */
interface JsonPiece {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'other';
  readonly text: string;
}

/** Longer text is not highlighted, in characters: it would cost more than it helps. */
const maxColouredLength = 100_000;

const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

const getPieceKind = ([, quoted, colon, number]: RegExpMatchArray): JsonPiece['kind'] => {
  if (quoted !== undefined) return colon === undefined ? 'string' : 'key';
  return number === undefined ? 'word' : 'number';
};

/** Splits valid JSON into pieces to highlight; joined, they are the text. */
export const splitJson = (text: string): readonly JsonPiece[] => {
  if (text.length > maxColouredLength) return [{ kind: 'other', text }];
  const pieces: JsonPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > at) pieces.push({ kind: 'other', text: text.slice(at, match.index) });
    pieces.push({ kind: getPieceKind(match), text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: 'other', text: text.slice(at) });
  return pieces;
};

const marks = {
  key: Decoration.mark({ class: 'json-key' }),
  string: Decoration.mark({ class: 'json-string' }),
  number: Decoration.mark({ class: 'json-number' }),
  word: Decoration.mark({ class: 'json-word' }),
} as const;

const colourVisibleJson = ({ visibleRanges, state }: EditorView): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    let at = from;
    for (const { kind, text } of splitJson(state.sliceDoc(from, to))) {
      if (kind !== 'other') builder.add(at, at + text.length, marks[kind]);
      at += text.length;
    }
  }
  return builder.finish();
};

/** Highlights the visible part of JSON with one value per line: parsing all of it would take too long. */
export const jsonColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colourVisibleJson(view);
    }
    update({ view, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = colourVisibleJson(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
