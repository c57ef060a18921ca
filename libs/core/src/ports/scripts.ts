import type { EnvironmentChange } from '../domain/environment.js';
import type { Cookie, Diagnostic, ScriptError, TestResult } from '../domain/execution.js';
import type { Secret } from '../secrets/redactor.js';

/** Header fields in order; names may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The request as a handler sees it. */
export interface ScriptRequest {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The response as a handler sees it. */
export interface ScriptResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly cookies: readonly Cookie[];
  /** Milliseconds. */
  readonly time: number;
  /** Bytes of the decoded body. */
  readonly size: number;
  readonly url: string;
  /** Null when the body is binary or longer than a script may be handed. */
  readonly body: string | null;
  /** The raw bytes, for `res.bytes()`; absent when they are the body in UTF-8 or too long. */
  readonly bytes?: Uint8Array;
  readonly mocked: boolean;
}

/** The environment as the script finds it. */
export interface ScriptEnvironment {
  readonly name: string | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** What is hidden beside those secrets, and so is never cut through. The script does not get it. */
  readonly hidden?: readonly Secret[];
  /** The workspace whose executions may follow each other in one isolate, each in a context of its own; none without it. */
  readonly workspace?: string;
}

export interface ScriptMock {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: string;
}

/** What a handler says of itself; without `where` it is about the handler. */
export type ScriptDiagnostic = Omit<Diagnostic, 'where'> & { readonly where?: string };

/** What every handler answers. */
export interface HandlerAnswer {
  /** Whether the script has that handler; false with an error for a script that did not load. */
  readonly present: boolean;
  readonly error: ScriptError | null;
  /** What the handler returned, as JSON; null when nothing or when it failed. */
  readonly result: unknown;
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  /** What this handler changed, in order. */
  readonly changes: readonly EnvironmentChange[];
  readonly diagnostics: readonly ScriptDiagnostic[];
}

export interface OnRequestAnswer extends HandlerAnswer {
  /** The request as the handler left it. */
  readonly request: Pick<ScriptRequest, 'url' | 'method' | 'headers' | 'body'>;
  /** The response that the handler gave instead of sending. */
  readonly mock: ScriptMock | null;
}

export interface OnTestAnswer extends HandlerAnswer {
  readonly tests: readonly TestResult[];
}

/** One script of one execution: its module state lives from the first handler to the last. */
export interface ScriptSession {
  readonly onRequest: (request: ScriptRequest) => Promise<OnRequestAnswer>;
  readonly onResponse: (request: ScriptRequest, response: ScriptResponse) => Promise<HandlerAnswer>;
  readonly onTest: (request: ScriptRequest, response: ScriptResponse) => Promise<OnTestAnswer>;
}

/** Runs scripts that nobody trusts. A script's failure is an answer, never a rejection. */
export interface ScriptRuntime {
  /**
   * Opens a session for `script`, hands it to `use` and closes it whatever happens.
   * @param signal ends a running handler, which then answers SCRIPT_ERROR
   */
  readonly withSession: <A>(
    script: string,
    environment: ScriptEnvironment,
    signal: AbortSignal,
    use: (session: ScriptSession) => Promise<A>,
  ) => Promise<A>;
  /** Compiles `script` without running it; null when it parses, else a SCRIPT_ERROR with line and column. */
  readonly check: (script: string) => Promise<ScriptError | null>;
  /** Why a script can never run whatever is in it, naming the limit; null when it may. Nothing is refused when left out. */
  readonly beyondLimit?: (script: string) => string | null;
}
