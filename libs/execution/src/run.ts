import type {
  BodyRoom,
  Diagnostic,
  Environment,
  EnvironmentChange,
  ExecutionCall,
  ExecutionFault,
  HandlerAnswer,
  HeaderList,
  LogLine,
  MultipartPart,
  OnTestAnswer,
  Ports,
  ScriptSession,
  Workspace,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';

import type { ReceivedResponse } from './received-response.js';
import type { RequestDraft } from './draft.js';
import type { Replacement } from './interpolate-json.js';

/** What was loaded before the first step. */
export interface Loaded {
  readonly workspace: Workspace;
  readonly request: RequestDraft;
  readonly environment: Environment | null;
}

/** What every step may use. */
export interface Context extends Loaded {
  readonly ports: Ports;
  readonly input: ExecutionCall;
  readonly session: ScriptSession;
  readonly signal: AbortSignal;
  /** For its bodies, until its result is handed out. */
  readonly room?: BodyRoom;
}

/** A body before its files are read. */
export type PreparedBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** What a text that has to be JSON was filled in from; a script's own body is what the script says. */
      readonly json?: { readonly template: string; readonly replaced: readonly Replacement[] };
    }
  | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'binary'; readonly file: string };

/** The request as it is to be sent. */
export interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** Names of the fields that prove who sends, beside those that are known to. */
  readonly credentials: readonly string[];
  readonly body: PreparedBody;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>;
}

/** What is known so far. Each step returns a longer one. */
export interface Run {
  readonly prepared: Prepared;
  /** Whether the request was handed to the network. */
  readonly handedOver: boolean;
  readonly response: ReceivedResponse | null;
  readonly preRequest: HandlerAnswer | null;
  readonly postResponse: HandlerAnswer | null;
  readonly tests: OnTestAnswer | null;
  /** What onRequest and onResponse changed of the environment, in order. */
  readonly changes: readonly EnvironmentChange[];
  readonly diagnostics: readonly Diagnostic[];
  readonly logs: readonly LogLine[];
  readonly fault: ExecutionFault | null;
}

/** One step: a longer run, or on the left the run with the fault that ended it. */
export type Step = (context: Context) => (run: Run) => TE.TaskEither<Run, Run>;

/** Ends a run with a fault; what was learnt up to then is kept. */
export const halt = (run: Run, fault: ExecutionFault): TE.TaskEither<Run, never> =>
  TE.left({ ...run, fault });

/** What a handler's failure means for the execution, where it does not end it. */
const failures: ReadonlyMap<string, string> = new Map([
  ['onResponse', 'so changes to the environment were not stored'],
  ['onTest', 'so later tests did not run'],
]);

/** A failed onRequest is the error of the execution; the others are told beside it. */
const failure = (handler: string, { error }: HandlerAnswer): readonly Diagnostic[] => {
  const meaning = failures.get(handler);
  if (error === null || meaning === undefined || error.code === 'CANCELLED') return [];
  const line = error.line === undefined ? '' : ` (line ${error.line})`;
  const message = `${handler} failed, ${meaning}: ${error.message}${line}`;
  return [{ code: 'HANDLER_FAILED', message, where: handler }];
};

/** Adds what a handler said on the console and about itself. */
export const heard = (run: Run, handler: string, answer: HandlerAnswer): Run => ({
  ...run,
  diagnostics: [
    ...run.diagnostics,
    ...failure(handler, answer),
    ...answer.diagnostics.map(({ code, message, where }) => ({ code, message, where: where ?? handler })),
  ],
  logs: [...run.logs, ...answer.logs.map(({ level, message }) => ({ level, message, handler }))],
});

/** The run before anything has happened. */
export const begin = (request: RequestDraft): Run => ({
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
  response: null,
  preRequest: null,
  postResponse: null,
  tests: null,
  changes: [],
  diagnostics: [],
  logs: [],
  fault: null,
});
