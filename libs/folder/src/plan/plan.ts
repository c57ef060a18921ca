import { type FolderRemoval, type FolderState, type FolderWarning, isRequestKind } from '@tandem/core';

import { emptyFolder, folderDocument } from '../document/folder.js';
import type { FolderTree } from '../files/tree.js';
import { createPathAssigner, join, manifestPath } from '../layout/paths.js';
import { folderNotes } from '../notes.js';
import {
  createSearchMark,
  createSecretFinder,
  type FindSecret,
  type SecretSearch,
} from '../secrets/search.js';
import { printNew } from '../yaml/node.js';
import { decideEntity, type Decision, type Subject } from './decide.js';
import { attempt } from './defect.js';
import { createDependencyPaths, createRewrite } from './dependencies.js';
import {
  addRemoval,
  createDraft,
  type PlanDraft,
  type PlanningContext,
  type PlanningTools,
} from './draft.js';
import { type DecidedSubject, decideFolders, keepDirectories, writeCreatedFolders } from './folders.js';
import { findAll, type FoundAll } from './find-entities.js';
import { isImplied } from './identity.js';
import { type Steps, toStep } from './slices.js';
import { recoverInterruptedRun } from './interruption.js';
import { settleEntity } from './settle-entity.js';

const minAccidentFiles = 20;

/** Whether so many files are missing that it looks like an accident: the manifest, or more than half if there are many. */
export const isLikelyAccident = (
  decisions: readonly (readonly [Subject, Decision])[],
  tree: FolderTree,
  state: FolderState,
): boolean => {
  if (state.confirmDeletions) return false;
  const removed = decisions.filter(([, decision]) => decision.do === 'remove-stored');
  const gone = removed.filter(([{ kind }]) => kind !== 'folder').length;
  const all = state.memory.bases.filter(({ kind }) => kind !== 'workspace' && kind !== 'folder').length;
  return (
    removed.length > 0 && ((gone > minAccidentFiles && gone > all / 2) || !tree.hashes.has(manifestPath))
  );
};

/** Leaves out the files that an earlier synchronization planned to remove, unless they were edited since. */
export const excludeRemovedFiles = (
  tree: FolderTree,
  removals: readonly FolderRemoval[],
): readonly [FolderTree, readonly FolderRemoval[]] => {
  const due = removals.filter(({ path, hash }) => tree.hashes.get(path) === hash);
  const gone = new Set(due.map(({ path }) => path));
  if (gone.size === 0) return [tree, due];
  const files = new Map([...tree.files].filter(([path]) => !gone.has(path)));
  return [{ ...tree, files, taken: tree.taken.filter((path) => !gone.has(path)) }, due];
};

/**
 * Writes a `folder.yml` with the folder's name into each created directory that gets no such file otherwise, for example because its folder
 * was skipped. These files are written first, so that a crash leaves no folder without its name.
 */
export const writeDirectories = ({ draft, tree, paths, find }: PlanningContext): void => {
  const files = paths.made().flatMap(({ path, name }) => {
    const file = join(path, 'folder.yml');
    if (draft.kept.has(file)) return [];
    const shown = find(name) === undefined ? name : path.slice(path.lastIndexOf('/') + 1);
    const text = printNew(folderDocument.tree('', { ...emptyFolder, path: shown }));
    return find(text) === undefined ? [{ path: file, text, expected: tree.hashes.get(file) ?? null }] : [];
  });
  draft.writes.unshift(...files);
  draft.written.push(...files.map(({ path }) => path));
};

/** Writes the notes for people and agents into a new folder. */
export const writeNotes = ({ draft, tree, find }: PlanningContext, state: FolderState): void => {
  if (tree.hashes.has(manifestPath) || state.memory.bases.length > 0) return;
  for (const [path, text] of Object.entries(folderNotes)) {
    if (tree.taken.includes(path) || find(text) !== undefined) continue;
    draft.writes.push({ path, text, expected: null });
    draft.written.push(path);
  }
};

/** Matches entities across the three sides. Entities that may be in an invalid file are left out. */
const listSubjects = (
  { found, blocked }: FoundAll,
  state: FolderState,
  { isCurrent }: SecretSearch,
): readonly Subject[] => {
  const bases = new Map(state.memory.bases.map((base) => [base.id, base]));
  const stored = new Map(state.stored.map((one) => [one.id, one]));
  const ids = new Set([...stored.keys(), ...bases.keys(), ...found.keys()]);
  return [...ids]
    .filter((id) => !blocked.has(id))
    .flatMap((id) => {
      const [base, own, file] = [bases.get(id), stored.get(id), found.get(id)];
      const kind = own?.kind ?? file?.kind ?? base?.kind;
      if (kind === undefined) return [];
      const isSearched = base !== undefined && isCurrent(base.searched);
      return [{ id, kind, base, isSearched, stored: own, found: file }];
    });
};

function* applyDecision(planning: PlanningContext, subject: Subject, decision: Decision): Steps<void> {
  const { draft, tree } = planning;
  const { id, kind, base, stored, found } = subject;
  switch (decision.do) {
    case 'nothing':
      if (found && stored && isRequestKind(kind) && !planning.needs.areCurrent(found, base))
        yield* settleEntity(planning, subject, createRewrite(found, stored.fields));
      else draft.unchanged += 1;
      return;
    case 'forget':
      draft.forget.push(id);
      return;
    case 'remove-stored':
      draft.forget.push(id);
      if (stored) draft.changes.push({ do: 'remove', kind, id, expected: stored.revision });
      if (base) draft.deleted.push(base.path);
      return;
    case 'remove-file':
      draft.forget.push(id);
      if (!found) return;
      addRemoval(draft, tree, found.file.path, id);
      if (found.script) addRemoval(draft, tree, found.script.path, id);
      if (!isImplied(found)) draft.deleted.push(found.file.path);
      return;
    case 'keep':
      draft.conflicts.push({ id, kind, path: found?.file.path ?? base?.path ?? '', ...decision.conflict });
      return;
    case 'settle':
      yield* settleEntity(planning, subject, decision);
  }
}

/** Whether a folder's name contains a secret, so that no file or directory may have that name. */
const hasSecretName = (draft: PlanDraft, { id, stored }: Subject, find: FindSecret): boolean => {
  const secret = stored?.kind === 'folder' ? find(stored.fields.path) : undefined;
  if (secret !== undefined) draft.withheld.push({ path: id, field: 'path', secret });
  return secret !== undefined;
};

/** Warns about files that are not read. They may be unrelated to the collection. */
const listWarnings = ({ notRead }: FolderTree): readonly FolderWarning[] =>
  notRead.map(({ path, message, part }) => ({
    code: 'notRead',
    path,
    message: `${part === undefined ? '' : `${part} of `}${path} is not read: ${message}.`,
  }));

const missingManifest: FolderWarning = {
  code: 'manifestMissing',
  message: `${manifestPath} is missing or cannot be read, so nothing was synchronized. Put it back; if the collection is gone for good, repeat with confirmDeletions: true.`,
};

const planWithoutManifest = (draft: PlanDraft, { unreadable }: FolderTree): PlanDraft => ({
  ...draft,
  invalid: unreadable.filter(({ path }) => path === manifestPath),
  warnings: [missingManifest],
});

const getSubjectPath = ({ id, found, base }: Subject): string => found?.file.path ?? base?.path ?? id;

/** Compares the three sides and plans the changes, without making them. Yields after each file and each entity. */
export function* planFolder(
  whole: FolderTree,
  given: FolderState,
  planningWith: PlanningTools,
): Steps<PlanDraft> {
  const { documents, onDefect, dataFolder } = planningWith;
  const interrupted = recoverInterruptedRun(whole, given.memory, given.planned);
  const memory = { bases: interrupted.bases, removals: interrupted.removals };
  const state = { ...given, memory };
  const [tree, due] = excludeRemovedFiles(whole, memory.removals);
  const draft = createDraft();
  draft.recovered.push(...interrupted.recovered);
  draft.pending.push(...memory.removals);
  if (dataFolder === '' && !whole.hashes.has(manifestPath) && !state.confirmDeletions)
    return planWithoutManifest(draft, whole);
  const find = createSecretFinder(state.secrets);
  const searched = createSearchMark(
    state.secrets,
    state.memory.bases.map((base) => base.searched),
  );
  const all = yield* findAll(tree, state, planningWith);
  draft.invalid.push(...all.invalid);
  draft.warnings.push(...all.warnings, ...listWarnings(whole));
  const paths = createPathAssigner(tree.taken, all.directories, find);
  const compared: DecidedSubject[] = [];
  for (const subject of listSubjects(all, state, searched)) {
    if (hasSecretName(draft, subject, find)) continue;
    const decided = yield* attempt(draft, getSubjectPath(subject), onDefect, () =>
      toStep(() => decideEntity(subject, find, state)),
    );
    if (decided) compared.push([subject, decided.value]);
    yield undefined;
  }
  const deciding = { find, state, tree, onDefect };
  const decisions = decideFolders(compared, deciding);
  const needs = createDependencyPaths(paths, decisions, state.memory.bases);
  const planning = { draft, tree, find, searched: searched.mark, paths, needs, documents, dataFolder };
  const accident = isLikelyAccident(decisions, tree, state);
  if (accident) {
    const gone = decisions.filter(([, decision]) => decision.do === 'remove-stored').length;
    const message = `${gone} files are missing. Nothing was deleted; repeat with confirmDeletions: true to delete their entities.`;
    draft.warnings.push({ code: 'massDeletion', message });
    if (!tree.hashes.has(manifestPath)) return draft;
  }
  keepDirectories(planning, decisions);
  for (const [subject, decision] of decisions) {
    if (!(accident && decision.do === 'remove-stored'))
      yield* attempt(draft, getSubjectPath(subject), onDefect, () =>
        applyDecision(planning, subject, decision),
      );
    yield undefined;
  }
  yield* writeCreatedFolders(planning, decisions, deciding, (subject, decision) =>
    attempt(draft, getSubjectPath(subject), onDefect, () => applyDecision(planning, subject, decision)),
  );
  writeDirectories(planning);
  writeNotes(planning, state);
  draft.removals.push(...due.filter(({ path }) => !draft.kept.has(path)));
  return draft;
}
