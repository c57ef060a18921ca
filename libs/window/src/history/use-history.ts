import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';

import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RequestId } from '../requests/saved-request.js';
import { type StoredSentRequest, readSent } from './read-sent.js';

/** How many executions of a request are offered. */
const take = 50;

/** The kept executions of a request, the newest first. */
export const useHistory = (id: RequestId): readonly ExecutionSummary[] => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: ['history', id],
    queryFn: () => link.call('executions_list', { requestId: id, take }),
    enabled,
  });
  return data?.executions ?? [];
};

const readExecution = async (link: Link, id: ExecutionId): Promise<FinishedRun | undefined> => {
  const { execution, result } = await link.call('executions_get', { id });
  if (result === undefined) return undefined;
  return { kind: 'done', result, steps: [], at: Date.parse(execution.startedAt) };
};

/** A kept execution as a run, once it is read; an execution never changes. */
export const useStoredExecution = (id: ExecutionId | undefined): FinishedRun | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: ['execution', id],
    queryFn: () => (id === undefined ? undefined : readExecution(link, id)),
    enabled: isOpen && id !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
  }).data;
};

/** The request as an execution sent it, once it is read; null when it was not kept. */
export const useSent = (id: ExecutionId): StoredSentRequest | null | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: ['sent', id],
    queryFn: () => readSent(link, id),
    enabled: isOpen,
    staleTime: Infinity,
    gcTime: 60_000,
  }).data;
};
