import type { ApprovalAnswer, PendingRequest } from '@tandem/core';
import { RpcRefusal, type RpcMethods } from '@tandem/rpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { formatActor } from '../activity/activity.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';

export type ApprovalList = RpcMethods['approvals_list']['result'];

const noApprovals: ApprovalList['approvals'] = [];

/** The requests of all workspaces that wait for approval, oldest first. */
export const useApprovals = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery<ApprovalList>({
    queryKey: queryKeys.approvals,
    queryFn: () => link.call('approvals_list', {}),
    enabled: isOpen,
  });
  const answer = async (id: string, decision: ApprovalAnswer): Promise<void> => {
    setProblem(undefined);
    try {
      queries.setQueryData(
        queryKeys.approvals,
        await link.call('approvals_answer', { id, answer: decision }),
      );
    } catch (cause) {
      // Another window has answered, or the caller has given up. The question closes, so there is no problem
      // to show.
      if (!(cause instanceof RpcRefusal)) setProblem(describeProblem(cause));
      await queries.invalidateQueries({ queryKey: queryKeys.approvals });
    }
  };
  /** Undefined until the list is loaded, and while the page is disconnected. */
  const list = isOpen ? data : undefined;
  return { list, pending: list?.approvals ?? noApprovals, problem, answer };
};

type QuestionEnd = RpcMethods['approvals_list']['result']['ended'][number]['how'];

/**
 * Explains why a question is no longer shown; undefined if it was about the person's own request. Without `how`, Tandem no longer
 * knows the question.
 */
export const describeEndedQuestion = (
  question: Pick<PendingRequest, 'by' | 'kind'>,
  how: QuestionEnd | undefined,
): string | undefined => {
  if (question.kind === 'window') return undefined;
  const who = formatActor(question);
  switch (how) {
    case 'answered':
      return `The question of ${who} was answered in another window.`;
    case 'late':
      return `Nobody answered ${who} in time, so nothing was sent.`;
    case 'ended':
      return `${who} gave up, so nothing was sent.`;
    case undefined:
      return `Tandem was restarted, so the request of ${who} was not sent.`;
  }
};
