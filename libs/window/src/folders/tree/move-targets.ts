import { checkFolderPath, isWithin } from '@tandem/core';

import type { Summary } from '../../requests/saved-request.js';

/** Where a request can be moved. */
export interface MoveTarget {
  /** Folder names joined by a slash, empty at the top. */
  readonly folder: string;
  readonly isNew: boolean;
}

const splitPath = (path: string): readonly string[] =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter(Boolean);

/** All folders including their ancestors, by name. */
export const listFolders = (requests: readonly Summary[]): readonly string[] => {
  const all = new Set<string>();
  for (const folder of new Set(requests.map((request) => request.folder))) {
    const pieces = splitPath(folder);
    pieces.forEach((_, index) => all.add(pieces.slice(0, index + 1).join('/')));
  }
  return [...all].sort((a, b) => a.localeCompare(b));
};

/** How well a folder matches the text; lower is better. */
const getRank = (folder: string, wanted: string): number => {
  if (folder === wanted) return 0;
  return folder.toLowerCase() === wanted.toLowerCase() ? 1 : 2;
};

/** What is moved: its current location, and its own path if it is a folder, which cannot move into itself. */
export interface MovedItem {
  readonly present: string;
  readonly folder?: string;
}

/** The matching folders, an exact match first, then the typed text as a new folder; never the current one. */
export const moveTargets = (
  folders: readonly string[],
  { present, folder: moved }: MovedItem,
  typed: string,
): readonly MoveTarget[] => {
  const wanted = splitPath(typed).join('/');
  const there = ['', ...folders];
  const isAllowed = (folder: string): boolean => moved === undefined || !isWithin(moved, folder);
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

/** The message if the typed text matches no target. */
export const describeNoTarget = ({ folder }: MovedItem, typed: string): string => {
  const wanted = splitPath(typed).join('/');
  if (checkFolderPath(wanted) !== null)
    return 'A folder name cannot be . or .. and cannot contain control characters.';
  return folder !== undefined && isWithin(folder, wanted)
    ? 'A folder cannot be moved into itself.'
    : 'It is already in this folder.';
};
