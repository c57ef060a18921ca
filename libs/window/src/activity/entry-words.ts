import { type Activity as Entry, getParentFolder, isRequestKind } from '@tandem/core';

import { toRefusal, describeActivity, describeChanges, formatActor } from './activity.js';
import { formatCount, shortenName } from '../shell/phrases.js';
import { formatComparableValue } from '../synchronization/folder-plan.js';

/** Adds `Tandem` as the author of a change that Tandem made itself, such as creating the first workspace. */
export const addDefaultActor = <A extends Pick<Entry, 'by' | 'script'>>(one: A): A =>
  one.by === undefined && one.script === undefined ? { ...one, by: 'Tandem' } : one;

/** Describes how an entry changed the list of workspaces; undefined if it did not. */
const describeListChange = (entry: Entry): string | undefined => {
  const list = entry.entity === 'workspace' ? entry.fields.find(({ name }) => name === 'list') : undefined;
  if (list === undefined) return undefined;
  const who = formatActor(addDefaultActor(entry));
  const name = shortenName(entry.name);
  return list.after === 'listed'
    ? `${who} put the workspace ${name} back on the list`
    : `${who} removed the workspace ${name} from the list`;
};

/** Describes the change that an entry undid or redid; undefined for other entries. */
const describeUndoTarget = ({ undid }: Entry): string | undefined =>
  undid && describeActivity({ change: addDefaultActor(undid), name: undid.name });

/** Whether undoing an entry is a redo, because the entry is an undo itself. */
export const isUndo = ({ undid, redo }: Entry): boolean => undid !== undefined && redo !== true;

/** Describes the change that an undo or a redo affected. */
export const describeUndoneEntry = (entry: Entry): string =>
  describeUndoTarget(entry) ?? describeEntry(entry);

/** Names the caller who undid an entry. */
export const formatUndoneBy = ({ undoneBy }: Entry): string => {
  if (undoneBy === undefined) return 'undone';
  return `undone by ${undoneBy === 'window' ? 'you' : formatActor({ by: undoneBy })}`;
};

/** Describes an entry of the activity in a sentence. */
export const describeEntry = (entry: Entry): string => {
  const listed = describeListChange(entry);
  if (listed !== undefined) return listed;
  const { name, fields, requests, imported } = entry;
  const path = fields.find((field) => field.name === 'path');
  const moved = typeof path?.after === 'string' ? path.after : undefined;
  return describeActivity({
    change: addDefaultActor(entry),
    name,
    requests,
    imported,
    to: entry.entity === 'folder' ? moved : getNewParent(entry),
    undid: describeUndoTarget(entry),
    isRedo: entry.redo,
    refusal: toRefusal(entry.error),
  });
};

/** The new folder of a request or folder that an entry moved; undefined if it did not move it. */
const getNewParent = ({ entity, op, fields }: Entry): string | undefined => {
  const [field, ...others] = fields;
  if (op !== 'updated' || field === undefined || others.length > 0) return undefined;
  if (typeof field.before !== 'string' || typeof field.after !== 'string') return undefined;
  if (isRequestKind(entity) && field.name === 'folder') return field.after;
  const isMoved = getParentFolder(field.before) !== getParentFolder(field.after);
  return entity === 'folder' && field.name === 'path' && isMoved ? getParentFolder(field.after) : undefined;
};

/** Describes what several entries did together, such as a move of the selected requests, in a sentence. */
export const describeEntries = (entries: readonly [Entry, ...Entry[]]): string => {
  const parents = entries.map(getNewParent);
  const moved = entries.filter((_, index) => parents[index] !== undefined);
  // A move to a new folder also creates the folder.
  const isMove =
    moved.length > 0 &&
    entries.every((one) => moved.includes(one) || (one.entity === 'folder' && one.op === 'created'));
  const one = (isMove ? moved[0] : undefined) ?? entries[0];
  if ((isMove ? moved : entries).length === 1) return describeEntry(one);
  const changes = (isMove ? moved : entries).map((each) => addDefaultActor(each));
  if (isMove) {
    const to = new Set(parents.filter((parent) => parent !== undefined));
    const [parent = ''] = to;
    const where = to.size > 1 ? '' : ` to ${parent === '' ? 'the top' : shortenName(parent)}`;
    return `${describeChanges(changes, 'moved')}${where}`;
  }
  const areTags = entries.every(({ fields }) => fields.length === 1 && fields[0]?.name === 'tags');
  return describeChanges(changes, areTags ? 'changed the tags of' : undefined);
};

/** The change that an undo reverted, as its own entry described it. Returns other entries unchanged. */
export const toUndoneEntry = (entry: Entry): Entry => {
  const { undid, fields } = entry;
  if (undid === undefined) return entry;
  const { undid: _, ...rest } = entry;
  const original = fields.map((field) =>
    'before' in field ? { ...field, before: field.after, after: field.before } : field,
  );
  return { ...rest, ...undid, fields: original };
};

/** Describes an import: what it created, or how many existing items it changed. */
export const describeImport = (entries: readonly [Entry, ...Entry[]]): string => {
  const made = entries.filter(({ op }) => op === 'created');
  const folders = made.filter(({ entity }) => entity === 'folder').toReversed();
  const environments = made.filter(({ entity }) => entity === 'environment').length;
  const who = formatActor(addDefaultActor(entries[0]));
  const isUpdate = entries.some(({ op }) => op !== 'created') || made.length > folders.length + environments;
  if (isUpdate) return `${who} updated an import: ${formatCount(entries.length, 'change')}`;
  const requests = folders.reduce((sum, one) => sum + (one.requests ?? 0), 0);
  const parts = [
    ...(folders.length > 1
      ? [formatCount(folders.length, 'folder')]
      : folders.map(({ name }) => shortenName(name))),
    ...(requests > 0 ? [formatCount(requests, 'request')] : []),
    ...(environments > 0 ? [formatCount(environments, 'environment')] : []),
  ];
  return `${who} imported ${parts.join(', ')}`;
};

/** Whether an entry can be undone: changes of requests, folders and environments, and renames of the workspace. */
export const canUndoEntry = ({ entity, op, undone, fields }: Entry): boolean => {
  if (undone === true) return false;
  if (entity === 'workspace') return op === 'updated' && fields.every(({ name }) => name === 'name');
  if (!isRequestKind(entity) && entity !== 'environment' && entity !== 'folder') return false;
  return op !== 'updated' || fields.every((field) => 'before' in field);
};

const titles: ReadonlyMap<string, string> = new Map([
  ['description', 'Notes'],
  ['url', 'URL'],
  ['pathParams', 'Path parameters'],
  ['queryParams', 'Query parameters'],
  ['requestVariables', 'Variables'],
  ['needs', 'Runs first'],
  ['tags', 'Tags'],
  ['operationName', 'Operation name'],
  ['proposedGuard', 'Proposed guard'],
]);

/** Returns the label of a field. */
export const getFieldTitle = (name: string): string =>
  titles.get(name) ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

interface SecretView {
  readonly name: string;
  readonly enabled: boolean;
  readonly hasValue: boolean;
  readonly isChanged?: boolean;
}

const formatSecretLine = ({ name, enabled, hasValue, isChanged }: SecretView): string => {
  const value = isChanged === true ? 'another value' : hasValue ? 'set' : 'no value';
  return `${enabled ? '' : '# '}${name}: ${value}`;
};

/** Formats a value of a field as text. */
export const formatFieldValue = (field: string, value: unknown): string =>
  field === 'secrets' && Array.isArray(value)
    ? (value as readonly SecretView[]).map(formatSecretLine).join('\n')
    : Array.isArray(value) && value.length === 0
      ? ''
      : formatComparableValue(value);

/** Maximum length of text that is shown on one line. */
const maxLineLength = 100;

/** Whether the values are short enough to be shown side by side. */
export const areShort = (...texts: readonly string[]): boolean =>
  texts.every((text) => text.length <= maxLineLength && !text.includes('\n'));
