import type { Activity } from '@tandem/core';

import { toRefusal } from './activity.js';

/**
 * Entries that are shown as one line: a change, consecutive executions by the same caller, or the changes of an
 * import.
 */
export interface ActivityGroup {
  /** The id of its oldest entry, so that it stays the same when newer ones arrive. */
  readonly key: string;
  /** Newest first. */
  readonly entries: readonly [Activity, ...Activity[]];
}

/** Maximum time between grouped executions, in milliseconds. */
const togetherMs = 60_000;

/** Whether two entries belong to the same import. */
const isOfImport = (newer: Activity, older: Activity): boolean =>
  newer.imported === true && older.imported === true && newer.group === older.group;

const isRunOn = (newer: Activity, older: Activity): boolean =>
  newer.entity === 'execution' &&
  older.entity === 'execution' &&
  newer.by === older.by &&
  toRefusal(newer.error) === toRefusal(older.error) &&
  Date.parse(newer.at) - Date.parse(older.at) < togetherMs;

const isContinuation = (newer: Activity, older: Activity): boolean =>
  isRunOn(newer, older) || isOfImport(newer, older);

/** Entries, newest first, with consecutive executions and the entries of an import grouped. */
export const groupActivities = (entries: readonly Activity[]): readonly ActivityGroup[] =>
  entries.reduce<ActivityGroup[]>((groups, entry, index) => {
    const group = groups.at(-1);
    const newer = entries[index - 1];
    if (group === undefined || newer === undefined || !isContinuation(newer, entry))
      groups.push({ key: entry.id, entries: [entry] });
    else groups.splice(-1, 1, { key: entry.id, entries: [...group.entries, entry] });
    return groups;
  }, []);
