import type { GivenSecretList } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { problemWords } from '../model/problem-words.js';
import { useStatus } from './use-status.js';

export const givenSecretsKey = ['given secrets'];

/** The secrets of the active workspace that could use a value of Tandem's environment, and what decides about them. */
export const useGivenSecrets = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspace = useStatus()?.workspace?.id;
  const queryKey = [...givenSecretsKey, workspace];
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery<GivenSecretList>({
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
      setProblem(problemWords(cause));
    }
  };
  return { secrets: data?.secrets ?? [], problem, decide };
};
