import type { OutsideScripts } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useStatus } from '../link/use-status.js';

export const outsideScriptsKey = ['scripts from outside'];

/** The scripts of the active workspace that came from outside and wait for a person. */
export const useOutsideScripts = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...outsideScriptsKey, workspaceId];
  const [problem, setProblem] = useState<string>();
  const call = workspaceId === undefined ? {} : { workspaceId };
  const { data } = useQuery<OutsideScripts>({
    queryKey,
    queryFn: () => link.call('outside_scripts_list', call),
    enabled: isOpen && workspaceId !== undefined,
  });
  const decide = async (deciding: Promise<OutsideScripts>): Promise<void> => {
    try {
      queries.setQueryData(queryKey, await deciding);
      setProblem(undefined);
    } catch (cause) {
      setProblem(describeProblem(cause));
    }
  };
  return {
    outside: data,
    problem,
    approve: (hashes: readonly string[]) => decide(link.call('outside_scripts_approve', { ...call, hashes })),
    trust: (trust: boolean) => decide(link.call('folder_trust_set', { ...call, trust })),
  };
};
