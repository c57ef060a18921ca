import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';

import { wordsAfter } from './script-words.js';
import type { CodeEditorProps, Language } from './code-editor.js';
import { long, longText } from './long-text.js';

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--sunk)', height: '100%', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--quiet)', border: 'none' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 6px',
    padding: '4px 28px 4px 6px',
    font: '12px/20px var(--sans)',
    '& br': { display: 'none' },
    '& label': { display: 'flex', alignItems: 'center', gap: '2px', fontSize: 'inherit', margin: '0' },
    '& input[type=checkbox]': { accentColor: 'var(--accent)', margin: '0 2px 0 0' },
    '& input, & button, & label': { margin: '0' },
    '& [name=close]': { top: '4px', right: '6px', width: '20px', fontSize: '16px', color: 'var(--quiet)' },
  },
  '.cm-textfield': {
    flex: '1 1 100px',
    minWidth: '0',
    padding: '0 6px',
    font: 'inherit',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--line)',
    borderRadius: '3px',
  },
  '.cm-button': {
    padding: '0 8px',
    font: 'inherit',
    background: 'var(--ground)',
    border: '1px solid var(--line)',
    borderRadius: '3px',
    cursor: 'pointer',
    '&:hover, &:active': { background: 'var(--hover)' },
  },
  '.cm-panels :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-searchMatch': { backgroundColor: 'var(--chosen)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--chosen)', color: 'var(--text)' },
  '.cm-selectionBackground, ::selection': { backgroundColor: 'var(--chosen)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.regexp], color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--code-word)' },
  { tag: tags.comment, color: 'var(--quiet)' },
]);

const offer = (context: CompletionContext): CompletionResult | null => {
  const line = context.state.doc.lineAt(context.pos);
  const { typed, words } = wordsAfter(line.text.slice(0, context.pos - line.from));
  const options: readonly Completion[] = words;
  return options.length === 0 ? null : { from: context.pos - typed, options, validFor: /^\w*$/ };
};

/** Beyond this many characters a text is not coloured: it would cost more than it helps. */
const mostColoured = 2_000_000;

const languageOf = (language: Language, length: number): Extension => {
  if (length > mostColoured || language === 'text') return [];
  return language === 'json' ? json() : javascript();
};

const extensionsFor = (
  { label, value, language, onChange, isScript = false }: CodeEditorProps,
  changed: (text: string) => void,
) => [
  lineNumbers(),
  highlightSpecialChars(),
  search(),
  theme,
  syntaxHighlighting(colours),
  languageOf(language, value.length),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  onChange === undefined
    ? [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        keymap.of([...searchKeymap, ...defaultKeymap]),
      ]
    : [
        history(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        EditorView.lineWrapping,
        isScript ? autocompletion({ override: [offer] }) : [],
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
      ],
];

/**
 * CodeMirror in a shadow root of its own: there it adopts its styles as a sheet, which the content policy of the
 * page has no word against, whereas it would refuse a style element in the page.
 */
const Editor = (props: CodeEditorProps) => {
  const { value, language, cursor } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  const told = useRef<string[]>([]);
  /** What the editor holds; asking it would put a long text together again. */
  const held = useRef(value);
  latest.current = props;
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const changed = (text: string): void => {
      held.current = text;
      if (text === latest.current.value) return;
      told.current.push(text);
      latest.current.onChange?.(text);
    };
    held.current = latest.current.value;
    const { onChange } = latest.current;
    const extensions = extensionsFor(latest.current, changed);
    const isLong = onChange === undefined && value.length > long;
    const state = EditorState.create({ doc: isLong ? '' : latest.current.value, extensions });
    const opened = new EditorView({ state, parent: root, root });
    view.current = opened;
    if (isLong)
      void longText(value, () => view.current === opened).then((doc) => {
        if (doc) opened.setState(EditorState.create({ doc, extensions }));
      });
    return () => {
      opened.destroy();
      view.current = null;
    };
  }, [language]);
  useEffect(() => {
    const opened = view.current;
    if (opened === null) return;
    const isSame = held.current === value;
    // A text that was typed here comes back as the value; by then more may be typed, which must not be undone.
    const own = told.current.indexOf(value);
    told.current = isSame || own < 0 ? [] : told.current.slice(own + 1);
    if (isSame || own >= 0 || (latest.current.onChange === undefined && value.length > long)) return;
    held.current = value;
    opened.dispatch({ changes: { from: 0, to: opened.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const opened = view.current;
    if (opened === null || cursor === undefined) return;
    const anchor = Math.min(cursor, opened.state.doc.length);
    opened.dispatch({ selection: { anchor }, scrollIntoView: true });
    opened.focus();
    latest.current.onCursor?.();
  }, [cursor]);
  return <div className="code-editor" ref={host} />;
};

/** An editor; a long text that is only read gets a new one when it is another. */
export const CodeMirror = (props: CodeEditorProps) => {
  const { value, onChange } = props;
  const [editor, setEditor] = useState({ of: value, key: 0 });
  if (onChange === undefined && value.length > long && editor.of !== value)
    setEditor({ of: value, key: editor.key + 1 });
  return <Editor key={editor.key} {...props} />;
};
