import { defaultKeymap } from '@codemirror/commands';
import { unifiedMergeView } from '@codemirror/merge';
import { searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';

import { theme } from './code-theme.js';
import { findSupport, listenForFind } from './find.js';

/** Properties of a comparison. */
export interface CodeDiffProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const diffTheme = EditorView.theme({
  '&.cm-merge-b .cm-line.cm-changedLine': { background: 'var(--good-ground)' },
  '.cm-insertedLine, .cm-insertedLine ins': { background: 'none', textDecoration: 'none' },
  '.cm-deletedChunk': { background: 'var(--bad-ground)', paddingLeft: '6px' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'underline 2px var(--bad)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline 2px var(--good)' },
  '.cm-deletedChunk del, .cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-changedLineGutter': { background: 'var(--good)' },
  '.cm-deletedLineGutter': { background: 'var(--bad)' },
  '.cm-collapsedLines': {
    background: 'var(--sunk)',
    color: 'var(--quiet)',
    font: '12px/20px var(--sans)',
    padding: '2px 8px',
  },
  // CodeMirror's own symbols are missing in most fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: "'…'" },
});

/** Very different texts are compared less precisely, so that the page does not freeze. */
const diffConfig = { scanLimit: 1_000, timeout: 500 } as const;

/** The comparison, in its own shadow root like the viewer, because the page's content policy refuses style elements. */
export const CodeMirrorDiff = ({ label, before, after }: CodeDiffProps) => {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const extensions = [
      lineNumbers(),
      highlightSpecialChars(),
      EditorView.lineWrapping,
      findSupport,
      theme,
      diffTheme,
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
        diffConfig,
      }),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      keymap.of([...searchKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
    ];
    const view = new EditorView({
      state: EditorState.create({ doc: after, extensions }),
      parent: root,
      root,
    });
    const stopHearing = listenForFind(element, () => view);
    return () => {
      stopHearing();
      view.destroy();
    };
  }, [label, before, after]);
  return <div className="code-editor" ref={host} />;
};
