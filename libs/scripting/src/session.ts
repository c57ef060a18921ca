import { randomBytes } from 'node:crypto';

import type { ScriptError } from '@tandem/core';
import { decode, deepest, isTooDeep } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { type Host, HostFaulted, HostLost, ScriptFailed, SessionGone } from './host-process.js';
import { namingNearHandlers } from './near-handlers.js';
import { GuestAnswer, type Handler, type HandlerCall, type HostFault } from './messages.js';
import { type Pool, PoolClosed } from './pool.js';

const codes: Readonly<Record<HostFault, string>> = {
  timeout: 'SCRIPT_TIMEOUT',
  memory: 'SCRIPT_MEMORY',
  'too-large': 'SCRIPT_ERROR',
  broken: 'SCRIPT_ERROR',
};

const nothing: GuestAnswer = {
  present: false,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
  tests: [],
  readings: [],
  absent: [],
};

const failed = (error: ScriptError): GuestAnswer => ({ ...nothing, present: true, error });

const lost: ScriptError = {
  code: 'SCRIPT_MEMORY',
  message: 'The script crashed its process by requesting too much memory at once.',
};

const stopped: ScriptError = { code: 'CANCELLED', message: 'The execution was cancelled.' };

const runtimeClosed: ScriptError = { code: 'CANCELLED', message: 'The script runtime was closed.' };

const read = (script: string, text: string): GuestAnswer => {
  const answer: unknown = JSON.parse(text);
  if (isTooDeep(answer)) {
    const message = `A value that the handler returned or compared is nested more than ${deepest} deep.`;
    return failed({ code: 'SCRIPT_ERROR', message });
  }
  const decoded = decode(GuestAnswer)(answer);
  return E.isRight(decoded)
    ? namingNearHandlers(script, decoded.right)
    : failed({ code: 'SCRIPT_ERROR', message: 'The script corrupted its own response.' });
};

/** A failure with what the handler had said until then, if that can be read. */
const failedAfter = (
  error: ScriptError,
  { reported = { logs: [], tests: [] }, loading }: Pick<ScriptFailed, 'reported' | 'loading'>,
): GuestAnswer => {
  const { logs, tests } = reported;
  const text = `{"logs":[${logs.join(',')}],"tests":[${tests.join(',')}]}`;
  const decoded = decode(GuestAnswer)({ ...failed(error), ...(JSON.parse(text) as object) });
  return { ...(E.isRight(decoded) ? decoded.right : failed(error)), present: !loading };
};

const readError = (text: string): ScriptError => JSON.parse(text) as ScriptError;

const faultError = ({ fault, message }: HostFaulted): ScriptError => ({ code: codes[fault], message });

/** One script of one execution, wherever it runs at the moment. */
export interface GuestSession {
  readonly call: (handler: Handler, input: string, body?: string, bytes?: Uint8Array) => Promise<GuestAnswer>;
  readonly close: () => void;
}

interface Opening {
  readonly script: string;
  /** JSON text. */
  readonly environment: string;
  /** Whose executions may follow each other in one isolate. */
  readonly workspace?: string;
  readonly signal: AbortSignal;
}

/** How often a call is moved to another host because of its neighbours before it gets one for itself. */
const mostMoves = 5;

/** What the guest holds of a response, which is not handed over again. */
const createHeld = () => {
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

let lastKey = 0;

/** The shared host that a session lives on at the moment, or the one that it visits for a call. */
const createPlace = (pool: Pool) => {
  let host: Host | undefined;
  return {
    /** The host that holds the session, or another; `isNew` when it has to be opened there. */
    find: async (): Promise<{ readonly at: Host; readonly isNew: boolean }> => {
      if (host && pool.isUsable(host)) return { at: host, isNew: false };
      host = await pool.acquire();
      return { at: host, isNew: true };
    },
    /** Has one call answered by a host without neighbours, and leaves it. */
    visit: (key: number, call: (at: Host) => Promise<GuestAnswer>): Promise<GuestAnswer> =>
      pool.alone(async (at) => {
        host = at;
        const answer = await call(at);
        at.closeSession(key);
        host = undefined;
        return answer;
      }),
    /** The host is lost, or no longer holds the session. */
    forget: (): void => {
      host = undefined;
    },
    /** Ends the host, since work of the script may go on in it. */
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

/** Races `work` against the signal; nothing stays behind on it. */
const unlessAborted = async (
  signal: AbortSignal,
  work: Promise<GuestAnswer>,
  onAbort: () => void,
): Promise<GuestAnswer> => {
  let stop: () => void = () => undefined;
  const aborted = new Promise<GuestAnswer>((resolve) => {
    stop = () => {
      onAbort();
      resolve(failed(stopped));
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
 * Opens a session on the pool. A host holds no execution for itself: when one is lost, the script's state is built
 * again elsewhere by repeating the handlers that have ended. A script has no input but what it is handed, its clock
 * and its randomness, and those are repeated too, so that is the same state.
 */
export const openSession = (pool: Pool, { signal, ...opened }: Opening): GuestSession => {
  const key = ++lastKey;
  const seed = randomBytes(32).toString('hex');
  const before: HandlerCall[] = [];
  const readings: number[] = [];
  let absent: readonly Handler[] = [];
  const held = createHeld();
  const place = createPlace(pool);
  let closed = false;

  const isOver = (): boolean => closed || signal.aborted;
  const perform = async (call: HandlerCall, at: Host, isNew: boolean): Promise<GuestAnswer> => {
    if (isOver()) return failed(stopped);
    const open = { ...opened, seed, before: [...before], readings: [...readings] };
    const answer = read(
      opened.script,
      await at.call({ session: key, call, last: call.handler === 'onTest', ...(isNew ? { open } : {}) }),
    );
    before.push(call);
    held.keep(call);
    readings.push(...answer.readings);
    absent = answer.absent;
    return answer;
  };
  const attempt = async (call: HandlerCall, alone: boolean): Promise<GuestAnswer> => {
    if (alone) return place.visit(key, (at) => perform(call, at, true));
    const { at, isNew } = await place.find();
    return perform(call, at, isNew);
  };

  const settle = async (call: HandlerCall, moves = 0, alone = false): Promise<GuestAnswer> => {
    try {
      return await attempt(call, alone);
    } catch (error) {
      if (error instanceof ScriptFailed) return failedAfter(readError(error.message), error);
      if (error instanceof HostFaulted) {
        place.retire();
        return failedAfter(faultError(error), error);
      }
      place.forget();
      // Nobody waits for it any more: it must not begin once more elsewhere.
      if (isOver()) return failed(stopped);
      if (error instanceof PoolClosed) return failed(runtimeClosed);
      if (error instanceof SessionGone) return settle(call, moves + 1, moves >= mostMoves);
      if (!(error instanceof HostLost)) throw error;
      if (alone && !error.onPurpose) return failed(lost);
      // A host that ended by itself was ended by one of those it was running, perhaps this one.
      return settle(call, moves + 1, !error.onPurpose || moves >= mostMoves);
    }
  };

  return {
    call: async (handler, input, body, bytes) => {
      if (signal.aborted) return failed(stopped);
      if (absent.includes(handler)) return nothing;
      return unlessAborted(signal, settle(held.without({ handler, input, body, bytes })), place.retire);
    },
    close: () => {
      closed = true;
      place.close(key);
    },
  };
};
