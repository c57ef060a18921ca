import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  EditorView,
  hoverTooltip,
  keymap,
  type Panel,
  showPanel,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

import {
  describeProblems,
  findDeclaration,
  listScriptProblems,
  type ScriptProblem,
  type ScriptText,
  suggestNames,
} from './script-analysis.js';
import { parseScriptTypes, type ScriptMember, type ScriptTypes } from './script-types.js';
import { loadPart } from '../../served/trust.js';

/** The API for which a script is written. */
export type ScriptDialect = 'tandem' | 'postman' | 'bruno';

/** How long typing must pause before a script is checked, in milliseconds. */
const checkDelayMs = 400;

/** Maximum length of a script that is checked, in characters. Checking takes milliseconds per kilobyte. */
const maxCheckedLength = 100_000;

/** Maximum time that one check may spend on parsing, in milliseconds. The editor parses the rest in the meantime. */
const maxParseMs = 20;

const typesTexts: Readonly<Record<ScriptDialect, () => Promise<{ readonly scriptTypesText: string }>>> = {
  tandem: () => loadPart(() => import('./script-types-text.js')),
  postman: () => loadPart(() => import('./postman-types-text.js')),
  bruno: () => loadPart(() => import('./bruno-types-text.js')),
};

const loadedTypes = new Map<ScriptDialect, Promise<ScriptTypes>>();

/** Returns the types for scripts of a dialect. They are loaded and parsed once. */
export const loadScriptTypes = (dialect: ScriptDialect): Promise<ScriptTypes> => {
  const types =
    loadedTypes.get(dialect) ??
    typesTexts[dialect]().then(({ scriptTypesText }) => parseScriptTypes(scriptTypesText));
  loadedTypes.set(dialect, types);
  types.catch(() => loadedTypes.delete(dialect));
  return types;
};

const readScript = (state: EditorState, types: ScriptTypes): ScriptText => ({
  text: state.doc.toString(),
  top: syntaxTree(state).topNode,
  types,
});

/** Returns the part of a signature after the name: `(name: string): string`, or the type without the colon. */
const getDetail = ({ name, signature }: ScriptMember): string => {
  const at = signature.indexOf(name);
  return at < 0 ? signature : signature.slice(at + name.length).replace(/^\??:\s*/, '');
};

/** Maximum length of a type beside a name. The documentation contains the whole type. */
const maxDetailLength = 48;

const toCompletion = (member: ScriptMember): Completion => {
  const detail = getDetail(member);
  const isLong = detail.length > maxDetailLength;
  const info = [isLong ? member.signature : '', member.doc].filter((part) => part !== '').join('\n\n');
  return {
    label: member.name,
    type: member.kind,
    detail: isLong ? `${detail.slice(0, maxDetailLength)}…` : detail,
    ...(info === '' ? {} : { info }),
  };
};

/** Suggests the names of an API and of the script, with their types and documentation. */
export const suggestScriptNames = (
  { state, pos }: CompletionContext,
  types: ScriptTypes,
): CompletionResult | null => {
  const found = suggestNames(readScript(state, types), pos);
  if (found === undefined || found.members.length === 0) return null;
  return { from: found.from, options: found.members.map(toCompletion), validFor: /^\w*$/ };
};

const createTooltip = ({ signature, doc }: ScriptMember): HTMLElement => {
  const element = document.createElement('div');
  element.className = 'cm-declaration';
  const code = document.createElement('code');
  code.textContent = signature;
  element.append(code);
  if (doc !== '') {
    const text = document.createElement('p');
    text.textContent = doc;
    element.append(text);
  }
  return element;
};

/** Shows the declaration of the name under the pointer. */
const createDeclarationTooltip = (types: ScriptTypes): Extension =>
  hoverTooltip(({ state }, position) => {
    const found = findDeclaration(readScript(state, types), position);
    if (found === undefined) return null;
    const { from, to, member } = found;
    return { pos: from, end: to, create: () => ({ dom: createTooltip(member) }) };
  });

const setProblems = StateEffect.define<readonly ScriptProblem[]>();

/**
 * Shows a line below the script with the problem at the cursor, or the first one, so that it can be read without a
 * pointer.
 */
const createProblemPanel = (view: EditorView): Panel => {
  const dom = document.createElement('div');
  dom.className = 'cm-problems';
  dom.setAttribute('role', 'status');
  const show = (state: EditorState): void => {
    const { head } = state.selection.main;
    const text = describeProblems(state.field(shownProblems), head, (at) => state.doc.lineAt(at).number);
    if (dom.textContent !== text) dom.textContent = text;
  };
  show(view.state);
  return { dom, update: ({ state }) => show(state) };
};

/** The problems that were found last, moved along with later edits of the text. */
const shownProblems = StateField.define<readonly ScriptProblem[]>({
  create: () => [],
  update: (before, { effects, changes, docChanged }) => {
    const found = effects.find((effect) => effect.is(setProblems));
    if (found !== undefined) return found.value;
    if (!docChanged) return before;
    return before.map((one) => ({ ...one, from: changes.mapPos(one.from), to: changes.mapPos(one.to) }));
  },
  provide: (field) =>
    showPanel.from(field, (problems) => (problems.length === 0 ? null : createProblemPanel)),
});

/** Marks problems after a pause in typing. A long script is checked as soon as the editor has parsed it. */
const markProblems = (types: ScriptTypes | undefined): Extension =>
  ViewPlugin.fromClass(
    class {
      private timer: ReturnType<typeof setTimeout> | undefined;
      constructor(view: EditorView) {
        this.plan(view);
      }
      update({ docChanged, view }: ViewUpdate): void {
        if (docChanged) this.plan(view);
      }
      destroy(): void {
        clearTimeout(this.timer);
      }
      private plan(view: EditorView): void {
        clearTimeout(this.timer);
        if (view.state.doc.length > maxCheckedLength) return;
        this.timer = setTimeout(() => this.check(view), checkDelayMs);
      }
      private check(view: EditorView): void {
        const { state } = view;
        const tree = ensureSyntaxTree(state, state.doc.length, maxParseMs);
        if (tree === null) {
          this.plan(view);
          return;
        }
        const found: readonly ScriptProblem[] = listScriptProblems(state.doc.toString(), types, tree.topNode);
        view.dispatch(setDiagnostics(state, found), { effects: setProblems.of(found) });
      }
    },
  );

const popupTheme = EditorView.theme({
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)', textDecorationStyle: 'dashed' },
  '.cm-diagnostic': { padding: '4px 8px', borderLeft: 'none', font: '12px/18px var(--sans)' },
  '.cm-declaration, .cm-completionInfo': {
    maxWidth: '420px',
    padding: '6px 8px',
    font: '12px/18px var(--sans)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-problems': { padding: '4px 8px', font: '12px/18px var(--sans)', color: 'var(--text)' },
  '.cm-declaration code': { font: '12px/18px var(--mono)' },
  '.cm-declaration p': { margin: '4px 0 0' },
});

/** Marks errors in a script and explains names. In Tandem's own scripts, it also marks unknown members. */
export const createScriptSupport = (dialect: ScriptDialect, types: ScriptTypes): Extension => [
  popupTheme,
  shownProblems,
  markProblems(dialect === 'tandem' ? types : undefined),
  createDeclarationTooltip(types),
  keymap.of([{ key: 'F8', run: nextDiagnostic }]),
];
