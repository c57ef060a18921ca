import { type Change, createListeners } from '@tandem/core';
import {
  type AgentActivity,
  createSocketClient,
  type RpcClient,
  type RunningExecution,
  type Socket,
  type SocketClient,
} from '@tandem/rpc/client';

import { throttle } from './throttle.js';

/**
 * Returns how long to wait before reconnecting, in milliseconds: 250 at first, doubled after each failure, at
 * most ten seconds.
 */
export const computeBackoffMs = (failures: number): number =>
  Math.min(10_000, 250 * 2 ** Math.min(Math.max(failures - 1, 0), 10));

/** The state of the connection to the application. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The connection was lost. The next attempt starts `inMs` milliseconds after the loss. */
  | { readonly kind: 'lost'; readonly inMs: number }
  /** The application does not know this page. If it knew the page before, the link keeps trying. */
  | { readonly kind: 'refused' };

/** The part of a WebSocket that a link needs. */
export type LinkSocket = Socket & {
  readonly addEventListener: (type: 'open', listener: () => void) => void;
};

/** The effects that a link needs. */
export interface LinkEffects {
  /** Asks the application whether it knows this page. Rejects if the application does not answer. */
  readonly enter: () => Promise<boolean>;
  readonly openSocket: () => LinkSocket;
  /** Runs `work` after `ms` milliseconds, unless the returned function is called first. */
  readonly later: (ms: number, work: () => void) => () => void;
}

/** A connection that is opened again whenever it is lost. While it is not open, calls reject. */
export interface Link extends Pick<RpcClient, 'call'> {
  readonly state: () => LinkState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Calls `listener` for every change, whoever made it, until the returned function is called. Continues after
   * the connection was lost.
   */
  readonly onChange: (listener: (change: Change) => void) => () => void;
  /** All running executions; empty while disconnected. */
  readonly running: () => readonly RunningExecution[];
  /** The running executions that someone else has started. This page can only watch and cancel them. */
  readonly others: () => readonly RunningExecution[];
  /** The current activity of agents; empty while disconnected. */
  readonly agents: () => AgentActivity;
  /** Cancels an execution, whoever started it, or an agent's call. */
  readonly stop: (id: string) => void;
  /** Retries now instead of waiting. */
  readonly retry: () => void;
}

/** The executions, runs and agents that are active now; empty while the link is not open. */
interface LiveActivity {
  readonly running: readonly RunningExecution[];
  readonly others: readonly RunningExecution[];
  readonly agents: AgentActivity;
}

/** The activity without any agents. */
export const noAgents: AgentActivity = { agents: [], taken: [], waiting: [] };

const noActivity: LiveActivity = { running: [], others: [], agents: noAgents };

/** How long changes of running executions are collected before the listeners are notified, in milliseconds. */
const batchMs = 50;

const rejectNotOpen = (): Promise<never> => Promise.reject(new Error('Tandem is not responding.'));

/** Schedules retries. Each failure doubles the delay of the next one. */
const createRetries = (later: LinkEffects['later'], attempt: () => void) => {
  let failures = 0;
  let stop = (): void => undefined;
  return {
    /** Schedules a retry, and returns its delay in milliseconds. */
    plan: (): number => {
      failures += 1;
      const inMs = computeBackoffMs(failures);
      stop = later(inMs, attempt);
      return inMs;
    },
    stop: () => {
      stop();
    },
    reset: () => {
      failures = 0;
    },
  };
};

/** Tracks what is running, and notifies listeners of changes. */
const createLiveActivity = (later: LinkEffects['later'], tell: () => void) => {
  let now = noActivity;
  // Notify listeners only from time to time: every step of an execution is a change, and most executions end
  // within the delay.
  const soon = throttle(tell, () => batchMs, later);
  return {
    now: () => now,
    forget: (): void => {
      now = noActivity;
    },
    follow: (client: SocketClient): void => {
      client.onRunning((running) => {
        const others = running.filter(({ by }) => by !== 'window');
        // Keep the same empty array so subscribers do not re-render.
        now = { ...now, running, others: others.length === 0 ? noActivity.others : others };
        soon.schedule();
      });
      client.onAgents((agents) => {
        now = { ...now, agents };
        tell();
      });
    },
  };
};

/** Opens a link and keeps it open. */
export const createLink = ({ enter, openSocket, later }: LinkEffects): Link => {
  let state: LinkState = { kind: 'connecting' };
  let client: SocketClient | undefined;
  let wasOpen = false;
  const states = createListeners<[LinkState]>();
  const changes = createListeners<[Change]>();
  const become = (next: LinkState): void => {
    state = next;
    states.notify(next);
  };
  const goingOn = createLiveActivity(later, () => become(state));
  const lose = (): void => {
    client = undefined;
    goingOn.forget();
    become({ kind: 'lost', inMs: retries.plan() });
  };
  const connect = (): void => {
    const socket = openSocket();
    socket.addEventListener('open', () => {
      retries.reset();
      wasOpen = true;
      const opened = createSocketClient(socket);
      opened.onChange(changes.notify);
      goingOn.follow(opened);
      client = opened;
      become({ kind: 'open' });
    });
    socket.addEventListener('close', lose);
  };
  const refuse = (): void => {
    // Retry if the page was accepted before: the refusal may come from another program that uses the port for
    // now.
    if (wasOpen) retries.plan();
    become({ kind: 'refused' });
  };
  const attempt = (): void => {
    enter().then((isKnown) => {
      if (isKnown) connect();
      else refuse();
    }, lose);
  };
  const retries = createRetries(later, attempt);
  attempt();
  return {
    state: () => state,
    subscribe: states.subscribe,
    onChange: changes.subscribe,
    running: () => goingOn.now().running,
    others: () => goingOn.now().others,
    agents: () => goingOn.now().agents,
    stop: (id) => client?.stop(id),
    call: (method, params, options) => client?.call(method, params, options) ?? rejectNotOpen(),
    retry: () => {
      if (state.kind !== 'lost' && state.kind !== 'refused') return;
      retries.stop();
      become({ kind: 'connecting' });
      attempt();
    },
  };
};
