import type { Author, Clock, Ids } from '@tandem/core';

import { createListeners } from './listeners.js';

/** A running tool call. */
export interface AgentCall {
  readonly id: string;
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The request that it executes. */
  readonly requestId?: string;
  /** The current step, as named in progress. */
  readonly step?: string;
}

/** The request that an agent read, changed or ran last. */
export interface AgentPlace {
  readonly requestId: string;
  readonly did: 'read' | 'changed' | 'ran';
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** An agent's session: which request it is at, and what it runs. */
export interface AgentSession {
  /** The session, or the client's name if it has none. */
  readonly id: string;
  readonly by: string;
  /** When it last called a tool, in ISO 8601. */
  readonly seenAt: string;
  readonly place?: AgentPlace;
  /** Oldest first. */
  readonly calls: readonly AgentCall[];
}

/** A running call as seen by its caller. */
export interface BegunCall {
  /** Aborted when a person stops the call. */
  readonly signal: AbortSignal;
  readonly update: (more: Pick<AgentCall, 'requestId' | 'step'>) => void;
  readonly end: () => void;
}

/** The agents that have called tools. */
export interface Agents {
  readonly begin: (author: Author, tool: string) => BegunCall;
  /** Records which request an agent works on. */
  readonly note: (author: Author, place: Omit<AgentPlace, 'at'>) => void;
  /** Forgets an ended session. */
  readonly leave: (session: string) => void;
  /** Latest first. */
  readonly list: () => readonly AgentSession[];
  /** Cancels a call. Returns false if it is not running. */
  readonly stop: (callId: string) => boolean;
  /** Calls `listener` at each change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** How many sessions are remembered, most recently used. */
const maxSessions = 50;

/** Identifies an agent's session. */
export const getAgentId = ({ session, by }: Author): string => session ?? by ?? 'mcp';

interface Ambient {
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
}

/** The sessions of agents, most recently used last. */
const createSessions = (now: () => string, notify: () => void) => {
  const all = new Map<string, AgentSession>();
  const change = (author: Author, to: (session: AgentSession) => AgentSession): void => {
    const id = getAgentId(author);
    const known = all.get(id) ?? { id, by: author.by ?? 'mcp', seenAt: now(), calls: [] };
    all.delete(id);
    all.set(id, to(known));
    const idle = [...all.values()].find(({ calls }) => calls.length === 0);
    if (all.size > maxSessions && idle !== undefined) all.delete(idle.id);
    notify();
  };
  return {
    change,
    /** Changes the calls of a session that has not ended. */
    changeCalls: (author: Author, to: (calls: AgentSession['calls']) => AgentSession['calls']): void => {
      if (all.has(getAgentId(author))) change(author, (one) => ({ ...one, calls: to(one.calls) }));
    },
    leave: (id: string): void => {
      if (all.delete(id)) notify();
    },
    list: () => [...all.values()].reverse(),
  };
};

/** Remembers in memory which request each agent session is at. */
export const createAgents = ({ clock, ids }: Ambient): Agents => {
  const listeners = createListeners();
  const now = (): string => clock.now().toISOString();
  const sessions = createSessions(now, listeners.notify);
  const running = new Map<string, AbortController>();
  return {
    begin: (author, tool) => {
      const call: AgentCall = { id: ids.uuid(), tool, startedAt: now() };
      const controller = new AbortController();
      running.set(call.id, controller);
      sessions.change(author, (session) => ({
        ...session,
        seenAt: call.startedAt,
        calls: [...session.calls, call],
      }));
      return {
        signal: controller.signal,
        update: (more) => {
          sessions.changeCalls(author, (calls) =>
            calls.map((one) => (one.id === call.id ? { ...one, ...more } : one)),
          );
        },
        end: () => {
          running.delete(call.id);
          sessions.changeCalls(author, (calls) => calls.filter(({ id }) => id !== call.id));
        },
      };
    },
    note: (author, place) => {
      sessions.change(author, (session) => ({ ...session, place: { ...place, at: now() } }));
    },
    leave: sessions.leave,
    list: sessions.list,
    stop: (callId) => {
      running.get(callId)?.abort();
      return running.has(callId);
    },
    subscribe: listeners.subscribe,
  };
};
