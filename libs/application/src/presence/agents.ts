import type { Author, Clock, Ids } from '@tandem/core';

import { createListeners } from './listeners.js';

/** A call of a tool that runs. */
export interface AgentCall {
  readonly id: string;
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The request that it executes. */
  readonly requestId?: string;
  /** The step that it is at, as its progress names it. */
  readonly step?: string;
}

/** The request that an agent read, changed or ran last. */
export interface AgentPlace {
  readonly requestId: string;
  readonly did: 'read' | 'changed' | 'ran';
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** An agent's session: where it is, and what it runs. */
export interface AgentSession {
  /** The session, or the name of a client that has none. */
  readonly id: string;
  readonly by: string;
  /** When it last called a tool, in ISO 8601. */
  readonly seenAt: string;
  readonly place?: AgentPlace;
  /** The oldest first. */
  readonly calls: readonly AgentCall[];
}

/** A running call as its caller sees it. */
export interface BegunCall {
  /** Aborted when a person stops the call. */
  readonly signal: AbortSignal;
  readonly update: (more: Pick<AgentCall, 'requestId' | 'step'>) => void;
  readonly end: () => void;
}

/** The agents that have called tools. */
export interface Agents {
  readonly begin: (author: Author, tool: string) => BegunCall;
  /** Takes in which request an agent works on. */
  readonly note: (author: Author, place: Omit<AgentPlace, 'at'>) => void;
  /** Forgets a session that has ended. */
  readonly leave: (session: string) => void;
  /** The latest first. */
  readonly list: () => readonly AgentSession[];
  /** Cancels a call; false if it does not run. */
  readonly stop: (callId: string) => boolean;
  /** Calls `listener` at each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** How many sessions are remembered, those that were used last. */
const most = 50;

/** What tells an agent's session apart. */
export const agentOf = ({ session, by }: Author): string => session ?? by ?? 'mcp';

/** Remembers where agents are, by their sessions, since the start. */
export const createAgents = ({
  clock,
  ids,
}: {
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
}): Agents => {
  const sessions = new Map<string, AgentSession>();
  const running = new Map<string, AbortController>();
  const listeners = createListeners();
  const now = (): string => clock.now().toISOString();
  /** Puts a session last; nothing of one that has left meanwhile. */
  const change = (author: Author, to: (session: AgentSession) => AgentSession): void => {
    const id = agentOf(author);
    const known = sessions.get(id) ?? { id, by: author.by ?? 'mcp', seenAt: now(), calls: [] };
    sessions.delete(id);
    sessions.set(id, to(known));
    const idle = [...sessions.values()].find(({ calls }) => calls.length === 0);
    if (sessions.size > most && idle !== undefined) sessions.delete(idle.id);
    listeners.notify();
  };
  const changeCall = (author: Author, id: string, more: Partial<AgentCall>): void => {
    if (!running.has(id)) return;
    change(author, (session) => ({
      ...session,
      calls: session.calls.map((call) => (call.id === id ? { ...call, ...more } : call)),
    }));
  };
  return {
    begin: (author, tool) => {
      const call: AgentCall = { id: ids.uuid(), tool, startedAt: now() };
      const controller = new AbortController();
      running.set(call.id, controller);
      change(author, (session) => ({
        ...session,
        seenAt: call.startedAt,
        calls: [...session.calls, call],
      }));
      return {
        signal: controller.signal,
        update: (more) => {
          changeCall(author, call.id, more);
        },
        end: () => {
          running.delete(call.id);
          if (!sessions.has(agentOf(author))) return;
          change(author, (session) => ({
            ...session,
            calls: session.calls.filter(({ id }) => id !== call.id),
          }));
        },
      };
    },
    note: (author, place) => {
      change(author, (session) => ({ ...session, place: { ...place, at: now() } }));
    },
    leave: (session) => {
      if (sessions.delete(session)) listeners.notify();
    },
    list: () => [...sessions.values()].reverse(),
    stop: (callId) => {
      running.get(callId)?.abort();
      return running.has(callId);
    },
    subscribe: listeners.subscribe,
  };
};
