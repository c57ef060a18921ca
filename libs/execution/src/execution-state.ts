import type {
  BodyShare,
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
  InheritedPair,
  RetainedVariable,
  LogLine,
  SatisfiedDependency,
  MultipartPart,
  NamedScript,
  OAuth2Config,
  OnTestAnswer,
  OutgoingAuth,
  Ports,
  Redirect,
  RunControl,
  ScriptError,
  ScriptSession,
  Secret,
  SendGuard,
  SentCookie,
  SentStep,
  Workspace,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';

import type { TokenAuth } from './auth/token-auth.js';
import type { ReceivedResponse } from './result/received-response.js';
import type { BoundHere } from './destinations/host-guard.js';
import type { RequestDraft } from './request/draft.js';
import type { Replacement } from './filling/interpolate-grammar.js';
import type { OriginTrace } from './origins/origins-of.js';

/** The data loaded before the first step. */
export interface LoadedData {
  readonly workspace: Workspace;
  /** With what it inherits. */
  readonly request: RequestDraft;
  /** Its variables, those of the folders around it and of the workspace, those that win first. */
  readonly inherited: readonly InheritedPair[];
  /** What scripts of other tools keep in memory for it, and its variables without that; absent before that is known. */
  readonly memory?: {
    readonly kept: readonly RetainedVariable[];
    readonly inherited: readonly InheritedPair[];
  };
  /** The scripts of the workspace and of the folders around it, outermost first. */
  readonly outerScripts: readonly NamedScript[];
  /** The scripts of other tools, outermost first, those of the request last. */
  readonly foreignScripts: readonly NamedScript[];
  readonly environment: Environment | null;
  /** The names of its variables and secrets that are of a base, with that of the base; absent if it has none. */
  readonly bases?: ReadonlyMap<string, string>;
  /** The names of the secrets of all environments of the workspace. */
  readonly secretNames?: ReadonlySet<string>;
  readonly connections: ConnectionSettings;
  /** The secrets of all workspaces that may only be sent to certain hosts. */
  readonly bound: readonly BoundHere[];
  /** What says that servers are not verified; absent if they are. */
  readonly unverifiedBy?: { readonly id: string; readonly name: string };
  /** How origins name the script of the request itself. */
  readonly ownScript?: string;
}

/** Available to every step. */
export interface ExecutionContext extends LoadedData {
  readonly ports: Ports;
  readonly input: ExecutionCall;
  readonly session: ScriptSession;
  readonly signal: AbortSignal;
  /**
   * The secrets that the execution uses: those of its environment with their templates filled in, and those that scripts, tokens and
   * dependencies add. Guards look for them in what is sent.
   */
  readonly secrets: CallSecrets;
  /** Whether a variable of the call may be used by more than the request; absent if nobody wants to know. */
  readonly mayBeUsed?: (name: string) => boolean;
  /** What variables of the call are from that are not the caller's own: a row of data or a script. */
  readonly variablesFrom?: ReadonlyMap<string, string>;
  /** The name of the caller. */
  readonly by?: string;
  /** The cookies of its workspace and environment; absent if it does not use them. */
  readonly cookies?: CookieJar;
  /** Whether a script uses them. */
  readonly scriptsUseCookies?: boolean;
  /** Whether the caller may not see secrets, nor the values of cookies that others received. */
  readonly hidesSecrets?: boolean;
  /** The memory budget of its bodies, until its result is returned. */
  readonly share?: BodyShare;
  /** Receives the text of an event stream as it arrives. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Decides what may be sent with its environment; absent if nothing limits the caller. */
  readonly permit?: SendGuard;
}

/** A body before its files are read. */
export type PreparedBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The template of a text that should be JSON; not set for a body from a script. */
      /** Why it cannot be sent. */
      readonly fault?: ExecutionFault;
      readonly json?: { readonly template: string; readonly replaced: readonly Replacement[] };
    }
  | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'binary'; readonly file: string };

/** The request to send. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** Names of header fields with credentials, in addition to the standard ones. */
  readonly credentials: readonly string[];
  readonly body: PreparedBody;
  /** The auth whose token is still to be added. */
  readonly token?: TokenAuth;
  /** The auth that the transport applies. */
  readonly auth?: OutgoingAuth;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>;
}

/** The state of an execution, to which each step adds. */
export interface ExecutionState {
  readonly prepared: PreparedRequest;
  /** Whether the request was passed to the transport. */
  readonly handedOver: boolean;
  /** The cookies of the jar that were sent with the request. */
  readonly cookies: readonly SentCookie[];
  readonly response: ReceivedResponse | null;
  /** The redirects that were followed. */
  readonly redirects: readonly Redirect[];
  /** What scripts of other tools did before the variables were filled in. */
  readonly beforeRequest: HandlerAnswer | null;
  readonly preRequest: HandlerAnswer | null;
  readonly postResponse: HandlerAnswer | null;
  readonly tests: OnTestAnswer | null;
  /** What ran before it because it needs that. */
  readonly needs: readonly SatisfiedDependency[];
  /** What its auth and its scripts sent. */
  readonly steps: readonly SentStep[];
  /** A token that was not fetched just now, and the request without it. */
  readonly keptToken?: { readonly accessToken: string; readonly before: PreparedRequest };
  /** The token as the variables that it is filled in for, and whether it was not fetched just now. */
  readonly named?: {
    readonly config: OAuth2Config;
    readonly accessToken: string;
    readonly isKept: boolean;
    readonly values: Readonly<Record<string, string>>;
  };
  /** Changes of onRequest and onResponse to the environment, in order. */
  readonly changes: readonly EnvironmentChange[];
  /** The variables that scripts of other tools set or removed in memory, in order. */
  readonly kept: readonly RetainedVariable[];
  /** What scripts asked of the run that this is part of; the last handler wins. */
  readonly control: RunControl;
  readonly diagnostics: readonly Diagnostic[];
  readonly logs: readonly LogLine[];
  readonly fault: ExecutionFault | null;
  /** What its request is made of; absent before that is known. */
  readonly traced?: OriginTrace;
}

/** A step: returns the extended state, or on the left the state with the fault that ended the execution. */
export type Step = (
  context: ExecutionContext,
) => (state: ExecutionState) => TE.TaskEither<ExecutionState, ExecutionState>;

/** Ends the execution with a fault and keeps what is known so far. */
export const haltExecution = (
  state: ExecutionState,
  fault: ExecutionFault,
): TE.TaskEither<ExecutionState, never> => TE.left({ ...state, fault });

/** The consequence of a handler's failure that does not end the execution. */
const failures: ReadonlyMap<string, string> = new Map([
  ['onResponse', 'so changes to the environment were not stored'],
  ['onTest', 'so later tests did not run'],
]);

/** Where in its script an error is, as the end of a sentence; without its column in the script of the request. */
const formatScriptLocation = ({ script, line, column }: ScriptError): string => {
  const inside = [line, column].filter((one) => one !== undefined).map((one) => `:${one}`);
  if (script !== undefined) return ` (${script}${inside.join('')})`;
  return line === undefined ? '' : ` (line ${line})`;
};

/** A failed onRequest is the error of the execution; failures of other handlers become diagnostics. */
const describeHandlerFailure = (handler: string, { error }: HandlerAnswer): readonly Diagnostic[] => {
  const meaning = failures.get(handler);
  if (error === null || meaning === undefined || error.code === 'CANCELLED') return [];
  const message = `${handler} failed, ${meaning}: ${error.message}${formatScriptLocation(error)}`;
  return [{ code: 'HANDLER_FAILED', message, where: handler }];
};

/** The secrets among changes to an environment. */
export const listChangedSecrets = (changes: readonly EnvironmentChange[]): readonly Secret[] =>
  changes.flatMap(({ kind, name, value }) => (kind === 'secret' && value !== null ? [{ name, value }] : []));

/** Adds what a handler sent, logged and reported, and the secrets that it set, whether they are stored or not. */
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
    kept: answer.kept === undefined ? state.kept : [...state.kept, ...answer.kept],
    diagnostics: [
      ...state.diagnostics,
      ...describeHandlerFailure(handler, answer),
      ...answer.diagnostics.map(({ code, message, where }) => ({ code, message, where: where ?? handler })),
    ],
    logs: [...state.logs, ...answer.logs.map(({ level, message }) => ({ level, message, handler }))],
  };
};

/** The state before the first step. */
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
  kept: [],
  control: {},
  diagnostics: [],
  logs: [],
  fault: null,
});
