import { defaultKeymap } from '@codemirror/commands';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';

import { openShadowRoot, theme } from './code-theme.js';
import { findSupport, listenForFind } from './find.js';
import { compareLines, lineKinds, type UnifiedDiff } from './line-diff.js';
import { createLongText } from './long-text.js';
import { wrappedLines } from './wrapped-lines.js';

/** Properties of a comparison. */
export interface CodeDiffProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const diffTheme = EditorView.theme({
  '.cm-insertedLine': { background: 'var(--good-ground)' },
  '.cm-deletedLine': { background: 'var(--bad-ground)' },
  '.cm-deletedLine .cm-changedText': { textDecoration: 'underline 2px var(--bad)' },
  '.cm-insertedLine .cm-changedText': { textDecoration: 'underline 2px var(--good)' },
  '.cm-changeGutter': { width: '3px' },
  '.cm-insertedLineGutter': { background: 'var(--good)' },
  '.cm-deletedLineGutter': { background: 'var(--bad)' },
  '.cm-collapsedLines': {
    display: 'block',
    width: '100%',
    background: 'var(--sunk)',
    color: 'var(--quiet)',
    font: '12px/20px var(--sans)',
    padding: '2px 8px',
    border: 'none',
    cursor: 'pointer',
  },
});

/** Maximum length of texts that the page compares itself, in characters. A worker compares longer ones. */
const maxSyncLength = 20_000;

/** The comparison of two texts; undefined until it is ready. */
const useComparison = (before: string, after: string): UnifiedDiff | undefined => {
  const ready = useMemo(
    () => (before.length + after.length > maxSyncLength ? undefined : compareLines(before, after)),
    [before, after],
  );
  const [done, setDone] = useState<{ before: string; after: string; diff: UnifiedDiff }>();
  useEffect(() => {
    if (ready !== undefined) return undefined;
    const worker = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<UnifiedDiff>) => {
      setDone({ before, after, diff: data });
    });
    worker.postMessage({ before, after });
    return () => {
      worker.terminate();
    };
  }, [before, after, ready]);
  if (ready !== undefined) return ready;
  return done?.before === before && done.after === after ? done.diff : undefined;
};

/** A bar beside a changed line. */
class ChangeBar extends GutterMarker {
  override elementClass: string;
  constructor(name: string) {
    super();
    this.elementClass = name;
  }
}

/** How removed and added lines look. */
const looks: Readonly<Record<number, { readonly line: Decoration; readonly bar: GutterMarker }>> = {
  [lineKinds.removed]: {
    line: Decoration.line({ class: 'cm-deletedLine' }),
    bar: new ChangeBar('cm-deletedLineGutter'),
  },
  [lineKinds.added]: {
    line: Decoration.line({ class: 'cm-insertedLine' }),
    bar: new ChangeBar('cm-insertedLineGutter'),
  },
};

const changedText = Decoration.mark({ class: 'cm-changedText' });

/** The index of the first changed piece that ends after an offset. */
const findMark = (marks: Int32Array, offset: number): number => {
  let [low, high] = [0, marks.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[2 * middle + 1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

const decorateVisible = ({ kinds, marks }: UnifiedDiff, view: EditorView): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  for (const range of view.visibleRanges)
    for (let at = range.from; at <= range.to;) {
      const { from, to, number } = doc.lineAt(at);
      const look = looks[kinds[number - 1] ?? 0];
      if (look) builder.add(from, from, look.line);
      for (let mark = findMark(marks, from); (marks[2 * mark] ?? to) < to; mark += 1)
        builder.add(
          Math.max(from, marks[2 * mark] ?? 0),
          Math.min(to, marks[2 * mark + 1] ?? 0),
          changedText,
        );
      at = to + 1;
    }
  return builder.finish();
};

/** Marks the visible changes. A long comparison has too many to mark all of them. */
const markChanges = (diff: UnifiedDiff): Extension => [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorateVisible(diff, view);
      }
      update({ view, docChanged, viewportChanged }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = decorateVisible(diff, view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  gutter({
    class: 'cm-changeGutter',
    lineMarker: ({ state }, { from }) =>
      looks[diff.kinds[state.doc.lineAt(from).number - 1] ?? 0]?.bar ?? null,
  }),
];

/** Shows the hidden lines at an offset. */
const showLines = StateEffect.define<number>();

class HiddenLines extends WidgetType {
  readonly #count: number;
  constructor(count: number) {
    super();
    this.#count = count;
  }
  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-collapsedLines';
    button.textContent = `… ${this.#count} unchanged lines …`;
    button.addEventListener('click', () => view.dispatch({ effects: showLines.of(view.posAtDOM(button)) }));
    return button;
  }
  override eq(other: HiddenLines): boolean {
    return other.#count === this.#count;
  }
}

/** Hides unchanged lines behind a button. */
const hideUnchanged = ({ folds }: UnifiedDiff): Extension =>
  StateField.define<DecorationSet>({
    create: ({ doc }) => {
      const builder = new RangeSetBuilder<Decoration>();
      for (let at = 0; at < folds.length; at += 2) {
        const [first, last] = [folds[at] ?? 0, folds[at + 1] ?? 0];
        const widget = new HiddenLines(last - first + 1);
        const hidden = Decoration.replace({ widget, block: true });
        builder.add(doc.line(first + 1).from, doc.line(last + 1).to, hidden);
      }
      return builder.finish();
    },
    update: (hidden, { effects }) => {
      const shown = effects.filter((effect) => effect.is(showLines)).map(({ value }) => value);
      if (shown.length === 0) return hidden;
      return hidden.update({ filter: (from, to) => !shown.some((at) => at >= from && at <= to) });
    },
    provide: (field) => EditorView.decorations.from(field),
  });

const createExtensions = (label: string, diff: UnifiedDiff): Extension => [
  lineNumbers({ formatNumber: (line) => String(diff.numbers[line - 1] ?? line).replace(/^0$/, '') }),
  markChanges(diff),
  hideUnchanged(diff),
  highlightSpecialChars(),
  wrappedLines,
  findSupport,
  theme,
  diffTheme,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  keymap.of([...searchKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
];

/**
 * Shows the comparison in a shadow root of its own, like the viewer, because the page's content policy refuses style
 * elements.
 */
const Diff = ({ label, diff }: { readonly label: string; readonly diff: UnifiedDiff }) => {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = openShadowRoot(element);
    let view: EditorView | null = null;
    let isWanted = true;
    const open = async (): Promise<void> => {
      const doc = await createLongText(diff.text, () => isWanted);
      if (doc === undefined) return;
      const state = EditorState.create({ doc, extensions: createExtensions(label, diff) });
      view = new EditorView({ state, parent: root, root });
    };
    void open();
    const stopHearing = listenForFind(element, () => view);
    return () => {
      isWanted = false;
      stopHearing();
      view?.destroy();
    };
  }, [label, diff]);
  return <div className="code-editor" ref={host} />;
};

/** Shows the differences between two texts. Long texts are compared by a worker, so that the page does not freeze. */
export const CodeMirrorDiff = ({ label, before, after }: CodeDiffProps) => {
  const diff = useComparison(before, after);
  return diff === undefined ? <p className="quiet">Comparing …</p> : <Diff label={label} diff={diff} />;
};
