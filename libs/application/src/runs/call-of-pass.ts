import type { RetainedVariable, RunPlan, RunRow, ScriptRun, Workspace } from '@tandem/core';

import type { Pass } from './entry.js';
import type { SelectedRequest } from './select-requests.js';

/** The names of variables that scripts keep in memory for the pass and that override its data row and the environment. */
const listOverriding = (kept: readonly RetainedVariable[]): ReadonlySet<string> =>
  new Set(
    kept.flatMap(({ name, value, overridesRow }) => (overridesRow && value !== undefined ? [name] : [])),
  );

/** The variables that a pass gives to its requests, besides those that scripts keep in memory. */
interface GivenVariables {
  /** The variables that scripts have set in the environment. */
  readonly carried: ReadonlyMap<string, unknown>;
  readonly row: RunRow;
}

/** Determines the variables that a pass gives to its next request. Those that a script's own variables override are left out. */
export const getGivenVariables = (
  { row = {} }: Pass,
  carried: ReadonlyMap<string, unknown>,
  kept: readonly RetainedVariable[],
): GivenVariables => {
  const overriding = listOverriding(kept);
  if (overriding.size === 0) return { carried, row };
  const isGiven = ([name]: readonly [string, unknown]): boolean => !overriding.has(name);
  return {
    carried: new Map([...carried].filter(isGiven)),
    row: Object.fromEntries(Object.entries(row).filter(isGiven)),
  };
};

/** Creates the arguments with which a pass executes each of its requests. */
export const createPassCall = (
  { variables, timeoutMs }: RunPlan,
  { environment }: Pass,
  { id }: Pick<Workspace, 'id'>,
  { carried, row }: GivenVariables,
) => ({
  workspaceId: id,
  environment: environment?.id ?? null,
  variables: { ...Object.fromEntries(carried), ...row, ...variables },
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});

/** Says where variables come from that the plan does not set: from scripts or from the data row. */
export const listVariableOrigins = (
  { variables = {} }: RunPlan,
  { carried, row }: GivenVariables,
): ReadonlyMap<string, string> => {
  const from = new Map([
    ...[...carried.keys()].map((name) => [name, 'script'] as const),
    ...Object.keys(row).map((name) => [name, 'row'] as const),
  ]);
  for (const name of Object.keys(variables)) from.delete(name);
  return from;
};

/**
 * The seed for one request in a run with a seed. It is the same in each run, and differs by request, iteration and attempt (FNV-1a, 32
 * bits).
 */
export const getRequestSeed = (
  { seed }: RunPlan,
  { iteration }: Pass,
  { path }: Pick<SelectedRequest, 'path'>,
  attempt: number,
): number | undefined => {
  if (seed === undefined) return undefined;
  let hash = 0x811c9dc5;
  for (const unit of `${seed} ${iteration} ${attempt} ${path}`)
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** Creates the run as the scripts of a pass can read it. */
export const getPassRun = (
  { rows, iterations = 1 }: RunPlan,
  pass: Pass,
  id: string,
  attempt: number,
  seed?: number,
): ScriptRun => ({
  id,
  iteration: pass.iteration,
  iterations: rows?.length ?? iterations,
  row: pass.row ?? null,
  environment: pass.environment?.name ?? null,
  attempt,
  ...(seed === undefined ? {} : { seed }),
});
