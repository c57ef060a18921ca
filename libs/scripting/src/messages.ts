import {
  CookieEdit,
  EnvironmentChange,
  RetainedVariable,
  type NamedScript,
  RunControl,
  ScriptError,
} from '@tandem/core';
import { Json, oneOf, struct, t } from '@tandem/core/codec';

/** The handlers of our scripts, in execution order. */
export type OwnHandler = 'onRequest' | 'onResponse' | 'onTest';

/** A handler of any script. In `beforeRequest`, only other tools' scripts run. */
export type Handler = 'beforeRequest' | OwnHandler;

/** One handler call with its input as JSON. */
export interface HandlerCall {
  readonly handler: Handler;
  readonly input: string;
  /**
   * The response body if it changed since the previous handler. Separate because escaping it as JSON would be
   * expensive.
   */
  readonly body?: string;
  /** The raw bytes of the response if they are not the UTF-8 of its body and changed since the previous handler. */
  readonly bytes?: Uint8Array;
}

/** Everything that a host needs to open or reopen a session. */
export interface SessionOpening {
  /** Isolates are reused only within this workspace; never if omitted. */
  readonly workspace?: string;
  /** The scripts, from the outside in. */
  readonly scripts: readonly NamedScript[];
  /** As JSON. */
  readonly environment: string;
  /** 64 hexadecimal digits, the seed of all random values in the session. */
  readonly seed: string;
  /** Finished handlers, which are repeated to rebuild the script's state. */
  readonly before: readonly HandlerCall[];
  /** The script's clock readings so far. Values and counts alternate. */
  readonly readings: readonly number[];
}

/** A script's call while a handler runs. */
export interface CallQuestion {
  /** The call's number in the session. A rebuilt session makes the same call with the same number. */
  readonly ask: number;
  /** A `ScriptCall` as JSON. */
  readonly text: string;
  /** The clock readings since the last call, as JSON. */
  readonly readings: string;
}

/** The answer to a call, as JSON. A response's body and bytes are separate. */
export interface CallAnswer {
  readonly text: string;
  readonly body?: string;
  readonly bytes?: Uint8Array;
}

/** A request to a host. */
export type ToHost =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly session: number;
      /** The session to open. It is set if the host does not have it yet. */
      readonly open?: SessionOpening;
      readonly call: HandlerCall;
      /** Whether the host should close the session after this call, which saves a message. */
      readonly last: boolean;
    }
  | { readonly kind: 'told'; readonly session: number; readonly ask: number; readonly told: CallAnswer }
  | { readonly kind: 'close'; readonly session: number }
  | { readonly kind: 'check'; readonly id: number; readonly script: string };

/** Why a handler did not end by itself. */
export type HostFault = 'timeout' | 'memory' | 'too-large' | 'broken';

/** A handler's reports before it failed, as JSON. */
export interface HandlerReports {
  readonly logs: readonly string[];
  readonly tests: readonly string[];
  /** The name of each script that began, if there are scripts around the request's own. */
  readonly scripts: readonly string[];
}

/** A message from a host. After a fault, the parent replaces the host. */
export type FromHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly error: string;
      readonly reported?: HandlerReports;
      readonly loading?: boolean;
    }
  /** A call that the handler waits for. */
  | ({ readonly kind: 'ask'; readonly id: number } & CallQuestion)
  /** The session was discarded while idle to save memory and has to be reopened. */
  | { readonly kind: 'gone'; readonly id: number }
  | {
      readonly kind: 'fault';
      readonly id: number;
      readonly fault: HostFault;
      readonly message: string;
      readonly reported?: HandlerReports;
      /** Whether the script had not finished loading, so that no handler had started. */
      readonly loading?: boolean;
    };

const HeaderPairs = t.readonlyArray(t.tuple([t.string, t.string]), 'a list of fields');

const GuestTest = struct(
  "a script's test",
  {
    name: t.string,
    suite: t.readonlyArray(t.string),
    status: oneOf('passed', 'failed', 'skipped'),
    durationMs: t.number,
    error: t.union([
      t.null,
      struct('a test error', { message: t.string }, { place: t.string, expected: Json, actual: Json }),
    ]),
  },
  { script: t.string },
);

/** A test result as sent by the guest. The location is separate until the message is shortened. */
export type GuestTest = t.TypeOf<typeof GuestTest>;

/** A guest's answer. A script can forge it, so it is decoded like any external input. */
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
    /** Handlers that need not be called: the script does not define them, and has no pending work. */
    absent: t.readonlyArray(oneOf('beforeRequest', 'onRequest', 'onResponse', 'onTest')),
  },
  {
    cookieEdits: t.readonlyArray(CookieEdit),
    control: RunControl,
    request: struct(
      'a changed request',
      { url: t.string, method: t.string, headers: HeaderPairs, body: t.union([t.string, t.null]) },
      {
        query: HeaderPairs,
        form: t.union([
          t.null,
          struct('a form', {
            type: oneOf('urlencoded', 'formdata'),
            fields: t.readonlyArray(
              struct('a field', { name: t.string, value: t.string }, { contentType: t.string }),
            ),
          }),
        ]),
        pathParams: t.record(t.string, t.string),
        bodyType: t.string,
        timeoutMs: t.number,
        maxRedirects: t.number,
        withoutAuth: t.boolean,
        graphql: struct('a GraphQL body', {
          query: t.string,
          variables: t.string,
          operationName: t.union([t.null, t.string]),
        }),
        /** The auth in Postman's format. */
        auth: Json,
      },
    ),
    locals: t.record(t.string, Json),
    kept: t.readonlyArray(RetainedVariable),
    /** The location of the last change of each part of the request. */
    sites: t.record(t.string, struct('a place of a script', {}, { script: t.string, line: t.number })),
    mock: t.union([
      t.null,
      struct('a mock', { status: t.number, statusText: t.string, headers: HeaderPairs, body: t.string }),
    ]),
  },
);
export type GuestAnswer = t.TypeOf<typeof GuestAnswer>;
