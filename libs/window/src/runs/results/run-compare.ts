import { hasFailed, type RunEntry } from '@tandem/core';

/** How a request of a run stands beside the same one of an earlier run. */
export type Difference = 'broken' | 'fixed' | 'added' | 'removed' | 'other' | 'same';

export interface ComparedEntry {
  readonly key: string;
  readonly before: RunEntry | undefined;
  readonly now: RunEntry | undefined;
  readonly difference: Difference;
}

const indexEntries = (entries: readonly RunEntry[]): ReadonlyMap<string, RunEntry> => {
  const times = new Map<string, number>();
  return new Map(
    entries.map((one) => {
      const key = JSON.stringify([one.id, one.environment, one.iteration]);
      // A script may run a request several times in an iteration.
      const time = (times.get(key) ?? 0) + 1;
      times.set(key, time);
      return [`${key}${time}`, one];
    }),
  );
};

const differenceOf = (before: RunEntry | undefined, now: RunEntry | undefined): Difference => {
  if (before === undefined) return 'added';
  if (now === undefined) return 'removed';
  if (hasFailed(now) !== hasFailed(before)) return hasFailed(now) ? 'broken' : 'fixed';
  return before.outcome === now.outcome && before.status === now.status ? 'same' : 'other';
};

const order: readonly Difference[] = ['broken', 'fixed', 'other', 'added', 'removed', 'same'];

/** The requests of two runs beside each other, those that differ first. */
export const compareRuns = (
  before: readonly RunEntry[],
  now: readonly RunEntry[],
): readonly ComparedEntry[] => {
  const [former, present] = [indexEntries(before), indexEntries(now)];
  const keys = [...present.keys(), ...[...former.keys()].filter((key) => !present.has(key))];
  const all = keys.map((key): ComparedEntry => {
    const [was, is] = [former.get(key), present.get(key)];
    return { key, before: was, now: is, difference: differenceOf(was, is) };
  });
  return all.sort((a, b) => order.indexOf(a.difference) - order.indexOf(b.difference));
};
