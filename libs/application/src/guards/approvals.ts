import { type AppResult, PendingRequest, ApprovalAnswer, type Author, invalidInput } from '@tandem/core';
import { withDescription, oneOf, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { refuseAgents } from './environment-guard.js';
import type { Approvals } from './guardian.js';

/** The arguments of the list of open questions: none. */
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

/** The requests that wait for a person, and the answers. */
export const approvalUseCases = (approvals: Approvals, author: Author) => ({
  list: (): AppResult<ApprovalList> => listApprovals(approvals),
  answer: ({ id, answer }: AnswerApproval): AppResult<ApprovalList> =>
    pipe(
      refuseAgents(author, 'answer', 'given'),
      TE.flatMap(() =>
        approvals.answer(id, answer)
          ? listApprovals(approvals)
          : TE.left(
              invalidInput(
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
