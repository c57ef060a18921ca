import type { RequestKind } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { type KeyboardEvent, useRef, useState, useCallback } from 'react';

import { findTreeTarget } from '../../kit/index.js';
import type { RunTarget } from '../../runs/run-target.js';
import type { RequestId } from '../../requests/saved-request.js';
import { getLineKey, type TreeContent, type TreeLine, findTypedLine } from './tree.js';
import { useShowChanges } from '../../activity/use-activity.js';
import type { Actions } from '../../requests/use-actions.js';
import type { RowActions } from './row-entries.js';
import { createLineActions } from './line-actions.js';
import { useTreeFocus } from './use-tree-focus.js';

/** Returns a stable function that returns the value of the last render, so that its callers need not re-render. */
export const useLatest = <T>(value: T): (() => T) => {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
};

/** The key of a line that should be scrolled into view; a new object each time. */
export interface RevealedLine {
  readonly key: string;
  /** Whether to start editing its name, such as for a new folder. */
  readonly isNamed?: boolean;
}

/** What a tree shows, and its actions. */
export interface TreeProps extends TreeContent {
  readonly search: string;
  readonly shown: string | undefined;
  /** Requests that someone else changed recently. */
  readonly fresh: ReadonlySet<string>;
  readonly actions: Actions;
  /** The paths of closed folders. */
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (change: (closed: ReadonlySet<string>) => ReadonlySet<string>) => void;
  readonly revealed: RevealedLine | undefined;
  readonly onShow: (id: RequestId) => void;
  /** Creates a folder in another one, and starts editing its name. */
  readonly onCreateFolder: (parent: string) => void;
  /** Opens what the requests in a folder inherit, by its path. */
  readonly onConfigure: (path: string) => void;
  /** Shows a request and sends it. */
  readonly onSend: (id: RequestId) => void;
  /** Shows a request as code to copy. */
  readonly onCopyAs: (id: RequestId) => void;
  /** Opens the run dialog for a request or folder. */
  readonly onRun: (target: RunTarget) => void;
  /** Exports a request or folder to a format of another tool. */
  readonly onExport: (target: RunTarget) => void;
}

const togglePath = (closed: ReadonlySet<string>, path: string): ReadonlySet<string> => {
  const next = new Set(closed);
  if (!next.delete(path)) next.add(path);
  return next;
};

const isOpen = (line: TreeLine): boolean => line.kind === 'folder' && line.isOpen;

/** Where Alt and a key move a line among its siblings. */
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const isConfigureKey = ({ key, altKey }: KeyboardEvent): boolean => key === 'Enter' && altKey;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** How long after a letter the next one extends the search, in milliseconds. */
const typingMs = 700;

/** The recently typed letters, with one more. */
const useTyped = () => {
  const typed = useRef({ text: '', at: -Infinity });
  return ({ key, timeStamp }: KeyboardEvent): string => {
    const { text, at } = typed.current;
    typed.current = { text: timeStamp - at < typingMs ? text + key : key, at: timeStamp };
    return typed.current.text;
  };
};

/** The current tree. */
interface Now {
  readonly props: TreeProps;
  readonly doing: ReturnType<typeof createLineActions>;
  readonly showChanges: ReturnType<typeof useShowChanges>;
}

/** The actions of a line's menu on the current tree; actions for requests do nothing on a folder. */
const createRowActions = (
  line: TreeLine,
  now: () => Now,
  asking: Pick<RowActions, 'rename' | 'move'>,
): RowActions => {
  const folder = line.kind === 'folder' ? line.path : line.request.folder;
  const itself: RunTarget =
    line.kind === 'folder' ? { kind: 'folder', path: folder } : { kind: 'request', id: line.request.id };
  const onRequest = (act: (id: RequestId) => void): void => {
    if (line.kind === 'request') act(line.request.id);
  };
  return {
    ...asking,
    configure: () => {
      if (line.kind === 'folder') now().props.onConfigure(folder);
    },
    remove: () => now().doing.remove(line),
    step: (by) => void now().doing.step(line, by),
    duplicate: () => onRequest(now().props.actions.duplicate),
    send: () => onRequest(now().props.onSend),
    run: () => now().props.onRun(itself),
    exportAs: () => now().props.onExport(itself),
    showChanges: () => line.kind === 'request' && now().showChanges(line.request),
    copyAsCode: () => onRequest(now().props.onCopyAs),
    copyAsCurl: (secrets) => onRequest((id) => now().props.actions.copyAsCurl(id, secrets)),
    createRequest: (kind: RequestKind) => now().props.actions.create(kind, folder),
    createFolder: () => now().props.onCreateFolder(folder),
  };
};

/** The lines of the tree, the focused one, and the handlers for pointer and keys. */
export const useTree = (props: TreeProps) => {
  const { onClosed, onShow } = props;
  const focus = useTreeFocus(props);
  const { lines, at, setFocused } = focus;
  const [renamed, setRenamed] = useState<string>();
  const [menuOf, setMenuOf] = useState<string>();
  const [moved, setMoved] = useState<TreeLine>();
  const typed = useTyped();
  const showChanges = useShowChanges();
  const doing = createLineActions(props, focus);
  const { place, remove, rename, step, drop } = doing;
  const choose = (line: TreeLine): void => {
    setFocused(getLineKey(line));
    if (line.kind === 'request') onShow(line.request.id);
    else onClosed((closed) => togglePath(closed, line.path));
  };
  const now = useLatest({ props, doing, showChanges });
  const doingOf = (line: TreeLine): RowActions =>
    createRowActions(line, now, {
      rename: () => setRenamed(getLineKey(line)),
      move: () => setMoved(line),
    });
  const onKey = (event: KeyboardEvent, line: TreeLine): boolean => {
    const { key, ctrlKey, metaKey } = event;
    if (isConfigureKey(event)) doingOf(line).configure();
    else if (key === 'F2') setRenamed(getLineKey(line));
    else if (isMenuKey(event)) setMenuOf(getLineKey(line));
    else if (key === 'Delete') {
      if (!event.repeat) remove(line);
    } else if (key === 'd' && (ctrlKey || metaKey)) doingOf(line).duplicate();
    else return false;
    return true;
  };
  const byLetter = (event: KeyboardEvent): number | undefined =>
    event.key.length === 1 && event.key !== ' ' ? findTypedLine(lines, at, typed(event)) : undefined;
  const hear = (event: KeyboardEvent): number | undefined => {
    const line = lines[at];
    const { key, ctrlKey, metaKey, altKey } = event;
    if (line === undefined) return undefined;
    if (altKey && key !== 'Enter') {
      const by = getOwnValue(steps, key);
      if (by === undefined) return undefined;
      event.preventDefault();
      return step(line, by) && line.kind === 'request' ? at + by : undefined;
    }
    const isCommand = ctrlKey || metaKey;
    const next = isCommand ? undefined : (findTreeTarget(lines, at, key, isOpen) ?? byLetter(event));
    const to = next === undefined ? undefined : lines[next];
    const isFold =
      line.kind === 'folder' &&
      ((key === 'ArrowRight' && !line.isOpen) || (key === 'ArrowLeft' && line.isOpen));
    if (to) setFocused(getLineKey(to));
    else if ((key === 'Enter' && !isCommand && !altKey) || key === ' ' || isFold) choose(line);
    else if (!onKey(event, line)) return undefined;
    event.preventDefault();
    return next;
  };
  const naming = { renamed, setRenamed, menuOf, setMenuOf, moved, setMoved };
  return { lines, at, setFocused, ...naming, choose, doingOf, rename, place, drop, hear };
};
