import type { Auth } from '../auth/auth.js';
import type { CookieEdit, JarCookie } from '../cookies/jar-cookie.js';
import type { EnvironmentChange } from '../environments/environment.js';
import type { AppError } from '../errors.js';
import type { Cookie, Diagnostic, ScriptError, SentStep, TestResult } from '../executions/execution.js';
import type { RetainedVariable, ScriptCall } from '../executions/script-call.js';
import type { TE } from '../fp.js';
import type { ForeignDialect, ForeignEvent } from '../imports/foreign-scripts.js';
import type { HeaderList, Pair } from '../requests/fields.js';
import type { RunControl, ScriptRun } from '../runs/run.js';
import type { Secret } from '../secrets/redactor.js';
import type { WorkspaceFolder } from './folder-sync.js';

/** A cookie of the jar, for the global `cookies` of scripts. */
export type ScriptCookie = Omit<JarCookie, 'receivedBy'> & {
  /** Whether the caller must not see the value. The script then gets a replacement instead of it. */
  readonly isHidden?: boolean;
};

/** A form field. A file has its path as value. */
export interface ScriptFormField {
  readonly name: string;
  readonly value: string;
  /** The part's own content type. */
  readonly contentType?: string;
}

/** The enabled form fields in order. */
export interface ScriptForm {
  readonly type: 'urlencoded' | 'formdata';
  readonly fields: readonly ScriptFormField[];
}

/** A form field as saved. */
export interface SavedFormField extends ScriptFormField {
  readonly enabled: boolean;
  readonly isFile?: boolean;
}

/** The parts of a GraphQL body. Its variables are text. */
export interface ScriptGraphql {
  readonly query: string;
  readonly variables: string;
  readonly operationName: string | null;
}

/** The parts of a request that only scripts of other tools see: its auth and its disabled parts, before variables are filled in. */
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
  /** The cookies in the jar; null if the request does not use the jar, missing if no script uses it. */
  readonly cookies?: readonly ScriptCookie[] | null;
  /** The saved request; missing if there are no scripts of other tools. */
  readonly saved?: SavedView;
}

/** The request passed to scripts of other tools before its variables are filled in. Its URL does not contain the saved query. */
export interface ForeignRequest extends ScriptRequest {
  readonly query: HeaderList;
  readonly form: ScriptForm | null;
  /** The content type of the body if no header sets one; null if there is none. */
  readonly contentType: string | null;
  /** The header that the auth sets; null if it sets none. */
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
  /** Size of the decoded body, in bytes. */
  readonly size: number;
  readonly url: string;
  /** The text of the body; null if the body is binary or exceeds the limit for scripts. */
  readonly body: string | null;
  /** The raw bytes, for `res.bytes()`. Missing if they equal the body in UTF-8 or are too long. */
  readonly bytes?: Uint8Array;
  readonly mocked: boolean;
}

/** The environment at the start of the script. */
export interface ScriptEnvironment {
  readonly name: string | null;
  /** The values as scripts see them: strings, numbers, booleans, null, objects and lists. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** The names of the secrets that scripts do not get, and why; absent if they get all secrets. */
  readonly withheld?: { readonly names: readonly string[]; readonly why: string };
  /** Additional values to redact in the output, which is never cut inside such a value. The script does not get these values. */
  readonly hidden?: readonly Secret[];
  /**
   * The workspace whose executions may share one isolate. Each execution has a context of its own. If missing, the isolate is not shared.
   */
  readonly workspace?: string;
  /** Whether onResponse and onTest also run from the workspace down to the request, as onRequest does. */
  readonly isSequential?: boolean;
  /** The run that contains the execution; missing if there is none. */
  readonly run?: ScriptRun;
  /** The data that only scripts of other tools can read. */
  readonly foreign?: ForeignEnvironment;
}

type Values = Readonly<Record<string, unknown>>;

/** Data about the request and its workspace that scripts of other tools can read. */
export interface ForeignEnvironment {
  /** The variables of the workspace; `folder` and `request` are those of the folders and the request. */
  readonly collection: Values;
  readonly folder: Values;
  readonly request: Values;
  /** Postman's globals. Tandem stores them as an environment with this name. */
  readonly globals: Values;
  /** The variables that scripts of the workspace have retained in memory. */
  readonly kept: readonly RetainedVariable[];
  readonly collectionName: string;
  /** The names of the collection, of the folders and of the request. */
  readonly location: readonly string[];
  /** The folder of the workspace. */
  readonly cwd: string;
  readonly tags: readonly string[];
  /** The description of the request; absent if there is none. */
  readonly description?: string;
  /** The kind of the request's auth. */
  readonly auth: string;
  readonly timeoutMs: number | null;
  readonly isSequential: boolean;
  /** The process environment variables that scripts may read. */
  readonly processVariables: Readonly<Record<string, string>>;
  /** The answers to prompts, by names such as `?Label`; absent if there are no prompts. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Problems in the `.env` files that define some of the process variables; absent if there are none. */
  readonly envFileProblems?: readonly string[];
}

/** The response that `onRequest` returned instead of the server. */
export interface ScriptMock {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: string;
}

/** A script of an execution, with its name. */
export interface NamedScript {
  /** The file of the script, such as `users/folder.js`; null for the request's own script. */
  readonly name: string | null;
  readonly text: string;
  /**
   * The tool of the script, and the event at which it runs, or `required` if other scripts require it; missing for Tandem's own modules.
   */
  readonly foreign?: { readonly dialect: ForeignDialect; readonly event: ForeignEvent | 'required' };
  /** For each name that the script requires, the name of that script or why it is unavailable; missing if it requires none. */
  readonly requires?: Readonly<Record<string, { readonly file: string } | { readonly problem: string }>>;
}

/** A message about a script. Without `where`, it is about the handler. */
export type ScriptDiagnostic = Omit<Diagnostic, 'where'> & { readonly where?: string };

/** The result of any handler. */
export interface HandlerAnswer {
  /** Whether the script has this handler. If the script did not load, this is false and there is an error. */
  readonly present: boolean;
  readonly error: ScriptError | null;
  /** The handler's return value as JSON; null if the handler returned nothing or failed. */
  readonly result: unknown;
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  /** The changes that this handler made to variables, in order. */
  readonly changes: readonly EnvironmentChange[];
  /** The cookie changes by this handler, in order; missing if there are none. */
  readonly cookieEdits?: readonly CookieEdit[];
  /** The handler's instruction to the run; absent if it gave none. `skip` only applies in onRequest. */
  readonly control?: RunControl;
  /** The variables that scripts of other tools set or removed in memory, in order; missing if there are none. */
  readonly kept?: readonly RetainedVariable[];
  /** The tests in scripts of other tools; missing if there are none. In onTest, the tests of Tandem scripts. */
  readonly tests?: readonly TestResult[];
  readonly diagnostics: readonly ScriptDiagnostic[];
  /** The requests that the handler sent; missing if it sent none. */
  readonly steps?: readonly SentStep[];
}

/** A request as scripts of other tools changed it, before its variables are filled in. */
export interface BeforeRequestAnswer extends HandlerAnswer {
  readonly request: Pick<ForeignRequest, 'url' | 'method' | 'headers' | 'body' | 'query' | 'form'> & {
    /** The values of the path parameters, if a script changed one of them. */
    readonly pathParams?: Readonly<Record<string, string>>;
    /** The content type of the new body, if the script set it. */
    readonly bodyType?: string;
    /** The GraphQL body, if a script changed it or converted another body to it. */
    readonly graphql?: ScriptGraphql;
    /** Set if a script changed it. */
    readonly auth?: Auth;
    /** Set if a script requested it. */
    readonly timeoutMs?: number;
    readonly maxRedirects?: number;
    /** Whether a script removed or replaced the header of the auth. */
    readonly withoutAuth?: boolean;
  };
  /** Variables for this execution only. They take precedence over all others. */
  readonly locals: Values;
}

/** A line of a script. If `script` is missing, it is the request's own script. */
export interface ScriptSite {
  readonly script?: string;
  readonly line?: number;
}

/** The line of a script that last set each part of the request: `url`, `method`, `body`, or a header such as `headers.accept`. */
export type ScriptSites = Readonly<Record<string, ScriptSite>>;

export interface OnRequestAnswer extends HandlerAnswer {
  /** The request as the handler left it. */
  readonly request: Pick<ScriptRequest, 'url' | 'method' | 'headers' | 'body'>;
  /** The mock response that the handler set, so that nothing is sent. */
  readonly mock: ScriptMock | null;
  /** The lines at which scripts set parts of the request; absent if they set none. */
  readonly sites?: ScriptSites;
}

export interface OnTestAnswer extends HandlerAnswer {
  readonly tests: readonly TestResult[];
}

/**
 * The scripts of one execution. Each is a module that keeps its state from the first handler to the last. onRequest handlers run from
 * the outside in. onResponse and onTest run from the inside out, unless the environment says otherwise. After the first failure, the
 * remaining handlers do not run.
 */
export interface ScriptSession {
  /** Runs the scripts of other tools before the variables are filled in; missing if there are none. */
  readonly beforeRequest?: (request: ForeignRequest) => Promise<BeforeRequestAnswer>;
  readonly onRequest: (request: ScriptRequest) => Promise<OnRequestAnswer>;
  readonly onResponse: (request: ScriptRequest, response: ScriptResponse) => Promise<HandlerAnswer>;
  readonly onTest: (request: ScriptRequest, response: ScriptResponse) => Promise<OnTestAnswer>;
}

/** The answer to a script's call. */
export interface ScriptCallAnswer {
  readonly outcome:
    | {
        readonly response: ScriptResponse;
        /** The execution and its tests, if the call executed a saved request. */
        readonly execution?: {
          readonly id: string;
          readonly tests: readonly Pick<TestResult, 'name' | 'status'>[];
        };
      }
    /** `cause` is the error code of the system or of TLS, such as ECONNREFUSED. */
    | { readonly error: Pick<ScriptError, 'code' | 'message'> & { readonly cause?: string } };
  /** The environment changes by the scripts of the saved request; missing if there are none. */
  readonly changes?: readonly EnvironmentChange[];
  /** The variables that these scripts retained in memory; missing if there are none. */
  readonly kept?: readonly RetainedVariable[];
  /** Values to redact in the script's output, which is never cut inside such a value. */
  readonly secrets?: readonly Secret[];
}

/**
 * Answers a script's call. A failure is returned as an answer; the promise never rejects.
 * @param signal aborts when the script no longer waits for the answer
 */
export type AnswerScriptCall = (call: ScriptCall, signal: AbortSignal) => Promise<ScriptCallAnswer>;

/** Runs untrusted scripts. A script's failure is part of the result; promises never reject. */
export interface ScriptRuntime {
  /**
   * Opens a session, passes it to `use` and always closes it.
   * @param scripts the scripts of the folders from the outside in, then the request's own; or only the request's own, as text
   * @param signal stops a running handler, which then fails with SCRIPT_ERROR
   * @param answer answers each call of the scripts once, even if the session moves to another isolate meanwhile; if omitted, all calls are
   * refused
   */
  readonly withSession: <A>(
    scripts: string | readonly NamedScript[],
    environment: ScriptEnvironment,
    signal: AbortSignal,
    use: (session: ScriptSession) => Promise<A>,
    answer?: AnswerScriptCall,
  ) => Promise<A>;
  /** Maximum nesting of executions called by scripts; {@link scriptCallLimits} if omitted. */
  readonly nesting?: number;
  /** Compiles `script` without running it; null if it parses, otherwise a SCRIPT_ERROR with line and column. */
  readonly check: (script: string) => Promise<ScriptError | null>;
  /** Why the script can never run, naming the limit that it exceeds; null if it may run. If omitted, nothing is refused. */
  readonly beyondLimit?: (script: string) => string | null;
}

/** A required file, or why it cannot be used, as the end of a sentence about the file. */
export type ScriptFile =
  { readonly file: string; readonly text: string } | { readonly file: string; readonly problem: string };

/** Reads the files that scripts of other tools require. */
export interface ScriptFiles {
  /** Reads the first of `files` that exists below the workspace's data folder; null if none exists. Does not follow links. */
  readonly first: (
    workspace: WorkspaceFolder,
    files: readonly string[],
  ) => TE.TaskEither<AppError, ScriptFile | null>;
}
