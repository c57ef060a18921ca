import { isWithin, getParentFolder } from '@tandem/core';

import type { Summary } from '../../requests/saved-request.js';
import { formatFolderKey, createRequestMatcher, type TreeLine } from './tree.js';
import {
  type FolderPosition,
  findFolderStepPosition,
  findFolderDropPosition,
  findStepPosition,
  findDropPosition,
  type Spot,
} from './tree-order.js';
import { replaceMovedPaths } from './folder-actions.js';
import type { DraggedItem } from './use-drop.js';
import type { TreeProps } from './use-tree.js';
import type { useTreeFocus } from './use-tree-focus.js';

/** Announces how many requests match a search. */
const createSearchMatcher = (search: string): ((request: Summary) => boolean) =>
  search.trim() === '' ? () => true : createRequestMatcher(search.trim());

/** Renames and moves folders; the focus and the closed state follow. */
const createFolderActions = (
  { actions, onClosed }: TreeProps,
  { setFocused }: ReturnType<typeof useTreeFocus>,
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
    // The renamed line may appear before the response, and must get the focus then.
    const parent = getParentFolder(path);
    setFocused(formatFolderKey(parent === '' ? name : `${parent}/${name}`));
    void actions.renameFolder(path, name).then((to) => {
      if (to === undefined) setFocused(formatFolderKey(path));
      else follow(path, to);
    });
  };
  return { place, rename };
};

/** Actions on whole lines. */
export const createLineActions = (props: TreeProps, focus: ReturnType<typeof useTreeFocus>) => {
  const { folders, requests, search, actions } = props;
  const { lines, leave } = focus;
  const isSeen = createSearchMatcher(search);
  const { place, rename } = createFolderActions(props, focus);
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
    /** Whether there was room to move. */
    step: (line: TreeLine, by: -1 | 1): boolean => {
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
        actions.place(dragged.id, line === undefined ? { folder: '' } : findDropPosition(line, spot));
      else if (line !== undefined) place(dragged.path, findFolderDropPosition(dragged.path, line, spot));
      else if (getParentFolder(dragged.path) !== '') place(dragged.path, { parent: '' });
    },
  };
};
