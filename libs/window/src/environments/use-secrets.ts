import { processVariablePrefix, type ProvidedSecretList } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RpcMethods } from '@tandem/rpc/client';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';
import type { Names } from '../requests/url/resolve-url.js';
import { describeProblem } from '../link/problem-words.js';

type SecretHostList = RpcMethods['secret_hosts_list']['result'];

/** A secret and the hosts it may be sent to. */
export type SecretWithHosts = SecretHostList['secrets'][number];

/** The host bindings of the active workspace's secrets, and a function that changes them. */
export const useSecretHosts = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...queryKeys.secretHosts, workspaceId];
  const [problem, setProblem] = useState<{ readonly name: string; readonly words: string }>();
  const call = workspaceId === undefined ? {} : { workspaceId };
  const { data } = useQuery<SecretHostList>({
    queryKey,
    queryFn: () => link.call('secret_hosts_list', call),
    enabled: isOpen && workspaceId !== undefined,
    // No change announces that a secret was sent, so the list is read again whenever it is shown.
    staleTime: 0,
  });
  const choose = async (
    { environmentId, name }: Pick<SecretWithHosts, 'environmentId' | 'name'>,
    hosts: readonly string[],
  ): Promise<void> => {
    try {
      const chosen = { ...call, environment: environmentId, name, hosts };
      queries.setQueryData(queryKey, await link.call('secret_hosts_choose', chosen));
      setProblem(undefined);
    } catch (cause) {
      setProblem({ name, words: describeProblem(cause) });
    }
  };
  const makePlain = async ({
    environmentId,
    name,
  }: Pick<SecretWithHosts, 'environmentId' | 'name'>): Promise<void> => {
    try {
      const secret = { ...call, environment: environmentId, name };
      queries.setQueryData(queryKey, await link.call('secrets_make_plain', secret));
      await queries.invalidateQueries({ queryKey: queryKeys.environments });
      setProblem(undefined);
    } catch (cause) {
      setProblem({ name, words: describeProblem(cause) });
    }
  };
  return { secrets: data?.secrets ?? [], problem, choose, makePlain };
};

const noSecrets: ProvidedSecretList['secrets'] = [];

/** The secrets that could get their value from Tandem's process environment, and a function that stores the person's decision. */
export const useProvidedSecrets = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspace = useStatus()?.workspace?.id;
  const queryKey = [...queryKeys.providedSecrets, workspace];
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
  return { secrets: data?.secrets ?? noSecrets, envFile: data?.envFile, problem, decide };
};

/** The variables available as `{{process.env.NAME}}`: those of `.env` files, and those that a person has allowed. */
export const useProcessVariables = (): NonNullable<Names['processVariables']> => {
  const { secrets, envFile } = useProvidedSecrets();
  return useMemo(
    () => [
      ...(envFile?.variables ?? []).map(({ name, file }) => ({
        name: `${processVariablePrefix}${name}`,
        source: `the file ${file}`,
      })),
      ...secrets
        .filter(({ name, decision }) => name.startsWith(processVariablePrefix) && decision === 'allowed')
        .map(({ name }) => ({ name, source: 'the process that runs Tandem' })),
    ],
    [secrets, envFile],
  );
};
