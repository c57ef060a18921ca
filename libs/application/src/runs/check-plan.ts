import {
  type AppResult,
  type InvalidFile,
  createInvalidInput,
  type Ports,
  type RunPlan,
  type Secret,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { loadEnvironments } from '../environments/load-environments.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import type { Pass } from './entry.js';
import { type SelectedRequest, selectRequests } from './select-requests.js';

/** The names of selected requests that depend on each other in a cycle. The first name is repeated at the end. */
export const findDependencyCircle = (selected: readonly SelectedRequest[]): readonly string[] | undefined => {
  const known = new Map(selected.map((one) => [one.id, one]));
  const done = new Set<string>();
  const from = (one: SelectedRequest, chain: readonly SelectedRequest[]): readonly string[] | undefined => {
    const at = chain.indexOf(one);
    if (at >= 0) return [...chain.slice(at), one].map(({ name }) => name);
    if (done.has(one.id)) return undefined;
    for (const id of one.needs) {
      const next = known.get(id);
      const circle = next && from(next, [...chain, one]);
      if (circle) return circle;
    }
    done.add(one.id);
    return undefined;
  };
  for (const one of selected) {
    const circle = from(one, []);
    if (circle) return circle;
  }
  return undefined;
};

/** A plan, and the workspace in which it runs. */
export interface RunInput {
  readonly workspaceId?: string;
  readonly plan: RunPlan;
  /** The files that cannot be read. The report has an error for each, and the requests run regardless. */
  readonly unreadable?: readonly InvalidFile[];
}

/** An environment in which a plan runs. Null for none. */
export type ChosenEnvironment = Pass['environment'];

/** A checked plan, with everything that it refers to. */
export interface CheckedPlan {
  readonly workspace: Workspace;
  readonly environments: readonly ChosenEnvironment[];
  readonly selected: readonly SelectedRequest[];
  /** The stored secrets of all workspaces. */
  readonly secrets: readonly Secret[];
}

/** The environments that a plan names, or else the active one. None if no environment is active. */
const resolveEnvironments = (
  ports: Ports,
  workspace: Workspace,
  wanted: RunPlan['environments'],
): AppResult<readonly ChosenEnvironment[]> => {
  const refs = wanted === undefined || wanted.length === 0 ? [undefined] : wanted;
  return TE.sequenceSeqArray(
    refs.map((ref) =>
      pipe(
        loadEnvironments(ports, workspace, ref),
        TE.map(({ environment }) =>
          environment === null ? null : { id: environment.id, name: environment.name },
        ),
      ),
    ),
  );
};

const refuseCircles = (selected: readonly SelectedRequest[]): AppResult<readonly SelectedRequest[]> => {
  const names = findDependencyCircle(selected);
  if (names === undefined) return TE.right(selected);
  const said = { expected: 'needs without a circle', got: names };
  const words = `selects requests that need each other: ${names.join(' → ')}. Take one of them out of the needs of another`;
  return TE.left(createInvalidInput('select', words, said));
};

/** Checks a plan before anything is sent. */
export const checkPlan = (ports: Ports, { workspaceId, plan }: RunInput): AppResult<CheckedPlan> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
    // A run whose secrets cannot be redacted must not start.
    TE.bind('secrets', ({ workspace }) => loadKnownSecrets(ports, workspace.id)),
    TE.bind('environments', ({ workspace }) => resolveEnvironments(ports, workspace, plan.environments)),
    TE.bind('selected', ({ workspace }) => selectRequests(ports, workspace, plan)),
    TE.tap(({ selected }) => refuseCircles(selected)),
    TE.tap(() => {
      if (plan.rows === undefined || plan.iterations === undefined) return TE.right(undefined);
      const said = { expected: 'rows or iterations', got: plan.iterations };
      return TE.left(
        createInvalidInput('iterations', 'cannot be used with rows; each row is one iteration', said),
      );
    }),
    TE.tap(() => {
      const said = { expected: 'at least one row', got: [] };
      return plan.rows?.length === 0
        ? TE.left(createInvalidInput('rows', 'has no rows, so nothing would run', said))
        : TE.right(undefined);
    }),
  );
