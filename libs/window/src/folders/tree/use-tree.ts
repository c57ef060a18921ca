import { isWithin, getParentFolder } from '@tandem/core';
import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';

import { useShowChanges } from '../../activity/use-activity.js';
import { type Actions, replaceMovedPaths } from '../../requests/actions.js';
import type { RequestId } from '../../requests/saved-request.js';
import type { RunTarget } from '../../runs/run-target.js';
import { focusUrl, useDeletedLines } from '../../shell/focus.js';
import { useTabs, useWorkspace, type WorkspaceStores } from '../../shell/workspace-stores.js';
import { useShowFolder } from '../use-folders.js';
import type { RowActions } from './row-entries.js';
import {
  type DraggedItem,
  type FindFolderId,
  findDropPosition,
  findFolderDropPosition,
  findShownNeighbor,
  type FolderPosition,
  type Position,
  type Spot,
} from './tree-order.js';
import { describeLines } from './selection.js';
import { useTreeKeys } from './tree-keys.js';
import {
  findManyDropTarget,
  type ManyActions,
  type MoveLines,
  selectByClick,
  type TreeSelectionControl,
  useManyActions,
  useTreeSelection,
} from './use-selection.js';
import {
  findNeighbour,
  findParentOfLine,
  formatFolderKey,
  getLineKey,
  keepEqualLines,
  listTreeLines,
  parseFolderKey,
  type TreeContent,
  type TreeLine,
} from './tree.js';

/**
 * Returns a stable function that returns the value of the last render. Components that call it do not re-render when the
 * value changes.
 */
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

/**
 * The focused line, the tab that was shown when the line got the focus, and the deleted lines that had the focus before it.
 */
interface Focus {
  readonly focused?: string | undefined;
  readonly beside?: string | undefined;
  readonly left?: readonly string[];
}

/** Checks whether a line has one of the keys, or is inside a folder that has one of them. */
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
  // Deleting a request also closes its tab and shows another one. The focus stays on the line to which the
  // deletion moved it.
  if (beside !== undefined && left?.includes(beside) === true && shown !== beside)
    setFocus({ focused, beside: shown, left });
  const before = useRef<readonly TreeLine[]>([]);
  const lines = useMemo(() => {
    const content = { folders, requests, ...(mixed ? { mixed } : {}) };
    return keepEqualLines(before.current, listTreeLines(content, closed, search));
  }, [folders, requests, mixed, closed, search]);
  // A row that shows the same object as before does not render again.
  before.current = lines;
  const keys = useMemo(() => lines.map(getLineKey), [lines]);
  const { going, goes } = useDeletedLines(keys);
  const found = lines.findIndex(
    (line) => getLineKey(line) === ((beside === shown ? focused : undefined) ?? shown),
  );
  const at = Math.max(found, 0);
  return {
    lines,
    at,
    /** The line that a first Ctrl or Shift click selects in addition to the clicked one. */
    chosen: beside === shown ? (focused ?? shown) : shown,
    setFocused: (key: string): void => {
      setFocus({ focused: key, beside: shown });
    },
    /** Moves the focus to the neighbor of the first removed line. */
    leave: (removed: readonly TreeLine[]): void => {
      const [line] = removed;
      if (line === undefined) return;
      const leaving = removed.map(getLineKey);
      const paths = leaving.flatMap((key) => parseFolderKey(key) ?? []);
      const isLeaving = (path: string): boolean => paths.some((folder) => isWithin(folder, path));
      const rest = {
        folders: folders.filter((path) => !isLeaving(path)),
        requests: requests.filter(({ id, folder }) => !leaving.includes(id) && !isLeaving(folder)),
      };
      const staying = listTreeLines({ ...rest, ...(mixed ? { mixed } : {}) }, closed, search).filter(
        (one) => !isWithinKeys(going)(one),
      );
      const focusedNext = findNeighbour(lines, lines.indexOf(line), staying);
      setFocus({ focused: focusedNext, beside: shown, left: [...(left ?? []), ...leaving] });
      leaving.forEach(goes);
    },
  };
};

/** Creates the actions on a folder's line. After a rename or a move, the folder still has the focus and is still open or closed. */
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
    // Move the focus first: the renamed line may appear before the response arrives.
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
const createLineActions = (
  { actions, changes }: WorkspaceStores,
  tree: ShownTree,
  focus: ReturnType<typeof useTreeFocus>,
) => {
  const { search, onClosed, findId } = tree;
  const { lines, leave } = focus;
  const folderActions = createFolderLineActions(actions, onClosed, focus.setFocused);
  const place = (path: string, position: FolderPosition | undefined): void => {
    const id = findId(path);
    if (id !== undefined && position !== undefined) changes.rememberPositions([id]);
    folderActions.place(path, position);
  };
  const placeRequest = (id: RequestId, position: Position): void => {
    changes.rememberPositions([id]);
    actions.place(id, position);
  };
  const getId = (line: TreeLine): string | undefined =>
    line.kind === 'folder' ? findId(line.path) : line.request.id;
  return {
    place,
    placeRequest,
    remove: (line: TreeLine): void => {
      leave([line]);
      if (line.kind === 'request') actions.remove(line.request.id);
      else actions.removeFolder(line.path);
    },
    rename: (line: TreeLine, name: string): void => {
      if (line.kind === 'request') actions.rename(line.request.id, name);
      else folderActions.rename(line.path, name);
    },
    /** Moves a line one step. Returns false if the tree shows it as the first or last one. */
    step: (line: TreeLine, by: -1 | 1): boolean => {
      const id = getId(line);
      if (id === undefined) return false;
      const shown = search.trim() === '' ? undefined : new Set(lines.map(getId));
      const isShown = (one: string): boolean => shown?.has(one) ?? true;
      void actions.step({ id, parent: findParentOfLine(line), by, isShown }).then((previous) => {
        if (previous !== undefined) changes.rememberMoved(previous);
      });
      return findShownNeighbor(lines, line, by) !== undefined;
    },
    drop: (dragged: DraggedItem, line?: TreeLine, spot: Spot = 'into'): void => {
      if (dragged.kind === 'request')
        placeRequest(dragged.id, line === undefined ? { folder: '' } : findDropPosition(line, spot, findId));
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

/** The current tree. */
interface CurrentTree {
  readonly duplicate: (lines: readonly TreeLine[]) => void;
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
    duplicate: () =>
      line.kind === 'request' ? actions.duplicate(line.request.id) : current().duplicate([line]),
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

const getDraggedKey = (dragged: DraggedItem): string =>
  dragged.kind === 'request' ? dragged.id : formatFolderKey(dragged.path);

/** The open dialogs about lines (a name, a folder, tags), and the line whose menu is open. */
const useRowDialogs = () => {
  const [renamed, setRenamed] = useState<string>();
  const [menuOf, setMenuOf] = useState<string>();
  const [moved, setMoved] = useState<readonly TreeLine[]>();
  const [tagged, setTagged] = useState<readonly TreeLine[]>();
  return { renamed, setRenamed, menuOf, setMenuOf, moved, setMoved, tagged, setTagged };
};

/** Creates the actions that show the request of a line, or open or close its folder. */
const createLineOpeners = (
  { previewAndLeave, showAndLeave, tabs }: WorkspaceStores,
  setFocused: (key: string) => void,
  onClosed: ShownTree['onClosed'],
) => {
  const choose = (line: TreeLine): void => {
    setFocused(getLineKey(line));
    if (line.kind === 'request') previewAndLeave(line.request.id);
    else onClosed((closed) => togglePath(closed, line.path));
  };
  return {
    choose,
    /** Opens a request in a permanent tab. */
    open: (line: TreeLine): void => {
      if (line.kind === 'folder') {
        choose(line);
        return;
      }
      setFocused(getLineKey(line));
      showAndLeave(line.request.id);
      focusUrl(line.request.id);
    },
    keep: (line: TreeLine): void => {
      if (line.kind === 'request') tabs.keep(line.request.id);
    },
  };
};

/** Offers the actions on the selected lines in the palette. */
const offerInPalette = (
  { selected }: WorkspaceStores,
  lines: readonly TreeLine[],
  actionsOf: (lines: readonly TreeLine[]) => ManyActions,
): void => {
  selected.current = lines.length < 2 ? undefined : { ...actionsOf(lines), words: describeLines(lines) };
};

type Drop = (dragged: DraggedItem, line?: TreeLine, spot?: Spot) => void;

/** Moves the dragged line, or all selected lines if it is one of several. */
const createDrop =
  (lines: readonly TreeLine[], selection: TreeSelectionControl, moveMany: MoveLines, dropOne: Drop): Drop =>
  (dragged, line, spot = 'into') => {
    const own = lines.find((one) => getLineKey(one) === getDraggedKey(dragged));
    if (own === undefined || !selection.isMany(own)) dropOne(dragged, line, spot);
    else if (line === undefined || !selection.isSelected(getLineKey(line)))
      moveMany(selection.selected, findManyDropTarget(line, spot));
  };

/** The state of the tree: its lines, the focused line, and the handlers for the pointer and keys. */
export const useTree = (shownTree: ShownTree) => {
  const { onClosed } = shownTree;
  const workspace = useWorkspace();
  const focused = useTreeFocus(shownTree);
  const { lines, at, setFocused } = focused;
  const asking = useRowDialogs();
  const { setRenamed, setMenuOf, setMoved, setTagged } = asking;
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useCallback((): void => scroller.current?.focus(), []);
  const showFolder = useShowFolder();
  const showChanges = useShowChanges();
  const lineActions = createLineActions(workspace, shownTree, focused);
  const { place, placeRequest, rename } = lineActions;
  const selection = useTreeSelection(lines, focused.chosen);
  const many = useManyActions({
    selection,
    content: shownTree,
    findId: shownTree.findId,
    leave: focused.leave,
    askMove: setMoved,
    askTags: setTagged,
  });
  offerInPalette(workspace, selection.selected, many.of);
  const drop = createDrop(lines, selection, many.move, lineActions.drop);
  const { choose, open, keep } = createLineOpeners(workspace, setFocused, onClosed);
  const current = useLatest({ lineActions, showFolder, showChanges, duplicate: many.duplicate });
  const getRowActions = (line: TreeLine): RowActions => ({
    ...createRowActions(line, workspace, current),
    rename: () => setRenamed(getLineKey(line)),
    move: () => setMoved([line]),
  });
  const press = (line: TreeLine, event: MouseEvent): void => {
    if (selectByClick(selection, line, event)) setFocused(getLineKey(line));
    else choose(line);
  };
  const hear = useTreeKeys({
    ...focused,
    ...{ lineActions, getRowActions, setRenamed, setMenuOf, choose, open, selection },
    many: many.of,
    changes: workspace.changes,
  });
  return {
    scroller,
    focus,
    lines,
    at,
    setFocused,
    ...asking,
    press,
    keep,
    getRowActions,
    selection,
    many,
    rename,
    place,
    placeRequest,
    drop,
    hear,
  };
};

/** The state that all parts of a tree share. */
export type TreeControl = ReturnType<typeof useTree>;
