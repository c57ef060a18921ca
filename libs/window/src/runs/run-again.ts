import { hasFailed, type RunEntry, type RunRow } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

/** The arguments of a run. */
export type RunArguments = RpcMethods['runs_execute']['params'];

const removeDuplicates = <A>(values: readonly A[]): readonly A[] => [...new Set(values)];

const selectRows = (
  iterations: readonly number[],
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): readonly RunRow[] | undefined => {
  // A report masks secrets in its rows; the original arguments do not.
  const rows = iterations.map(
    (iteration) => plan?.rows?.[iteration - 1] ?? entries.find((one) => one.iteration === iteration)?.row,
  );
  return rows.every((row) => row !== undefined) ? rows : undefined;
};

/** The arguments that set how a run proceeds, not what it runs. */
const runOptionFields = [
  'parallel',
  'retry',
  'retryDelayMs',
  'bail',
] as const satisfies (keyof RunArguments)[];

const pickRunOptions = (plan: RunArguments): RunArguments =>
  Object.fromEntries(
    runOptionFields.filter((field) => plan[field] !== undefined).map((field) => [field, plan[field]]),
  );

/** The arguments that rerun entries: each request with each row and environment in which it ran. */
const toRunAgainArguments = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => {
  if (entries.length === 0) return undefined;
  const iterations = [...removeDuplicates(entries.map(({ iteration }) => iteration))].sort((a, b) => a - b);
  const rows = selectRows(iterations, entries, plan);
  return {
    ids: removeDuplicates(entries.map(({ id }) => id)),
    environments: removeDuplicates(entries.map(({ environment }) => environment)),
    ...(rows === undefined ? { iterations: iterations.length } : { rows }),
    ...pickRunOptions(plan ?? {}),
  };
};

/** The arguments that rerun what failed; undefined if nothing failed. */
export const createFailedRerun = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => toRunAgainArguments(entries.filter(hasFailed), plan);

/** The arguments that rerun everything: the original arguments if known; undefined if nothing ran. */
export const createFullRerun = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => plan ?? toRunAgainArguments(entries, undefined);

/** Matches the placeholder that replaces a secret in a report. */
const secretPlaceholder = /‹(?:secret|cookie)\b/;

/** Whether a row contains a masked secret, which makes it impossible to send the row again. */
export const hasHiddenSecret = (rows: readonly RunRow[] | undefined): boolean =>
  rows?.some((row) => secretPlaceholder.test(JSON.stringify(row))) ?? false;
