import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { RangeSetBuilder } from '@codemirror/state';

import { jsonPieces } from './coloured-json.js';

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
    for (const { kind, text } of jsonPieces(state.sliceDoc(from, to))) {
      if (kind !== 'other') builder.add(at, at + text.length, marks[kind]);
      at += text.length;
    }
  }
  return builder.finish();
};

/** Colours JSON with one value per line, as far as it is in view: a parser of all of it would take too long. */
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
