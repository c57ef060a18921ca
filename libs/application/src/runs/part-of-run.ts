import { type AppError, createInvalidInput, type RunPlan } from '@tandem/core';
import { E } from '@tandem/core/fp';

type Shard = NonNullable<RunPlan['shard']>;

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 1 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/**
 * Assigns each request to a part, counted from 0: the longest first, each to the part that is shortest so far. An unknown duration counts
 * as the mean of the known ones.
 */
const assignEvenParts = (
  paths: readonly string[],
  of: number,
  durations: Readonly<Record<string, number>>,
): readonly number[] => {
  const known = new Map(Object.entries(durations));
  const usual = mean(paths.flatMap((path) => known.get(path) ?? []));
  const lengths = paths.map((path) => known.get(path) ?? usual);
  const loads = Array.from({ length: of }, () => ({ ms: 0, requests: 0 }));
  const parts = new Array<number>(paths.length).fill(0);
  const longestFirst = lengths.map((ms, at) => ({ ms, at })).sort((a, b) => b.ms - a.ms || a.at - b.at);
  for (const { ms, at } of longestFirst) {
    const least = loads.reduce((best, load, part) => {
      const other = loads[best] ?? load;
      return load.ms < other.ms || (load.ms === other.ms && load.requests < other.requests) ? part : best;
    }, 0);
    const load = loads[least];
    if (load !== undefined) loads[least] = { ms: load.ms + ms, requests: load.requests + 1 };
    parts[at] = least;
  }
  return parts;
};

/**
 * Selects the requests of one part, in order. Without known durations, takes every n-th request, which spreads each folder over all parts.
 * Otherwise all parts take about the same time.
 */
export const selectPart = <A extends { readonly path: string }>(
  selected: readonly A[],
  { index, of, durations }: Shard,
): E.Either<AppError, readonly A[]> => {
  const said = { expected: `a number from 1 to ${of}`, got: index };
  if (index > of) return E.left(createInvalidInput('shard.index', `must be at most ${of}`, said));
  const few = { expected: `at most ${selected.length} parts`, got: of };
  if (of > selected.length)
    return E.left(
      createInvalidInput('shard.of', `is more than the ${selected.length} selected requests`, few),
    );
  const parts =
    durations === undefined
      ? selected.map((_, at) => at % of)
      : assignEvenParts(
          selected.map(({ path }) => path),
          of,
          durations,
        );
  return E.right(selected.filter((_, at) => parts[at] === index - 1));
};
