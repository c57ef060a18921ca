import { getOwnValue } from '@tandem/core/codec';
import { type KeyboardEvent, useRef } from 'react';

import { findTreeTarget } from '../../kit/index.js';
import type { RowActions } from './row-entries.js';
import type { TreeChanges } from './tree-changes.js';
import { findTypedLine, getLineKey, type TreeLine } from './tree.js';
import { type ManyActions, selectByKey, type TreeSelectionControl } from './use-selection.js';

const isOpen = (line: TreeLine): boolean => line.kind === 'folder' && line.isOpen;

/** The keys that move a line among its siblings when pressed with Alt. */
const moveSteps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const isConfigureKey = ({ key, altKey }: KeyboardEvent): boolean => key === 'Enter' && altKey;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Maximum time between letters of one search, in milliseconds. */
const maxTypingGapMs = 700;

/** Returns a function that adds a letter to the recently typed ones and returns all of them. */
const useTypedLetters = () => {
  const typed = useRef({ text: '', at: -Infinity });
  return ({ key, timeStamp }: KeyboardEvent): string => {
    const { text, at } = typed.current;
    typed.current = { text: timeStamp - at < maxTypingGapMs ? text + key : key, at: timeStamp };
    return typed.current.text;
  };
};

/** The dependencies of the key handler. */
interface KeyContext {
  readonly lines: readonly TreeLine[];
  readonly at: number;
  readonly setFocused: (key: string) => void;
  readonly lineActions: {
    readonly remove: (line: TreeLine) => void;
    readonly step: (line: TreeLine, by: -1 | 1) => boolean;
  };
  readonly selection: TreeSelectionControl;
  readonly many: (lines: readonly TreeLine[]) => ManyActions;
  readonly changes: Pick<TreeChanges, 'undo' | 'redo'>;
  readonly getRowActions: (line: TreeLine) => RowActions;
  readonly setRenamed: (key: string) => void;
  readonly setMenuOf: (key: string) => void;
  readonly choose: (line: TreeLine) => void;
  readonly open: (line: TreeLine) => void;
}

/** Returns the action of a key that undoes or redoes. */
const findUndoKey = (
  { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { undo, redo }: KeyContext['changes'],
): (() => void) | undefined => {
  if (!ctrlKey && !metaKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? redo : undo;
  return letter === 'y' ? redo : undefined;
};

/** Performs the action of a key on the focused line or on all selected lines; returns whether the key has an action. */
const actOnKey = (event: KeyboardEvent, line: TreeLine, context: KeyContext): boolean => {
  const { key, ctrlKey, metaKey, repeat } = event;
  const { lineActions, getRowActions, setRenamed, setMenuOf, selection, many, changes } = context;
  const several = selection.isMany(line) ? many(selection.selected) : undefined;
  const undo = findUndoKey(event, changes);
  if (undo !== undefined) undo();
  else if (selectByKey(selection, line, event)) return true;
  else if (isConfigureKey(event)) getRowActions(line).configure();
  else if (key === 'F2') setRenamed(getLineKey(line));
  else if (isMenuKey(event)) setMenuOf(getLineKey(line));
  else if (key === 'Delete') {
    if (!repeat) (several ?? { remove: () => lineActions.remove(line) }).remove();
  } else if (key.toLowerCase() === 'd' && (ctrlKey || metaKey)) (several ?? getRowActions(line)).duplicate();
  else return false;
  return true;
};

/** Handles a key on the focused line. Returns the index of the line to scroll to, if the focus moved. */
export const useTreeKeys = (context: KeyContext) => {
  const { lines, at, lineActions, selection, setFocused, choose, open } = context;
  const typed = useTypedLetters();
  const byLetter = (event: KeyboardEvent): number | undefined =>
    event.key.length === 1 && event.key !== ' ' ? findTypedLine(lines, at, typed(event)) : undefined;
  /** Finds the line to which a key moves the focus. Letters with Ctrl are commands. */
  const findNext = (event: KeyboardEvent): number | undefined =>
    findTreeTarget(lines, at, event.key, isOpen) ??
    (event.ctrlKey || event.metaKey ? undefined : byLetter(event));
  /**
   * Moves the focus. With Shift, the move extends the selection; with Ctrl, it keeps the selection; otherwise
   * it clears the selection.
   */
  const moveFocus = (to: TreeLine, { shiftKey, ctrlKey, metaKey, key }: KeyboardEvent): void => {
    if (shiftKey && key.length > 1) selection.extend(getLineKey(to));
    else if (!ctrlKey && !metaKey) selection.clear();
    setFocused(getLineKey(to));
  };
  return (event: KeyboardEvent): number | undefined => {
    const line = lines[at];
    const { key, ctrlKey, metaKey, altKey } = event;
    if (line === undefined) return undefined;
    if (altKey && key !== 'Enter') {
      const by = getOwnValue(moveSteps, key);
      if (by === undefined) return undefined;
      event.preventDefault();
      return lineActions.step(line, by) && line.kind === 'request' ? at + by : undefined;
    }
    const isCommand = ctrlKey || metaKey;
    const next = findNext(event);
    const to = next === undefined ? undefined : lines[next];
    const isFold =
      line.kind === 'folder' &&
      ((key === 'ArrowRight' && !line.isOpen) || (key === 'ArrowLeft' && line.isOpen));
    if (to) moveFocus(to, event);
    else if (key === 'Enter' && !isCommand && !altKey) open(line);
    else if ((key === ' ' && !isCommand) || isFold) choose(line);
    else if (!actOnKey(event, line, context)) return undefined;
    event.preventDefault();
    return next;
  };
};
