import type { FolderBase, FolderMemory, FolderRemoval, PlannedWrite } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import type { FolderTree } from '../files/tree.js';
import { getBaseFields } from './memory.js';
import { parseFields, type SomeFields } from '../document/fields.js';

/** The work of an interrupted synchronization, as far as the files show it. */
export interface InterruptedRun {
  readonly bases: readonly FolderBase[];
  /** The bases among `bases` that the interrupted synchronization had not stored yet. */
  readonly recovered: readonly FolderBase[];
  /** The files that must still be removed. */
  readonly removals: readonly FolderRemoval[];
}

type IsWritten = (planned: PlannedWrite) => boolean;

/**
 * Creates a check whether a planned write was done. A write was done if the file has the planned content. If the file has other content,
 * somebody edited it after the write, unless the content is the same as before or the temporary file still exists. If temporary files were
 * removed without being renamed, their absence proves nothing.
 */
const createWrittenCheck = (
  { hashes, leftovers }: FolderTree,
  planned: readonly PlannedWrite[],
): IsWritten => {
  const left = new Set(leftovers);
  const isRemoved = planned.some(
    ({ path, hash, expected, temporary }) =>
      hash !== expected && (hashes.get(path) ?? '') === expected && !left.has(temporary),
  );
  return ({ path, hash, expected, temporary }) => {
    const present = hashes.get(path);
    if (present === undefined) return false;
    if (present === hash) return true;
    return present !== expected && !left.has(temporary) && !isRemoved;
  };
};

const isScript = ({ path }: PlannedWrite): boolean => path.endsWith('.js');

const hasRecordedHash =
  ({ hashes }: FolderTree) =>
  ({ path, hash }: FolderRemoval): boolean =>
    hashes.get(path) === hash;

const getWriteFields = ({ fields }: PlannedWrite): SomeFields => parseFields(fields);

/** Creates the base that an entity gets because its files, or one of them, were written before the database was updated. */
const createBaseAfter = (
  base: FolderBase | undefined,
  written: readonly PlannedWrite[],
): FolderBase | undefined => {
  const file = written.find((one) => !isScript(one));
  const script = written.find(isScript);
  const known = base ? getBaseFields(base) : {};
  const own = file ? getWriteFields(file) : known;
  const { script: before, ...others } = { ...own, script: known.script };
  const after = script ? getWriteFields(script).script : (before ?? own.script);
  const fields = stringifyJson({ ...others, ...(after === undefined ? {} : { script: after }) });
  const common = { fileHash: '', scriptHash: '', settled: false, fields };
  if (!file) return base && { ...base, ...common };
  const { id, kind, path, folder, revision, seq, searched } = file;
  return { id, kind, path, folder, revision, seq, searched, ...common };
};

/** Recovers the files that an interrupted synchronization has written, so that they do not count as changes by a person. */
export const recoverInterruptedRun = (
  tree: FolderTree,
  { bases, removals }: FolderMemory,
  planned: readonly PlannedWrite[],
): InterruptedRun => {
  if (planned.length === 0) return { bases, recovered: [], removals };
  const isWritten = createWrittenCheck(tree, planned);
  const known = new Map(bases.map((base) => [base.id, base]));
  const byId = new Map<string, PlannedWrite[]>();
  for (const one of planned) byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  const recovered: FolderBase[] = [];
  const due = [...removals];
  const kept = new Set<string>();
  for (const [id, all] of byId) {
    const written = all.filter(isWritten);
    const file = written.find((one) => !isScript(one));
    const base = known.get(id);
    const moves = all.some(({ replaces }) => replaces.length > 0);
    if (moves) {
      // `removals` undo an unfinished move, unless somebody has edited the new file since.
      const isEdited = file !== undefined && tree.hashes.get(file.path) !== file.hash;
      if (!isEdited || !file.replaces.every(hasRecordedHash(tree))) continue;
      due.push(...file.replaces);
      for (const { path } of all) kept.add(path);
    }
    const next = written.length === 0 ? undefined : createBaseAfter(base, written);
    if (next) recovered.push(next);
  }
  const after = new Map([...bases, ...recovered].map((base) => [base.id, base]));
  return { bases: [...after.values()], recovered, removals: due.filter(({ path }) => !kept.has(path)) };
};
