import { EnvironmentChange, ScriptError } from '@tandem/core';
import { Json, oneOf, struct, t } from '@tandem/core/codec';

/** The handlers of a script, in their order. */
export type Handler = 'onRequest' | 'onResponse' | 'onTest';

/** One handler with what it is given, as JSON text. */
export interface HandlerCall {
  readonly handler: Handler;
  readonly input: string;
  /** The body of the response, when it is not the one of the handler before; apart, since as JSON it would be escaped. */
  readonly body?: string;
  /** The raw bytes of the response, when they are not its body in UTF-8 and not those of the handler before. */
  readonly bytes?: Uint8Array;
}

/** What a host needs to open a session, at first or once more. */
export interface Opening {
  /** Whose executions may follow this one in its isolate; none without it. */
  readonly workspace?: string;
  readonly script: string;
  /** JSON text. */
  readonly environment: string;
  /** 64 hexadecimal digits that all randomness of the session follows from. */
  readonly seed: string;
  /** Handlers that have ended; they are repeated to build the script's state. */
  readonly before: readonly HandlerCall[];
  /** What the script read from the clock so far: values and counts in turn. */
  readonly readings: readonly number[];
}

/** What the parent asks of a host. */
export type ToHost =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly session: number;
      /** Present when the host does not hold the session yet. */
      readonly open?: Opening;
      readonly call: HandlerCall;
      /** Whether the host lets go of the session once it has answered, which spares a message. */
      readonly last: boolean;
    }
  | { readonly kind: 'close'; readonly session: number }
  | { readonly kind: 'check'; readonly id: number; readonly script: string };

/** Why a handler did not come to an end by itself. */
export type HostFault = 'timeout' | 'memory' | 'too-large' | 'broken';

/** What a handler had said when it failed, as JSON texts. */
export interface Reported {
  readonly logs: readonly string[];
  readonly tests: readonly string[];
}

/** What a host answers. A fault ends the host: the parent replaces it. */
export type FromHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly error: string;
      readonly reported?: Reported;
      readonly loading?: boolean;
    }
  /** The session was given up while it was idle, to save memory; it is to be opened once more. */
  | { readonly kind: 'gone'; readonly id: number }
  | {
      readonly kind: 'fault';
      readonly id: number;
      readonly fault: HostFault;
      readonly message: string;
      readonly reported?: Reported;
      /** Whether the script had not loaded yet, so that none of its handlers had begun. */
      readonly loading?: boolean;
    };

const HeaderPairs = t.readonlyArray(t.tuple([t.string, t.string]), 'a list of fields');

const GuestTest = struct("a script's test", {
  name: t.string,
  suite: t.readonlyArray(t.string),
  status: oneOf('passed', 'failed', 'skipped'),
  durationMs: t.number,
  error: t.union([
    t.null,
    struct('a test error', { message: t.string }, { place: t.string, expected: Json, actual: Json }),
  ]),
});

/** A test's result as it crosses: the place in the script is apart until the message has its length. */
export type GuestTest = t.TypeOf<typeof GuestTest>;

/** What a guest answers; a script can forge it, so it is decoded like anything from outside. */
export const GuestAnswer = struct(
  "a script's answer",
  {
    present: t.boolean,
    error: t.union([t.null, ScriptError]),
    result: Json,
    logs: t.readonlyArray(
      struct(
        'a console line',
        { level: oneOf('log', 'info', 'warn', 'error', 'debug'), message: t.string },
        { shown: t.number },
      ),
    ),
    changes: t.readonlyArray(EnvironmentChange),
    diagnostics: t.readonlyArray(
      struct('a diagnostic', { code: t.string, message: t.string }, { where: t.string }),
    ),
    tests: t.readonlyArray(GuestTest),
    readings: t.readonlyArray(t.number),
    /** Handlers that need not be called: the script does not have them, and nothing of it waits to go on by itself. */
    absent: t.readonlyArray(oneOf('onRequest', 'onResponse', 'onTest')),
  },
  {
    request: struct('a changed request', {
      url: t.string,
      method: t.string,
      headers: HeaderPairs,
      body: t.union([t.string, t.null]),
    }),
    mock: t.union([
      t.null,
      struct('a mock', { status: t.number, statusText: t.string, headers: HeaderPairs, body: t.string }),
    ]),
  },
);
export type GuestAnswer = t.TypeOf<typeof GuestAnswer>;
