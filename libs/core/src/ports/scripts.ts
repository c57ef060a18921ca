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

/** A cookie of the jar, for the global `cookies`. */
export type ScriptCookie = Omit<JarCookie, 'receivedBy'> & {
  /** Whether its value is hidden from the caller, who gets the mask instead. */
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

/**
 * What scripts of other tools see of a request beyond what is sent: its auth, and also disabled parts, with
 * templates.
 */
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
  /** The current jar; null if the request does not use it, missing if no script does. */
  readonly cookies?: readonly ScriptCookie[] | null;
  /** Missing if there are no scripts of other tools. */
  readonly saved?: SavedView;
}

/** The request passed to scripts of other tools before its variables are filled in. Its URL has no saved query. */
export interface ForeignRequest extends ScriptRequest {
  readonly query: HeaderList;
  readonly form: ScriptForm | null;
  /** The content type of its body if no header sets one; null for none. */
  readonly contentType: string | null;
  /** The header set by its auth; null if it sets none. */
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
  /** Null if the body is binary or exceeds the limit for scripts. */
  readonly body: string | null;
  /** The raw bytes, for `res.bytes()`. Missing if they equal the body in UTF-8 or are too long. */
  readonly bytes?: Uint8Array;
  readonly mocked: boolean;
}

/** The environment at the start of the script. */
export interface ScriptEnvironment {
  readonly name: string | null;
  /** The values as scripts get them: strings, numbers, booleans, null, objects and lists. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Set if the scripts get no secrets: the names of the withheld ones, and why. */
  readonly withheld?: { readonly names: readonly string[]; readonly why: string };
  /** Values hidden in addition to those secrets, and therefore never split. The script does not get them. */
  readonly hidden?: readonly Secret[];
  /** The workspace whose executions may reuse one isolate, each in its own context. None if missing. */
  readonly workspace?: string;
  /** Whether onResponse and onTest also run from the outside in. */
  readonly isSequential?: boolean;
  /** The run that contains the execution; missing if there is none. */
  readonly run?: ScriptRun;
  /** Only for scripts of other tools. */
  readonly foreign?: ForeignEnvironment;
}

type Values = Readonly<Record<string, unknown>>;

/** What scripts of other tools can read about the request and its surroundings. */
export interface ForeignEnvironment {
  /** The variables of the workspace, of the folders around the request, and its own. */
  readonly collection: Values;
  readonly folder: Values;
  readonly request: Values;
  /** Postman's globals, which are an environment of that name here. */
  readonly globals: Values;
  /** What scripts of the workspace have retained in memory. */
  readonly kept: readonly RetainedVariable[];
  readonly collectionName: string;
  /** The names of the collection, of its folders and of the request. */
  readonly location: readonly string[];
  /** The folder of the workspace. */
  readonly cwd: string;
  readonly tags: readonly string[];
  /** The kind of auth. */
  readonly auth: string;
  readonly timeoutMs: number | null;
  readonly isSequential: boolean;
  /** The process environment variables that scripts may read. */
  readonly processVariables: Readonly<Record<string, string>>;
  /** The answers to prompts, by names such as `?Label`; absent if there are none. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** What is wrong in the `.env` files that some of those come from; absent if nothing is. */
  readonly envFileProblems?: readonly string[];
}

/** The response that `onRequest` returned instead of the server. */
export interface ScriptMock {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: string;
}

/** One of the scripts of an execution. */
export interface NamedScript {
  /** Its file, such as `users/folder.js`; null for the request's own script. */
  readonly name: string | null;
  readonly text: string;
  /** Its tool and when it runs, or that others require it; missing for our own modules. */
  readonly foreign?: { readonly dialect: ForeignDialect; readonly event: ForeignEvent | 'required' };
  /** The script name for each name it requires, or why it cannot; missing if it requires none. */
  readonly requires?: Readonly<Record<string, { readonly file: string } | { readonly problem: string }>>;
}

/** A message about a script. Without `where` it concerns the handler. */
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
  /** Its cookie changes in order; missing if there are none. */
  readonly cookieEdits?: readonly CookieEdit[];
  /** What it requested of the run; missing if nothing. `skip` only applies in onRequest. */
  readonly control?: RunControl;
  /** The variables that scripts of other tools set or removed in memory, in order; missing if there are none. */
  readonly kept?: readonly RetainedVariable[];
  /** The tests of scripts of other tools; missing if there are none. In onTest, those of our own scripts. */
  readonly tests?: readonly TestResult[];
  readonly diagnostics: readonly ScriptDiagnostic[];
  /** What it sent while running; missing if nothing. */
  readonly steps?: readonly SentStep[];
}

/** A request as changed by scripts of other tools, before its variables are filled in. */
export interface BeforeRequestAnswer extends HandlerAnswer {
  readonly request: Pick<ForeignRequest, 'url' | 'method' | 'headers' | 'body' | 'query' | 'form'> & {
    /** The values of its path parameters, if a script changed one. */
    readonly pathParams?: Readonly<Record<string, string>>;
    /** The content type of a replaced body, if the script set one. */
    readonly bodyType?: string;
    /** Set if a script changed one, or converted another body to one. */
    readonly graphql?: ScriptGraphql;
    /** Set if a script changed it. */
    readonly auth?: Auth;
    /** Set if a script requested it. */
    readonly timeoutMs?: number;
    readonly maxRedirects?: number;
    /** Whether the auth's header was removed or replaced. */
    readonly withoutAuth?: boolean;
  };
  /** Variables for this execution only, which override all others. */
  readonly locals: Values;
}

/** A line of a script. Without `script`, of the request's own. */
export interface ScriptSite {
  readonly script?: string;
  readonly line?: number;
}

/** Where scripts last set each part: `url`, `method`, `body`, or a header such as `headers.accept`. */
export type ScriptSites = Readonly<Record<string, ScriptSite>>;

export interface OnRequestAnswer extends HandlerAnswer {
  /** The request after the handler. */
  readonly request: Pick<ScriptRequest, 'url' | 'method' | 'headers' | 'body'>;
  /** The mock response that the handler set instead of sending. */
  readonly mock: ScriptMock | null;
  /** Missing if the scripts set nothing. */
  readonly sites?: ScriptSites;
}

export interface OnTestAnswer extends HandlerAnswer {
  readonly tests: readonly TestResult[];
}

/**
 * The scripts of one execution, each a module whose state lives from the first handler to the last. onRequest
 * handlers run from the outside in. onResponse and onTest run from the inside out, unless the environment says
 * otherwise. The first failure stops the rest.
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
        /** For a saved request. */
        readonly execution?: {
          readonly id: string;
          readonly tests: readonly Pick<TestResult, 'name' | 'status'>[];
        };
      }
    /** `cause` is the code of the system or of TLS, such as ECONNREFUSED. */
    | { readonly error: Pick<ScriptError, 'code' | 'message'> & { readonly cause?: string } };
  /** What the scripts of a saved request set; missing if nothing. */
  readonly changes?: readonly EnvironmentChange[];
  /** What they retained in memory; missing if nothing. */
  readonly kept?: readonly RetainedVariable[];
  /** Values hidden in its output, and therefore never split. */
  readonly secrets?: readonly Secret[];
}

/**
 * Answers a script's call. A failure is an answer, never a rejection.
 * @param signal aborts when nothing waits for the answer anymore
 */
export type AnswerScriptCall = (call: ScriptCall, signal: AbortSignal) => Promise<ScriptCallAnswer>;

/** Runs untrusted scripts. A script's failure is part of the result, never a rejection. */
export interface ScriptRuntime {
  /**
   * Opens a session, passes it to `use` and always closes it.
   * @param scripts those around the request from the outside in, then its own; or only its own, as text
   * @param signal stops a running handler, which then fails with SCRIPT_ERROR
   * @param answer answers each call of the scripts once, wherever the session moves; if omitted, all are refused
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
  /** Why no script can ever run, naming the limit; null if scripts may run. If omitted, nothing is refused. */
  readonly beyondLimit?: (script: string) => string | null;
}

/** A required file, or why it cannot be used, as the end of a sentence about it. */
export type ScriptFile =
  { readonly file: string; readonly text: string } | { readonly file: string; readonly problem: string };

/** Reads the files that scripts of other tools require. */
export interface ScriptFiles {
  /**
   * The first existing one of `files` below the workspace's data folder; null if there is none. Links are not
   * followed.
   */
  readonly first: (
    workspace: WorkspaceFolder,
    files: readonly string[],
  ) => TE.TaskEither<AppError, ScriptFile | null>;
}
