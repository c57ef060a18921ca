import { isWithin, movePath, getFolderName, getParentFolder, isSameOnDisk } from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';

import { queryKeys } from '../../link/query-keys.js';
import type { Link } from '../../link/link.js';
import type { Summary } from '../../requests/saved-request.js';
import type { FolderPosition } from './tree-order.js';
import type { Drafts } from '../../requests/drafts/drafts.js';
import { listFolders } from '../use-folders.js';

/** Actions on folders, which are identified by path; each call returns the new path, or undefined if it failed. */
export interface FolderActions {
  /** Creates a folder in `parent` under an unused name. */
  readonly createFolder: (parent: string) => Promise<string | undefined>;
  readonly renameFolder: (path: string, name: string) => Promise<string | undefined>;
  readonly placeFolder: (path: string, place: FolderPosition) => Promise<string | undefined>;
  /** Deletes a folder with its content, and closes the tabs of its requests. */
  readonly removeFolder: (path: string) => void;
}

/** A name for a new folder that is not in `taken`. */
export const findFreeName = (taken: readonly string[], base = 'New folder'): string => {
  const isFree = (name: string): boolean => !taken.some((one) => isSameOnDisk(one, name));
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
};

const joinPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);

/** Moves a folder; creates the target if it does not exist. */
const placeFolder = async (link: Link, path: string, place: FolderPosition): Promise<string> => {
  const parent = 'parent' in place ? place.parent : '';
  const { folders } = await listFolders(link);
  if (parent !== '' && !folders.some((one) => one.path === parent))
    await link.call('folders_create', { path: parent });
  return (await link.call('folders_move', { id: path, ...place })).path;
};

interface FolderActionContext {
  readonly link: Link;
  readonly queries: QueryClient;
  readonly drafts: Drafts;
  /** Runs some work, and shows why it failed. */
  readonly doing: <A>(work: () => Promise<A>) => Promise<A | undefined>;
  readonly close: (key: string) => void;
}

/** Deletes a folder with its requests, and discards their drafts. */
const removeFolder = async (
  { link, queries, drafts, close }: FolderActionContext,
  path: string,
): Promise<void> => {
  const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? [];
  const ids = requests.filter(({ folder }) => isWithin(path, folder)).map(({ id }) => id);
  await Promise.all(ids.map(drafts.flush));
  await drafts.deleteWith(ids, () => link.call('folders_delete', { id: path }));
  ids.forEach(close);
};

export const createFolderActions = (needed: FolderActionContext): FolderActions => {
  const { link, doing } = needed;
  return {
    createFolder: (parent) =>
      doing(async () => {
        const { folders } = await listFolders(link);
        const beside = folders.map(({ path }) => path).filter((path) => getParentFolder(path) === parent);
        const path = joinPath(parent, findFreeName(beside.map(getFolderName)));
        return (await link.call('folders_create', { path })).path;
      }),
    renameFolder: (path, name) =>
      doing(async () => (await link.call('folders_update', { id: path, name: name.trim() })).path),
    placeFolder: (path, place) => doing(() => placeFolder(link, path, place)),
    removeFolder: (path) => {
      void doing(() => removeFolder(needed, path));
    },
  };
};

/** The paths after the folder `from` has become `to`. */
export const replaceMovedPaths = (
  paths: ReadonlySet<string>,
  from: string,
  to: string,
): ReadonlySet<string> =>
  new Set([...paths].map((path) => (isWithin(from, path) ? movePath(path, from, to) : path)));
