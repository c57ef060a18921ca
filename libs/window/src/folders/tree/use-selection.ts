import { FolderId, getParentFolder } from '@tandem/core';
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';

import { useLink } from '../../link/use-link.js';
import { shortenName } from '../../shell/phrases.js';
import { useWorkspace } from '../../shell/workspace-stores.js';
import { listFolders } from '../use-folders.js';
import {
  describeLines,
  extendSelection,
  listRequestIds,
  listSelectedLines,
  noSelection,
  selectAllLines,
  toggleLine,
  type TreeSelection,
} from './selection.js';
import type { EntryId } from './tree-changes.js';
import type { FindFolderId, Spot } from './tree-order.js';
import { formatFolderKey, getLineKey, type TreeContent, type TreeLine } from './tree.js';

/** Actions on several lines at once. */
export interface ManyActions {
  readonly run: () => void;
  readonly exportAs: () => void;
  readonly move: () => void;
  readonly duplicate: () => void;
  readonly tag: () => void;
  readonly remove: () => void;
}

/** Moves lines into a folder, or beside one of its lines. */
export type MoveLines = (
  lines: readonly TreeLine[],
  target: { readonly parent: string; readonly beside?: TreeLine; readonly spot?: Spot },
) => void;

/** Manages the selected lines. */
export const useTreeSelection = (lines: readonly TreeLine[], current: string | undefined) => {
  const [selection, setSelection] = useState<TreeSelection>(noSelection);
  const selected = useMemo(() => listSelectedLines(lines, selection), [lines, selection]);
  return {
    selected,
    /** Whether an action on a line applies to all selected lines, because the line is one of them. */
    isMany: (line: TreeLine): boolean => selected.length > 1 && selection.keys.has(getLineKey(line)),
    isSelected: (key: string): boolean => selection.keys.has(key),
    hasSelection: selection.keys.size > 0,
    clear: (): void => setSelection(noSelection),
    selectAll: (): void => setSelection(selectAllLines(lines)),
    select: (keys: readonly string[]): void => setSelection({ keys: new Set(keys), anchor: keys[0] }),
    toggle: (key: string): void => setSelection(toggleLine(selection, key, current)),
    extend: (key: string): void => setSelection(extendSelection(selection, lines, current, key)),
  };
};

export type TreeSelectionControl = ReturnType<typeof useTreeSelection>;

/**
 * Handles a click on a line: Ctrl adds or removes the line, Shift extends the selection, and a plain click clears it. Returns false for
 * a plain click.
 */
export const selectByClick = (
  { toggle, extend, clear }: TreeSelectionControl,
  line: TreeLine,
  { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): boolean => {
  if (shiftKey) extend(getLineKey(line));
  else if (ctrlKey || metaKey) toggle(getLineKey(line));
  else clear();
  return shiftKey || ctrlKey || metaKey;
};

/** Handles a key that changes the selection; returns false for any other key. */
export const selectByKey = (
  { toggle, selectAll, clear, hasSelection }: TreeSelectionControl,
  line: TreeLine,
  { key, ctrlKey, metaKey }: KeyboardEvent,
): boolean => {
  const isCommand = ctrlKey || metaKey;
  if (isCommand && key.toLowerCase() === 'a') selectAll();
  else if (isCommand && key === ' ') toggle(getLineKey(line));
  else if (key === 'Escape' && hasSelection) clear();
  else return false;
  return true;
};

interface ManyContext {
  readonly selection: TreeSelectionControl;
  readonly content: TreeContent;
  readonly findId: FindFolderId;
  /** Moves the focus away from lines that are about to be removed. */
  readonly leave: (lines: readonly TreeLine[]) => void;
  /** Opens the dialogs that ask where to move, and which tags to set. */
  readonly askMove: (lines: readonly TreeLine[]) => void;
  readonly askTags: (lines: readonly TreeLine[]) => void;
}

/** Returns a function that finds the ids of lines. A folder that was just created may have none yet. */
const createIdsOf =
  (findId: FindFolderId) =>
  (lines: readonly TreeLine[]): readonly EntryId[] =>
    lines.flatMap((line) => {
      const id = line.kind === 'request' ? line.request.id : findId(line.path);
      return id === undefined ? [] : [id];
    });

/** Shows copies in the tree: the name of a single folder can be edited, and several lines are selected. */
const useShowCopies = ({ select }: TreeSelectionControl) => {
  const link = useLink();
  const { revealNamed } = useWorkspace();
  return async (ids: readonly EntryId[]): Promise<void> => {
    const { folders } = await listFolders(link);
    const keys = ids.map((id) => {
      const folder = FolderId.is(id) ? folders.find((one) => one.id === id) : undefined;
      return folder === undefined ? id : formatFolderKey(folder.path);
    });
    const [only] = keys;
    if (only !== undefined && keys.length === 1) revealNamed(only);
    else select(keys);
  };
};

/** The actions on several lines, or on a single folder. */
export const useManyActions = (needed: ManyContext) => {
  const { selection, content, findId, leave, askMove, askTags } = needed;
  const { changes, sending } = useWorkspace();
  const showCopies = useShowCopies(selection);
  const idsOf = createIdsOf(findId);
  const duplicate = (lines: readonly TreeLine[]): void => {
    void changes
      .edit({ ids: idsOf(lines), action: 'copy' }, `Duplicated ${describeLines(lines)}`)
      .then((ids) => {
        if (ids !== undefined) void showCopies(ids);
      });
  };
  const move: MoveLines = (lines, { parent, beside, spot }) => {
    const [neighbour] = beside === undefined ? [] : idsOf([beside]);
    const siblings =
      neighbour === undefined || spot === 'into' || spot === undefined ? {} : { [spot]: neighbour };
    selection.clear();
    void changes.edit(
      { ids: idsOf(lines), action: 'move', parent, ...siblings },
      `Moved ${describeLines(lines)} to ${parent === '' ? 'the top' : shortenName(parent)}`,
    );
  };
  return {
    duplicate,
    move,
    tag: (lines: readonly TreeLine[], addTags: readonly string[], removeTags: readonly string[]): void =>
      void changes.edit(
        { ids: idsOf(lines), action: 'tag', addTags, removeTags },
        `Changed the tags of ${describeLines(lines)}`,
      ),
    of: (lines: readonly TreeLine[]): ManyActions => ({
      run: () => sending.run({ kind: 'requests', ids: listRequestIds(lines, content.requests) }),
      exportAs: () => sending.exportAs({ kind: 'requests', ids: listRequestIds(lines, content.requests) }),
      move: () => askMove(lines),
      duplicate: () => duplicate(lines),
      tag: () => askTags(lines),
      remove: () => {
        leave(lines);
        selection.clear();
        void changes.edit({ ids: idsOf(lines), action: 'delete' }, `Deleted ${describeLines(lines)}`);
      },
    }),
  };
};

/** Finds the location to which lines move when they are dropped on a line: a folder, and the neighbor in it. */
export const findManyDropTarget = (line: TreeLine | undefined, spot: Spot): Parameters<MoveLines>[1] => {
  if (line === undefined) return { parent: '' };
  if (line.kind === 'request')
    return { parent: line.request.folder, beside: line, spot: spot === 'into' ? 'after' : spot };
  return spot === 'into' ? { parent: line.path } : { parent: getParentFolder(line.path), beside: line, spot };
};
