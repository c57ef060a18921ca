/** The position of a request. `seq` increases within its folder; requests without it come last. */
export interface RequestPosition {
  readonly id: string;
  readonly folder: string;
  readonly seq: number | null;
}

/** The last position in a folder. */
export interface FolderEnd {
  /** The highest position; null if no request has a position. */
  readonly highest: number | null;
  readonly hasUnplaced: boolean;
}

/** The usual distance between the positions of neighbours, so that requests can be inserted between them. */
export const placeStep = 1_000;

/** The first multiple of {@link placeStep} after `seq`. */
const getNextSeq = (seq: number): number => (Math.floor(Math.max(seq, 0) / placeStep) + 1) * placeStep;

/** The position of an appended request. Null if other requests have no position, because the appended request would come before them. */
export const getAppendedSeq = ({ highest, hasUnplaced }: FolderEnd): number | null =>
  hasUnplaced ? null : getNextSeq(highest ?? 0);

/**
 * An integer above 0 between two positions, as near to the middle as possible; undefined if there is none. Bruno ignores other positions.
 */
const findSeqBetween = (low: number, high: number): number | undefined => {
  const from = Math.max(low, 0);
  const middle = Math.floor((from + high) / 2);
  return middle > from && middle < high ? middle : undefined;
};

const renumberRequests = (order: readonly RequestPosition[]): readonly RequestPosition[] =>
  order.map((position, index) => ({ ...position, seq: (index + 1) * placeStep }));

/** Gives each request without a position a position after all others, in order. */
const appendUnplaced = (order: readonly RequestPosition[]): readonly RequestPosition[] => {
  let last = order.reduce((highest, { seq }) => Math.max(highest, seq ?? 0), 0);
  return order.map((position) =>
    position.seq === null ? { ...position, seq: (last = getNextSeq(last)) } : position,
  );
};

const isChanged =
  (before: readonly RequestPosition[]) =>
  ({ id, seq }: RequestPosition): boolean =>
    before.find((one) => one.id === id)?.seq !== seq;

/**
 * The positions that change when `request` is inserted at `index` in `order`, which lists the other requests of its folder. The request
 * gets the position halfway between its neighbours. If there is no gap, the whole folder is renumbered.
 */
export const insertRequest = (
  order: readonly RequestPosition[],
  request: RequestPosition,
  index: number,
): readonly RequestPosition[] => {
  const [before, next] = [order.slice(0, index), order[index]];
  const upTo = [...before, { ...request, seq: null }];
  // Earlier requests without a position must get one first.
  if (next === undefined || next.seq === null) return appendUnplaced(upTo).filter(isChanged(order));
  const seq = findSeqBetween(before.at(-1)?.seq ?? 0, next.seq);
  if (seq !== undefined) return [{ ...request, seq }];
  const placed = order.slice(index).filter((one) => one.seq !== null);
  return renumberRequests([...upTo, ...placed]).filter(isChanged(order));
};
