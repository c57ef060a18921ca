import { parseJson, stringifyJson } from '@tandem/core/codec';
import type { Change, Elicit, ElicitPrompts } from '@tandem/core';
import type { AgentSession, PendingWrite, TakenOver } from '@tandem/application';
// Imported from this file, because the index of the package would add its server to the page too.
import { JSONRPCClient } from 'json-rpc-2.0/dist/client.js';
import { JSONRPCErrorException, type JSONRPCResponse } from 'json-rpc-2.0/dist/models.js';

import { RpcRefusal } from './rpc-error.js';
import type { RunningExecution } from '@tandem/application';
import type { PublicError } from './surfaces.js';
import type { MethodName, RpcMethods } from './table.js';

export type {
  AgentCall,
  AgentSession,
  PendingWrite,
  LookAtArguments,
  ResolveConflictArguments,
  Selection,
  SynchronizeArguments,
  TakenOver,
} from '@tandem/application';
export { RpcRefusal } from './rpc-error.js';
export type { RunningExecution } from '@tandem/application';
export type { PublicError } from './surfaces.js';
export type { MethodName, RpcMethods } from './table.js';

/** Called with the progress of a call: how many steps are finished, how many there are, and the name of the current step. */
export type OnProgress = (done: number, total: number, name: string) => void;

/** Options of one call: its cancellation and its progress. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Receives the text of an event stream as it arrives over a socket: an empty string when the head arrives, and then each piece. */
  readonly onText?: (text: string) => void;
  /** The name of the caller, which its changes get. Over a socket, the server sets it. */
  readonly by?: string;
  /** Distinguishes callers with the same name. */
  readonly session?: string;
  /** Asks the caller's user whether a request may be sent that a guard asks about. */
  readonly elicit?: Elicit;
  /** Asks the caller's user for the answers to prompts. */
  readonly elicitPrompts?: ElicitPrompts;
  /** How much longer the caller will probably wait, in milliseconds. Missing if it waits until the call ends. */
  readonly patienceMs?: () => number;
}

/** Calls methods by name, with their types. A refused call rejects with {@link RpcRefusal}. */
export interface RpcClient {
  readonly call: <M extends MethodName>(
    method: M,
    params: RpcMethods[M]['params'],
    options?: CallOptions,
  ) => Promise<RpcMethods[M]['result']>;
  /** Calls a method whose name or parameters are known only at run time. The server checks both. */
  readonly callByName: (name: string, params: unknown, options?: CallOptions) => Promise<unknown>;
}

/** Gives a function that calls any method the types of the table of methods. */
export const toTypedCall =
  (callByName: RpcClient['callByName']): RpcClient['call'] =>
  // The table declares the type of the result, and the server returns that type.
  <M extends MethodName>(method: M, params: RpcMethods[M]['params'], options?: CallOptions) =>
    callByName(method, params, options) as Promise<RpcMethods[M]['result']>;

/** The activity of agents: the location of each session, the requests that people took over from agents, and the pending writes. */
export interface AgentActivity {
  /** The sessions of agents, most recently active first. */
  readonly agents: readonly AgentSession[];
  readonly taken: readonly TakenOver[];
  readonly waiting: readonly PendingWrite[];
}

const isPublicError = (u: unknown): u is PublicError =>
  typeof u === 'object' && u !== null && typeof (u as { code?: unknown }).code === 'string';

/** Converts the error of a refused call to a {@link RpcRefusal}. */
const toRpcRefusal = (error: unknown): unknown =>
  error instanceof JSONRPCErrorException && isPublicError(error.data) ? new RpcRefusal(error.data) : error;

/** The part of a WebSocket that the client needs. Browsers and `ws` both have it. */
export interface Socket {
  readonly send: (text: string) => void;
  readonly close: () => void;
  readonly addEventListener: ((type: 'message', listener: (event: { data: unknown }) => void) => void) &
    ((type: 'close', listener: () => void) => void);
}

/** A client that is told about the changes of all callers. */
export interface SocketClient extends RpcClient {
  /** Calls `listener` on each `events.changed` of the server, until the returned function is called. */
  readonly onChange: (listener: (change: Change) => void) => () => void;
  /** Calls `listener` with the running executions at each `events.running`, until the returned function is called. */
  readonly onRunning: (listener: (executions: readonly RunningExecution[]) => void) => () => void;
  /** Calls `listener` with what agents do at each `events.agents`, until the returned function is called. */
  readonly onAgents: (listener: (now: AgentActivity) => void) => () => void;
  /** Cancels any execution, or a call of an agent. */
  readonly stop: (id: string) => void;
  readonly close: () => void;
}

interface Step {
  readonly id: number;
  readonly done: number;
  readonly total: number;
  readonly name: string;
}

type Notification =
  | { readonly method: '$/progress'; readonly params: Step }
  | { readonly method: '$/text'; readonly params: { readonly id: number; readonly text: string } }
  | { readonly method: 'events.changed'; readonly params: Change }
  | { readonly method: 'events.agents'; readonly params: AgentActivity }
  | {
      readonly method: 'events.running';
      readonly params: { readonly executions: readonly RunningExecution[] };
    };

type Frame = JSONRPCResponse | Notification;

/** Listeners of one kind of event. A listener added twice is called twice. */
const createListeners = <A>() => {
  const entries = new Set<{ readonly listener: (value: A) => void }>();
  return {
    notify: (value: A): void => {
      for (const { listener } of entries) listener(value);
    },
    subscribe: (listener: (value: A) => void) => {
      const entry = { listener };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
  };
};

/** Passes on what the server sends: to listeners for changes, executions and agents, and to the calls in `watched`. */
const createEvents = (watched: ReadonlyMap<string | number, CallOptions>) => {
  const changes = createListeners<Change>();
  const executions = createListeners<readonly RunningExecution[]>();
  const agents = createListeners<AgentActivity>();
  const notify = ({ method, params }: Notification): void => {
    switch (method) {
      case '$/progress':
        watched.get(params.id)?.onProgress?.(params.done, params.total, params.name);
        break;
      case '$/text':
        watched.get(params.id)?.onText?.(params.text);
        break;
      case 'events.changed':
        changes.notify(params);
        break;
      case 'events.agents':
        agents.notify(params);
        break;
      case 'events.running':
        executions.notify(params.executions);
    }
  };
  return {
    notify,
    listening: {
      onChange: changes.subscribe,
      onRunning: executions.subscribe,
      onAgents: agents.subscribe,
    },
  };
};

/** Creates a client on an open WebSocket. When the socket closes, rejects the running calls. */
export const createSocketClient = (socket: Socket): SocketClient => {
  const watched = new Map<string | number, CallOptions>();
  const events = createEvents(watched);
  let nextId = 0;
  const client = new JSONRPCClient((frame: unknown) => {
    socket.send(stringifyJson(frame));
  });
  const receive = (frame: Frame) => {
    if ('method' in frame) events.notify(frame);
    else client.receive(frame);
  };
  socket.addEventListener('message', ({ data }) => {
    receive(parseJson(String(data)) as Frame);
  });
  socket.addEventListener('close', () => {
    client.rejectAllPendingRequests('The connection to Tandem was closed.');
  });
  const callByName: RpcClient['callByName'] = async (method, params, options = {}) => {
    const id = nextId++;
    watched.set(id, options);
    const cancel = () => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancel', params: { id } }));
    };
    options.signal?.addEventListener('abort', cancel, { once: true });
    try {
      const response = await client.requestAdvanced({ jsonrpc: '2.0', id, method, params });
      if (response.error)
        throw new JSONRPCErrorException(response.error.message, response.error.code, response.error.data);
      return response.result as unknown;
    } catch (error) {
      throw toRpcRefusal(error);
    } finally {
      watched.delete(id);
      options.signal?.removeEventListener('abort', cancel);
    }
  };
  return {
    call: toTypedCall(callByName),
    callByName,
    ...events.listening,
    stop: (id) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: '$/stop', params: { id } }));
    },
    close: () => {
      socket.close();
    },
  };
};
