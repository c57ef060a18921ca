import type { Auth } from '../auth/auth.js';
import type { CookieEdit } from '../cookies/cookie-edit.js';
import type { EnvironmentChange } from '../environments/environment.js';
import type { Cookie, Diagnostic, ScriptError, TestResult } from '../executions/execution.js';
import type { SentStep } from '../executions/execution-network.js';
import type { JarCookie } from '../cookies/jar-cookie.js';
import type { ForeignDialect, ForeignEvent } from '../imports/foreign-scripts.js';
import type { RetainedVariable } from '../executions/retained-variables.js';
import type { Pair } from '../requests/pair.js';
import type { RunControl, ScriptRun } from '../runs/run-control.js';
import type { ScriptCall } from '../executions/script-call.js';
import type { Secret } from '../secrets/redactor.js';

/** Header fields in order; names may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A cookie of the jar for the global `cookies`. */
export type ScriptCookie = Omit<JarCookie, 'receivedBy'> & {
  /** Whether its value is hidden from the caller, so that it has the mark instead. */
  readonly isHidden?: boolean;
};

/** A field of a form; a file has its path as value. */
export interface ScriptFormField {
  readonly name: string;
  readonly value: string;
  /** The content type of a part that says one. */
  readonly contentType?: string;
}

/** The enabled fields of a form in their order. */
export interface ScriptForm {
  readonly type: 'urlencoded' | 'formdata';
  readonly fields: readonly ScriptFormField[];
}

/** A field of a form as it is saved. */
export interface SavedFormField extends ScriptFormField {
  readonly enabled: boolean;
  readonly isFile?: boolean;
}

/** The parts of a GraphQL body, of which the variables are text. */
export interface ScriptGraphql {
  readonly query: string;
  readonly variables: string;
  readonly operationName: string | null;
}

/** What scripts of other tools see of a request beside what is sent: its auth, and also what is disabled, with templates. */
export interface SavedView {
  readonly auth: Auth;
  readonly inheritsAuth: boolean;
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly form: { readonly type: ScriptForm['type']; readonly fields: readonly SavedFormField[] } | null;
  readonly graphql: ScriptGraphql | null;
}

/** The request passed to a handler. */
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
  /** Of the jar as it is now; null if the request does not use it, absent if no script does. */
  readonly cookies?: readonly ScriptCookie[] | null;
  /** Absent if there are no scripts of other tools. */
  readonly saved?: SavedView;
}

/** The request passed to scripts of other tools before its variables are filled in. Its URL has no saved query. */
export interface ForeignRequest extends ScriptRequest {
  readonly query: HeaderList;
  readonly form: ScriptForm | null;
  /** The content type that its body has if no header says one; null for none. */
  readonly contentType: string | null;
  /** The header that its auth sets; null if it sets none. */
  readonly authHeader: readonly [name: string, value: string] | null;
}

/** The response passed to a handler. */
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
  /** Null if the body is binary or exceeds the limit for scripts. */
  readonly body: string | null;
  /** The raw bytes, for `res.bytes()`; absent when they are the body in UTF-8 or too long. */
  readonly bytes?: Uint8Array;
  readonly mocked: boolean;
}

/** The environment at the start of the script. */
export interface ScriptEnvironment {
  readonly name: string | null;
  /** The values as scripts get them: text, numbers, booleans, null, objects and lists. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Set when the scripts get no secrets: the names of those that they would have, and why. */
  readonly withheld?: { readonly names: readonly string[]; readonly why: string };
  /** What is hidden beside those secrets, and so is never cut through. The script does not get it. */
  readonly hidden?: readonly Secret[];
  /** The workspace whose executions may follow each other in one isolate, each in a context of its own; none without it. */
  readonly workspace?: string;
  /** Whether onResponse and onTest run from the outside in too. */
  readonly isSequential?: boolean;
  /** The run that the execution is part of; absent if it is alone. */
  readonly run?: ScriptRun;
  /** For scripts of other tools alone. */
  readonly foreign?: ForeignEnvironment;
}

type Values = Readonly<Record<string, unknown>>;

/** What scripts of other tools can ask of the request and what is around it. */
export interface ForeignEnvironment {
  /** The variables of the workspace, those of the folders around the request, and its own. */
  readonly collection: Values;
  readonly folder: Values;
  readonly request: Values;
  /** Those of Postman's globals, which are an environment of that name here. */
  readonly globals: Values;
  /** What scripts of the workspace have kept in memory. */
  readonly kept: readonly RetainedVariable[];
  readonly collectionName: string;
  /** The names of the collection, of the folders in it and of the request. */
  readonly location: readonly string[];
  /** The folder of the workspace. */
  readonly cwd: string;
  readonly tags: readonly string[];
  /** The kind of auth. */
  readonly auth: string;
  readonly timeoutMs: number | null;
  readonly isSequential: boolean;
  /** The variables of the process that scripts may read. */
  readonly processVariables: Readonly<Record<string, string>>;
}

/** The response that `onRequest` gave in place of the server. */
export interface ScriptMock {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: string;
}

/** One of the scripts of an execution. */
export interface NamedScript {
  /** The file that it comes from, such as `users/folder.js`; null for the script of the request itself. */
  readonly name: string | null;
  readonly text: string;
  /** What tool it is from and when it runs, or that others require it; absent for a module of ours. */
  readonly foreign?: { readonly dialect: ForeignDialect; readonly event: ForeignEvent | 'required' };
  /** By the names in its text the names of the scripts that it requires, or why it cannot; absent if it requires none. */
  readonly requires?: Readonly<Record<string, { readonly file: string } | { readonly problem: string }>>;
}

/** A message about a script; without `where` it concerns the handler. */
export type ScriptDiagnostic = Omit<Diagnostic, 'where'> & { readonly where?: string };

/** The result of any handler. */
export interface HandlerAnswer {
  /** Whether the script has this handler; false, with an error, if the script did not load. */
  readonly present: boolean;
  readonly error: ScriptError | null;
  /** The handler's return value as JSON; null if it returned nothing or failed. */
  readonly result: unknown;
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  /** The changes this handler made, in order. */
  readonly changes: readonly EnvironmentChange[];
  /** Its changes of cookies, in order; absent if there are none. */
  readonly cookieEdits?: readonly CookieEdit[];
  /** What it asked of the run; absent if nothing. `skip` counts in onRequest only. */
  readonly control?: RunControl;
  /** The variables that scripts of other tools set or removed in memory, in order; absent if there are none. */
  readonly kept?: readonly RetainedVariable[];
  /** The tests of scripts of other tools; absent if there are none. In onTest those of our scripts. */
  readonly tests?: readonly TestResult[];
  readonly diagnostics: readonly ScriptDiagnostic[];
  /** What it sent while it ran; absent if nothing. */
  readonly steps?: readonly SentStep[];
}

/** What scripts of other tools made of a request before its variables are filled in. */
export interface BeforeRequestAnswer extends HandlerAnswer {
  readonly request: Pick<ForeignRequest, 'url' | 'method' | 'headers' | 'body' | 'query' | 'form'> & {
    /** The values of its path parameters, where a script changed one. */
    readonly pathParams?: Readonly<Record<string, string>>;
    /** The content type of a body that a script replaced, where it said one. */
    readonly bodyType?: string;
    /** Set where a script changed one, or made one of another body. */
    readonly graphql?: ScriptGraphql;
    /** Set where a script changed it. */
    readonly auth?: Auth;
    /** Set where a script said so. */
    readonly timeoutMs?: number;
    readonly maxRedirects?: number;
    /** Whether the header of its auth was removed or replaced. */
    readonly withoutAuth?: boolean;
  };
  /** Variables for this execution alone, which win over all others. */
  readonly locals: Values;
}

/** The line of a script; without `script` of the request's own. */
export interface ScriptSite {
  readonly script?: string;
  readonly line?: number;
}

/** Where scripts last set what: `url`, `method`, `body`, or a header such as `headers.accept`. */
export type ScriptSites = Readonly<Record<string, ScriptSite>>;

export interface OnRequestAnswer extends HandlerAnswer {
  /** The request after the handler. */
  readonly request: Pick<ScriptRequest, 'url' | 'method' | 'headers' | 'body'>;
  /** The mock response that the handler set instead of sending. */
  readonly mock: ScriptMock | null;
  /** Absent if the scripts set nothing. */
  readonly sites?: ScriptSites;
}

export interface OnTestAnswer extends HandlerAnswer {
  readonly tests: readonly TestResult[];
}

/**
 * The scripts of one execution, each a module whose state lives from the first handler to the last. In onRequest they run from
 * the outside in, in onResponse and onTest from the inside out unless the environment says otherwise, and the first that fails is the last that runs.
 */
export interface ScriptSession {
  /** Runs the scripts of other tools before the variables are filled in; absent if there are none. */
  readonly beforeRequest?: (request: ForeignRequest) => Promise<BeforeRequestAnswer>;
  readonly onRequest: (request: ScriptRequest) => Promise<OnRequestAnswer>;
  readonly onResponse: (request: ScriptRequest, response: ScriptResponse) => Promise<HandlerAnswer>;
  readonly onTest: (request: ScriptRequest, response: ScriptResponse) => Promise<OnTestAnswer>;
}

/** What a script gets for a call. */
export interface ScriptCallAnswer {
  readonly outcome:
    | {
        readonly response: ScriptResponse;
        /** Of a saved request. */
        readonly execution?: {
          readonly id: string;
          readonly tests: readonly Pick<TestResult, 'name' | 'status'>[];
        };
      }
    /** `cause` is the code of the system or of TLS, such as ECONNREFUSED. */
    | { readonly error: Pick<ScriptError, 'code' | 'message'> & { readonly cause?: string } };
  /** What the scripts of a saved request have set; absent if nothing. */
  readonly changes?: readonly EnvironmentChange[];
  /** What they have kept in memory; absent if nothing. */
  readonly kept?: readonly RetainedVariable[];
  /** Values that are hidden in what it says, and so are never cut through. */
  readonly secrets?: readonly Secret[];
}

/**
 * Answers a call of a script; a failure is an answer, never a rejection.
 * @param signal aborts when nobody waits for the answer any more
 */
export type AnswerScriptCall = (call: ScriptCall, signal: AbortSignal) => Promise<ScriptCallAnswer>;

/** Runs untrusted scripts. A script's failure is part of the result, never a rejection. */
export interface ScriptRuntime {
  /**
   * Opens a session, passes it to `use` and always closes it.
   * @param scripts those around the request from the outside in, then its own; or its own alone, as text
   * @param signal stops a running handler, which then fails with SCRIPT_ERROR
   * @param answer answers the calls of the scripts, each once, wherever the session moves; without it, all are refused
   */
  readonly withSession: <A>(
    scripts: string | readonly NamedScript[],
    environment: ScriptEnvironment,
    signal: AbortSignal,
    use: (session: ScriptSession) => Promise<A>,
    answer?: AnswerScriptCall,
  ) => Promise<A>;
  /** How deep the executions may be nested that scripts call; {@link scriptCallLimits} if left out. */
  readonly nesting?: number;
  /** Compiles `script` without running it; null if it parses, otherwise a SCRIPT_ERROR with line and column. */
  readonly check: (script: string) => Promise<ScriptError | null>;
  /** Why a script can never run whatever is in it, naming the limit; null when it may. Nothing is refused when left out. */
  readonly beyondLimit?: (script: string) => string | null;
}
