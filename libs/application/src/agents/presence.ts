import {
  type Author,
  type Change,
  type Clock,
  ExecutionId,
  type Ids,
  isRequestKind,
  type Ports,
  RequestId,
  WorkspaceId,
} from '@tandem/core';
import { struct, t, text, withDescription } from '@tandem/core/codec';

import { isSameJson } from '../activity/field-values.js';
import { createListeners, createPendingWrites, type PendingWrites } from './pending-writes.js';

/** A running tool call. */
export interface AgentCall {
  readonly id: string;
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The request that the call executes. */
  readonly requestId?: string;
  /** The current step, as named in progress. */
  readonly step?: string;
}

/** The request that an agent last read, changed or executed. */
export interface LastRequest {
  readonly requestId: string;
  readonly did: 'read' | 'changed' | 'ran';
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** An agent's session: the request that it works on, and the calls that it runs. */
export interface AgentSession {
  /** The session's id, or the client's name if it has no session. */
  readonly id: string;
  readonly by: string;
  /** The time of its last tool call, in ISO 8601. */
  readonly seenAt: string;
  readonly lastRequest?: LastRequest;
  /** Oldest first. */
  readonly calls: readonly AgentCall[];
}

/** A running tool call, as its caller gets it. */
export interface BegunCall {
  /** Aborted when a person stops the call. */
  readonly signal: AbortSignal;
  readonly update: (more: Pick<AgentCall, 'requestId' | 'step'>) => void;
  readonly end: () => void;
}

/** The agents that have called tools since Tandem started. */
interface Agents {
  readonly begin: (author: Author, tool: string) => BegunCall;
  /** Records which request an agent works on. */
  readonly note: (author: Author, request: Omit<LastRequest, 'at'>) => void;
  /** Forgets an ended session. */
  readonly leave: (session: string) => void;
  /** Most recently active first. */
  readonly list: () => readonly AgentSession[];
  /** Cancels a call. Returns false if it is not running. */
  readonly stop: (callId: string) => boolean;
  /** Calls `listener` at each change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Maximum number of sessions remembered, the most recently used. */
const maxSessions = 50;

/** Identifies an agent's session. */
export const getAgentId = ({ session, by }: Author): string => session ?? by ?? 'mcp';

interface AmbientPorts {
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
    /** Changes the list of calls of a session, unless the session has ended. */
    changeCalls: (author: Author, to: (calls: AgentSession['calls']) => AgentSession['calls']): void => {
      if (all.has(getAgentId(author))) change(author, (one) => ({ ...one, calls: to(one.calls) }));
    },
    leave: (id: string): void => {
      if (all.delete(id)) notify();
    },
    list: () => [...all.values()].reverse(),
  };
};

/** Remembers in memory which request each agent session works on. */
export const createAgents = ({ clock, ids }: AmbientPorts): Agents => {
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
    note: (author, request) => {
      sessions.change(author, (session) => ({ ...session, lastRequest: { ...request, at: now() } }));
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

const fields = {
  workspaceId: withDescription(t.union([WorkspaceId, t.null]), 'The workspace of the window'),
  requestId: withDescription(t.union([RequestId, t.null]), 'The request that is shown'),
  tab: withDescription(
    t.union([text('the name of a tab', 60), t.null]),
    'What of it is shown, such as script, or another screen, such as environments',
  ),
  executionId: withDescription(t.union([ExecutionId, t.null]), 'The execution whose result is shown'),
};

/** The selection that a window shows. */
export const Selection = struct('a selection', fields);
export type Selection = t.TypeOf<typeof Selection>;

/** The selection if nothing is selected or no window is open. */
export const noSelection: Selection = { workspaceId: null, requestId: null, tab: null, executionId: null };

/** A window's report about its selection and focus. */
export const LookAtArguments = struct('window_look arguments', {
  ...fields,
  isFocused: withDescription(t.boolean, 'Whether the person uses this window'),
  edits: withDescription(
    t.readonlyArray(RequestId),
    'Requests that the person edits: with changes that are not saved, or with the focus in their editor',
  ),
});
export type LookAtArguments = t.TypeOf<typeof LookAtArguments>;

export const WindowSelection = struct('what the window shows', {
  selection: withDescription(t.union([Selection, t.null]), 'Null if no window is open'),
});
export type WindowSelection = t.TypeOf<typeof WindowSelection>;

/** The selections of the open windows. */
interface Windows {
  /** Records what a window shows at present. */
  readonly look: (window: string, look: LookAtArguments) => void;
  /** Forgets a closed window. */
  readonly leave: (window: string) => void;
  /** The selection of the most recently used window. Null if no window is open. */
  readonly selection: () => Selection | null;
  /** Whether a person edits the request in any window. */
  readonly isEdited: (requestId: string) => boolean;
  /** Calls `listener` whenever {@link selection} changes, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface Open {
  readonly selection: Selection;
  readonly edits: readonly string[];
  /** A counter that increases each time any window is used. */
  readonly usedAt: number;
}

const findLatest = (all: Iterable<Open>): Open | undefined =>
  [...all].reduce<Open | undefined>(
    (found, one) => (found === undefined || one.usedAt > found.usedAt ? one : found),
    undefined,
  );

/** Remembers what windows show, by connection. */
export const createWindows = (): Windows => {
  const open = new Map<string, Open>();
  const listeners = createListeners();
  let uses = 0;
  const selection = (): Selection | null => findLatest(open.values())?.selection ?? null;
  const changing = (change: () => void): void => {
    const before = selection();
    change();
    if (!isSameJson(before, selection())) listeners.notify();
  };
  return {
    look: (window, { isFocused, edits, ...shown }) => {
      changing(() => {
        const known = open.get(window);
        // A newly opened window counts as used.
        const usedAt = known === undefined || isFocused ? (uses += 1) : known.usedAt;
        open.set(window, { selection: shown, edits, usedAt });
      });
    },
    leave: (window) => {
      changing(() => open.delete(window));
    },
    selection,
    isEdited: (requestId) => [...open.values()].some(({ edits }) => edits.includes(requestId)),
    subscribe: listeners.subscribe,
  };
};

/** The agents' sessions, the windows and the pending writes, which people and agents may see. In memory only, and empty at startup. */
export interface Presence {
  readonly windows: Windows;
  readonly agents: Agents;
  readonly pendingWrites: PendingWrites;
}

export const createPresence = ({
  clock,
  ids,
  approvalMs: waitMs,
}: Pick<Ports, 'clock' | 'ids' | 'approvalMs'>): Presence => {
  const windows = createWindows();
  return {
    windows,
    agents: createAgents({ clock, ids }),
    pendingWrites: createPendingWrites({ clock, ids, isEdited: windows.isEdited, waitMs }),
  };
};

/** Records which request an agent changed. Changes by scripts are not attributed to the agent. */
export const recordAgentChange =
  ({ agents }: Presence, author: Author) =>
  ({ entity, id, op, script }: Change): void => {
    if (author.kind !== 'mcp' || !isRequestKind(entity) || op === 'deleted' || script === true) return;
    agents.note(author, { requestId: id, did: 'changed' });
  };
