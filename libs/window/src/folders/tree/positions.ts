import { FolderId, getParentFolder } from '@tandem/core';

import type { Link } from '../../link/link.js';
import type { RequestId, Summary } from '../../requests/saved-request.js';
import { isRequestId } from '../../requests/saved-request.js';
import type { FolderList } from '../use-folders.js';

/** The folders and requests of the workspace, in order. */
export interface ListedEntries {
  readonly requests: readonly Summary[];
  readonly folders: FolderList['folders'];
}

/** The position of a request or folder before it was moved. */
interface PreviousPosition {
  readonly id: string;
  readonly parent: string;
  /** A neighbor in the same folder: the previous one or, for the first entry, the next one. */
  readonly beside: { readonly after?: string; readonly before?: string };
}

const findBeside = (siblings: readonly string[], id: string): PreviousPosition['beside'] => {
  const at = siblings.indexOf(id);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  if (previous !== undefined) return { after: previous };
  return next === undefined ? {} : { before: next };
};

/**
 * Lists the current positions of requests and folders, so that an undo can restore them. The activity does not
 * contain them.
 */
export const listPositions = (
  ids: readonly string[],
  { requests, folders }: ListedEntries,
): readonly PreviousPosition[] =>
  ids.flatMap((id): readonly PreviousPosition[] => {
    const request = requests.find((one) => one.id === id);
    if (request !== undefined) {
      const { folder: parent } = request;
      const siblings = requests.filter(({ folder }) => folder === parent).map((one) => one.id);
      return [{ id, parent, beside: findBeside(siblings, id) }];
    }
    const folder = folders.find((one) => one.id === id);
    if (folder === undefined) return [];
    const parent = getParentFolder(folder.path);
    const siblings = folders
      .filter(({ path }) => getParentFolder(path) === parent)
      .map((one) => one.id as string);
    return [{ id, parent, beside: findBeside(siblings, id) }];
  });

/** Moves requests and folders back to their previous positions. */
export const restorePositions = async (link: Link, places: readonly PreviousPosition[]): Promise<void> => {
  for (const { id, parent, beside } of places)
    if (isRequestId(id))
      await link.call('requests_place', { id, folder: parent, ...(beside as Record<string, RequestId>) });
    else if (FolderId.is(id)) await link.call('folders_move', { id, parent, ...beside });
};
