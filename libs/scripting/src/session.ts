import { randomBytes } from 'node:crypto';

import type { NamedScript, ScriptError } from '@tandem/core';
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

const read = (scripts: readonly NamedScript[], text: string): GuestAnswer => {
  const answer: unknown = JSON.parse(text);
  if (isTooDeep(answer)) {
    const message = `A value that the handler returned or compared is nested more than ${deepest} deep.`;
    return failed({ code: 'SCRIPT_ERROR', message });
  }
  const decoded = decode(GuestAnswer)(answer);
  return E.isRight(decoded)
    ? namingNearHandlers(scripts, decoded.right)
    : failed({ code: 'SCRIPT_ERROR', message: 'The script corrupted its own response.' });
};

/** A failure with the handler's reports so far, if they can be decoded. */
const failedAfter = (
  error: ScriptError,
  { reported, loading }: Pick<ScriptFailed, 'reported' | 'loading'>,
): GuestAnswer => {
  const { logs, tests } = reported ?? { logs: [], tests: [] };
  const text = `{"logs":[${logs.join(',')}],"tests":[${tests.join(',')}]}`;
  const decoded = decode(GuestAnswer)({ ...failed(error), ...(JSON.parse(text) as object) });
  return { ...(E.isRight(decoded) ? decoded.right : failed(error)), present: !loading };
};

const readError = (text: string): ScriptError => JSON.parse(text) as ScriptError;

/** The script around the request's own that a call was in; undefined if it was in the request's own. */
const scriptIn = (
  scripts: readonly NamedScript[],
  { reported, loading }: Pick<HostFaulted, 'reported' | 'loading'>,
): string | undefined => {
  const last = reported?.scripts.at(-1);
  const began = ({ name }: NamedScript, index: number) =>
    last === undefined ? loading && index === 0 : JSON.stringify(name) === last;
  return scripts.find(began)?.name ?? undefined;
};

const faultError = (scripts: readonly NamedScript[], error: HostFaulted): ScriptError => {
  const script = scriptIn(scripts, error);
  return { code: codes[error.fault], message: error.message, ...(script === undefined ? {} : { script }) };
};

/** The scripts of one execution, on whichever host they currently are. */
export interface GuestSession {
  readonly call: (handler: Handler, input: string, body?: string, bytes?: Uint8Array) => Promise<GuestAnswer>;
  readonly close: () => void;
}

interface Opening {
  readonly scripts: readonly NamedScript[];
  /** As JSON. */
  readonly environment: string;
  /** Executions of one workspace may reuse an isolate. */
  readonly workspace?: string;
  readonly signal: AbortSignal;
}

/** How often a call moves to another host because of other scripts before it runs alone. */
const mostMoves = 5;

/** The body that the guest already has, which is not sent again. */
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

/** The shared host of a session, or the quarantined host of a single call. */
const createPlace = (pool: Pool) => {
  let host: Host | undefined;
  return {
    /** The session's host, or another one; `isNew` if the session has to be opened there. */
    find: async (): Promise<{ readonly at: Host; readonly isNew: boolean }> => {
      if (host && pool.isUsable(host)) return { at: host, isNew: false };
      host = await pool.acquire();
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
    /** Retires the host, because work of the script may still be running there. */
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

/** Races `work` against the signal and removes its listener afterwards. */
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
 * Opens a session on the pool. No session owns a host: if a host is lost, the script's state is rebuilt on another one by
 * repeating the finished handlers. A script's only inputs are its arguments, its clock and its random values, which are
 * repeated too, so the state is the same.
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
      opened.scripts,
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
        return failedAfter(faultError(opened.scripts, error), error);
      }
      place.forget();
      // The call is cancelled and must not be started again on another host.
      if (isOver()) return failed(stopped);
      if (error instanceof PoolClosed) return failed(runtimeClosed);
      if (error instanceof SessionGone) return settle(call, moves + 1, moves >= mostMoves);
      if (!(error instanceof HostLost)) throw error;
      if (alone && !error.onPurpose) return failed(lost);
      // A host that ended by itself was ended by one of its running scripts, perhaps this one.
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
