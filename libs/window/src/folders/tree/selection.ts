import { getParentFolder, isWithin } from '@tandem/core';

import type { RequestId, Summary } from '../../requests/saved-request.js';
import { formatCount } from '../../shell/phrases.js';
import { findParentOfLine, getLineKey, type TreeLine } from './tree.js';

/** The keys of the selected lines, and the anchor: the line from which Shift extends the selection. */
export interface TreeSelection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

/** Nothing is selected: an action applies only to the line on which it is called. */
export const noSelection: TreeSelection = { keys: new Set(), anchor: undefined };

/**
 * Adds a line to the selection, or removes it.
 * @param base the line that the selection starts with if it is empty
 */
export const toggleLine = ({ keys }: TreeSelection, key: string, base: string | undefined): TreeSelection => {
  if (keys.size === 0) return { keys: new Set(base === undefined ? [key] : [base, key]), anchor: key };
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
};

/** Selects the lines from the anchor to another one. */
export const extendSelection = (
  { anchor }: TreeSelection,
  lines: readonly TreeLine[],
  from: string | undefined,
  to: string,
): TreeSelection => {
  const keys = lines.map(getLineKey);
  const start = anchor !== undefined && keys.includes(anchor) ? anchor : (from ?? to);
  const [first = 0, last = 0] = [keys.indexOf(start), keys.indexOf(to)].sort((a, b) => a - b);
  return { keys: new Set(keys.slice(Math.max(first, 0), last + 1)), anchor: start };
};

/** Selects all lines. */
export const selectAllLines = (lines: readonly TreeLine[]): TreeSelection => {
  const keys = lines.map(getLineKey);
  return { keys: new Set(keys), anchor: keys[0] };
};

/** Lists the visible selected lines. Omits lines inside a selected folder, because an action on the folder includes them. */
export const listSelectedLines = (
  lines: readonly TreeLine[],
  { keys }: TreeSelection,
): readonly TreeLine[] => {
  if (keys.size === 0) return [];
  const selected = lines.filter((line) => keys.has(getLineKey(line)));
  const folders = new Set(selected.flatMap((line) => (line.kind === 'folder' ? [line.path] : [])));
  const isInSelected = (path: string): boolean =>
    path !== '' && (folders.has(path) || isInSelected(getParentFolder(path)));
  return selected.filter((line) => !isInSelected(findParentOfLine(line)));
};

/** Lists the ids of the requests among these lines and inside these folders. */
export const listRequestIds = (
  lines: readonly TreeLine[],
  requests: readonly Summary[],
): readonly RequestId[] => {
  const ids = new Set(lines.flatMap((line) => (line.kind === 'request' ? [line.request.id] : [])));
  const folders = lines.flatMap((line) => (line.kind === 'folder' ? [line.path] : []));
  return requests
    .filter(({ id, folder }) => ids.has(id) || folders.some((path) => isWithin(path, folder)))
    .map(({ id }) => id);
};

/** Describes lines in a few words, such as `2 folders and 1 request`. */
export const describeLines = (lines: readonly TreeLine[]): string => {
  const folders = lines.filter(({ kind }) => kind === 'folder').length;
  const requests = lines.length - folders;
  return [
    ...(folders === 0 ? [] : [formatCount(folders, 'folder')]),
    ...(requests === 0 ? [] : [formatCount(requests, 'request')]),
  ].join(' and ');
};
