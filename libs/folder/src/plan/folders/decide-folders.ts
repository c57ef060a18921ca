import { type FolderState, isWithin } from '@tandem/core';

import { getFolder } from '../../document/fields.js';
import type { FolderTree } from '../../files/tree.js';
import { getDirectory, findLastSeparator } from '../../layout/places.js';
import { isNamedAfter, toSlug } from '../../layout/slug.js';
import type { FindSecret } from '../../secrets/finder.js';
import { type Decision, decideMissingFile, decideMissingStored, type Subject } from '../decide.js';
import type { OnDefect, PlanningContext } from '../draft.js';
import { hasSynchronizedRequests } from './identified-folders.js';

export type DecidedSubject = readonly [Subject, Decision];

export interface DecisionContext {
  readonly onDefect: OnDefect;
  readonly find: FindSecret;
  readonly state: FolderState;
  readonly tree: FolderTree;
}

/** Whether the file of a request or folder leaves its directory, because it is removed or moved. */
const isLeavingDirectory = ([{ found }, decision]: DecidedSubject): boolean => {
  if (!found) return false;
  if (decision.do === 'remove-file') return true;
  return decision.do === 'settle' && getFolder(decision.file) !== getFolder(found.fields());
};

/** Whether a request or folder of the database leaves `path` by these decisions. */
const isLeavingPath = (path: string, [, decision]: DecidedSubject): boolean =>
  decision.do === 'remove-stored' ||
  (decision.do === 'settle' && !isWithin(path, getFolder(decision.stored)));

/** Keeps the folder in the app while some of its contents stay. */
const keepWhileOccupied = (
  decided: DecidedSubject,
  all: readonly DecidedSubject[],
  { state }: DecisionContext,
): Decision => {
  const [{ id, stored }, decision] = decided;
  const path = stored === undefined ? '' : getFolder(stored.fields);
  const decisionOf = new Map(all.map((one) => [one[0].id, one]));
  const isHeld = state.stored.some((one) => {
    if (one.id === id || one.kind === 'environment' || one.kind === 'workspace') return false;
    if (!isWithin(path, getFolder(one.fields))) return false;
    const other = decisionOf.get(one.id);
    return other === undefined || !isLeavingPath(path, other);
  });
  const arrives = all.some(
    ([one, { do: what }]) =>
      one.id !== id &&
      one.found !== undefined &&
      what !== 'remove-file' &&
      isWithin(path, getFolder(one.found.fields())),
  );
  return isHeld || arrives ? { do: 'nothing' } : decision;
};

/** Imports the folder from its file again while other files stay in its directory. */
const restoreWhileOccupied = (
  decided: DecidedSubject,
  all: readonly DecidedSubject[],
  deciding: DecisionContext,
): Decision => {
  const [subject, decision] = decided;
  const { found } = subject;
  if (found === undefined) return decision;
  const { tree, find, state } = deciding;
  const directory = getDirectory(found.file.path);
  const leaving = new Set(
    all.filter(isLeavingDirectory).flatMap(([one]) => (one.found ? [one.found.file.path] : [])),
  );
  const inside = [...tree.files.keys(), ...tree.unreadable.map(({ path }) => path)].filter(
    (path) => /\.ya?ml$/.test(path) && path !== found.file.path && isWithin(directory, path),
  );
  return inside.every((path) => leaving.has(path))
    ? decision
    : decideMissingStored({ ...subject, base: undefined }, found, find, state);
};

const getDepth = ([{ stored, found, base }]: DecidedSubject): number =>
  getFolder(stored?.fields ?? found?.fields() ?? { path: base?.folder ?? '' }).split('/').length;

const decideOne = (
  decided: DecidedSubject,
  all: () => readonly DecidedSubject[],
  deciding: DecisionContext,
): Decision => {
  const [subject, decision] = decided;
  const { base, found } = subject;
  // Before folders were entities, only the requests synchronized in the directory show that the app removed it.
  const wasOurs =
    decision.do === 'settle' &&
    !subject.stored &&
    found !== undefined &&
    base === undefined &&
    hasSynchronizedRequests(deciding.state.memory.bases, getDirectory(found.file.path));
  if (decision.do === 'remove-stored') return keepWhileOccupied(decided, all(), deciding);
  if (decision.do === 'remove-file' || wasOurs)
    return restoreWhileOccupied([subject, { do: 'remove-file' }], all(), deciding);
  return decision;
};

/** Decides about folders after their contents, innermost first. */
export const decideFolders = (
  all: readonly DecidedSubject[],
  deciding: DecisionContext,
): readonly DecidedSubject[] => {
  const result = new Map(all.map((one) => [one[0].id, one]));
  const folders = all.filter(([{ kind }]) => kind === 'folder').sort((a, b) => getDepth(b) - getDepth(a));
  for (const one of folders)
    result.set(one[0].id, [one[0], decideOne(one, () => [...result.values()], deciding)]);
  return [...result.values()];
};

/** A folder that stays in the app without its directory and gets a new one. */
export const recreateDirectory = (subject: Subject, { find, state }: DecisionContext): Decision | undefined =>
  subject.stored && decideMissingFile({ ...subject, base: undefined }, subject.stored, find, state);

/** The last name of a folder's path as a directory name. */
const toDirectoryStem = (folder: string): string => {
  const at = findLastSeparator(folder);
  return toSlug(folder.slice(at + 1), at < 0);
};

/** Whether a folder's directory stays when it is renamed: it was named manually, or would get the same name. */
const shouldKeepName = (directory: string, from: string, to: string): boolean => {
  const name = directory.slice(directory.lastIndexOf('/') + 1);
  return toDirectoryStem(from) === toDirectoryStem(to) || !isNamedAfter(name, toDirectoryStem(from));
};

const getOuterFolder = (folder: string): string => folder.slice(0, Math.max(0, findLastSeparator(folder)));

/** Decides which directories stay although their folders are renamed, outermost first. */
export const keepDirectories = ({ places }: PlanningContext, decisions: readonly DecidedSubject[]): void => {
  const stays = new Map([['', '']]);
  const folders = decisions.filter(([{ kind }]) => kind === 'folder');
  for (const [{ found }, decision] of [...folders].sort((a, b) => getDepth(a) - getDepth(b))) {
    if (!found || decision.do !== 'settle') continue;
    const directory = getDirectory(found.file.path);
    const [from, to] = [getFolder(found.fields()), getFolder(decision.file)];
    const isInPlace =
      from === to ||
      (stays.get(getOuterFolder(to)) === getDirectory(directory) && shouldKeepName(directory, from, to));
    if (isInPlace) stays.set(to, directory);
    if (isInPlace && from !== to) places.keep(directory, to);
  }
};
