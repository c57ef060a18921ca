import { isDeepStrictEqual } from 'node:util';

import { type FolderBase, folderEntity, type FolderState, type StoredEntity } from '@tandem/core';

import { folderOf, seqOf, type SomeFields } from '../document/fields.js';
import { isFault } from '../document/fault.js';
import type { FolderTree } from '../files/tree.js';
import { createPlaces } from '../layout/places.js';
import { secretFinder } from '../secrets/finder.js';
import { type Searched, searchedFor } from '../secrets/searched.js';
import { type Decision, decideEntity, type Subject, wholeField } from './decide.js';
import { attempt } from './defect.js';
import {
  addRemoval,
  addWrite,
  type PlanDraft,
  emptyDraft,
  type Planning,
  type PlanningWith,
} from './draft.js';
import { exposedIn } from './exposed.js';
import { goneFolders, looksLikeAccident, withoutRemoved } from './gone.js';
import { takeUp } from './interrupted.js';
import { findAll, type Found, type FoundAll, manifestPath } from './found.js';
import { inStep, type Steps } from './in-slices.js';
import { noteWrites } from './note-writes.js';
import { nextSeqOf } from './seq.js';
import { removeEmptyDirectories, writeDirectories, writeNotes } from './surroundings.js';
import { entityFiles, type EntityFiles, hashOf, isAsWanted, tooLarge } from './write-entity.js';

type Settled = Extract<Decision, { readonly do: 'settle' }>;

/** Who is who on the three sides; what an invalid file may hold is left out. */
const subjectsOf = (
  { found, blocked }: FoundAll,
  state: FolderState,
  { isCurrent }: Searched,
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

/** The present files of an entity, kept when they cannot be written. */
const presentFiles = ({ file, script }: Found): EntityFiles => ({
  path: file.path,
  text: file.text,
  scriptPath: script?.path ?? '',
  script: script?.text,
});

/** The files to be, or undefined when they cannot be written; the reason is reported. */
function* filesFor(planning: Planning, subject: Subject, { file }: Settled): Steps<EntityFiles | undefined> {
  const { draft, find } = planning;
  const { id, kind, found } = subject;
  if (found && isAsWanted(found, file)) return presentFiles(found);
  const files = yield* entityFiles(planning, folderEntity(kind, id, file), found);
  if (isFault(files)) {
    const { path, line, column, message } = files;
    if (found) draft.invalid.push({ path: found.file.path, line, column, message });
    else draft.warnings.push({ code: 'tooLarge', path, message: `It was not written: ${message}.` });
    return undefined;
  }
  const secret = find(files.text) ?? find(files.script ?? '') ?? find(files.path);
  if (secret !== undefined) {
    draft.withheld.push({
      path: find(files.path) === undefined ? files.path : id,
      field: wholeField,
      secret,
    });
    return undefined;
  }
  const large = tooLarge(files, planning.documents.limits.fileBytes);
  if (large) draft.warnings.push({ code: 'tooLarge', ...large });
  return large ? undefined : files;
}

/** The paths whose bytes are to change. */
const writeFiles = (
  { draft, tree }: Planning,
  { id, found }: Subject,
  files: EntityFiles,
): readonly string[] => {
  const { path, text, scriptPath, script } = files;
  // The script first: a crash in between then leaves no request that lacks it.
  const scripted = script !== undefined && addWrite(draft, tree, scriptPath, script);
  const changed = [...(addWrite(draft, tree, path, text) ? [path] : []), ...(scripted ? [scriptPath] : [])];
  if (found?.script && (script === undefined || found.script.path !== scriptPath))
    addRemoval(draft, tree, found.script.path, id);
  if (found && found.file.path !== path) {
    addRemoval(draft, tree, found.file.path, id);
    draft.renamed.push({ from: found.file.path, to: path });
    draft.pending.push({ path, hash: hashOf(text) });
  } else if (found?.script && script === undefined) draft.deleted.push(found.script.path);
  if (scripted && found?.script?.path !== scriptPath) {
    draft.removing.add(id);
    draft.pending.push({ path: scriptPath, hash: hashOf(script) });
  }
  return changed;
};

const sameBase = (a: FolderBase | undefined, b: FolderBase): boolean => isDeepStrictEqual(a, b);

/** A place that stays is not put: somebody may give the request another one meanwhile, at the same revision. */
const withoutSameSeq = (fields: SomeFields, stored: StoredEntity | undefined): SomeFields => {
  const { seq, ...others } = fields;
  return stored?.seq === seq ? others : fields;
};

function* settleEntity(planning: Planning, subject: Subject, decision: Settled): Steps<void> {
  const { draft } = planning;
  const { id, kind, stored, found } = subject;
  const intended = yield* filesFor(planning, subject, decision);
  const files = intended ?? (found && presentFiles(found));
  if (files === undefined) return;
  const changed = writeFiles(planning, subject, files);
  noteWrites(planning, subject, decision, files, changed);
  const wrote = changed.length > 0;
  const pulled = !isDeepStrictEqual(stored?.fields, decision.stored);
  if (pulled) {
    const fields = withoutSameSeq(decision.stored, stored);
    const entity = folderEntity(kind, id, fields);
    draft.changes.push({ do: 'put', entity, expected: stored?.revision ?? null });
  }
  if (wrote && pulled && stored && found) draft.merged.push(files.path);
  else {
    draft.written.push(...changed);
    if (pulled) draft.pulled.push(files.path);
  }
  if (!wrote && !pulled) draft.unchanged += 1;
  for (const conflict of decision.conflicts)
    draft.conflicts.push({ id, kind, path: files.path, ...conflict });
  const isShown = found && decision.conflicts.length === 0;
  const exposed = isShown ? exposedIn(planning.find, files, found.content) : [];
  draft.warnings.push(...exposed);
  for (const { field, secret } of decision.hits) draft.withheld.push({ path: files.path, field, secret });
  const base: FolderBase = {
    id,
    kind,
    path: files.path,
    folder: intended === undefined ? '' : folderOf(decision.file),
    fileHash: hashOf(files.text),
    scriptHash: files.script === undefined ? '' : hashOf(files.script),
    seq: seqOf(decision.stored),
    revision: pulled ? (stored?.revision ?? 0) + 1 : (stored?.revision ?? 1),
    settled:
      intended !== undefined && decision.conflicts.length + decision.hits.length + exposed.length === 0,
    searched: planning.searched,
    fields: JSON.stringify(intended === undefined ? found?.fields() : decision.base),
  };
  if (!sameBase(subject.base, base)) draft.put.push(base);
}

function* carryOut(planning: Planning, subject: Subject, decision: Decision): Steps<void> {
  const { draft, tree } = planning;
  const { id, kind, base, stored, found } = subject;
  switch (decision.do) {
    case 'nothing':
      draft.unchanged += 1;
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
      draft.deleted.push(found.file.path);
      return;
    case 'keep':
      draft.conflicts.push({ id, kind, path: found?.file.path ?? base?.path ?? '', ...decision.conflict });
      return;
    case 'settle':
      yield* settleEntity(planning, subject, decision);
  }
}

const pathOf = ({ id, found, base }: Subject): string => found?.file.path ?? base?.path ?? id;

/** Compares the three sides and says what is to be done; touches nothing. Yields after each file and each entity. */
export function* planFolder(
  whole: FolderTree,
  given: FolderState,
  planningWith: PlanningWith,
): Steps<PlanDraft> {
  const { documents, onDefect } = planningWith;
  const interrupted = takeUp(whole, given.memory, given.planned);
  const memory = { bases: interrupted.bases, removals: interrupted.removals };
  const state = { ...given, memory };
  const [tree, due] = withoutRemoved(whole, memory.removals);
  const draft = emptyDraft();
  draft.recovered.push(...interrupted.recovered);
  draft.pending.push(...memory.removals);
  const find = secretFinder(state.secrets);
  const searched = searchedFor(
    state.secrets,
    state.memory.bases.map((base) => base.searched),
  );
  const all = yield* findAll(tree, state, planningWith);
  draft.invalid.push(...all.invalid);
  draft.warnings.push(...all.warnings);
  const seq = nextSeqOf(tree);
  const places = createPlaces(tree.taken, all.directories, find);
  const planning = { draft, tree, find, searched: searched.mark, places, seq, documents };
  const decisions: (readonly [Subject, Decision])[] = [];
  for (const subject of subjectsOf(all, state, searched)) {
    const decided = yield* attempt(draft, pathOf(subject), onDefect, () =>
      inStep(() => decideEntity(subject, find, state)),
    );
    if (decided) decisions.push([subject, decided.value]);
    yield undefined;
  }
  const accident = looksLikeAccident(decisions, tree, state);
  if (accident) {
    const gone = decisions.filter(([, decision]) => decision.do === 'remove-stored').length;
    const message = `${gone} files are missing. Nothing was deleted; repeat with confirmDeletions: true to delete their entities.`;
    draft.warnings.push({ code: 'massDeletion', message });
    if (!tree.hashes.has(manifestPath)) return draft;
  }
  for (const [subject, decision] of decisions) {
    if (!(accident && decision.do === 'remove-stored'))
      yield* attempt(draft, pathOf(subject), onDefect, () => carryOut(planning, subject, decision));
    yield undefined;
  }
  if (!accident && tree.hashes.has(manifestPath)) draft.goneFolders.push(...goneFolders(memory.bases, all));
  writeDirectories(planning);
  writeNotes(planning, state);
  draft.removals.push(...due.filter(({ path }) => !draft.kept.has(path)));
  removeEmptyDirectories(planning, all);
  return draft;
}
