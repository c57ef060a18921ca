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
  // The rows of a report have their secrets hidden; those of the call do not.
  const rows = iterations.map(
    (iteration) => plan?.rows?.[iteration - 1] ?? entries.find((one) => one.iteration === iteration)?.row,
  );
  return rows.every((row) => row !== undefined) ? rows : undefined;
};

/** What says how a run goes, and not what it runs. */
const howFields = ['parallel', 'retry', 'retryDelayMs', 'bail'] as const satisfies (keyof RunArguments)[];

const pickRunOptions = (plan: RunArguments): RunArguments =>
  Object.fromEntries(
    howFields.filter((field) => plan[field] !== undefined).map((field) => [field, plan[field]]),
  );

/** The arguments that run entries again: each request of them, with each row and in each environment where one ran. */
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

/** The arguments that run again what failed; undefined if nothing did. */
export const createFailedRerun = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => toRunAgainArguments(entries.filter(hasFailed), plan);

/** The arguments that run all of it again: those it was started with if they are known. Undefined if nothing ran. */
export const createFullRerun = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => plan ?? toRunAgainArguments(entries, undefined);

/** Replaces a secret in a report. */
const secretPlaceholder = /‹(?:secret|cookie)\b/;

/** Whether a row has a secret hidden, so that it cannot be sent again. */
export const hasHidden = (rows: readonly RunRow[] | undefined): boolean =>
  rows?.some((row) => secretPlaceholder.test(JSON.stringify(row))) ?? false;
