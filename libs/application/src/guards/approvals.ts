import { type AppResult, PendingRequest, ApprovalAnswer, createInvalidInput } from '@tandem/core';
import { withDescription, oneOf, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { refuseAgents } from './environment-guard.js';
import type { Approvals } from './guardian.js';
import { operation, reads, adds } from '../operation.js';

/** The list of open questions takes no arguments. */
export const ListApprovals = struct('approvals_list arguments', {}, {});

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

export const AnswerApproval = struct('approvals_answer arguments', {
  id: withDescription(t.string, 'Of the question'),
  answer: ApprovalAnswer,
});
export type AnswerApproval = t.TypeOf<typeof AnswerApproval>;

const listApprovals = (approvals: Approvals): AppResult<ApprovalList> =>
  TE.right({ approvals: approvals.list(), ended: approvals.ended() });

/** A person decides what agents may send, so these are for people only. */
export const approvalsList = operation({
  name: 'approvals_list',
  title: 'Requests that wait',
  description: 'Lists the requests that a guard wants a person to allow, as they would go out.',
  audience: 'person',
  arguments: ListApprovals,
  result: ApprovalList,
  effects: reads,
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
  arguments: AnswerApproval,
  result: ApprovalList,
  effects: adds,
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
