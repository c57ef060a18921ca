import { isWithin, getParentFolder } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';

import { useShowChanges } from '../../activity/use-activity.js';
import { findTreeTarget } from '../../kit/index.js';
import { type Actions, replaceMovedPaths } from '../../requests/actions.js';
import type { RequestId, Summary } from '../../requests/saved-request.js';
import type { RunTarget } from '../../runs/run-target.js';
import { focusUrl, useGoing } from '../../shell/focus.js';
import { useTabs, useWorkspace, type WorkspaceStores } from '../../shell/workspace-stores.js';
import { useShowFolder } from '../use-folders.js';
import type { RowActions } from './row-entries.js';
import {
  type DraggedItem,
  type FindFolderId,
  findDropPosition,
  findMixedNeighbour,
  findFolderDropPosition,
  findFolderStepPosition,
  findStepPosition,
  type FolderPosition,
  type Spot,
} from './tree-order.js';
import {
  createRequestMatcher,
  findNeighbour,
  findTypedLine,
  formatFolderKey,
  getLineKey,
  listTreeLines,
  parseFolderKey,
  type TreeContent,
  type TreeLine,
} from './tree.js';

/** Returns a stable function that returns the value of the last render, so that components that call it do not re-render. */
export const useLatest = <T>(value: T): (() => T) => {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
};

/** The content and state of the shown tree. */
export interface ShownTree extends TreeContent {
  readonly findId: FindFolderId;
  readonly search: string;
  /** The paths of closed folders. */
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (change: (closed: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

/** The focused line, the tab that was shown when the line got the focus, and the deleted lines that had the focus before. */
interface Focus {
  readonly focused?: string | undefined;
  readonly beside?: string | undefined;
  readonly left?: readonly string[];
}

/** Tests whether a line is removed together with those keys, because it has one of them or is inside such a folder. */
const isWithinKeys =
  (keys: readonly string[]) =>
  (line: TreeLine): boolean =>
    keys.some((key) => {
      const folder = parseFolderKey(key);
      if (folder === undefined) return key === getLineKey(line);
      return isWithin(folder, line.kind === 'folder' ? line.path : line.request.folder);
    });

/** The lines of the tree and the focused one. */
const useTreeFocus = ({ folders, requests, mixed, closed, search }: ShownTree) => {
  const shown = useTabs((tabs) => tabs.shown);
  const [{ focused, beside, left }, setFocus] = useState<Focus>({});
  // Deleting a request also closes its tab and shows another. The focus stays where the deletion moved it.
  if (beside !== undefined && left?.includes(beside) === true && shown !== beside)
    setFocus({ focused, beside: shown, left });
  const lines = useMemo(
    () => listTreeLines({ folders, requests, ...(mixed ? { mixed } : {}) }, closed, search),
    [folders, requests, mixed, closed, search],
  );
  const keys = useMemo(() => lines.map(getLineKey), [lines]);
  const { going, goes } = useGoing(keys);
  const found = lines.findIndex(
    (line) => getLineKey(line) === ((beside === shown ? focused : undefined) ?? shown),
  );
  const at = Math.max(found, 0);
  return {
    lines,
    at,
    setFocused: (key: string): void => {
      setFocus({ focused: key, beside: shown });
    },
    /** Moves the focus to the neighbor of a removed line. */
    leave: (index: number, rest: TreeContent): void => {
      const line = lines[index];
      if (line === undefined) return;
      const staying = listTreeLines({ ...rest, ...(mixed ? { mixed } : {}) }, closed, search).filter(
        (one) => !isWithinKeys(going)(one),
      );
      const focusedNext = findNeighbour(lines, index, staying);
      setFocus({ focused: focusedNext, beside: shown, left: [...(left ?? []), getLineKey(line)] });
      goes(getLineKey(line));
    },
  };
};

/** Returns whether a request is shown during a search. */
const createSearchMatcher = (search: string): ((request: Summary) => boolean) =>
  search.trim() === '' ? () => true : createRequestMatcher(search.trim());

/** Renames and moves folders, and keeps the focus and the closed state on them. */
const createFolderLineActions = (
  actions: Actions,
  onClosed: ShownTree['onClosed'],
  setFocused: (key: string) => void,
) => {
  const follow = (from: string, to: string): void => {
    onClosed((closed) => replaceMovedPaths(closed, from, to));
    setFocused(formatFolderKey(to));
  };
  const place = (path: string, position: FolderPosition | undefined): void => {
    if (position === undefined) return;
    void actions.placeFolder(path, position).then((to) => {
      if (to !== undefined) follow(path, to);
    });
  };
  const rename = (path: string, name: string): void => {
    // The renamed line may appear before the response, and must have the focus by then.
    const parent = getParentFolder(path);
    setFocused(formatFolderKey(parent === '' ? name : `${parent}/${name}`));
    void actions.renameFolder(path, name).then((to) => {
      if (to === undefined) setFocused(formatFolderKey(path));
      else follow(path, to);
    });
  };
  return { place, rename };
};

/** Actions on whole requests and folders. */
const createLineActions = (actions: Actions, tree: ShownTree, focus: ReturnType<typeof useTreeFocus>) => {
  const { folders, requests, search, onClosed, findId } = tree;
  const { lines, leave } = focus;
  const isSeen = createSearchMatcher(search);
  const { place, rename } = createFolderLineActions(actions, onClosed, focus.setFocused);
  /** Moves a line among its siblings, in a folder that mixes folders and requests. */
  const stepAmongAll = (line: TreeLine, by: -1 | 1): boolean => {
    const beside = findMixedNeighbour(lines, line, by);
    if (beside === undefined) return false;
    const spot = by < 0 ? 'before' : 'after';
    if (line.kind === 'folder') place(line.path, findFolderDropPosition(line.path, beside, spot));
    else actions.place(line.request.id, findDropPosition(beside, spot, findId));
    return true;
  };
  return {
    place,
    remove: (line: TreeLine): void => {
      const index = lines.indexOf(line);
      if (line.kind === 'request') {
        const { id } = line.request;
        leave(index, { folders, requests: requests.filter((one) => one.id !== id) });
        actions.remove(id);
        return;
      }
      leave(index, {
        folders: folders.filter((path) => !isWithin(line.path, path)),
        requests: requests.filter(({ folder }) => !isWithin(line.path, folder)),
      });
      actions.removeFolder(line.path);
    },
    rename: (line: TreeLine, name: string): void => {
      if (line.kind === 'request') actions.rename(line.request.id, name);
      else rename(line.path, name);
    },
    /** Whether the line could move in that direction. */
    step: (line: TreeLine, by: -1 | 1): boolean => {
      if (line.isMixed === true) return stepAmongAll(line, by);
      if (line.kind === 'folder') {
        const position = findFolderStepPosition(lines, line.path, by);
        place(line.path, position);
        return position !== undefined;
      }
      actions.step(line.request.id, by, isSeen);
      return findStepPosition(requests.filter(isSeen), line.request.id, by) !== undefined;
    },
    drop: (dragged: DraggedItem, line?: TreeLine, spot: Spot = 'into'): void => {
      if (dragged.kind === 'request')
        actions.place(dragged.id, line === undefined ? { folder: '' } : findDropPosition(line, spot, findId));
      else if (line !== undefined) place(dragged.path, findFolderDropPosition(dragged.path, line, spot));
      else if (getParentFolder(dragged.path) !== '') place(dragged.path, { parent: '' });
    },
  };
};

const togglePath = (closed: ReadonlySet<string>, path: string): ReadonlySet<string> => {
  const next = new Set(closed);
  if (!next.delete(path)) next.add(path);
  return next;
};

const isOpen = (line: TreeLine): boolean => line.kind === 'folder' && line.isOpen;

/** The keys that move a line among its siblings when pressed with Alt. */
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const isConfigureKey = ({ key, altKey }: KeyboardEvent): boolean => key === 'Enter' && altKey;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Letters typed within this time form one search, in milliseconds. */
const typingMs = 700;

/** Returns a function that adds a letter to the recently typed ones and returns them. */
const useTyped = () => {
  const typed = useRef({ text: '', at: -Infinity });
  return ({ key, timeStamp }: KeyboardEvent): string => {
    const { text, at } = typed.current;
    typed.current = { text: timeStamp - at < typingMs ? text + key : key, at: timeStamp };
    return typed.current.text;
  };
};

/** The current tree. */
interface CurrentTree {
  readonly lineActions: ReturnType<typeof createLineActions>;
  readonly showFolder: ReturnType<typeof useShowFolder>;
  readonly showChanges: ReturnType<typeof useShowChanges>;
}

/** The menu actions of a line in the current tree. Actions for requests do nothing on a folder. */
const createRowActions = (
  line: TreeLine,
  { actions, sending, createFolder, showAndSend }: WorkspaceStores,
  current: () => CurrentTree,
): Omit<RowActions, 'rename' | 'move'> => {
  const folder = line.kind === 'folder' ? line.path : line.request.folder;
  const itself: RunTarget =
    line.kind === 'folder' ? { kind: 'folder', path: folder } : { kind: 'request', id: line.request.id };
  const onRequest = (act: (id: RequestId) => void): void => {
    if (line.kind === 'request') act(line.request.id);
  };
  return {
    configure: () => {
      if (line.kind === 'folder') current().showFolder(folder);
    },
    remove: () => current().lineActions.remove(line),
    step: (by) => void current().lineActions.step(line, by),
    duplicate: () => onRequest(actions.duplicate),
    send: () => onRequest(showAndSend),
    run: () => sending.run(itself),
    exportAs: () => sending.exportAs(itself),
    showChanges: () => line.kind === 'request' && current().showChanges(line.request),
    copyAsCode: () => onRequest(sending.copyAs),
    copyAsCurl: (secrets) => onRequest((id) => actions.copyAsCurl(id, secrets)),
    createRequest: (kind) => actions.create(kind, folder),
    createFolder: () => createFolder(folder),
  };
};

/** What the key handler needs. */
interface KeyContext extends Pick<ReturnType<typeof useTreeFocus>, 'lines' | 'at' | 'setFocused'> {
  readonly lineActions: ReturnType<typeof createLineActions>;
  readonly getRowActions: (line: TreeLine) => RowActions;
  readonly setRenamed: (key: string) => void;
  readonly setMenuOf: (key: string) => void;
  readonly choose: (line: TreeLine) => void;
  readonly open: (line: TreeLine) => void;
}

/** Handles a key on the focused line; returns the index of the line to scroll to, if it moved. */
const useTreeKeys = ({ lines, at, lineActions, getRowActions, ...rest }: KeyContext) => {
  const { setFocused, setRenamed, setMenuOf, choose, open } = rest;
  const typed = useTyped();
  const onKey = (event: KeyboardEvent, line: TreeLine): boolean => {
    const { key, ctrlKey, metaKey } = event;
    if (isConfigureKey(event)) getRowActions(line).configure();
    else if (key === 'F2') setRenamed(getLineKey(line));
    else if (isMenuKey(event)) setMenuOf(getLineKey(line));
    else if (key === 'Delete') {
      if (!event.repeat) lineActions.remove(line);
    } else if (key === 'd' && (ctrlKey || metaKey)) getRowActions(line).duplicate();
    else return false;
    return true;
  };
  const byLetter = (event: KeyboardEvent): number | undefined =>
    event.key.length === 1 && event.key !== ' ' ? findTypedLine(lines, at, typed(event)) : undefined;
  return (event: KeyboardEvent): number | undefined => {
    const line = lines[at];
    const { key, ctrlKey, metaKey, altKey } = event;
    if (line === undefined) return undefined;
    if (altKey && key !== 'Enter') {
      const by = getOwnValue(steps, key);
      if (by === undefined) return undefined;
      event.preventDefault();
      return lineActions.step(line, by) && line.kind === 'request' ? at + by : undefined;
    }
    const isCommand = ctrlKey || metaKey;
    const next = isCommand ? undefined : (findTreeTarget(lines, at, key, isOpen) ?? byLetter(event));
    const to = next === undefined ? undefined : lines[next];
    const isFold =
      line.kind === 'folder' &&
      ((key === 'ArrowRight' && !line.isOpen) || (key === 'ArrowLeft' && line.isOpen));
    if (to) setFocused(getLineKey(to));
    else if (key === 'Enter' && !isCommand && !altKey) open(line);
    else if (key === ' ' || isFold) choose(line);
    else if (!onKey(event, line)) return undefined;
    event.preventDefault();
    return next;
  };
};

/** The lines of the tree, the focused line, and the handlers for pointer and keys. */
export const useTree = (shownTree: ShownTree) => {
  const { onClosed } = shownTree;
  const workspace = useWorkspace();
  const { previewAndLeave, showAndLeave, tabs } = workspace;
  const focused = useTreeFocus(shownTree);
  const { lines, at, setFocused } = focused;
  const [renamed, setRenamed] = useState<string>();
  const [menuOf, setMenuOf] = useState<string>();
  const [moved, setMoved] = useState<TreeLine>();
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useCallback((): void => scroller.current?.focus(), []);
  const showFolder = useShowFolder();
  const showChanges = useShowChanges();
  const lineActions = createLineActions(workspace.actions, shownTree, focused);
  const { place, rename, drop } = lineActions;
  const choose = (line: TreeLine): void => {
    setFocused(getLineKey(line));
    if (line.kind === 'request') previewAndLeave(line.request.id);
    else onClosed((closed) => togglePath(closed, line.path));
  };
  /** Opens a request to work on it, or opens or closes a folder. */
  const open = (line: TreeLine): void => {
    if (line.kind === 'folder') {
      choose(line);
      return;
    }
    setFocused(getLineKey(line));
    showAndLeave(line.request.id);
    focusUrl(line.request.id);
  };
  const keep = (line: TreeLine): void => {
    if (line.kind === 'request') tabs.keep(line.request.id);
  };
  const current = useLatest({ lineActions, showFolder, showChanges });
  const getRowActions = (line: TreeLine): RowActions => ({
    ...createRowActions(line, workspace, current),
    rename: () => setRenamed(getLineKey(line)),
    move: () => setMoved(line),
  });
  const hear = useTreeKeys({ ...focused, lineActions, getRowActions, setRenamed, setMenuOf, choose, open });
  const naming = { renamed, setRenamed, menuOf, setMenuOf, moved, setMoved };
  return {
    scroller,
    focus,
    lines,
    at,
    setFocused,
    ...naming,
    choose,
    keep,
    getRowActions,
    rename,
    place,
    drop,
    hear,
  };
};

/** What the parts of a tree have in common. */
export type TreeControl = ReturnType<typeof useTree>;
