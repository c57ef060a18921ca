import { type Activity, isForeign } from '../../activity/activity.js';

/** How long a notification is shown, in milliseconds. */
export const notificationMs = 12_000;

/** A change worth a notification: one by somebody else, or a deletion by the person. */
const isNotified = ({ change, isUndone = false }: Activity): boolean =>
  !isUndone && (change.op === 'deleted' || (isForeign(change) && change.entity !== 'workspace'));

/** The changes to show at `now`, in milliseconds since 1970, without those whose keys were closed. */
export const notificationsAt = (
  activities: readonly Activity[],
  closed: ReadonlySet<number | string>,
  now: number,
): readonly Activity[] =>
  activities.filter((one) => isNotified(one) && now - one.at < notificationMs && !closed.has(one.key));

/** What a notice is about, the most important first. */
const kinds = ['question', 'message', 'waiting', 'change', 'run'] as const;
export type NoticeKind = (typeof kinds)[number];

/** The notices that are shown where there is room for `places`: the first of each kind before a second of any, in their order. */
export const selectNotices = <A extends { readonly kind: NoticeKind }>(
  notices: readonly A[],
  places: number,
): readonly A[] => {
  const ofKinds = kinds.map((kind) => notices.filter((one) => one.kind === kind));
  const shown = new Set([...ofKinds.map((of) => of.slice(0, 1)), ...ofKinds].flat());
  const first = [...shown].slice(0, places);
  return notices.filter((one) => first.includes(one));
};
