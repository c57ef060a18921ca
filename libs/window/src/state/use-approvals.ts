import type { ApprovalAnswer, WaitingRequest } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { problemWords } from '../model/problem-words.js';

export const approvalsKey = ['approvals'];

const nothing: readonly WaitingRequest[] = [];

/** The requests of every workspace that wait for a person, the longest waiting first. */
export const useApprovals = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery<readonly WaitingRequest[]>({
    queryKey: approvalsKey,
    queryFn: async () => (await link.call('approvals_list', {})).approvals,
    enabled: isOpen,
  });
  const answer = async (id: string, given: ApprovalAnswer): Promise<void> => {
    setProblem(undefined);
    try {
      const { approvals } = await link.call('approvals_answer', { id, answer: given });
      queries.setQueryData(approvalsKey, approvals);
    } catch (cause) {
      // Another window was quicker, or the caller gave up: there is nothing to answer any more.
      if (!(cause instanceof RpcRefusal)) setProblem(problemWords(cause));
      await queries.invalidateQueries({ queryKey: approvalsKey });
    }
  };
  return { waiting: (isOpen ? data : undefined) ?? nothing, problem, answer };
};
