import { requestKindList, requestKindNames, type EntityNoun } from '../requests/request-kind.js';

/** Why storage failed, if known. */
export type StorageReason =
  'full' | 'busy' | 'damaged' | 'read-only' | 'gone' | 'unreachable' | 'no-key' | 'unreadable-row' | 'other';

/** A row that cannot be decoded because of manual edits or damage. */
export interface UnreadableRow {
  readonly entity: EntityNoun;
  readonly id: string;
  /** Missing if the name cannot be read. */
  readonly name?: string;
  /** The unreadable fields. */
  readonly fields: readonly string[];
}

/** The part of a storage failure that callers get to know. */
export interface StorageProblem {
  /** The failed operation, such as "creating a request". */
  readonly doing: string;
  readonly reason: StorageReason;
  /** The path of the database, the address of its server, or the path of the unusable file. */
  readonly file?: string;
  /** The unreadable row; only for the reason `unreadable-row`. */
  readonly row?: UnreadableRow;
}

const describeUnreadableRow = ({ entity, id, name, fields }: UnreadableRow): string => {
  const which = `The ${entity} ${id}${name === undefined ? '' : ` ("${name}")`}`;
  return `${which} cannot be read: invalid data in ${fields.join(', ')}.`;
};

const describeReason = (reason: StorageReason, file: string): string | undefined => {
  switch (reason) {
    case 'full':
      return `there is no space left for ${file}`;
    case 'busy':
      return `${file} is busy because another program has locked it`;
    case 'damaged':
      return `${file} is damaged`;
    case 'read-only':
      return `${file} cannot be written`;
    case 'gone':
      return `${file} was deleted, moved or replaced while Tandem was running`;
    case 'unreachable':
      return `${file} does not answer`;
    case 'no-key':
      return `the secrets in ${file} are encrypted with a key that this server does not have`;
    case 'unreadable-row':
    case 'other':
      return undefined;
  }
};

/** One sentence that says what failed, and why if known. */
export const describeStorage = ({ doing, reason, file, row }: StorageProblem): string => {
  if (row !== undefined) return describeUnreadableRow(row);
  const wrong = describeReason(reason, file ?? 'the database');
  return `Storage failed while ${doing}${wrong === undefined ? '' : `: ${wrong}`}.`;
};

const suggestDeletion = (tool: string): string => `Delete it with ${tool}, or restore`;

const deletionHints: Readonly<Partial<Record<UnreadableRow['entity'], string>>> = {
  ...Object.fromEntries(
    requestKindList.map((kind) => [requestKindNames[kind].noun, suggestDeletion(`${kind}_delete`)]),
  ),
  environment: suggestDeletion('environments_edit'),
};

/** The hint for the caller about a storage failure: what to do about it. */
export const getStorageHint = ({ reason, row }: StorageProblem): string => {
  switch (reason) {
    case 'full':
      return 'Free space on that disk and try again. Nothing was changed.';
    case 'busy':
      return 'Try again. If it stays busy, stop the other program that uses this file. Nothing was changed.';
    case 'damaged':
      return 'Stop Tandem and restore the newest backup, as docs/guides/storage.md describes.';
    case 'read-only':
      return 'Make the file and its folder writable for your user, or use another data folder. Nothing was changed.';
    case 'gone':
      return 'Put the data folder back, or restart Tandem. Nothing was changed.';
    case 'unreachable':
      return 'Check that the database server is running and try again. Read before you repeat a change: it may have been stored.';
    case 'no-key':
      return 'The key was replaced. Copy store.key, or TANDEM_STORE_KEY, from a server that has the new one. Nothing was changed.';
    case 'unreadable-row':
      return `${(row && deletionHints[row.entity]) ?? 'Restore'} a backup of the database, as docs/guides/storage.md describes.`;
    case 'other':
      return "The cause is in Tandem's log.";
  }
};
