import { type Change, isWithin, movePath } from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import type { Summary } from '../requests/saved-request.js';
import type { HandledChange } from './follow.js';
import { type FolderList, listFolders } from '../folders/use-folders.js';

/** A folder that was renamed or moved. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** How many moves are remembered whose requests may still be announced. */
const maxMoves = 20;

/**
 * Keeps the folders up to date with change events. A folder's event comes before those of its content, which
 * belong to the same change: by then its folders are no longer known by their old paths, but its requests are.
 */
export const followFolders = (link: Link, queries: QueryClient) => {
  const known = new Map<string, string>();
  const gone = new Set<string>();
  let moves: readonly Move[] = [];
  const learn = (list: FolderList): void => {
    void queries.invalidateQueries({ queryKey: queryKeys.folderContent });
    known.clear();
    for (const { id, path } of list.folders) {
      known.set(id, path);
      gone.delete(path);
    }
  };
  const readFolders = async (): Promise<void> => {
    const list = await listFolders(link);
    queries.setQueryData(queryKeys.folders, list);
    learn(list);
  };
  /** Loads the folders if none are known, together with the tree if that is loading them. */
  const readFirst = async (): Promise<void> => {
    learn(
      await queries.query({ queryKey: queryKeys.folders, queryFn: () => listFolders(link), staleTime: 0 }),
    );
  };
  const requestsIn = (path: string): number =>
    (queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? []).filter(({ folder }) =>
      isWithin(path, folder),
    ).length;
  const nothing = { requestId: undefined };
  const handleDeleted = async (path: string): Promise<HandledChange> => {
    const requests = requestsIn(path);
    if (path !== '') gone.add(path);
    await readFolders();
    return { ...nothing, name: path, requests, isPart: path === '' };
  };
  const handleFolder = async ({ id, op }: Change): Promise<HandledChange> => {
    const before = known.get(id) ?? '';
    if (op === 'deleted') return handleDeleted(before);
    await readFolders();
    const to = known.get(id) ?? before;
    if (before === '' || before === to) return { ...nothing, name: to, isPart: true };
    moves = [...moves, { from: before, to }].slice(-maxMoves);
    return { ...nothing, name: before, to };
  };
  /** Whether a change of a request was part of a change of its folder. */
  const isPartOfFolder = (before: Summary | undefined, after: Summary | undefined): boolean => {
    if (before === undefined) return false;
    if (after === undefined) return [...gone].some((folder) => isWithin(folder, before.folder));
    return moves.some((move) => isMoved(move, before.folder, after.folder));
  };
  return { readFolders, readFirst, handleFolder, isPartOfFolder };
};

const isMoved = ({ from, to }: Move, before: string, after: string): boolean =>
  isWithin(from, before) && movePath(before, from, to) === after;
