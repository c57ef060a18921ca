import { countColumn, type EditorState, type Extension, RangeSetBuilder, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/**
 * Maximum length of a line that is wrapped, in characters. The layout of longer ones would block the page for a third of a
 * second.
 */
export const maxWrappedLength = 20_000;

/** Whether a document has a line that is not wrapped. Looking at each of a million lines would block the page at every keystroke. */
const hasLongLine = (doc: Text): boolean => {
  for (let from = 0; from + maxWrappedLength < doc.length;) {
    // All lines between `from` and this one are shorter.
    const line = doc.lineAt(from + maxWrappedLength);
    if (line.length > maxWrappedLength) return true;
    from = line.from > from ? line.from : line.to + 1;
  }
  return false;
};

/** The attributes that CodeMirror's own `lineWrapping` sets. */
const wrapAttributes = { class: 'cm-lineWrapping' };

const getWrapAttributes = ({ doc }: EditorState): Readonly<Record<string, string>> =>
  hasLongLine(doc) ? {} : wrapAttributes;

/** Maximum indentation of the rows after a line's first one, in columns. A deeper one would leave too little room in a narrow pane. */
const maxHang = 24;

/** Returns the indentation of the rows after a line's first one, in columns: that of the line itself. */
export const computeHang = (line: string, tabSize: number): number => {
  const [blank = ''] = /^[\t ]*/.exec(line) ?? [];
  return blank.length === line.length ? 0 : Math.min(countColumn(blank, tabSize), maxHang);
};

/** The left padding of lines in CodeMirror's own theme, in pixels. */
const linePadding = 6;

const createHang = (columns: number): Decoration =>
  Decoration.line({
    attributes: { style: `padding-left: calc(${linePadding}px + ${columns}ch); text-indent: -${columns}ch` },
  });

const hangs: readonly Decoration[] = Array.from({ length: maxHang + 1 }, (_, columns) => createHang(columns));

/** Creates the decorations of the visible lines. */
const createHangs = ({ state, visibleRanges }: EditorView): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  if (hasLongLine(state.doc)) return builder.finish();
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const hang = computeHang(line.text, state.tabSize);
      const decoration = hang === 0 ? undefined : hangs[hang];
      if (decoration) builder.add(line.from, line.from, decoration);
      at = line.to + 1;
    }
  return builder.finish();
};

/** Indents the rows of a wrapped line like its first one, so that the structure of the text remains visible. */
const hangingRows = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = createHangs(view);
    }
    update({ view, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = createHangs(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Wraps lines unless one is very long, such as a megabyte of JSON without line breaks. */
export const wrappedLines: Extension = [
  EditorView.contentAttributes.compute(['doc'], getWrapAttributes),
  hangingRows,
];
