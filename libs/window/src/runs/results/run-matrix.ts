import { hasFailed, type RunEntry, type RunOutcome } from '@tandem/core';

import { findWorstOutcome } from '../shown-run.js';

/** How a request of a run compares with the same one in an earlier run. */
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

const getDifference = (before: RunEntry | undefined, now: RunEntry | undefined): Difference => {
  if (before === undefined) return 'added';
  if (now === undefined) return 'removed';
  if (hasFailed(now) !== hasFailed(before)) return hasFailed(now) ? 'broken' : 'fixed';
  return before.outcome === now.outcome && before.status === now.status ? 'same' : 'other';
};

const order: readonly Difference[] = ['broken', 'fixed', 'other', 'added', 'removed', 'same'];

/** The requests of two runs side by side, differences first. */
export const compareRuns = (
  before: readonly RunEntry[],
  now: readonly RunEntry[],
): readonly ComparedEntry[] => {
  const [former, present] = [indexEntries(before), indexEntries(now)];
  const keys = [...present.keys(), ...[...former.keys()].filter((key) => !present.has(key))];
  const all = keys.map((key): ComparedEntry => {
    const [was, is] = [former.get(key), present.get(key)];
    return { key, before: was, now: is, difference: getDifference(was, is) };
  });
  return all.sort((a, b) => order.indexOf(a.difference) - order.indexOf(b.difference));
};

/** Maximum number of requests in a run's table: each is a row of elements. */
export const maxTableRows = 500;

/** A request in one environment, over all iterations. */
export interface MatrixCell {
  readonly outcome: RunOutcome;
  /** Its status if it has one iteration, else how many passed or failed. */
  readonly words: string;
  readonly entries: readonly RunEntry[];
}

/** A request in all environments. */
export interface MatrixRow {
  readonly id: string;
  readonly path: string;
  /** In the order of the environments; undefined if it has not run yet. */
  readonly cells: readonly (MatrixCell | undefined)[];
}

const createCell = (entries: readonly RunEntry[]): MatrixCell | undefined => {
  const outcome = findWorstOutcome(entries);
  const [first] = entries;
  if (outcome === undefined || first === undefined) return undefined;
  const red = entries.filter(hasFailed).length;
  const one = first.status === null ? (first.error?.code ?? first.outcome) : String(first.status);
  const several = red > 0 ? `${red} of ${entries.length} failed` : `${entries.length} ${outcome}`;
  return { outcome, words: entries.length === 1 ? one : several, entries };
};

/** The requests of a run as rows, ordered by first run, with one cell per environment. */
export const createMatrix = (
  entries: readonly RunEntry[],
  environments: readonly (string | null)[],
): readonly MatrixRow[] => {
  const rows = new Map<string, { path: string; readonly of: Map<string | null, RunEntry[]> }>();
  for (const entry of entries) {
    const row = rows.get(entry.id) ?? { path: entry.path, of: new Map<string | null, RunEntry[]>() };
    rows.set(entry.id, row);
    const cell = row.of.get(entry.environment);
    if (cell === undefined) row.of.set(entry.environment, [entry]);
    else cell.push(entry);
  }
  return [...rows].map(([id, { path, of }]) => ({
    id,
    path,
    cells: environments.map((environment) => createCell(of.get(environment) ?? [])),
  }));
};
