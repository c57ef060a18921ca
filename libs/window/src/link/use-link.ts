import type { AgentActivity, RunningExecution } from '@tandem/rpc/client';
import { useSyncExternalStore } from 'react';
import { decode } from '@tandem/core/codec';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { queryKeys } from './query-keys.js';
import type { Link, LinkState } from './link.js';
import { Status } from '../contract.js';
import { usePage } from '../shell/page.js';
import { fetchFromServer } from './page-session.js';

const readStatus = async (): Promise<Status> => {
  const response = await fetchFromServer('/status');
  const status = decode(Status)(await response.json());
  if (status._tag === 'Left')
    throw new Error(`The status is not understood: ${status.left.map(({ message }) => message).join('; ')}`);
  return status.right;
};

/** Loads the addresses of this start of Tandem, and the active workspace and environment. */
export const statusQuery = queryOptions({ queryKey: queryKeys.status, queryFn: readStatus });

/** The addresses of this start of Tandem, and the active workspace and environment; undefined until they are loaded. */
export const useStatus = (): Status | undefined => {
  const enabled = useLinkState().kind === 'open';
  return useQuery({ ...statusQuery, enabled, refetchInterval: 5_000 }).data;
};

/** The page's link to the application. */
export const useLink = (): Link => usePage().link;

/** All running executions. */
export const useRunning = (): readonly RunningExecution[] => {
  const { subscribe, running } = useLink();
  return useSyncExternalStore(subscribe, running);
};

/** The executions that someone else has started. This page can only watch and cancel them. */
export const useExecutionsByOthers = (): readonly RunningExecution[] => {
  const { subscribe, others } = useLink();
  return useSyncExternalStore(subscribe, others);
};

/** Whether someone else is running a request. */
export const useIsForeign = (requestId: string): boolean => {
  const { subscribe, others } = useLink();
  return useSyncExternalStore(subscribe, () => others().some((one) => one.requestId === requestId));
};

/** Returns the current activity of agents. */
export const useAgentsNow = (): AgentActivity => {
  const { subscribe, agents } = useLink();
  return useSyncExternalStore(subscribe, agents);
};

/** The current state of the link. */
export const useLinkState = (): LinkState => {
  const { subscribe, state } = useLink();
  return useSyncExternalStore(subscribe, state);
};
