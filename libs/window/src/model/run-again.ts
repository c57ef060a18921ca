import { hasFailed, type RunEntry, type RunRow } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

/** The arguments of a run. */
export type RunArguments = RpcMethods['runs_execute']['params'];

const distinct = <A>(values: readonly A[]): readonly A[] => [...new Set(values)];

const rowsOf = (
  iterations: readonly number[],
  red: readonly RunEntry[],
  plan: RunArguments | undefined,
): readonly RunRow[] | undefined => {
  // The rows of a report have their secrets hidden; those of the call do not.
  const rows = iterations.map(
    (iteration) => plan?.rows?.[iteration - 1] ?? red.find((one) => one.iteration === iteration)?.row,
  );
  return rows.every((row) => row !== undefined) ? rows : undefined;
};

/**
 * The arguments that run again what failed: each request that failed, with each row and in each environment where one did.
 * Undefined if nothing failed.
 */
export const failedAgain = (
  entries: readonly RunEntry[],
  plan: RunArguments | undefined,
): RunArguments | undefined => {
  const red = entries.filter(hasFailed);
  if (red.length === 0) return undefined;
  const iterations = [...distinct(red.map(({ iteration }) => iteration))].sort((a, b) => a - b);
  const rows = rowsOf(iterations, red, plan);
  const { parallel, retry, bail } = plan ?? {};
  return {
    ids: distinct(red.map(({ id }) => id)),
    environments: distinct(red.map(({ environment }) => environment)),
    ...(rows === undefined ? { iterations: iterations.length } : { rows }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(retry === undefined ? {} : { retry }),
    ...(bail === undefined ? {} : { bail }),
  };
};

/** What stands in a report where a secret was. */
const hidden = /‹(?:secret|cookie)\b/;

/** Whether a row has a secret hidden, so that it cannot be sent again. */
export const hasHidden = (rows: readonly RunRow[] | undefined): boolean =>
  rows?.some((row) => hidden.test(JSON.stringify(row))) ?? false;
