import type { OutsideScripts, ConnectionReviews, ScriptSending } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';

/** Whether scripts of the active workspace may send requests, and a function that changes it. */
export const useScriptSending = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...queryKeys.scriptSending, workspaceId];
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

/** Settings of the active workspace that decide who can read what is sent, and that are not approved yet. */
export const useConnectionReviews = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...queryKeys.connectionReviews, workspaceId];
  const [problem, setProblem] = useState<string>();
  const call = workspaceId === undefined ? {} : { workspaceId };
  const { data } = useQuery<ConnectionReviews>({
    queryKey,
    queryFn: () => link.call('connection_reviews_list', call),
    // A refused request may be the first one that needs such a setting, so load them again whenever they are
    // shown.
    refetchOnMount: 'always',
    enabled: isOpen && workspaceId !== undefined,
  });
  return {
    settings: data?.settings ?? [],
    problem,
    approve: async (keys: readonly string[]): Promise<void> => {
      try {
        queries.setQueryData(queryKey, await link.call('connection_reviews_approve', { ...call, keys }));
        setProblem(undefined);
      } catch (cause) {
        setProblem(describeProblem(cause));
      }
    },
  };
};

/** The scripts of the active workspace that come from a folder or an import and wait for approval. */
export const useOutsideScripts = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...queryKeys.outsideScripts, workspaceId];
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
