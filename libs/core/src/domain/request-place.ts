/** Where a request stands: `seq` counts up within its folder, and a request without one comes after all that have one. */
export interface RequestPlace {
  readonly id: string;
  readonly folder: string;
  readonly seq: number | null;
}

/** What a folder's order ends with. */
export interface FolderEnd {
  /** Null where no request has a place. */
  readonly highest: number | null;
  readonly hasUnplaced: boolean;
}

/** How far apart places are given, so that there is room for what is put in between. */
const step = 1_000;

/** The next round place after `seq`. */
const following = (seq: number): number => (Math.floor(Math.max(seq, 0) / step) + 1) * step;

/** The place of a request that is appended: none where others have none, since only then it comes after them. */
export const appendedTo = ({ highest, hasUnplaced }: FolderEnd): number | null =>
  hasUnplaced ? null : following(highest ?? 0);

/** A whole number above 0 between two places, as near to their middle as can be; Bruno passes over all others. */
const between = (low: number, high: number): number | undefined => {
  const from = Math.max(low, 0);
  const middle = Math.floor((from + high) / 2);
  return middle > from && middle < high ? middle : undefined;
};

const renumbered = (order: readonly RequestPlace[]): readonly RequestPlace[] =>
  order.map((place, index) => ({ ...place, seq: (index + 1) * step }));

/** Gives those without a place one after all others, in their order. */
const appended = (order: readonly RequestPlace[]): readonly RequestPlace[] => {
  let last = order.reduce((highest, { seq }) => Math.max(highest, seq ?? 0), 0);
  return order.map((place) => (place.seq === null ? { ...place, seq: (last = following(last)) } : place));
};

const isChanged =
  (before: readonly RequestPlace[]) =>
  ({ id, seq }: RequestPlace): boolean =>
    before.find((one) => one.id === id)?.seq !== seq;

/**
 * The places that change when `request` is put before the one at `index` of `order`, its folder without it. One between two
 * others takes the middle; the folder is numbered anew only when there is no room left.
 */
export const placedAt = (
  order: readonly RequestPlace[],
  request: RequestPlace,
  index: number,
): readonly RequestPlace[] => {
  const [before, next] = [order.slice(0, index), order[index]];
  const upTo = [...before, { ...request, seq: null }];
  // What comes before it needs a place first where it has none.
  if (next === undefined || next.seq === null) return appended(upTo).filter(isChanged(order));
  const seq = between(before.at(-1)?.seq ?? 0, next.seq);
  if (seq !== undefined) return [{ ...request, seq }];
  const placed = order.slice(index).filter((one) => one.seq !== null);
  return renumbered([...upTo, ...placed]).filter(isChanged(order));
};
