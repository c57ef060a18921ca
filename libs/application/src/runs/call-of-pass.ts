import type { RunPlan, ScriptRun, Workspace } from '@tandem/core';

import type { Pass } from './entry.js';
import type { SelectedRequest } from './select-requests.js';

/** Creates the arguments with which a pass executes each of its requests. */
export const createPassCall = (
  { variables, timeoutMs }: RunPlan,
  pass: Pass,
  { id }: Pick<Workspace, 'id'>,
  carried: ReadonlyMap<string, unknown>,
) => ({
  workspaceId: id,
  environment: pass.environment?.id ?? null,
  variables: { ...Object.fromEntries(carried), ...pass.row, ...variables },
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});

/** Says where variables come from that the plan does not set: from scripts or from the data row. */
export const listVariableOrigins = (
  { variables = {} }: RunPlan,
  { row = {} }: Pass,
  carried: ReadonlyMap<string, unknown>,
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
