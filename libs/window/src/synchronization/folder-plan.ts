import { replaceMarkersByVariables, type SynchronizationReport, isWithin } from '@tandem/core';
import { isJsonObject, parseJson, stringifyJson } from '@tandem/core/codec';

import { formatCount } from '../shell/phrases.js';

interface LocatedRequest {
  readonly id: string;
  readonly folder: string;
}

interface FolderLocation {
  readonly id: string;
  readonly path: string;
}

/** Returns a function that describes the conflict of a folder, given by its path, or a conflict inside the folder. */
export const describeFolderConflicts = (
  conflicts: ReadonlySet<string>,
  folders: readonly FolderLocation[],
  requests: readonly LocatedRequest[],
): ((path: string, isOpen: boolean) => string | undefined) => {
  // A shortcut for the usual case: there are no conflicts, and the lists are long.
  if (conflicts.size === 0) return () => undefined;
  const own = new Set(folders.filter(({ id }) => conflicts.has(id)).map(({ path }) => path));
  const paths = [...own, ...requests.filter(({ id }) => conflicts.has(id)).map(({ folder }) => folder)];
  return (path, isOpen) => {
    if (own.has(path)) return 'Conflict with its file';
    return !isOpen && paths.some((folder) => isWithin(path, folder)) ? 'Contains a conflict' : undefined;
  };
};

/** The parts of a plan that list files, with what happens to these files. */
export const fileParts = {
  written: 'Will be written to files',
  pulled: 'Will be updated in the app',
  merged: 'Changed on both sides, will be merged',
  deleted: 'Will be deleted',
} as const;

/** Groups the files of a plan by what happens to them. Omits empty groups. */
export const listPlanParts = (
  plan: SynchronizationReport,
): readonly { readonly title: string; readonly paths: readonly string[] }[] => {
  const renamed = plan.renamed.map(({ from, to }) => `${from} → ${to}`);
  const parts = (['written', 'pulled', 'merged', 'deleted'] as const).map((part) => ({
    title: fileParts[part],
    paths: plan[part],
  }));
  return [...parts, { title: 'Will be renamed', paths: renamed }].filter(({ paths }) => paths.length > 0);
};

/** Counts the files that a synchronization would change. */
export const countPlanChanges = (plan: SynchronizationReport): number =>
  listPlanParts(plan).reduce((sum, { paths }) => sum + paths.length, 0);

/** Describes the state of the folder in a few words. */
export const describeFolderState = (plan: SynchronizationReport): string => {
  if (plan.conflicts.length > 0) return formatCount(plan.conflicts.length, 'conflict');
  if (plan.invalid.length > 0) return formatCount(plan.invalid.length, 'unreadable file');
  const changes = countPlanChanges(plan);
  if (changes === 0) return 'All saved to disk';
  return changes === plan.pulled.length
    ? `${formatCount(changes, 'changed file')} to reload`
    : `${formatCount(changes, 'change')} to save`;
};

/** Returns the text that is the main part of a value, such as the content of a body; undefined if it has none. */
const getContent = (value: unknown): string | undefined =>
  isJsonObject(value) && typeof value.content === 'string' ? value.content : undefined;

const formatPairLine = ({ name, value, enabled }: Readonly<Record<string, unknown>>): string =>
  `${enabled === false ? '# ' : ''}${String(name)}: ${String(value)}`;

const isPair = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isJsonObject(value) && typeof value.name === 'string' && typeof value.value === 'string';

/** Formats a value of a conflict as lines for a comparison: a body as its text, a list with one pair per line. */
export const formatComparableValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (isPair(value)) return formatPairLine(value);
  if (Array.isArray(value) && value.length > 0 && value.every(isPair))
    return value.map(formatPairLine).join('\n');
  return getContent(value) ?? formatConflictValue(value);
};

/** Formats a value of a conflict for display: text stays unchanged, anything else becomes JSON. */
export const formatConflictValue = (value: unknown): string =>
  typeof value === 'string' ? value : stringifyJson(value, 2);

/** Formats a value of a conflict as the initial text for editing. A redacted secret is replaced by its variable. */
export const formatEditableValue = (value: unknown): string =>
  replaceMarkersByVariables(getContent(value) ?? formatConflictValue(value));

/** Parses edited text. It stays text if the value was text; otherwise it must be JSON. Undefined if it cannot be parsed. */
export const parseConflictValue = (text: string, like: unknown): { readonly value: unknown } | undefined => {
  if (typeof like === 'string') return { value: text };
  if (getContent(like) !== undefined) return { value: { ...(like as object), content: text } };
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
};
