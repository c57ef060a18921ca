import type { ScriptSending } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useStatus } from '../link/use-status.js';

export const scriptSendingKey = ['script sending'];

/** Whether the scripts of the active workspace may send requests, and what decides it. */
export const useScriptSending = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...scriptSendingKey, workspaceId];
  const [problem, setProblem] = useState<string>();
  const call = workspaceId === undefined ? {} : { workspaceId };
  const { data } = useQuery<ScriptSending>({
    queryKey,
    queryFn: () => link.call('script_sending_get', call),
    enabled: isOpen && workspaceId !== undefined,
  });
  const decide = async (allow: boolean): Promise<void> => {
    try {
      queries.setQueryData(queryKey, await link.call('script_sending_decide', { ...call, allow }));
      setProblem(undefined);
    } catch (cause) {
      setProblem(describeProblem(cause));
    }
  };
  return { sending: data, problem, decide };
};
