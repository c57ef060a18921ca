import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import {
  Compartment,
  EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  Decoration,
  type DecorationSet,
} from '@codemirror/view';
import { type RefObject, use, useEffect, useRef, useState } from 'react';

import { type VariableHelp, VariableHelpContext } from '../fields/suggest-input.js';
import { colours, openShadowRoot, theme } from './code-theme.js';
import { findSupport, listenForFind } from './find.js';
import type { ScriptDialect } from './script-support.js';
import { findTypedString } from './script-words.js';
import { minLongLength, createLongText } from './long-text.js';
import { notifyOfVariables, createVariableSupport } from './variables.js';
import { wrappedLines } from './wrapped-lines.js';
import type { GraphqlHelp } from './graphql-support.js';
import { loadPart } from '../../served/trust.js';

/** The language of a text. */
export type Language = 'json' | 'javascript' | 'xml' | 'graphql' | 'text';

/** Properties of a text editor. */
export interface CodeEditorProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly language: Language;
  /** Called with each new text; absent if the text is read-only. */
  readonly onChange?: (value: string) => void;
  /**
   * The API of a script. Its names are completed, and variables in the text are not replaced. Absent if the text is
   * not a script.
   */
  readonly script?: ScriptDialect;
  /** For GraphQL: the schema, and the problems to mark. */
  readonly graphql?: GraphqlHelp | undefined;
  /** The offset of the character at which the text is invalid. The character is marked. */
  readonly faultAt?: number | undefined;
  /** The offset to which the cursor should move, with the focus; undefined to move neither. */
  readonly cursor?: number | undefined;
  /** Called after the cursor has moved to `cursor`. */
  readonly onCursor?: () => void;
}

/** Sets the character at which the text is invalid; undefined if it is valid. */
const setFault = StateEffect.define<number | undefined>();

const faultDecoration = Decoration.mark({ class: 'cm-fault' });

/** Underlines the character at which the text is invalid. If the text ends too early, underlines the last character. */
const faultMark: Extension = StateField.define<DecorationSet>({
  create: () => RangeSet.empty,
  update: (marks, transaction) => {
    const effect = transaction.effects.find((one) => one.is(setFault));
    if (effect === undefined) return marks.map(transaction.changes);
    const { length } = transaction.newDoc;
    if (effect.value === undefined || length === 0) return RangeSet.empty;
    const from = Math.min(effect.value, length - 1);
    return RangeSet.of(faultDecoration.range(from, from + 1));
  },
  provide: (field) => EditorView.decorations.from(field),
});

type Help = () => VariableHelp | undefined;

/** Suggests variables inside a string of a script: after `{{`, and in a string that is the name of a variable. */
const suggestInString = (
  { pos }: CompletionContext,
  line: { readonly text: string; readonly from: number },
  { typed, isName }: { readonly typed: string; readonly isName: boolean },
  help: Help,
): CompletionResult | null => {
  const named = `{{${typed}`;
  const found = isName ? help()?.suggest(named, named.length) : help()?.suggest(line.text, pos - line.from);
  if (found === undefined) return null;
  const options = found.options.map(({ label, detail = '', insert }) => ({
    label,
    detail,
    apply: isName ? label : insert,
  }));
  return isName
    ? { from: pos - typed.length, options, filter: false }
    : { from: line.from + found.from, to: line.from + found.to, options, filter: false };
};

/** Loads the module that only scripts need. */
const loadScriptSupport = () => loadPart(() => import('./script-support.js'));

const suggestInScript =
  (dialect: ScriptDialect, help: Help) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const string = findTypedString(line.text.slice(0, context.pos - line.from));
    if (string !== undefined) return suggestInString(context, line, string, help);
    const { loadScriptTypes, suggestScriptNames } = await loadScriptSupport();
    const types = await loadScriptTypes(dialect);
    return context.aborted ? null : suggestScriptNames(context, types);
  };

/** Contains the extensions for scripts, which load once the editor has the focus. */
const scriptPart = new Compartment();

/** Marks errors in a script and explains its names, once the editor has had the focus. */
const supportScriptOnFocus = (dialect: ScriptDialect): Extension => {
  let isLoading = false;
  return EditorView.updateListener.of(({ view, focusChanged }) => {
    if (!focusChanged || !view.hasFocus || isLoading) return;
    isLoading = true;
    const support = async (): Promise<void> => {
      const { createScriptSupport, loadScriptTypes } = await loadScriptSupport();
      const types = await loadScriptTypes(dialect);
      view.dispatch({ effects: scriptPart.reconfigure(createScriptSupport(dialect, types)) });
    };
    void support();
  });
};

/** Contains the GraphQL extensions, which load later and depend on the schema. */
const graphqlPart = new Compartment();

/** Maximum length of highlighted text, in characters. Highlighting longer text would be too slow. */
const maxColouredLength = 2_000_000;

/**
 * Maximum length of text in which brackets are matched, in characters. Each keystroke would search a long line completely.
 */
const maxBracketMatchLength = 200_000;

const getLanguage = (language: Language, length: number): Extension => {
  if (length > maxColouredLength || language === 'text' || language === 'graphql') return [];
  if (language === 'xml') return xml();
  return language === 'json' ? json() : javascript();
};

const createExtensions = (
  { label, value, language, onChange, script }: CodeEditorProps,
  changed: (text: string) => void,
  help: Help,
) => [
  lineNumbers(),
  highlightSpecialChars(),
  findSupport,
  theme,
  syntaxHighlighting(colours),
  getLanguage(language, value.length),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  onChange === undefined
    ? [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        keymap.of([...searchKeymap, ...defaultKeymap]),
      ]
    : [
        history(),
        value.length > maxBracketMatchLength ? [] : bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        wrappedLines,
        faultMark,
        script === undefined
          ? createVariableSupport(help, language === 'graphql')
          : [
              autocompletion({ override: [suggestInScript(script, help)], icons: false }),
              supportScriptOnFocus(script),
            ],
        scriptPart.of([]),
        graphqlPart.of([]),
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

/** Loads the GraphQL extensions, and applies the editor's schema. */
const useGraphql = (
  view: RefObject<EditorView | null>,
  { language, graphql }: CodeEditorProps,
  loads: number,
) => {
  useEffect(() => {
    if (language !== 'graphql') return undefined;
    let isWanted = true;
    void loadPart(() => import('./graphql-support.js')).then(({ createGraphqlSupport: graphqlSupport }) => {
      if (isWanted) view.current?.dispatch({ effects: graphqlPart.reconfigure(graphqlSupport(graphql)) });
    });
    return () => {
      isWanted = false;
    };
  }, [view, language, graphql, loads]);
};

/** Marks the error and the variables in an editor. Returns the current help about variables. */
const useMarks = (view: RefObject<EditorView | null>, faultAt: number | undefined, loads: number) => {
  const help = use(VariableHelpContext);
  const helping = useRef(help);
  helping.current = help;
  useEffect(() => {
    if (view.current) notifyOfVariables(view.current);
  }, [help]);
  useEffect(() => view.current?.dispatch({ effects: setFault.of(faultAt) }), [faultAt, loads]);
  return helping;
};

/** Moves the cursor to where the page wants it, once the editor has its text. */
const useCursor = (
  view: RefObject<EditorView | null>,
  { cursor, onCursor }: CodeEditorProps,
  isLoaded: RefObject<boolean>,
  loads: number,
): void => {
  useEffect(() => {
    const opened = view.current;
    if (opened === null || cursor === undefined || !isLoaded.current) return;
    const anchor = Math.min(cursor, opened.state.doc.length);
    opened.dispatch({ selection: { anchor }, scrollIntoView: true });
    opened.focus();
    onCursor?.();
    // The effect needs no other dependencies: `onCursor` only resets `cursor`.
  }, [cursor, loads]);
};

/** The extensions of an editor whose text is still being split into lines. Nothing can be typed into it. */
const waitingExtensions: Extension = [theme, EditorView.editable.of(false)];

/** Opens an editor, which waits for its text if that is long. */
const openView = (root: ShadowRoot, extensions: Extension, text: string): EditorView => {
  const isLong = text.length > minLongLength;
  const state = EditorState.create(isLong ? { extensions: waitingExtensions } : { doc: text, extensions });
  return new EditorView({ state, parent: root, root });
};

/** Shows a long text, or the text that replaces it meanwhile, unless no text is wanted any more. */
const loadText = async (wanted: () => string | undefined, show: (doc: Text) => void): Promise<void> => {
  for (let text = wanted(); text !== undefined; text = wanted()) {
    const now = text;
    const doc = await createLongText(now, () => wanted() === now);
    if (doc !== undefined) {
      show(doc);
      return;
    }
  }
};

/** Replaces the text of an editor, a long one without blocking the page and unless it is not wanted any more. */
const replaceText = async (view: EditorView, value: string, isWanted: () => boolean): Promise<void> => {
  const insert = value.length > minLongLength ? await createLongText(value, isWanted) : value;
  if (insert !== undefined) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
};

/**
 * CodeMirror in a shadow root of its own, where it adopts its styles as a style sheet, which the page's content
 * policy allows. In the page it would add a style element, which the policy refuses.
 */
const Editor = (props: CodeEditorProps) => {
  const { value, language } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  const told = useRef<string[]>([]);
  /** The editor's text. The editor itself would join all lines of a long text each time. */
  const held = useRef(value);
  /** Whether the editor has its text. A long one is shown a moment later. */
  const isLoaded = useRef(true);
  const [loads, setLoads] = useState(0);
  latest.current = props;
  const helping = useMarks(view, props.faultAt, loads);
  useGraphql(view, props, loads);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = openShadowRoot(element);
    const changed = (text: string): void => {
      held.current = text;
      if (text === latest.current.value) return;
      told.current.push(text);
      latest.current.onChange?.(text);
    };
    held.current = latest.current.value;
    const extensions = createExtensions(latest.current, changed, () => helping.current);
    const opened = openView(root, extensions, held.current);
    view.current = opened;
    isLoaded.current = held.current.length <= minLongLength;
    opened.dispatch({ effects: setFault.of(latest.current.faultAt) });
    if (!isLoaded.current)
      void loadText(
        () => (view.current === opened ? held.current : undefined),
        (doc) => {
          opened.setState(EditorState.create({ doc, extensions }));
          isLoaded.current = true;
          setLoads((count) => count + 1);
        },
      );
    const stopHearing = listenForFind(element, () => view.current);
    return () => {
      stopHearing();
      opened.destroy();
      view.current = null;
    };
  }, [language]);
  useEffect(() => {
    const opened = view.current;
    if (opened === null) return;
    const isSame = held.current === value;
    // The value may be older than the text: it may contain what was typed a moment ago, and must not undo
    // newer typing.
    const own = told.current.indexOf(value);
    told.current = isSame || own < 0 ? [] : told.current.slice(own + 1);
    if (isSame || own >= 0 || (latest.current.onChange === undefined && value.length > minLongLength)) return;
    held.current = value;
    if (isLoaded.current)
      void replaceText(opened, value, () => view.current === opened && held.current === value);
  }, [value]);
  useCursor(view, props, isLoaded, loads);
  return <div className="code-editor" ref={host} />;
};

/** An editor. For a new long read-only text, another editor is created. */
export const CodeMirror = (props: CodeEditorProps) => {
  const { value, onChange } = props;
  const [editor, setEditor] = useState({ of: value, key: 0 });
  if (onChange === undefined && value.length > minLongLength && editor.of !== value)
    setEditor({ of: value, key: editor.key + 1 });
  return <Editor key={editor.key} {...props} />;
};
