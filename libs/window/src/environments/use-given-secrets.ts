import type { ProvidedSecretList } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useStatus } from '../link/use-status.js';

export const providedSecretsKey = ['given secrets'];

/** The secrets of the active workspace that could use a value of Tandem's environment, and what decides about them. */
export const useProvidedSecrets = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspace = useStatus()?.workspace?.id;
  const queryKey = [...providedSecretsKey, workspace];
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery<ProvidedSecretList>({
    queryKey,
    queryFn: () => link.call('given_secrets_list', workspace === undefined ? {} : { workspaceId: workspace }),
    enabled: isOpen && workspace !== undefined,
  });
  const decide = async (name: string, allow: boolean): Promise<void> => {
    if (workspace === undefined) return;
    try {
      const call = { workspaceId: workspace, name, allow };
      queries.setQueryData(queryKey, await link.call('given_secrets_decide', call));
      setProblem(undefined);
    } catch (cause) {
      setProblem(describeProblem(cause));
    }
  };
  return { secrets: data?.secrets ?? [], problem, decide };
};
