import { checkFolderPath, type FolderId, getParentFolder, isWithin } from '@tandem/core';

import type { RequestId, Summary } from '../../requests/saved-request.js';
import { findParentOfLine, splitPath, type TreeLine } from './tree.js';

/** The position of a request: beside another item of `folder`, or last in it. */
export interface Position {
  readonly folder: string;
  /** The id of a folder is only allowed in folders that mix folders and requests. */
  readonly before?: RequestId | FolderId;
  readonly after?: RequestId | FolderId;
}

/** The dragged item of the tree. */
export type DraggedItem =
  { readonly kind: 'request'; readonly id: RequestId } | { readonly kind: 'folder'; readonly path: string };

/** The part of a line where something is dropped. */
export type Spot = 'before' | 'after' | 'into';

/** Finds the id of the folder with a path; undefined while it is not loaded. */
export type FindFolderId = (path: string) => FolderId | undefined;

const placeBeside = (
  folder: string,
  neighbour: RequestId | FolderId | undefined,
  spot: 'before' | 'after',
): Position => (neighbour === undefined ? { folder } : { folder, [spot]: neighbour });

/** Finds the new position of a request that is dropped on a line. */
export const findDropPosition = (line: TreeLine, spot: Spot, findId: FindFolderId): Position => {
  if (line.kind === 'folder')
    return spot === 'into' || line.isMixed !== true
      ? { folder: line.path }
      : placeBeside(getParentFolder(line.path), findId(line.path), spot);
  const { folder, id } = line.request;
  return spot === 'before' ? { folder, before: id } : { folder, after: id };
};

/** The position of a folder: in `parent`, beside another folder given by its path, or beside a request given by its id. */
export type FolderPosition =
  { readonly parent: string } | { readonly before: string } | { readonly after: string };

/**
 * Finds the new position of a folder that is dropped on a line; undefined if the drop would not move the folder, or is not
 * possible.
 */
export const findFolderDropPosition = (
  path: string,
  line: TreeLine,
  spot: Spot,
): FolderPosition | undefined => {
  if (line.kind === 'folder' && spot !== 'into') {
    if (isWithin(path, line.path)) return undefined;
    return spot === 'before' ? { before: line.path } : { after: line.path };
  }
  if (line.kind === 'request' && line.isMixed === true && spot !== 'into') {
    if (isWithin(path, line.request.folder)) return undefined;
    return spot === 'before' ? { before: line.request.id } : { after: line.request.id };
  }
  const parent = line.kind === 'folder' ? line.path : findParentOfLine(line);
  return isWithin(path, parent) || getParentFolder(path) === parent ? undefined : { parent };
};

/** Finds the next line up (-1) or down (1) that a line can change places with, as the tree shows them. */
export const findShownNeighbor = (
  lines: readonly TreeLine[],
  line: TreeLine,
  step: -1 | 1,
): TreeLine | undefined => {
  const parent = findParentOfLine(line);
  const siblings = lines.filter(
    (one) => findParentOfLine(one) === parent && (line.isMixed === true || one.kind === line.kind),
  );
  return siblings[siblings.indexOf(line) + step];
};

/**
 * Sorts the requests with the ids in `ids` in that order. They share the positions that they have now, and the other requests
 * do not move.
 */
export const reorderRequests = (
  requests: readonly Summary[],
  ids: readonly RequestId[],
): readonly Summary[] => {
  const rank = new Map(ids.map((id, index) => [id, index]));
  const rankOf = ({ id }: Summary): number => rank.get(id) ?? 0;
  const sorted = requests.filter(({ id }) => rank.has(id)).sort((a, b) => rankOf(a) - rankOf(b));
  let next = 0;
  return requests.map((one) => (rank.has(one.id) ? (sorted[next++] ?? one) : one));
};

/** A deleted request, and the requests that followed it in its folder. */
export interface DeletedRequest {
  readonly id: RequestId;
  readonly folder: string;
  readonly nexts: readonly RequestId[];
}

/** Maximum number of deleted requests whose positions are remembered. */
const maxDeleted = 200;

/** Adds a deleted request and the requests that followed it in its folder, including deleted ones. */
export const addDeletedRequest = (
  left: readonly DeletedRequest[],
  requests: readonly Summary[],
  id: RequestId,
): readonly DeletedRequest[] => {
  const folder = requests.find((one) => one.id === id)?.folder;
  if (folder === undefined) return left;
  const siblings = requests.filter((one) => one.folder === folder).map((one) => one.id);
  const nexts = left
    .filter((one) => one.folder === folder && one.id !== id && !one.nexts.includes(id))
    .reduce<readonly RequestId[]>(
      (list, one) => {
        const at = list.findIndex((next) => one.nexts.includes(next));
        return at < 0 ? [...list, one.id] : [...list.slice(0, at), one.id, ...list.slice(at)];
      },
      siblings.slice(siblings.indexOf(id) + 1),
    );
  return [...left.filter((one) => one.id !== id), { id, folder, nexts }].slice(-maxDeleted);
};

/** A folder to which a request can be moved. */
export interface MoveTarget {
  /** Folder names joined by slashes; empty for the top level. */
  readonly folder: string;
  readonly isNew: boolean;
}

/** Ranks how well a folder matches the typed text. Lower is better. */
const getRank = (folder: string, wanted: string): number => {
  if (folder === wanted) return 0;
  return folder.toLowerCase() === wanted.toLowerCase() ? 1 : 2;
};

/** The location of a moved item: its folder and, for a folder, also its path, because it cannot be moved into itself. */
export interface MovedItem {
  readonly present: string | undefined;
  readonly folder?: string;
  /** The paths of the moved folders, if several items are moved. */
  readonly inside?: readonly string[];
}

const isInsideMoved = ({ folder, inside = [] }: Omit<MovedItem, 'present'>, path: string): boolean =>
  (folder === undefined ? inside : [folder, ...inside]).some((moved) => isWithin(moved, path));

/**
 * Lists the folders that match the typed text, an exact match first, followed by a new folder with that name. Omits the current folder.
 */
export const listMoveTargets = (
  folders: readonly string[],
  { present, ...moved }: MovedItem,
  typed: string,
): readonly MoveTarget[] => {
  const wanted = splitPath(typed).join('/');
  const there = ['', ...folders];
  const isAllowed = (folder: string): boolean => !isInsideMoved(moved, folder);
  const fitting = there
    .filter((folder) => folder !== present && isAllowed(folder))
    .filter((folder) => folder.toLowerCase().includes(wanted.toLowerCase()))
    .sort((a, b) => getRank(a, wanted) - getRank(b, wanted));
  const isNew =
    wanted !== '' && !there.includes(wanted) && checkFolderPath(wanted) === null && isAllowed(wanted);
  return [
    ...fitting.map((folder) => ({ folder, isNew: false })),
    ...(isNew ? [{ folder: wanted, isNew }] : []),
  ];
};

/** Explains that no folder matches the typed text. */
export const describeNoTarget = (moved: MovedItem, typed: string): string => {
  const wanted = splitPath(typed).join('/');
  if (checkFolderPath(wanted) !== null)
    return 'A folder name cannot be . or .. and cannot contain control characters.';
  return isInsideMoved(moved, wanted)
    ? 'A folder cannot be moved into itself.'
    : 'It is already in this folder.';
};
