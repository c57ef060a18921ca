import {
  type AppError,
  type AppResult,
  type Author,
  type Environment,
  environmentView as toEnvironmentView,
  Guard,
  guardOrNull,
  findGuardProblem,
  createInvalidInput,
  workspaceRef,
  EnvironmentView,
} from '@tandem/core';
import { withDescription, integer, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { loadEnvironmentTransaction } from '../environments/environments.js';
import { findEnvironmentAtRevision } from '../environments/load-environments.js';
import { operation, replaces } from '../operation.js';

export const GuardEnvironment = struct(
  'environments_guard arguments',
  { id: withDescription(t.string, 'Environment id or name'), guard: Guard },
  { workspaceId: workspaceRef, ifRevision: withDescription(integer(1), 'Must match') },
);
export type GuardEnvironment = t.TypeOf<typeof GuardEnvironment>;

/** Left unless the caller is a person at the window: an agent would raise its own rights. */
export const refuseAgents = ({ kind }: Author, argument: string, what: string): AppResult<void> =>
  kind === 'mcp' || kind === 'script'
    ? TE.left(
        createInvalidInput(
          argument,
          `cannot be ${what} by an agent or a script; a person does that in the window`,
          {
            expected: 'a person at the window',
            got: kind,
          },
        ),
      )
    : TE.right(undefined);

const refuseProblem = (guard: Guard): AppResult<void> => {
  const found = findGuardProblem(guard);
  return found === undefined
    ? TE.right(undefined)
    : TE.left(
        createInvalidInput(`guard.${found.path}`, found.problem, {
          expected: 'rules of a guard',
          got: guard,
        }),
      );
};

/** Sets the guard of an environment, which also settles what a file proposed. */
export const guardEnvironment =
  (author: Author) =>
  (transaction: Transaction) =>
  ({ workspaceId, id, guard, ifRevision }: GuardEnvironment): AppResult<EnvironmentView> =>
    pipe(
      refuseAgents(author, 'guard', 'changed'),
      TE.flatMap(() => refuseProblem(guard)),
      TE.flatMap(() => loadEnvironmentTransaction(transaction, workspaceId)),
      TE.flatMap((within) =>
        pipe(
          findEnvironmentAtRevision(within, id, ifRevision),
          TE.flatMap((found): TE.TaskEither<AppError, Environment> => {
            const next = { ...found, guard: guardOrNull(guard), proposedGuard: null };
            if (JSON.stringify(next) === JSON.stringify(found)) return TE.right(found);
            const updatedAt = transaction.clock.now().toISOString();
            return within.repositories.environments.replace(
              { ...next, revision: found.revision + 1, updatedAt },
              found.revision,
            );
          }),
          TE.map((stored) => toEnvironmentView(stored, within.workspace.activeEnvironmentId)),
        ),
      ),
    );

export const environmentsGuard = operation({
  name: 'environments_guard',
  title: 'Guard an environment',
  description:
    'Sets what agents may send with an environment, and whether it is for production; decides what a file proposed.',
  audience: 'person',
  arguments: GuardEnvironment,
  result: EnvironmentView,
  effects: replaces,
  useCase: 'environments.guard',
  run: ({ ports, author }) => runAtomically(ports, guardEnvironment(author)),
});
