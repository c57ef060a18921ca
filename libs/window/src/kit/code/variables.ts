import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

import { variableToken } from '../../variable-token.js';
import type { Piece } from '../fields/suggest.js';
import type { VariableHelp } from '../fields/suggest-input.js';

type Help = () => VariableHelp | undefined;

const refreshVariables = StateEffect.define();

const isRefresh = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(refreshVariables)));

/** Colors the visible `{{variables}}`. The color shows whether a variable has a value. */
const colourVariables = (help: Help): Extension => {
  const matcher = new MatchDecorator({
    regexp: new RegExp(variableToken, 'g'),
    decoration: ([token]) => {
      const resolves = help()?.piecesOf(token)[0]?.resolves ?? true;
      return Decoration.mark({ class: resolves ? 'cm-variable' : 'cm-variable cm-unresolved' });
    },
  });
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor(view: EditorView) {
        this.marks = matcher.createDeco(view);
      }
      update(update: ViewUpdate): void {
        this.marks = isRefresh(update)
          ? matcher.createDeco(update.view)
          : matcher.updateDeco(update, this.marks);
      }
    },
    { decorations: ({ marks }) => marks },
  );
};

/** Suggests variables inside the braces at the cursor. */
const suggestAtCursor =
  (help: Help) =>
  ({ state, pos }: CompletionContext): CompletionResult | null => {
    const line = state.doc.lineAt(pos);
    const found = help()?.suggest(line.text, pos - line.from);
    if (found === undefined) return null;
    const options = found.options.map(({ label, detail = '', insert }) => ({ label, detail, apply: insert }));
    return { from: line.from + found.from, to: line.from + found.to, options, filter: false };
  };

/** Maximum distance from the cursor at which a variable's braces are searched, in characters. A line can be very long. */
const maxVariableDistance = 300;

/** Notifies an editor that variables have changed, so that it updates its suggestions. */
export const notifyOfVariables = (view: EditorView): void => {
  view.dispatch({ effects: refreshVariables.of(null) });
  const { state, hasFocus } = view;
  const { head, empty } = state.selection.main;
  const isBegun = /\{\{[^{}\n]*$/.test(state.sliceDoc(Math.max(0, head - maxVariableDistance), head));
  if (hasFocus && empty && isBegun && completionStatus(state) === null) startCompletion(view);
};

/** Finds the variable at an offset, and its position in the window. */
const findVariableAt = (view: EditorView, help: Help, at: number): readonly [Piece, DOMRect] | undefined => {
  const line = view.state.doc.lineAt(at);
  let from = Math.max(line.from, at - maxVariableDistance);
  const near = view.state.sliceDoc(from, Math.min(line.to, at + maxVariableDistance));
  for (const piece of help()?.piecesOf(near) ?? []) {
    const to = from + piece.text.length;
    if (piece.kind === 'variable' && at >= from && at <= to) {
      const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
      if (start === null || end === null) return undefined;
      const isOneLine = start.top === end.top;
      const right = isOneLine ? end.right : start.left + 1;
      return [piece, new DOMRect(start.left, start.top, right - start.left, start.bottom - start.top)];
    }
    from = to;
  }
  return undefined;
};

const showHelpOnHover = (help: Help): Extension =>
  EditorView.domEventHandlers({
    mousemove: ({ clientX, clientY }, view) => {
      const at = view.posAtCoords({ x: clientX, y: clientY });
      const found = at === null ? undefined : findVariableAt(view, help, at);
      if (found) help()?.point(...found);
      else help()?.point();
    },
    mouseleave: () => {
      help()?.point();
    },
  });

/** Opens the card of the variable at the cursor. */
const openVariableCard =
  (help: Help) =>
  (view: EditorView): boolean => {
    const found = findVariableAt(view, help, view.state.selection.main.head);
    if (found === undefined) return false;
    help()?.open(...found, () => {
      view.focus();
    });
    return true;
  };

/**
 * Highlights, completes and explains the `{{variables}}` of a text. `isCode` means that the text's language also
 * completes words.
 */
export const createVariableSupport = (help: Help, isCode: boolean): Extension => [
  colourVariables(help),
  isCode ? EditorState.languageData.of(() => [{ autocomplete: suggestAtCursor(help) }]) : [],
  // Enter accepts the active option immediately, as in an input.
  autocompletion({
    ...(isCode ? {} : { override: [suggestAtCursor(help)] }),
    interactionDelay: 0,
    icons: false,
  }),
  showHelpOnHover(help),
  keymap.of([{ key: 'Alt-Enter', run: openVariableCard(help) }]),
];
