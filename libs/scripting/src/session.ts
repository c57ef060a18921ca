import { randomBytes } from 'node:crypto';
import type { NamedScript, ScriptError } from '@tandem/core';

import type { createCallRecord, HandlerCalls } from './call-record.js';
import {
  createFailedAnswer,
  createPartialAnswer,
  noHandlerAnswer,
  readAnswer,
  readError,
  toScriptError,
} from './handler-answers.js';
import {
  type Host,
  HostFaultedError,
  HostLostError,
  ScriptFailedError,
  SessionDiscardedError,
} from './host-process.js';
import type { GuestAnswer, Handler, HandlerCall } from './messages.js';
import { HostsNotStartedError, type Pool, PoolClosedError } from './pool.js';

/** The error if a host ended while it ran only this execution. */
const hostLostError: ScriptError = {
  code: 'SCRIPT_MEMORY',
  message:
    'The process that ran the script ended, most likely because the script asked for too much memory at once.',
};

/** The error if no host became ready. */
const notStartedError: ScriptError = {
  code: 'SCRIPT_HOST_ENDED',
  message:
    'The process for scripts ended before it was ready, several times. Find out what ends it, such as a lack of memory, and try again.',
};

/** The error if the execution was cancelled. */
const cancelledError: ScriptError = { code: 'CANCELLED', message: 'The execution was cancelled.' };

/** The error if the runtime was closed meanwhile. */
const runtimeClosedError: ScriptError = { code: 'CANCELLED', message: 'The script runtime was closed.' };

/** The scripts of one execution, on whichever host they run at the moment. */
export interface GuestSession {
  readonly call: (handler: Handler, input: string, body?: string, bytes?: Uint8Array) => Promise<GuestAnswer>;
  readonly close: () => void;
}

interface SessionOptions {
  readonly scripts: readonly NamedScript[];
  /** The environment as JSON. */
  readonly environment: string;
  /** The workspace, whose executions may reuse an isolate. */
  readonly workspace?: string;
  readonly signal: AbortSignal;
  readonly record: ReturnType<typeof createCallRecord>;
}

/** How often a call moves to another host because of other scripts. Then it gets a host of its own. */
const maxMoves = 5;

/** Tracks which body the guest already has, so that it is not sent again. */
const createBodyCache = () => {
  let heldBody: string | undefined;
  let heldBytes: Uint8Array | undefined;
  return {
    keep: ({ body, bytes }: HandlerCall): void => {
      heldBody = body ?? heldBody;
      heldBytes = bytes ?? heldBytes;
    },
    without: ({ handler, input, body, bytes }: HandlerCallWith): HandlerCall => ({
      handler,
      input,
      ...(body === undefined || body === heldBody ? {} : { body }),
      ...(bytes === undefined || bytes === heldBytes ? {} : { bytes }),
    }),
  };
};

type HandlerCallWith = Pick<HandlerCall, 'handler' | 'input'> & {
  readonly body: string | undefined;
  readonly bytes: Uint8Array | undefined;
};

/** A running handler, and its calls. */
interface RunningHandler {
  readonly call: HandlerCall;
  readonly calls: HandlerCalls;
}

let lastKey = 0;

/** Tracks the host of a session: a shared one, or the one on which a single call runs alone. */
const trackHost = (pool: Pool, isAlone: boolean) => {
  let host: Host | undefined;
  return {
    /** Finds the session's host, or another one if it is lost. `isNew` if the session must be opened there. */
    find: async (): Promise<{ readonly at: Host; readonly isNew: boolean }> => {
      if (host && pool.isUsable(host)) return { at: host, isNew: false };
      host = await pool.acquire(isAlone);
      return { at: host, isNew: true };
    },
    /** Runs one call on a host of its own. */
    visit: (key: number, call: (at: Host) => Promise<GuestAnswer>): Promise<GuestAnswer> =>
      pool.alone(async (at) => {
        host = at;
        const answer = await call(at);
        at.closeSession(key);
        host = undefined;
        return answer;
      }),
    /** Called when the host is lost or no longer has the session. */
    forget: (): void => {
      host = undefined;
    },
    /** Retires the host, because the script's work may still be running there. */
    retire: (): void => {
      if (host) pool.retire(host);
      host = undefined;
    },
    close: (key: number): void => {
      if (host && pool.isUsable(host)) host.closeSession(key);
      host = undefined;
    },
  };
};

/** Waits for `work`, but resolves at once if the signal is aborted. */
const raceAbort = async (
  signal: AbortSignal,
  work: Promise<GuestAnswer>,
  onAbort: () => void,
): Promise<GuestAnswer> => {
  let stop: () => void = () => undefined;
  const aborted = new Promise<GuestAnswer>((resolve) => {
    stop = () => {
      onAbort();
      resolve(createFailedAnswer(cancelledError));
    };
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/**
 * Ends the calls of a handler when the handler has ended.
 * @param onForgotten called if the calls are forgotten: the next handler then needs a session without them, because its calls are numbered
 * after the repeated ones
 */
const endCallsWithHandler = async (
  calls: HandlerCalls,
  work: Promise<GuestAnswer>,
  isKept: () => boolean,
  onForgotten: () => void,
): Promise<GuestAnswer> => {
  try {
    return await Promise.race([work, calls.defect]);
  } finally {
    if (calls.end(isKept()) && !isKept()) onForgotten();
  }
};

/**
 * Opens a session on the pool. No session owns a host: if its host is lost, the state of the script is rebuilt on another one by repeating
 * the finished handlers. The result is the same, because a script's only inputs are its arguments, its clock, its random values and the
 * answers to its calls, which are all repeated.
 */
export const openSession = (pool: Pool, { signal, record, ...opened }: SessionOptions): GuestSession => {
  const key = ++lastKey;
  const seed = randomBytes(32).toString('hex');
  const before: HandlerCall[] = [];
  let absent: readonly Handler[] = [];
  const held = createBodyCache();
  const placement = trackHost(pool, opened.workspace === undefined);
  let closed = false;

  const isOver = (): boolean => closed || signal.aborted;
  const perform = async ({ call, calls }: RunningHandler, at: Host, isNew: boolean): Promise<GuestAnswer> => {
    if (isOver()) return createFailedAnswer(cancelledError);
    const open = { ...opened, seed, before: [...before], readings: [...record.readings()] };
    const sent = { session: key, call, last: call.handler === 'onTest', ...(isNew ? { open } : {}) };
    const answer = readAnswer(opened.scripts, await at.call(sent, calls.attempt(isNew)));
    before.push(call);
    held.keep(call);
    record.read(answer.readings);
    absent = answer.absent;
    return answer;
  };
  const settle = async (running: RunningHandler, moves = 0, alone = false): Promise<GuestAnswer> => {
    try {
      if (alone) return await placement.visit(key, (at) => perform(running, at, true));
      const { at, isNew } = await placement.find();
      return await perform(running, at, isNew);
    } catch (error) {
      if (error instanceof ScriptFailedError) return createPartialAnswer(readError(error.message), error);
      if (error instanceof HostFaultedError) {
        placement.retire();
        return createPartialAnswer(toScriptError(opened.scripts, error), error);
      }
      placement.forget();
      // The call was cancelled, so it must not start again on another host.
      if (isOver()) return createFailedAnswer(cancelledError);
      if (error instanceof PoolClosedError) return createFailedAnswer(runtimeClosedError);
      if (error instanceof HostsNotStartedError) return createFailedAnswer(notStartedError);
      if (error instanceof SessionDiscardedError) return settle(running, moves + 1, moves >= maxMoves);
      if (!(error instanceof HostLostError)) throw error;
      if (alone && !error.onPurpose) return createFailedAnswer(hostLostError);
      // If a host ended by itself, one of the scripts running on it was the cause, perhaps this one.
      return settle(running, moves + 1, !error.onPurpose || moves >= maxMoves);
    }
  };

  return {
    call: async (handler, input, body, bytes) => {
      if (signal.aborted) return createFailedAnswer(cancelledError);
      if (absent.includes(handler)) return noHandlerAnswer;
      const running = { call: held.without({ handler, input, body, bytes }), calls: record.begin() };
      const isKept = (): boolean => before.includes(running.call);
      const work = endCallsWithHandler(running.calls, settle(running), isKept, () => placement.close(key));
      return raceAbort(signal, work, () => {
        placement.retire();
        running.calls.end(false);
      });
    },
    close: () => {
      closed = true;
      placement.close(key);
    },
  };
};
