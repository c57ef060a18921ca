import { FolderId, getParentFolder } from '@tandem/core';

import type { Link } from '../../link/link.js';
import type { RequestId, Summary } from '../../requests/saved-request.js';
import { isRequestId } from '../../requests/saved-request.js';
import { type FolderList, listFolders, readOrder } from '../use-folders.js';
import { type MixedLevels, parseFolderKey } from './tree.js';

/** The folders and requests of the workspace, in order. */
export interface ListedEntries {
  readonly requests: readonly Pick<Summary, 'id' | 'folder'>[];
  readonly folders: readonly Pick<FolderList['folders'][number], 'id' | 'path'>[];
  readonly mixed: MixedLevels;
}

/** The position of a request or folder before it was moved. */
export interface PreviousPosition {
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

const findParent = (id: string, { requests, folders }: ListedEntries): string | undefined => {
  const request = requests.find((one) => one.id === id);
  if (request !== undefined) return request.folder;
  const folder = folders.find((one) => one.id === id);
  return folder === undefined ? undefined : getParentFolder(folder.path);
};

/** Lists the ids of the entries beside which an entry can be placed in a folder, in order. */
const listSiblings = (id: string, parent: string, { requests, folders, mixed }: ListedEntries) => {
  const keys = mixed.get(parent);
  if (keys !== undefined)
    return keys.flatMap((key): readonly string[] => {
      const path = parseFolderKey(key);
      return path === undefined ? [key] : folders.filter((one) => one.path === path).map((one) => one.id);
    });
  const siblings: readonly { readonly id: string }[] = isRequestId(id)
    ? requests.filter(({ folder }) => folder === parent)
    : folders.filter(({ path }) => getParentFolder(path) === parent);
  return siblings.map((one) => one.id);
};

/**
 * Lists the current positions of requests and folders, so that an undo can restore them. The activity does not
 * contain them.
 */
export const listPositions = (ids: readonly string[], entries: ListedEntries): readonly PreviousPosition[] =>
  ids.flatMap((id): readonly PreviousPosition[] => {
    const parent = findParent(id, entries);
    if (parent === undefined) return [];
    return [{ id, parent, beside: findBeside(listSiblings(id, parent, entries), id) }];
  });

const placeEntry = async (
  link: Pick<Link, 'call'>,
  { id, parent, beside }: PreviousPosition,
): Promise<void> => {
  if (isRequestId(id))
    await link.call('requests_place', { id, folder: parent, ...(beside as Record<string, RequestId>) });
  else if (FolderId.is(id)) await link.call('folders_move', { id, parent, ...beside });
};

/** Moves requests and folders back to their previous positions. */
export const restorePositions = async (
  link: Pick<Link, 'call'>,
  positions: readonly PreviousPosition[],
): Promise<void> => {
  for (const position of positions) await placeEntry(link, position);
};

/** A step of a request or folder among its siblings. */
export interface Step {
  readonly id: string;
  readonly parent: string;
  readonly by: -1 | 1;
  /** Whether a sibling is shown; a step passes over the others. */
  readonly isShown: (id: string) => boolean;
}

/**
 * Moves a request or folder one step up or down, among its siblings as the server has them now: the tree may still show the order
 * before an earlier step. Returns its previous position; undefined if it is the first or last one.
 */
export const stepEntry = async (
  link: Pick<Link, 'call'>,
  { id, parent, by, isShown }: Step,
): Promise<PreviousPosition | undefined> => {
  const [{ ids, mixed }, { folders }] = await Promise.all([readOrder(link, parent), listFolders(link)]);
  const siblings = listSiblings(id, parent, {
    requests: ids.map((one) => ({ id: one, folder: parent })),
    folders,
    mixed,
  });
  const shown = siblings.filter(isShown);
  const at = shown.indexOf(id);
  const neighbor = at < 0 ? undefined : shown[at + by];
  if (neighbor === undefined) return undefined;
  await placeEntry(link, { id, parent, beside: by < 0 ? { before: neighbor } : { after: neighbor } });
  return { id, parent, beside: findBeside(siblings, id) };
};
