import { type FolderBase, type FolderState, type FolderWarning, isWithin } from '@tandem/core';

import { getFolder } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import type { FolderTree } from '../files/tree.js';
import { findLastSeparator, getDirectory, isNamedAfter, join, toSlug } from '../layout/paths.js';
import type { FindSecret } from '../secrets/search.js';
import { isId } from './candidates.js';
import { decideMissingFile, decideMissingStored, type Decision, type Subject } from './decide.js';
import type { NamedDirectory } from './directories.js';
import type { OnDefect, PlanningContext } from './draft.js';
import type { Candidate } from './identity.js';
import type { Steps } from './slices.js';

interface IdentificationInput {
  readonly directories: readonly NamedDirectory[];
  /** The requests and environments, by id. */
  readonly files: ReadonlyMap<string, Candidate>;
  readonly bases: readonly FolderBase[];
  readonly state: FolderState;
  readonly warnings: FolderWarning[];
}

/**
 * Returns a function that finds the previous folder of a directory: the folder that all of its remembered requests were in, at the same
 * depth. Undefined if they were in several folders.
 */
const findOrigins = ({ files, bases, directories }: IdentificationInput) => {
  const before = new Map(bases.map((base) => [base.id, base.folder]));
  const folderAt = new Map(directories.map((one) => [one.path, one.folder]));
  return ({ path, folder }: NamedDirectory): string | undefined => {
    const origins = new Set<string>();
    for (const [id, { file }] of files) {
      const was = before.get(id);
      if (was === undefined || !file.path.startsWith(`${path}/`)) continue;
      const inner = (folderAt.get(getDirectory(file.path)) ?? '').slice(folder.length);
      origins.add(was.endsWith(inner) ? was.slice(0, was.length - inner.length) : '');
    }
    const [origin] = origins;
    return origins.size === 1 && origin !== '' ? origin : undefined;
  };
};

/**
 * Identifies the folder of each directory: by the id in its file, otherwise by its folder at the last synchronization, by its name in
 * the app, by its path, or by the requests that were renamed together with it.
 */
export const identifyFolders = (all: IdentificationInput): ReadonlyMap<string, Candidate> => {
  const { directories, bases, state, warnings } = all;
  const owners = new Map<string, Candidate>();
  const open = new Map(directories.flatMap((one) => (one.candidate ? [[one, one.candidate] as const] : [])));
  const stored = state.stored.filter(({ kind }) => kind === 'folder');
  const idByPath = new Map(
    stored.flatMap((one) => (one.kind === 'folder' ? [[one.fields.path, one.id] as const] : [])),
  );
  const known = new Map(bases.map((base) => [base.id, base.path]));
  const isKnownAt = (path: string) => bases.find((one) => one.kind === 'folder' && one.folder === path)?.id;
  type IdOf = (directory: NamedDirectory, candidate: Candidate) => string | undefined;
  const claim = (idOf: IdOf): void => {
    for (const [directory, candidate] of open) {
      const id = idOf(directory, candidate);
      if (id === undefined || owners.has(id)) continue;
      owners.set(id, candidate);
      open.delete(directory);
    }
  };
  const own = ({ id }: Candidate) => (isId('folder', id) ? id : undefined);
  const baseOf = ({ base }: Candidate) => (base?.kind === 'folder' ? base : undefined);
  claim((_, one) => (known.get(own(one) ?? '') === one.file.path ? own(one) : undefined));
  claim((_, one) => own(one));
  claim(({ folder }, one) => (baseOf(one)?.folder === folder ? one.base?.id : undefined));
  claim(({ folder }) => idByPath.get(folder));
  claim((_, one) => baseOf(one)?.id);
  const originOf = findOrigins(all);
  claim((directory) => {
    const origin = originOf(directory);
    return origin === undefined ? undefined : (isKnownAt(origin) ?? idByPath.get(origin));
  });
  for (const candidate of open.values()) {
    const id = state.newId('folder');
    owners.set(id, candidate);
    const taken = own(candidate);
    if (taken === undefined) continue;
    const message = `${taken} is in ${owners.get(taken)?.file.path ?? ''} too; this copy got the id ${id}`;
    warnings.push({ code: 'duplicateId', message, path: candidate.file.path });
  }
  return owners;
};

/** Whether requests were synchronized in this directory before folders became entities. */
export const hasSynchronizedRequests = (bases: readonly FolderBase[], path: string): boolean =>
  bases.some((base) => base.kind !== 'folder' && isWithin(path, base.path));

export type DecidedSubject = readonly [Subject, Decision];

export interface DecisionContext {
  readonly onDefect: OnDefect;
  readonly find: FindSecret;
  readonly state: FolderState;
  readonly tree: FolderTree;
}

/** Whether the file of a request or folder leaves its directory because it is removed or moved. */
const isLeavingDirectory = ([{ found }, decision]: DecidedSubject): boolean => {
  if (!found) return false;
  if (decision.do === 'remove-file') return true;
  return decision.do === 'settle' && getFolder(decision.file) !== getFolder(found.fields());
};

/** Whether a decision moves a stored request or folder out of `path`, or removes it. */
const isLeavingPath = (path: string, [, decision]: DecidedSubject): boolean =>
  decision.do === 'remove-stored' ||
  (decision.do === 'settle' && !isWithin(path, getFolder(decision.stored)));

/** Keeps a folder in the app as long as some of its contents stay. */
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

/** Imports a folder from its file again as long as other files stay in its directory. */
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

const decideFolder = (
  decided: DecidedSubject,
  all: () => readonly DecidedSubject[],
  deciding: DecisionContext,
): Decision => {
  const [subject, decision] = decided;
  const { base, found } = subject;
  // Before folders became entities, no base was stored for them. If the directory has remembered requests, the app removed the folder.
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

/** Decides about folders after their contents are decided, innermost first. */
export const decideFolders = (
  all: readonly DecidedSubject[],
  deciding: DecisionContext,
): readonly DecidedSubject[] => {
  const result = new Map(all.map((one) => [one[0].id, one]));
  const folders = all.filter(([{ kind }]) => kind === 'folder').sort((a, b) => getDepth(b) - getDepth(a));
  for (const one of folders)
    result.set(one[0].id, [one[0], decideFolder(one, () => [...result.values()], deciding)]);
  return [...result.values()];
};

/** Decides about a folder that stays in the app although its directory is gone. It gets a new directory. */
const recreateDirectory = (subject: Subject, { find, state }: DecisionContext): Decision | undefined =>
  subject.stored && decideMissingFile({ ...subject, base: undefined }, subject.stored, find, state);

/** The last name of a folder's path as a directory name. */
const toDirectoryStem = (folder: string): string => {
  const at = findLastSeparator(folder);
  return toSlug(folder.slice(at + 1), at < 0);
};

/** Whether a directory keeps its name when its folder is renamed: it was named by hand, or its name would be the same. */
const shouldKeepName = (directory: string, from: string, to: string): boolean => {
  const name = directory.slice(directory.lastIndexOf('/') + 1);
  return toDirectoryStem(from) === toDirectoryStem(to) || !isNamedAfter(name, toDirectoryStem(from));
};

const getOuterFolder = (folder: string): string => folder.slice(0, Math.max(0, findLastSeparator(folder)));

/** Finds the directories that keep their names although their folders are renamed, outermost first. */
export const keepDirectories = (
  { paths }: { readonly paths: Pick<PlanningContext['paths'], 'keep'> },
  decisions: readonly DecidedSubject[],
): void => {
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
    if (isInPlace && from !== to) paths.keep(directory, to);
  }
};

type ApplyDecision = (subject: Subject, decision: Decision) => Steps<unknown>;

/** Plans a folder that neither side has yet, because only its requests mention it. */
const planNewFolder = (id: string, path: string): readonly [Subject, Decision] => {
  const fields = { ...emptyFolder, path, seq: null };
  return [
    { id, kind: 'folder', base: undefined, isSearched: false, stored: undefined, found: undefined },
    { do: 'settle', file: fields, stored: fields, base: fields, common: fields, conflicts: [], hits: [] },
  ];
};

/** Adds a file to each folder whose directory is created for its requests. The folder has lost its directory, or is new to the database. */
export function* writeCreatedFolders(
  { draft, find, paths }: PlanningContext,
  decisions: readonly DecidedSubject[],
  deciding: DecisionContext,
  carryOut: ApplyDecision,
): Steps<void> {
  const { state } = deciding;
  const subjects = new Map(
    decisions.flatMap(([subject]) =>
      subject.stored?.kind === 'folder' ? [[getFolder(subject.stored.fields), subject] as const] : [],
    ),
  );
  const stored = new Set(state.stored.flatMap((one) => (one.kind === 'folder' ? [one.fields.path] : [])));
  for (const { path, folder } of paths.made()) {
    if (draft.kept.has(join(path, 'folder.yml'))) continue;
    const subject = subjects.get(folder);
    const again = subject && !subject.found ? recreateDirectory(subject, deciding) : undefined;
    if (subject && again) yield* carryOut({ ...subject, base: undefined }, again);
    else if (!stored.has(folder) && find(folder) === undefined)
      yield* carryOut(...planNewFolder(state.newId('folder'), folder));
  }
}
