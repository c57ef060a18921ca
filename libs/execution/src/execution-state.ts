import type {
  AuthOf,
  BodyShare,
  BoundSecret,
  CallSecrets,
  ConnectionSettings,
  CookieJar,
  Diagnostic,
  Environment,
  EnvironmentChange,
  ExecutionCall,
  ExecutionFault,
  HandlerAnswer,
  HeaderList,
  IncomingResponse,
  InheritedPair,
  LogLine,
  MultipartPart,
  NamedScript,
  OAuth2Config,
  OnTestAnswer,
  OutgoingAuth,
  Ports,
  Redirect,
  RetainedVariable,
  RunControl,
  SatisfiedDependency,
  ScriptError,
  ScriptSession,
  Secret,
  SendGuard,
  SentCookie,
  SentStep,
  Workspace,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { type BodyReport, readBodyInSlices } from './bodies/body.js';
import type { Replacement } from './filling/interpolate-grammar.js';
import type { OriginTrace } from './origins/origins-of.js';
import type { RequestDraft } from './request/draft.js';

/** A response, from the network or from a script, with its decoded body. */
export interface ReceivedResponse extends IncomingResponse {
  readonly mocked: boolean;
  readonly report: BodyReport;
}

/** Decodes the body of a network response, once for all steps. */
export const toReceivedResponse = async (response: IncomingResponse): Promise<ReceivedResponse> => ({
  ...response,
  mocked: false,
  report: await readBodyInSlices(response.headers, response.body),
});

/** A secret with a host binding. `isHere` if it belongs to the environment that the execution uses. */
export interface ExecutionBoundSecret extends BoundSecret {
  readonly isHere: boolean;
}

/** The kinds of auth whose token is created or fetched after `onRequest`. */
export type TokenAuth = AuthOf<'oauth2' | 'jwt'>;

/** The data that is loaded before the first step. */
export interface LoadedData {
  readonly workspace: Workspace;
  /** The request, including the settings that it inherits. */
  readonly request: RequestDraft;
  /** The variables of the request, its folders and the workspace, highest precedence first. */
  readonly inherited: readonly InheritedPair[];
  /**
   * The variables that scripts of other tools keep in memory for the request, and the inherited variables without them. Absent until known.
   */
  readonly memory?: {
    readonly retained: readonly RetainedVariable[];
    readonly inherited: readonly InheritedPair[];
  };
  /** The scripts of the workspace and the enclosing folders, outermost first. */
  readonly outerScripts: readonly NamedScript[];
  /** The scripts of other tools, outermost first; the request's own scripts come last. */
  readonly foreignScripts: readonly NamedScript[];
  readonly environment: Environment | null;
  /** For each variable and secret from a base environment, the name of the base. Absent if there are none. */
  readonly bases?: ReadonlyMap<string, string>;
  /** The names of all secrets in all environments of the workspace. */
  readonly secretNames?: ReadonlySet<string>;
  /** The names of the environments in which a variable or secret has a value. */
  readonly environmentsWith?: (name: string) => readonly string[];
  readonly connections: ConnectionSettings;
  /** The secrets of all workspaces that may only be sent to certain hosts. */
  readonly bound: readonly ExecutionBoundSecret[];
  /** The request, folder or workspace that disables the verification of servers. Absent if servers are verified. */
  readonly unverifiedBy?: { readonly id: string; readonly name: string };
  /** The name of the request's own script, as origins show it. */
  readonly ownScript?: string;
  /** The problems in the workspace's `.env` files. */
  readonly envFileProblems?: readonly string[];
}

/** The data that every step of an execution can use. */
export interface ExecutionContext extends LoadedData {
  readonly ports: Ports;
  readonly input: ExecutionCall;
  readonly session: ScriptSession;
  readonly signal: AbortSignal;
  /**
   * The secrets that the execution uses: those of its environment with their templates filled in, and those that scripts, tokens and
   * dependencies add. Guards look for these secrets in every request before it is sent.
   */
  readonly secrets: CallSecrets;
  /** Whether something besides the request may use a variable of the call. Absent if that is not checked. */
  readonly mayBeUsed?: (name: string) => boolean;
  /** The sources (a data row or a script) of the call variables that the caller did not set itself. */
  readonly variablesFrom?: ReadonlyMap<string, string>;
  /** The name of the caller, if known. */
  readonly by?: string;
  /** The cookies of the workspace and environment; absent if the execution uses no cookies. */
  readonly cookies?: CookieJar;
  /** Whether a script uses the cookies. */
  readonly scriptsUseCookies?: boolean;
  /** Whether secrets are redacted for the caller, and the values of cookies that it did not receive. */
  readonly redactsSecrets?: boolean;
  /** The memory for the response bodies of the execution, reserved until its result is returned. */
  readonly share?: BodyShare;
  /** Receives the text of an event stream as it arrives. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Decides which requests may be sent in the environment of the execution. Absent if nothing limits the caller. */
  readonly permit?: SendGuard;
}

/** A body whose files have not been read yet. */
export type PreparedBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Why the body cannot be sent. */
      readonly fault?: ExecutionFault;
      /** The template of text that should be JSON. Absent for a body that a script has set. */
      readonly json?: { readonly template: string; readonly replaced: readonly Replacement[] };
    }
  | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'binary'; readonly file: string };

/** The request as the steps prepare it. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** The names of further headers with credentials, in addition to the standard ones. */
  readonly credentials: readonly string[];
  readonly body: PreparedBody;
  /** The auth whose token has not been added yet. */
  readonly token?: TokenAuth;
  /** The auth that the transport will apply. */
  readonly auth?: OutgoingAuth;
  /** The keys of signatures that the request already contains. */
  readonly signedWith?: readonly string[];
  readonly pathParams: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>;
}

/** The state of an execution, to which each step adds. */
export interface ExecutionState {
  readonly prepared: PreparedRequest;
  /** Whether the transport got the request to send it. */
  readonly handedOver: boolean;
  /** The cookies from the jar that were sent with the request. */
  readonly cookies: readonly SentCookie[];
  readonly response: ReceivedResponse | null;
  /** The redirects that were followed. */
  readonly redirects: readonly Redirect[];
  /** The answer of the scripts of other tools that ran before the variables were filled in. */
  readonly beforeRequest: HandlerAnswer | null;
  readonly preRequest: HandlerAnswer | null;
  readonly postResponse: HandlerAnswer | null;
  readonly tests: OnTestAnswer | null;
  /** The dependencies that ran before the request. */
  readonly needs: readonly SatisfiedDependency[];
  /** The requests that the auth and the scripts sent. */
  readonly steps: readonly SentStep[];
  /** Set if the token came from the cache, with the request as it was without the token. */
  readonly cachedToken?: { readonly accessToken: string; readonly before: PreparedRequest };
  /** The token as the values of variables that were filled in, and whether it came from the cache. */
  readonly named?: {
    readonly config: OAuth2Config;
    readonly accessToken: string;
    readonly isCached: boolean;
    readonly values: Readonly<Record<string, string>>;
  };
  /** Changes to the environment by onRequest and onResponse, in order. */
  readonly changes: readonly EnvironmentChange[];
  /** The in-memory variables that scripts of other tools set or removed, in order. */
  readonly retained: readonly RetainedVariable[];
  /** The instructions of the scripts to the run that the execution belongs to. The last handler wins. */
  readonly control: RunControl;
  readonly diagnostics: readonly Diagnostic[];
  readonly logs: readonly LogLine[];
  readonly fault: ExecutionFault | null;
  /** The sources of the parts of its request. Absent until known. */
  readonly traced?: OriginTrace;
}

/** A step of an execution. Returns the state with what it added; a Left if the execution ends, with the error in the state. */
export type Step = (
  context: ExecutionContext,
) => (state: ExecutionState) => TE.TaskEither<ExecutionState, ExecutionState>;

/** Ends the execution with an error, and keeps the state so far. */
export const haltExecution = (
  state: ExecutionState,
  fault: ExecutionFault,
): TE.TaskEither<ExecutionState, never> => TE.left({ ...state, fault });

/** For each handler whose failure does not end the execution, what the failure means. */
const failureConsequences: ReadonlyMap<string, string> = new Map([
  ['onResponse', 'so changes to the environment were not stored'],
  ['onTest', 'so later tests did not run'],
]);

/** Formats the location of an error in its script, as the end of a sentence. Omits the column for the request's own script. */
const formatScriptLocation = ({ script, line, column }: ScriptError): string => {
  const inside = [line, column].filter((one) => one !== undefined).map((one) => `:${one}`);
  if (script !== undefined) return ` (${script}${inside.join('')})`;
  return line === undefined ? '' : ` (line ${line})`;
};

/** Describes a failed handler. Only the failure of onRequest is the error of the execution; that of other handlers is a diagnostic. */
const describeHandlerFailure = (handler: string, { error }: HandlerAnswer): readonly Diagnostic[] => {
  const meaning = failureConsequences.get(handler);
  if (error === null || meaning === undefined || error.code === 'CANCELLED') return [];
  const message = `${handler} failed, ${meaning}: ${error.message}${formatScriptLocation(error)}`;
  return [{ code: 'HANDLER_FAILED', message, where: handler }];
};

/** The secrets that changes set. */
export const listChangedSecrets = (changes: readonly EnvironmentChange[]): readonly Secret[] =>
  changes.flatMap(({ kind, name, value }) => (kind === 'secret' && value !== null ? [{ name, value }] : []));

/**
 * Adds to the state what a handler sent, logged and reported, and to the call's secrets the secrets that it set, even if they are not
 * stored.
 */
export const addHandlerAnswer = (
  { secrets }: Pick<ExecutionContext, 'secrets'>,
  state: ExecutionState,
  handler: string,
  answer: HandlerAnswer,
): ExecutionState => {
  secrets.add(listChangedSecrets(answer.changes));
  return {
    ...state,
    control: { ...state.control, ...answer.control },
    steps: [...state.steps, ...(answer.steps ?? [])],
    retained: answer.kept === undefined ? state.retained : [...state.retained, ...answer.kept],
    diagnostics: [
      ...state.diagnostics,
      ...describeHandlerFailure(handler, answer),
      ...answer.diagnostics.map(({ code, message, where }) => ({ code, message, where: where ?? handler })),
    ],
    logs: [...state.logs, ...answer.logs.map(({ level, message }) => ({ level, message, handler }))],
  };
};

/** Creates the state before the first step. */
export const createExecutionState = (request: RequestDraft): ExecutionState => ({
  prepared: {
    method: request.method,
    url: request.url,
    headers: [],
    credentials: [],
    body: { kind: 'none' },
    pathParams: {},
    queryParams: {},
  },
  handedOver: false,
  cookies: [],
  response: null,
  redirects: [],
  beforeRequest: null,
  preRequest: null,
  postResponse: null,
  tests: null,
  needs: [],
  steps: [],
  changes: [],
  retained: [],
  control: {},
  diagnostics: [],
  logs: [],
  fault: null,
});
