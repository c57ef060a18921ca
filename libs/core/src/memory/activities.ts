import {
  type Activity,
  type ActivityLimits,
  type StoredActivity,
  getActivityCutoff,
  toActivitySearchText,
} from '../activity/activity.js';
import { createCursorError } from '../errors.js';
import { E } from '../fp.js';
import type { Activities, ActivityQuery } from '../ports/repositories.js';
import { createIntegrityError, setEntry, type MemoryAccess, createNotFoundError, type Rows } from './rows.js';

const getActivities = (rows: Rows, workspaceId: string): readonly StoredActivity[] =>
  rows.activities.get(workspaceId) ?? [];

const comparedFields = ['by', 'kind', 'session', 'group', 'entity', 'entityId'] as const;

const isWanted = (one: Activity, query: ActivityQuery): boolean => {
  const { search = '', since, newerThan, after } = query;
  return (
    comparedFields.every((name) => query[name] === undefined || one[name] === query[name]) &&
    (since === undefined || one.at >= since) &&
    (newerThan === undefined || Number(one.id) > Number(newerThan)) &&
    (after === undefined || Number(one.id) < Number(after)) &&
    toActivitySearchText(one).includes(search.toLowerCase())
  );
};

/** The newest entries within the limits. */
const limitActivities = (
  all: readonly StoredActivity[],
  limits: ActivityLimits,
): readonly StoredActivity[] => {
  let length = 0;
  const last = all.at(-1)?.activity.at;
  const oldest = last === undefined ? '' : getActivityCutoff(last, limits);
  const newest = [...all].reverse().slice(0, limits.entries);
  const kept = newest.filter((one) => {
    length += JSON.stringify(one.activity).length + JSON.stringify(one.restores).length;
    return length <= limits.length && one.activity.at >= oldest;
  });
  return kept.reverse();
};

/** Creates an in-memory activity repository. */
export const createMemoryActivities = ({ read, write }: MemoryAccess): Activities => ({
  add: (workspaceId, entries, limits) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId))
        return E.left(createIntegrityError('keeping the activity', 'the workspace is not there'));
      const added = entries.map(({ activity, restores }, index) => ({
        activity: { ...activity, id: String(rows.lastActivity + index + 1) },
        restores,
      }));
      const kept = limitActivities([...getActivities(rows, workspaceId), ...added], limits);
      const activities = setEntry(rows.activities, workspaceId, kept);
      return E.right([undefined, { ...rows, lastActivity: rows.lastActivity + entries.length, activities }]);
    }),
  list: (workspaceId, query) =>
    read((rows) => {
      const { take, after } = query;
      if (after !== undefined && !/^\d{1,15}$/.test(after)) return E.left(createCursorError(after));
      const all = [...getActivities(rows, workspaceId)]
        .reverse()
        .map(({ activity }) => activity)
        .filter((one) => isWanted(one, query));
      const items = all.slice(0, take);
      const last = all.length > take ? items.at(-1) : undefined;
      return E.right(last === undefined ? { items } : { items, next: last.id });
    }),
  callers: (workspaceId) =>
    read((rows) => {
      const names = getActivities(rows, workspaceId).flatMap(({ activity: { by } }) => by ?? []);
      return E.right([...new Set(names)].sort());
    }),
  get: (workspaceId, id) =>
    read((rows) => {
      const found = getActivities(rows, workspaceId).find(({ activity }) => activity.id === id);
      return found === undefined ? E.left(createNotFoundError('activity', id)) : E.right(found);
    }),
  replace: (entry) =>
    write((rows) => {
      const { id, workspaceId } = entry.activity;
      const present = getActivities(rows, workspaceId);
      if (!present.some(({ activity }) => activity.id === id))
        return E.left(createNotFoundError('activity', id));
      const next = present.map((one) => (one.activity.id === id ? entry : one));
      return E.right([undefined, { ...rows, activities: setEntry(rows.activities, workspaceId, next) }]);
    }),
});
