import type { AgentCall, AgentSession, AgentActivity, PendingWrite } from '@tandem/rpc/client';
import type { AgentClient } from '@tandem/core';
import { useMemo } from 'react';

import { formatActor } from '../activity/activity.js';
import { formatMoment } from '../response/outcome.js';
import type { StatusAgent } from '../contract.js';
import { useAgentsNow, useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useSay } from '../shell/page.js';
import { shortenName } from '../shell/phrases.js';

/** The labels for the states of a client's configuration. Each state also has the label of the button that changes it. */
export const clientStates = {
  none: { word: 'Not connected', tone: 'plain', action: 'Connect' },
  connected: { word: 'Connected', tone: 'good', action: 'Disconnect' },
  outdated: { word: 'Starts another Tandem', tone: 'warn', action: 'Update' },
  unusable: { word: 'Cannot be changed', tone: 'bad', action: undefined },
} as const;

/** Describes the change of a client's configuration. */
export const describeClientChange = ({ name }: AgentClient, action: 'connect' | 'disconnect'): string =>
  `${name} ${action === 'connect' ? 'starts Tandem now' : 'no longer starts Tandem'}. Restart it if it is running.`;

/** Describes the last call of an agent and its time. */
export const describeLastCall = ({ lastCall, seenAt }: StatusAgent, now: Date): string =>
  lastCall === null
    ? `has not called a tool yet, last seen at ${formatMoment(seenAt, now)}`
    : `called ${lastCall.tool} at ${formatMoment(lastCall.at, now)}`;

/** Splits a diff into lines, each marked as added, removed or the same. Omits the header. */
export const parseDiffLines = (diff: string): readonly { readonly text: string; readonly mark: string }[] =>
  diff
    .trimEnd()
    .split('\n')
    .slice(3)
    .map((text) => ({
      text,
      mark: text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'same',
    }));

/** How long an agent is shown as present after its last call, in milliseconds. */
const maxAbsenceMs = 10 * 60_000;

/** Selects the agents that are calling tools or did so recently. Inactive sessions with the same name are shown once. */
export const selectPresentAgents = ({ agents }: AgentActivity, now: number): readonly AgentSession[] => {
  const isBusy = ({ calls }: AgentSession): boolean => calls.length > 0;
  return agents.filter((one, index) => {
    if (isBusy(one)) return true;
    const isSooner = agents.slice(0, index).some(({ by }) => by === one.by);
    return !isSooner && now - Date.parse(one.seenAt) < maxAbsenceMs;
  });
};

/** Selects the agents that have a request open, and those from which it was taken over, even if they have moved on. */
export const selectAgentsAt = (
  agents: readonly AgentSession[],
  requestId: string,
  takenFrom: readonly string[] = [],
): readonly AgentSession[] =>
  agents.filter(
    ({ by, lastRequest, calls }) =>
      lastRequest?.requestId === requestId ||
      calls.some((call) => call.requestId === requestId) ||
      takenFrom.includes(by),
  );

/** Returns the agent with only its calls about one request. */
export const filterCallsAt = (agent: AgentSession, requestId: string): AgentSession => ({
  ...agent,
  calls: agent.calls.filter((call) => call.requestId === undefined || call.requestId === requestId),
});

/** Describes what an agent is doing, for the page of a request. */
export const describeAgentLocationAt = (agent: AgentSession, requestId: string, now: Date): string =>
  agent.lastRequest === undefined || agent.lastRequest.requestId === requestId
    ? describeAgentLocation(agent, 'this request', now)
    : `${formatActor(agent)} is at another request now`;

const pastTenses = { read: 'read', changed: 'changed', ran: 'ran' } as const;

/** Describes what an agent last did with a request, and when. */
export const describeAgentLocation = ({ by, lastRequest }: AgentSession, what: string, now: Date): string =>
  lastRequest === undefined
    ? `${formatActor({ by })} has not opened a request`
    : `${formatActor({ by })} ${pastTenses[lastRequest.did]} ${what} at ${formatMoment(lastRequest.at, now)}`;

/** Joins the names of agents for a sentence. */
export const formatAgentNames = (agents: readonly AgentSession[]): string => {
  const names = [...new Set(agents.map(({ by }) => formatActor({ by })))];
  return names.length > 2 ? `${names.length} agents` : names.join(' and ');
};

/** Describes what a call does. */
export const describeCall = ({ tool, requestId }: AgentCall, nameOf: (id: string) => string): string =>
  requestId === undefined ? `calls ${tool}` : `runs ${shortenName(nameOf(requestId))}`;

/** The agents that are calling tools or did so recently. */
export const useAgents = (): readonly AgentSession[] => {
  const now = useAgentsNow();
  return useMemo(() => selectPresentAgents(now, Date.now()), [now]);
};

/** The agents that have a request open, and the actions that a person can take on them. */
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
    pendingWrites: waiting.filter((one) => one.requestId === requestId),
    takeOver: (by: string, isTaken: boolean): void => {
      orSay(link.call('agents_take_over', { by, requestId, isTaken }));
    },
    answer: ({ id }: PendingWrite, isAllowed: boolean): void => {
      orSay(link.call('agents_answer', { id, isAllowed }));
    },
  };
};

/** Whether an agent has the request open, or the request was taken over from an agent. */
export const useHasAgents = (requestId: string): boolean => useAgentsAt(requestId).agents.length > 0;

/** Whether an agent's change of a request waits for approval. */
export const useHasPendingWrite = (requestId: string): boolean =>
  useAgentsNow().waiting.some((one) => one.requestId === requestId);

/** Returns a function that labels the mark of a request that agents have open; undefined for other requests. */
export const useAgentMarks = (): ((requestId: string) => string | undefined) => {
  const agents = useAgents();
  return (requestId) => {
    const there = selectAgentsAt(agents, requestId);
    const [first] = there;
    if (first === undefined) return undefined;
    return there.length > 1 ? formatAgentNames(there) : describeAgentLocation(first, 'it', new Date());
  };
};
