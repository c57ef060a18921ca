import { type Activity, isForeign } from './activity.js';

/** How long a notification is shown, in milliseconds. */
export const notificationMs = 12_000;

/** A change worth a notification: one by somebody else, or a deletion by the person. */
const isNotified = ({ change, isUndone = false }: Activity): boolean =>
  !isUndone && (change.op === 'deleted' || (isForeign(change) && change.entity !== 'workspace'));

/** The changes to show at `now`, in milliseconds since 1970, without those whose keys were closed. */
export const notificationsAt = (
  activities: readonly Activity[],
  closed: ReadonlySet<number>,
  now: number,
): readonly Activity[] =>
  activities.filter((one) => isNotified(one) && now - one.at < notificationMs && !closed.has(one.key));

/** How many runs and changes are shown where there is room for `places` in all. */
export const roomFor = (
  runs: number,
  changes: number,
  places: number,
): { readonly runs: number; readonly changes: number } => {
  const shownRuns = Math.min(runs, changes > 0 ? places - 1 : places);
  return { runs: shownRuns, changes: Math.min(changes, places - shownRuns) };
};
