import type { AgentSession, PendingWrite } from '@tandem/rpc/client';
import { useMemo } from 'react';

import { useAgentsNow, useLink } from '../link/use-link.js';
import { formatAgentNames, selectAgentsAt, describeAgentLocation, presentAgents } from './agents.js';
import { describeProblem } from '../link/problem-words.js';
import { useSay } from '../shell/notices/use-messages.js';

/** The agents that call tools now or did recently. */
export const useAgents = (): readonly AgentSession[] => {
  const now = useAgentsNow();
  return useMemo(() => presentAgents(now, Date.now()), [now]);
};

/** What a person can do about the agents at a request. */
export const useAgentsAt = (requestId: string) => {
  const link = useLink();
  const say = useSay();
  const agents = useAgents();
  const { taken, waiting } = useAgentsNow();
  const orSay = (work: Promise<unknown>): void => {
    work.catch((cause: unknown) => say(describeProblem(cause)));
  };
  const takenFrom = taken.filter((one) => one.requestId === requestId).map(({ by }) => by);
  return {
    agents: selectAgentsAt(agents, requestId, takenFrom),
    /** The names of the agents that the request was taken over from. */
    takenFrom,
    waiting: waiting.filter((one) => one.requestId === requestId),
    takeOver: (by: string, isTaken: boolean): void => {
      orSay(link.call('agents_take_over', { by, requestId, isTaken }));
    },
    answer: ({ id }: PendingWrite, isAllowed: boolean): void => {
      orSay(link.call('agents_answer', { id, isAllowed }));
    },
  };
};

/** Whether an agent is at a request, or the request was taken over from one. */
export const useHasAgents = (requestId: string): boolean => useAgentsAt(requestId).agents.length > 0;

/** Whether an agent's change of a request waits for approval. */
export const useHasPendingWrite = (requestId: string): boolean =>
  useAgentsNow().waiting.some((one) => one.requestId === requestId);

/** The labels of the request marks: which agents are there. */
export const useAgentMarks = (): ((requestId: string) => string | undefined) => {
  const agents = useAgents();
  return (requestId) => {
    const there = selectAgentsAt(agents, requestId);
    const [first] = there;
    if (first === undefined) return undefined;
    return there.length > 1 ? formatAgentNames(there) : describeAgentLocation(first, 'it', new Date());
  };
};
