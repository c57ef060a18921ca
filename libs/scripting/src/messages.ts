import {
  CookieEdit,
  EnvironmentChange,
  RetainedVariable,
  type NamedScript,
  RunControl,
  ScriptError,
} from '@tandem/core';
import { Json, oneOf, struct, t } from '@tandem/core/codec';

/** The handlers of Tandem's own scripts, in the order in which they run. */
export type OwnHandler = 'onRequest' | 'onResponse' | 'onTest';

/** A handler of any script. In `beforeRequest`, only scripts of other tools run. */
export type Handler = 'beforeRequest' | OwnHandler;

/** A call of a handler, with its input as JSON. */
export interface HandlerCall {
  readonly handler: Handler;
  readonly input: string;
  /**
   * The body of the response, if it has changed since the previous handler. It is separate because escaping it as JSON would be expensive.
   */
  readonly body?: string;
  /** The bytes of the response, if they have changed since the previous handler and are not just the body in UTF-8. */
  readonly bytes?: Uint8Array;
}

/** The data with which a host opens a session, or opens it again. */
export interface SessionOpening {
  /** The workspace within which isolates are reused. If missing, they are not. */
  readonly workspace?: string;
  /** The scripts, from the workspace inwards. */
  readonly scripts: readonly NamedScript[];
  /** The environment as JSON. */
  readonly environment: string;
  /** The seed of all random values in the session, as 64 hexadecimal digits. */
  readonly seed: string;
  /** The handlers that have finished. They are repeated to rebuild the state of the script. */
  readonly before: readonly HandlerCall[];
  /** The script's clock readings so far. Values and counts alternate. */
  readonly readings: readonly number[];
}

/** A call that a script makes while a handler runs. */
export interface CallQuestion {
  /** The number of the call in the session. A rebuilt session makes the same call with the same number. */
  readonly ask: number;
  /** A `ScriptCall` as JSON. */
  readonly text: string;
  /** The clock readings since the last call, as JSON. */
  readonly readings: string;
}

/** The answer to a call, as JSON. The body and bytes of a response are separate. */
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
      /** The session to open. Set if the host does not have it yet. */
      readonly open?: SessionOpening;
      readonly call: HandlerCall;
      /** Whether the host should close the session after this call, which saves a message. */
      readonly last: boolean;
    }
  | { readonly kind: 'told'; readonly session: number; readonly ask: number; readonly told: CallAnswer }
  | { readonly kind: 'close'; readonly session: number }
  | { readonly kind: 'check'; readonly id: number; readonly script: string };

/** Why a handler had to be ended. */
export type HostFault = 'timeout' | 'memory' | 'too-large' | 'broken';

/** The reports of a handler before it failed, as JSON. */
export interface HandlerReports {
  readonly logs: readonly string[];
  readonly tests: readonly string[];
  /** The name of each script whose handler began, if folders or the workspace have scripts. */
  readonly scripts: readonly string[];
}

/** A message from a host. After a fault, the parent process replaces the host. */
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
      /** Whether the script was still loading, so that no handler had started. */
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

/** A test result as the guest sends it. The location is separate until the message has been shortened. */
export type GuestTest = t.TypeOf<typeof GuestTest>;

/** An answer of a guest. Scripts can forge it, so it is decoded like any input from outside. */
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
    /** The handlers that need no call: the script does not define them and has no pending work. */
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
    /** For each part of the request, the script and line that last changed it. */
    sites: t.record(t.string, struct('a place of a script', {}, { script: t.string, line: t.number })),
    mock: t.union([
      t.null,
      struct('a mock', { status: t.number, statusText: t.string, headers: HeaderPairs, body: t.string }),
    ]),
  },
);
export type GuestAnswer = t.TypeOf<typeof GuestAnswer>;
