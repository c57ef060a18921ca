import { isDeepStrictEqual } from 'node:util';
import {
  checkFolderPath,
  EnvironmentGuard,
  findGuardProblem,
  FolderOrder,
  type FolderBase,
  type FolderConflict,
  type FolderEntity,
  type FolderKind,
  type FolderResolution,
  type FolderState,
  getKindRecord,
  isRequestKind,
  RestRequestPatch,
  SecretPairs,
  type StoredEntity,
  Variables,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { getFolder, getSeq, type SomeFields } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import { maxSeq } from '../document/request.js';
import { type Decide, type FieldConflict, type MergedEntity, mergeEntity } from '../merge/entity.js';
import { type Hit, withholdSecrets } from '../secrets/withhold-secrets.js';
import type { FindSecret } from '../secrets/search.js';
import type { FoundEntity } from './identity.js';
import { getBaseFields, previousDefaults } from './memory.js';

/** The value that a caller provided to resolve a conflict is not valid for its field. */
export class InvalidResolutionError extends Error {
  readonly value: unknown;
  readonly expected: string;
  constructor(value: unknown, expected: string) {
    super();
    this.value = value;
    this.expected = expected;
  }
}

const isName = (name: unknown): boolean => typeof name === 'string' && name !== '';

/** Whether writing a position to a file and reading it back gives the same number. */
const isStorablePosition = (seq: unknown): boolean =>
  seq == null || (typeof seq === 'number' && Math.abs(seq) <= maxSeq);

const expectedPosition = `a number from -${maxSeq} to ${maxSeq}, or null for none`;

/** Whether the notes and the inherited fields of a folder or workspace are valid. */
const hasValidInheritedFields = (fields: SomeFields): boolean => {
  const { description, order, headers, auth, variables, settings } = fields;
  return (
    typeof description === 'string' &&
    FolderOrder.is(order) &&
    RestRequestPatch.is({ headers, auth, settings }) &&
    Variables.is(variables)
  );
};

const isGuard = (guard: unknown): boolean =>
  EnvironmentGuard.is(guard) && (guard === null || findGuardProblem(guard) === undefined);

const hasValidFields = (kind: FolderKind, { seq, ...fields }: SomeFields): boolean => {
  if (kind === 'folder')
    return isStorablePosition(seq) && isName(fields.path) && hasValidInheritedFields(fields);
  if (!isName(fields.name)) return false;
  if (isRequestKind(kind)) return isStorablePosition(seq) && getKindRecord(kind).patch.is(fields);
  if (kind === 'workspace') return hasValidInheritedFields(fields);
  return Variables.is(fields.variables) && SecretPairs.is(fields.secrets) && isGuard(fields.guard ?? null);
};

const expectedFolder = 'folder names joined by /; "" is the top';

const expectedPair = 'an object with the texts name and value and the boolean enabled, or null to remove it';

const describeExpected = (field: string): string => {
  if (field === 'seq') return expectedPosition;
  if (field === 'folder' || field === 'path') return expectedFolder;
  return field.includes('[') ? expectedPair : 'a value of this field';
};

/** @throws {InvalidResolutionError} if `value` makes the fields of a `kind` invalid */
export const checkResolution = (
  kind: FolderKind,
  fields: SomeFields,
  { field, value }: Pick<FolderResolution, 'field' | 'value'>,
): void => {
  const isRefused =
    ['folder', 'path'].includes(field) && typeof value === 'string' && checkFolderPath(value) !== null;
  if (isRefused || !hasValidFields(kind, fields))
    throw new InvalidResolutionError(value, describeExpected(field));
};

/** The decision of a synchronization about one entity. */
export type Decision =
  | { readonly do: 'nothing' }
  | { readonly do: 'forget' }
  | { readonly do: 'remove-stored' }
  | { readonly do: 'remove-file' }
  | { readonly do: 'keep'; readonly conflict: ReportedConflict }
  | {
      readonly do: 'settle';
      /** The fields for the file, those for the database, and those to remember. */
      readonly file: SomeFields;
      readonly stored: SomeFields;
      readonly base: SomeFields;
      /** The fields to remember while the file is written but the database is not updated. */
      readonly common: SomeFields;
      readonly conflicts: readonly ReportedConflict[];
      readonly hits: readonly Hit[];
    };

export type ReportedConflict = Pick<FolderConflict, 'field' | 'base' | 'ours' | 'theirs'>;

/** One entity in the memory, in the database and in its file. */
export interface Subject {
  readonly id: string;
  readonly kind: FolderKind;
  readonly base: FolderBase | undefined;
  /** Whether the base was already searched for the current secrets. */
  readonly isSearched: boolean;
  readonly stored: StoredEntity | undefined;
  readonly found: FoundEntity | undefined;
}

/** The field name of a conflict about a whole entity. */
export const wholeField = '*';

const toNullable = (value: unknown): unknown => value ?? null;

const createDecide =
  (state: FolderState, id: string): Decide =>
  ({ field, ours, theirs }) => {
    const found = state.resolutions.find((one) => one.id === id && one.field === field);
    if (!found) return undefined;
    if (found.take === 'value') return { value: found.value };
    return { value: found.take === 'ours' ? ours : theirs };
  };

const isStoredUnchanged = ({ base, stored }: Subject): boolean => {
  if (!base || !stored) return false;
  const isUntouched = base.revision === stored.revision && base.seq === stored.seq;
  if (base.kind !== 'workspace' && isUntouched && base.settled) return true;
  return isDeepStrictEqual(getBaseFields(base), stored.fields);
};

const isFileUnchanged = ({ base, found }: Subject): boolean =>
  base !== undefined &&
  found !== undefined &&
  (found.content === null || isDeepStrictEqual(getBaseFields(base), found.fields()));

const isWithinField = (top: string, { field }: FieldConflict): boolean =>
  field === top || field.startsWith(`${top}[`) || field.startsWith(`${top}.`);

/** Removes secrets that came from a file from that file. They stay in the app. Secrets in a conflict stay in the file. */
const removeImportedSecrets = (
  find: FindSecret,
  { kind, id }: Subject,
  merged: MergedEntity,
  known: SomeFields,
): { readonly file: SomeFields; readonly base: SomeFields; readonly hits: readonly Hit[] } => {
  const shown = withholdSecrets(find, { kind, id, fields: merged.theirs }, known);
  const hits = shown.hits.filter(
    ({ top }) => !merged.conflicts.some((conflict) => isWithinField(top, conflict)),
  );
  const fields = Object.fromEntries(hits.map(({ top }) => [top, getOwnValue(shown.fields, top)]));
  return { file: { ...merged.theirs, ...fields }, base: { ...merged.base, ...fields }, hits };
};

/**
 * The base for an entity on both sides that was never synchronized. Fields that the app did not have before (notes, inherited fields, and
 * positions that nobody chose) count as unchanged there, so that the file's values are used.
 */
const findInitialBase = ({ kind, fields }: FolderEntity, theirs: SomeFields | undefined): SomeFields => {
  if (theirs === undefined) return {};
  if (kind === 'workspace') return previousDefaults;
  if (kind !== 'folder') return {};
  const isPlaced = getSeq(fields) !== null;
  return { ...emptyFolder, path: getFolder(theirs), seq: isPlaced ? getSeq(theirs) : null };
};

const settle = (
  subject: Subject,
  entity: FolderEntity,
  theirs: SomeFields | undefined,
  find: FindSecret,
  state: FolderState,
): Decision => {
  const { base, id, kind } = subject;
  const remembered = base === undefined ? findInitialBase(entity, theirs) : getBaseFields(base);
  const withheld = withholdSecrets(find, entity, { ...theirs, ...remembered });
  const file = theirs === undefined ? withheld.fields : { ...withheld.fields, ...theirs };
  const decide = createDecide(state, id);
  const merged = mergeEntity(kind, theirs === undefined ? file : remembered, withheld.fields, file, decide);
  const chosen = state.resolutions.find((one) => one.id === id && one.take === 'value');
  if (chosen) checkResolution(kind, merged.theirs, chosen);
  const conflicts = merged.conflicts.map(({ field, base: was, ours, theirs: their }) => ({
    field,
    base: toNullable(was),
    ours: toNullable(ours),
    theirs: toNullable(their),
  }));
  const brought = removeImportedSecrets(find, subject, merged, remembered);
  const isNew = ({ field }: Hit) => !withheld.hits.some((hit) => hit.field === field);
  return {
    do: 'settle',
    file: brought.file,
    stored: withheld.restore(merged.ours),
    base: brought.base,
    common: merged.common,
    conflicts,
    hits: [...withheld.hits, ...brought.hits.filter(isNew)],
  };
};

const createWholeConflict = (base: unknown, ours: unknown, theirs: unknown): ReportedConflict => ({
  field: wholeField,
  base,
  ours,
  theirs,
});

/** Finds how the user resolved a conflict about a whole entity. */
const findResolution = (state: FolderState, wanted: string) =>
  state.resolutions.find(({ id, field }) => id === wanted && field === wholeField);

/** Decides about an entity that only the database has. */
export const decideMissingFile = (
  subject: Subject,
  stored: StoredEntity,
  find: FindSecret,
  state: FolderState,
): Decision => {
  if (subject.base === undefined || subject.kind === 'workspace')
    return settle({ ...subject, base: undefined }, stored, undefined, find, state);
  if (isStoredUnchanged(subject)) return { do: 'remove-stored' };
  const resolution = findResolution(state, subject.id);
  if (resolution?.take === 'theirs') return { do: 'remove-stored' };
  if (resolution) return settle({ ...subject, base: undefined }, stored, undefined, find, state);
  const { fields } = withholdSecrets(find, stored, getBaseFields(subject.base));
  return { do: 'keep', conflict: createWholeConflict(getBaseFields(subject.base), fields, null) };
};

/** Decides about an entity that only its file has. */
export const decideMissingStored = (
  subject: Subject,
  found: FoundEntity,
  find: FindSecret,
  state: FolderState,
): Decision => {
  const fields = found.kind === 'environment' ? found.fields() : { script: '', ...found.fields() };
  const { id, kind } = subject;
  const shown = withholdSecrets(find, { kind, id, fields }, {});
  const taken = {
    do: 'settle',
    file: shown.fields,
    stored: fields,
    base: shown.fields,
    common: shown.fields,
    hits: shown.hits,
    conflicts: [],
  } as const;
  if (subject.base === undefined) return taken;
  if (isFileUnchanged(subject)) return { do: 'remove-file' };
  const resolution = findResolution(state, subject.id);
  if (resolution) return resolution.take === 'theirs' ? taken : { do: 'remove-file' };
  return { do: 'keep', conflict: createWholeConflict(getBaseFields(subject.base), null, fields) };
};

/** Decides about one entity from its three sides: the memory, the database and the folder. */
export const decideEntity = (subject: Subject, find: FindSecret, state: FolderState): Decision => {
  const { stored, found } = subject;
  if (!stored && !found) return { do: 'forget' };
  if (!found) return stored ? decideMissingFile(subject, stored, find, state) : { do: 'forget' };
  if (!stored) return decideMissingStored(subject, found, find, state);
  if (found.content === null && subject.isSearched && isStoredUnchanged(subject)) return { do: 'nothing' };
  return settle(subject, stored, found.fields(), find, state);
};
