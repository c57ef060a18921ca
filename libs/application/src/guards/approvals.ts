import {
  type AppResult,
  ApprovalAnswer,
  type Author,
  createInvalidInput,
  environmentView as toEnvironmentView,
  EnvironmentView,
  findGuardProblem,
  Guard,
  toEnvironmentGuard,
  PendingRequest,
  workspaceRef,
} from '@tandem/core';
import { integer, oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { loadEnvironmentTransaction } from '../environments/environments.js';
import { findEnvironmentAtRevision, storeChangedEnvironment } from '../environments/load-environments.js';
import { addEffects, operation, readEffects, replaceEffects } from '../operation.js';
import { runAtomically, type Transaction } from '../transaction.js';
import type { Approvals } from './guardian.js';

export const GuardEnvironmentArguments = struct(
  'environments_guard arguments',
  { id: withDescription(t.string, 'Environment id or name'), guard: Guard },
  { workspaceId: workspaceRef, ifRevision: withDescription(integer(1), 'Must match') },
);
export type GuardEnvironmentArguments = t.TypeOf<typeof GuardEnvironmentArguments>;

/** Refuses every caller except a person at the window, because an agent could raise its own rights. */
const refuseAgents = ({ kind }: Author, argument: string, what: string): AppResult<void> =>
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

const refuseInvalidGuard = (guard: Guard): AppResult<void> => {
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

/** Sets the guard of an environment. This also settles the guard that a file proposed. */
export const guardEnvironment =
  (author: Author) =>
  (transaction: Transaction) =>
  ({ workspaceId, id, guard, ifRevision }: GuardEnvironmentArguments): AppResult<EnvironmentView> =>
    pipe(
      refuseAgents(author, 'guard', 'changed'),
      TE.flatMap(() => refuseInvalidGuard(guard)),
      TE.flatMap(() => loadEnvironmentTransaction(transaction, workspaceId)),
      TE.flatMap((within) =>
        pipe(
          findEnvironmentAtRevision(within, id, ifRevision),
          TE.flatMap((found) => {
            const next = { ...found, guard: toEnvironmentGuard(guard), proposedGuard: null };
            return storeChangedEnvironment(transaction, within, found, next);
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
  arguments: GuardEnvironmentArguments,
  result: EnvironmentView,
  effects: replaceEffects,
  useCase: 'environments.guard',
  run: ({ ports, author }) => runAtomically(ports, guardEnvironment(author)),
});

/** The list of open questions takes no arguments. */
export const ListApprovalsArguments = struct('approvals_list arguments', {}, {});

export const ApprovalList = struct('requests that wait for a person', {
  approvals: t.readonlyArray(PendingRequest),
  ended: withDescription(
    t.readonlyArray(
      struct('a question that ended', { id: t.string, how: oneOf('answered', 'late', 'ended') }),
    ),
    'Those that ended last, the latest first',
  ),
});
export type ApprovalList = t.TypeOf<typeof ApprovalList>;

export const AnswerApprovalArguments = struct('approvals_answer arguments', {
  id: withDescription(t.string, 'Of the question'),
  answer: ApprovalAnswer,
});
export type AnswerApprovalArguments = t.TypeOf<typeof AnswerApprovalArguments>;

const listApprovals = (approvals: Approvals): AppResult<ApprovalList> =>
  TE.right({ approvals: approvals.list(), ended: approvals.ended() });

/** For people only, because a person decides what agents may send. */
export const approvalsList = operation({
  name: 'approvals_list',
  title: 'Requests that wait',
  description: 'Lists the requests that a guard wants a person to allow, as they would go out.',
  audience: 'person',
  arguments: ListApprovalsArguments,
  result: ApprovalList,
  effects: readEffects,
  useCase: 'approvals.list',
  run:
    ({ approvals }) =>
    (): AppResult<ApprovalList> =>
      listApprovals(approvals),
});

export const approvalsAnswer = operation({
  name: 'approvals_answer',
  title: 'Allow or deny a request',
  description:
    'Lets a request go out once, or each time until the session of its caller ends, or not at all.',
  audience: 'person',
  arguments: AnswerApprovalArguments,
  result: ApprovalList,
  effects: addEffects,
  useCase: 'approvals.answer',
  run:
    ({ approvals, author }) =>
    ({ id, answer }) =>
      pipe(
        refuseAgents(author, 'answer', 'given'),
        TE.flatMap(() =>
          approvals.answer(id, answer)
            ? listApprovals(approvals)
            : TE.left(
                createInvalidInput(
                  'id',
                  'is of no question that still waits; it was answered, given up or too late',
                  {
                    expected: 'an id from approvals_list',
                    got: id,
                  },
                ),
              ),
        ),
      ),
});
