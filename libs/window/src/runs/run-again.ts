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
  // Use the original rows if they are known, because a report redacts secrets in its rows.
  const rows = iterations.map(
    (iteration) => plan?.rows?.[iteration - 1] ?? entries.find((one) => one.iteration === iteration)?.row,
  );
  return rows.every((row) => row !== undefined) ? rows : undefined;
};

/** The arguments that determine how a run proceeds, but not which requests it executes. */
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

/**
 * Creates the arguments that execute entries again: each request with every row and environment with which it
 * was executed.
 */
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

/** Creates the arguments that rerun the failed requests; undefined if nothing failed. */
export const createFailedRerun = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => toRunAgainArguments(entries.filter(hasFailed), plan);

/** Creates the arguments that rerun everything: the original ones if they are known; undefined if nothing was executed. */
export const createFullRerun = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => plan ?? toRunAgainArguments(entries, undefined);

/** Matches the placeholder that replaces a secret in a report. */
const secretPlaceholder = /‹(?:secret|cookie)\b/;

/** Whether a row contains a redacted secret. Such a row cannot be sent again. */
export const hasHiddenSecret = (rows: readonly RunRow[] | undefined): boolean =>
  rows?.some((row) => secretPlaceholder.test(JSON.stringify(row))) ?? false;
