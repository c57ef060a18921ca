import { defaultKeymap } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { codeFolding, foldGutter, foldKeymap, foldService, syntaxHighlighting } from '@codemirror/language';
import { openSearchPanel, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, StateField, RangeSetBuilder } from '@codemirror/state';
import {
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  Decoration,
  WidgetType,
  type DecorationSet,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { colours, openShadowRoot, theme } from './code-theme.js';
import { findSupport, listenForFind } from './find.js';
import { minLongLength, createLongText } from './long-text.js';
import { wrappedLines } from './wrapped-lines.js';

/** The mark beside a block that can be folded, drawn by its borders like the other marks of what opens. */
const createFoldMark = (isOpen: boolean): HTMLElement => {
  const mark = document.createElement('span');
  mark.className = 'fold-mark';
  mark.title = isOpen ? 'Fold line' : 'Unfold line';
  return mark;
};

/** The languages with syntax highlighting. */
export type CodeFormat = 'json' | 'xml' | 'html' | 'css' | 'javascript' | 'text';

/** Properties of a text viewer. */
export interface CodeViewerProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly text: string;
  /** The last line of the block that begins on each line, zero-based; 0 if no block begins on it. */
  readonly folds: Int32Array;
  readonly format: CodeFormat;
  readonly wrap: boolean;
  /** A number that opens the search each time it changes. */
  readonly find: number;
  /** Shown after the last line, such as a note that the text is truncated. */
  readonly end?: string | undefined;
}

/** A piece of JSON text, and its kind. */
interface JsonPiece {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'other';
  readonly text: string;
}

/** Maximum length of highlighted text, in characters. Highlighting longer text would be too slow. */
const maxColouredLength = 100_000;

const jsonTokenPattern =
  /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

const getPieceKind = ([, quoted, colon, number]: RegExpMatchArray): JsonPiece['kind'] => {
  if (quoted !== undefined) return colon === undefined ? 'string' : 'key';
  return number === undefined ? 'word' : 'number';
};

/** Splits valid JSON into pieces for highlighting. Joined, the pieces are the text. */
export const splitJson = (text: string): readonly JsonPiece[] => {
  if (text.length > maxColouredLength) return [{ kind: 'other', text }];
  const pieces: JsonPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(jsonTokenPattern)) {
    if (match.index > at) pieces.push({ kind: 'other', text: text.slice(at, match.index) });
    pieces.push({ kind: getPieceKind(match), text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: 'other', text: text.slice(at) });
  return pieces;
};

const pieceMarks = {
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
      if (kind !== 'other') builder.add(at, at + text.length, pieceMarks[kind]);
      at += text.length;
    }
  }
  return builder.finish();
};

/** Highlights the visible part of JSON that has one value per line. Parsing the whole JSON would take too long. */
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

class Note extends WidgetType {
  readonly #words: string;
  constructor(words: string) {
    super();
    this.#words = words;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-end';
    element.textContent = this.#words;
    return element;
  }
  override eq(other: Note): boolean {
    return other.#words === this.#words;
  }
}

/** Adds a note after the last line. The note is not part of the text. */
const endNote = (words: string): Extension =>
  StateField.define({
    create: ({ doc }) =>
      Decoration.set(Decoration.widget({ widget: new Note(words), block: true, side: 1 }).range(doc.length)),
    update: (present) => present,
    provide: (field) => EditorView.decorations.from(field),
  });

const languages: Readonly<Record<CodeFormat, () => Extension>> = {
  json,
  xml: () => xml({ autoCloseTags: false }),
  html: () => html({ autoCloseTags: false }),
  css,
  javascript,
  text: () => [],
};

/** Maximum length of parsed text, in characters. The syntax tree of longer text would take more memory than the text. */
const maxParsedLength = 2_000_000;

const getLanguage = (format: CodeFormat, length: number): Extension => {
  if (length <= maxParsedLength) return languages[format]();
  return format === 'json' ? jsonColours : [];
};

const closingBracket = /^\s*(?=[}\])]|<\/)/;

/**
 * Returns the folding range for a line: the more deeply indented lines below it, and the line break before
 * their closing bracket.
 */
const createFoldExtension = (folds: Int32Array): Extension =>
  foldService.of(({ doc }, lineStart) => {
    const line = doc.lineAt(lineStart);
    const last = folds[line.number - 1] ?? 0;
    if (last === 0 || last >= doc.lines) return null;
    const after = last + 2 <= doc.lines ? doc.line(last + 2) : undefined;
    const space = after === undefined ? undefined : closingBracket.exec(after.text.slice(0, 1_000));
    const to = after !== undefined && space ? after.from + space[0].length : doc.line(last + 1).to;
    return to > line.to ? { from: line.to, to } : null;
  });

const viewerTheme = EditorView.theme({
  '.cm-foldGutter': { width: '14px' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', textAlign: 'center' },
  '.fold-mark': {
    display: 'inline-block',
    width: '5px',
    height: '5px',
    marginBottom: '3px',
    border: 'solid currentColor',
    borderWidth: '0 1.5px 1.5px 0',
    transform: 'rotate(45deg)',
  },
  '.fold-mark[title=Unfold]': { marginBottom: '2px', transform: 'rotate(-45deg)' },
  '.cm-foldPlaceholder': {
    background: 'var(--hover)',
    border: '1px solid var(--line)',
    color: 'var(--quiet)',
    borderRadius: '3px',
    margin: '0 2px',
    padding: '0 4px',
  },
  '.cm-end': {
    font: '12px/18px var(--sans)',
    color: 'var(--quiet)',
    padding: '6px 8px',
    borderTop: '1px dashed',
  },
  '.json-key': { color: 'var(--code-key)' },
  '.json-string': { color: 'var(--code-string)' },
  '.json-number': { color: 'var(--code-number)' },
  '.json-word': { color: 'var(--code-word)' },
});

const wrapCompartment = new Compartment();

const toWrapExtension = (wrap: boolean): Extension => (wrap ? wrappedLines : []);

const createExtensions = ({ label, text, folds, format, wrap, end }: CodeViewerProps): Extension => [
  lineNumbers(),
  createFoldExtension(folds),
  codeFolding(),
  foldGutter({ markerDOM: createFoldMark }),
  highlightSpecialChars(),
  findSupport,
  theme,
  viewerTheme,
  syntaxHighlighting(colours),
  getLanguage(format, text.length),
  wrapCompartment.of(toWrapExtension(wrap)),
  end === undefined ? [] : endNote(end),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
];

/** The viewer in a shadow root of its own, like the editor, because the page's content policy refuses style elements. */
const Viewer = ({ found, ...props }: CodeViewerProps & { readonly found: RefObject<number> }) => {
  const { text, format, wrap, find } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [isReady, setIsReady] = useState(text.length <= minLongLength);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = openShadowRoot(element);
    const extensions = createExtensions(props);
    const isLong = text.length > minLongLength;
    const opened = new EditorView({
      state: EditorState.create({ doc: isLong ? '' : text, extensions: isLong ? [theme] : extensions }),
      parent: root,
      root,
    });
    view.current = opened;
    if (isLong)
      void createLongText(text, () => view.current === opened).then((doc) => {
        if (doc === undefined) return;
        opened.setState(EditorState.create({ doc, extensions }));
        setIsReady(true);
      });
    const stopHearing = listenForFind(element, () => view.current);
    return () => {
      stopHearing();
      opened.destroy();
      view.current = null;
    };
    // The effect needs no other dependencies: for a new text or format, `CodeMirrorViewer` creates another
    // viewer with another key.
  }, [text, format]);
  useEffect(() => {
    if (isReady) view.current?.dispatch({ effects: wrapCompartment.reconfigure(toWrapExtension(wrap)) });
  }, [wrap, isReady]);
  useEffect(() => {
    if (!isReady || found.current === find || view.current === null) return;
    found.current = find;
    openSearchPanel(view.current);
  }, [find, isReady, found]);
  return <div className="code-editor" ref={host} />;
};

/** A read-only viewer. For a new text, another viewer is created. */
export const CodeMirrorViewer = (props: CodeViewerProps) => {
  const { text, format, end } = props;
  const [viewer, setViewer] = useState({ text, format, end, key: 0 });
  /** The last `find` that was handled. A viewer for new text must not handle it again and take the focus. */
  const found = useRef(props.find);
  const isSame = viewer.text === text && viewer.format === format && viewer.end === end;
  if (!isSame) setViewer({ text, format, end, key: viewer.key + 1 });
  return <Viewer key={viewer.key} {...props} found={found} />;
};
