import { isDeepStrictEqual } from 'node:util';
import { createFolderEntity, type FolderBase, type StoredEntity } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import { getSeq, type SomeFields } from '../document/fields.js';
import { isFault } from '../yaml/parse.js';
import { toText } from '../yaml/tree.js';
import { type Decision, type Subject, wholeField } from './decide.js';
import type { FindSecret } from '../secrets/search.js';
import { addRemoval, addWrite, type PlanningContext } from './draft.js';
import type { FoundEntity } from './identity.js';
import type { Steps } from './slices.js';
import { toBaseFolder } from './memory.js';
import { findExposedSecrets } from './warnings.js';
import {
  computeHash,
  type EntityFiles,
  findOversizedFile,
  isUpToDate,
  renderEntityFiles,
} from './write-entity.js';

/**
 * Records an entity's planned writes, so that the next synchronization recognizes them after a crash. An entity that is new to the database
 * needs no record, because its file is imported anyway.
 */
export const recordPlannedWrites = (
  { draft, tree, searched, dataFolder }: PlanningContext,
  { id, kind, stored, found }: Subject,
  { common }: Extract<Decision, { readonly do: 'settle' }>,
  { path, text, scriptPath, script }: EntityFiles,
  changed: readonly string[],
): void => {
  if (!stored) return;
  const old = found && found.file.path !== path ? [found.file, found.script] : [];
  const replaces = old.flatMap((file) => (file ? [{ path: file.path, hash: file.hash }] : []));
  const { revision, seq } = stored;
  const folder = toBaseFolder(kind, common, dataFolder);
  for (const one of changed) {
    const isScript = one === scriptPath;
    draft.noted.push({
      id,
      kind,
      path: one,
      hash: computeHash(isScript ? (script ?? '') : text),
      expected: tree.hashes.get(one) ?? '',
      folder,
      revision,
      seq,
      searched,
      fields: stringifyJson(isScript ? { script: common.script } : common),
      replaces,
    });
  }
};

type SettledDecision = Extract<Decision, { readonly do: 'settle' }>;

/** The current files of an entity. They stay if the new files cannot be written. */
const getPresentFiles = ({ file, script }: FoundEntity): EntityFiles => ({
  path: file.path,
  text: file.text,
  scriptPath: script?.path ?? '',
  script: script?.text,
});

/** Renders an entity's files. If they cannot be written, reports the reason and returns undefined. */
function* renderFiles(
  planning: PlanningContext,
  subject: Subject,
  { file, hits }: SettledDecision,
): Steps<EntityFiles | undefined> {
  const { draft, find } = planning;
  const { id, kind, found } = subject;
  if (found && isUpToDate(found, file, planning.dataFolder) && planning.needs.areCurrent(found, subject.base))
    return getPresentFiles(found);
  const files = yield* renderEntityFiles(planning, createFolderEntity(kind, id, file), found);
  if (isFault(files)) {
    const { path, line, column, message } = files;
    // The secrets are already reported as the reason. For example, a script of another tool cannot be removed from its file.
    if (found && hits.length > 0) return undefined;
    if (found) draft.invalid.push({ path: found.file.path, line, column, message });
    else draft.warnings.push({ code: 'tooLarge', path, message: `It was not written: ${message}.` });
    return undefined;
  }
  const secret = find(files.text) ?? find(files.script ?? '') ?? find(files.path);
  if (secret !== undefined) {
    if (hits.length === 0)
      draft.withheld.push({
        path: find(files.path) === undefined ? files.path : id,
        field: wholeField,
        secret,
      });
    return undefined;
  }
  const large = findOversizedFile(files, planning.documents.limits.fileBytes);
  if (large) draft.warnings.push({ code: 'tooLarge', ...large });
  return large ? undefined : files;
}

/** Whether no line that a change adds to a text contains a secret. */
const addsNoSecret = (find: FindSecret, before: string, after: string): boolean => {
  const lines = new Set(before.split('\n'));
  const added = after.split('\n').filter((line) => !lines.has(line));
  return find(added.join('\n')) === undefined;
};

/** Returns the current files of an entity. Adds its id to a file that keeps a secret, because such a file is not written in full. */
function* addId(
  planning: PlanningContext,
  { id, kind, found }: Subject & { readonly found: FoundEntity },
  { hits }: SettledDecision,
): Steps<EntityFiles> {
  const present = getPresentFiles(found);
  if (hits.length === 0) return present;
  const files = yield* renderEntityFiles(planning, createFolderEntity(kind, id, found.fields()), found);
  if (isFault(files) || files.path !== present.path || files.script !== present.script) return present;
  const isSafe =
    findOversizedFile(files, planning.documents.limits.fileBytes) === undefined &&
    addsNoSecret(planning.find, present.text, files.text);
  return isSafe ? files : present;
}

/** Plans the writes and removals of an entity's files. Returns the paths that change. */
const writeFiles = (
  { draft, tree }: PlanningContext,
  { id, found }: Subject,
  files: EntityFiles,
): readonly string[] => {
  const { path, text, scriptPath, script } = files;
  // The script is written first, so that a crash leaves no request without its script.
  if (found?.file.path === path) draft.kept.add(path);
  const isKept = found?.file.path === path && found.file.text === text;
  const scripted = script !== undefined && addWrite(draft, tree, scriptPath, script);
  const changed = [
    ...(!isKept && addWrite(draft, tree, path, text) ? [path] : []),
    ...(scripted ? [scriptPath] : []),
  ];
  if (found?.script && (script === undefined || found.script.path !== scriptPath))
    addRemoval(draft, tree, found.script.path, id);
  if (found && found.file.path !== path) {
    addRemoval(draft, tree, found.file.path, id);
    draft.renamed.push({ from: found.file.path, to: path });
    draft.pending.push({ path, hash: computeHash(text) });
  } else if (found?.script && script === undefined) draft.deleted.push(found.script.path);
  if (scripted && found?.script?.path !== scriptPath) {
    draft.removing.add(id);
    draft.pending.push({ path: scriptPath, hash: computeHash(script) });
  }
  return changed;
};

const isSameBase = (a: FolderBase | undefined, b: FolderBase): boolean => isDeepStrictEqual(a, b);

/**
 * Leaves out a position that the synchronization does not change, because somebody may move the request meanwhile without a new revision.
 */
const removeSameSeq = (fields: SomeFields, stored: StoredEntity | undefined): SomeFields => {
  const { seq, ...others } = fields;
  return stored?.seq === seq ? others : fields;
};

/** Plans the files and the database row of an entity that both sides should have. */
export function* settleEntity(
  planning: PlanningContext,
  subject: Subject,
  decision: SettledDecision,
): Steps<void> {
  const { draft } = planning;
  const { id, kind, stored, found } = subject;
  const intended = yield* renderFiles(planning, subject, decision);
  const files = intended ?? (found && (yield* addId(planning, { ...subject, found }, decision)));
  if (files === undefined) return;
  const changed = writeFiles(planning, subject, files);
  if (kind === 'environment' && found && (toText(found.fields().extends) ?? '') !== decision.file.extends)
    draft.rebased.push(files.path);
  recordPlannedWrites(planning, subject, decision, files, changed);
  const wrote = changed.length > 0;
  const pulled = !isDeepStrictEqual(stored?.fields, decision.stored);
  if (pulled) {
    const fields = removeSameSeq(decision.stored, stored);
    const entity = createFolderEntity(kind, id, fields);
    draft.changes.push({ do: 'put', entity, expected: stored?.revision ?? null });
  }
  if (wrote && pulled && stored && found) draft.merged.push(files.path);
  else {
    draft.written.push(...changed);
    // A directory without a folder.yml adds a folder, but has no file to report.
    if (pulled && found && files.text !== '') draft.pulled.push(files.path);
  }
  if (!wrote && !pulled) draft.unchanged += 1;
  for (const conflict of decision.conflicts)
    draft.conflicts.push({ id, kind, path: files.path, ...conflict });
  const isShown = found && decision.conflicts.length === 0;
  const exposed = isShown ? findExposedSecrets(planning.find, files, found.content, decision.hits) : [];
  draft.warnings.push(...exposed);
  for (const { field, secret } of decision.hits) draft.withheld.push({ path: files.path, field, secret });
  const base: FolderBase = {
    id,
    kind,
    path: files.path,
    folder:
      intended === undefined && kind !== 'workspace'
        ? ''
        : toBaseFolder(kind, decision.file, planning.dataFolder),
    fileHash: computeHash(files.text),
    scriptHash: files.script === undefined ? '' : computeHash(files.script),
    seq: getSeq(decision.stored),
    revision: pulled ? (stored?.revision ?? 0) + 1 : (stored?.revision ?? 1),
    settled:
      intended !== undefined && decision.conflicts.length + decision.hits.length + exposed.length === 0,
    searched: planning.searched,
    fields: stringifyJson(intended === undefined ? found?.fields() : decision.base),
  };
  if (!isSameBase(subject.base, base)) draft.put.push(base);
}
