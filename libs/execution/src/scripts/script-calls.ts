import {
  type AnswerScriptCall,
  type ExecutionScriptCall,
  type Diagnostic,
  type EnvironmentChange,
  type HandlerAnswer,
  type ScriptCall,
  type ScriptCallAnswer,
  type ScriptSession,
  type SentStep,
  timeoutLimits,
} from '@tandem/core';
import type { ExecutionContext } from '../execution-state.js';
import { type CallOutcome, sendForScript } from './send-for-script.js';

/** A deadline whose clock can be paused. */
interface Deadline {
  /** A signal that is aborted at the deadline. The clock starts with the first call of this function, which says how long it runs. */
  readonly signal: (timeoutMs: number) => AbortSignal;
  /** Runs `wait` with the clock paused. Several waits may run at once. */
  readonly without: <A>(wait: () => Promise<A>) => Promise<A>;
  /** Stops the clock for good. */
  readonly stop: () => void;
}

const createDeadline = (): Deadline => {
  const controller = new AbortController();
  let leftMs: number | undefined;
  let [since, waits] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    if (leftMs === undefined || waits > 0) return;
    since = performance.now();
    timer = setTimeout(() => {
      controller.abort();
    }, leftMs);
  };
  const stop = (): void => {
    if (timer === undefined || leftMs === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= performance.now() - since;
  };
  return {
    signal: (timeoutMs) => {
      if (leftMs === undefined) {
        leftMs = timeoutMs;
        go();
      }
      return controller.signal;
    },
    without: async (wait) => {
      waits += 1;
      stop();
      try {
        return await wait();
      } finally {
        waits -= 1;
        go();
      }
    },
    stop: () => {
      waits = Infinity;
      stop();
    },
  };
};

/** The dependencies of the code that answers a call of a script. */
export interface ScriptCallContext {
  /** The context of the request to which the script belongs. */
  readonly context: ExecutionContext;
  /** Aborted when the handler ends, its deadline is over or the execution is cancelled. */
  readonly signal: AbortSignal;
  /** Pauses the deadline while a person is asked. */
  readonly without: Deadline['without'];
  /** The changes of the environment that the request's scripts have made so far and that are not stored yet. */
  readonly changes: readonly EnvironmentChange[];
}

/** How many more calls an execution may make. Executions that its scripts start share this number. */
export interface CallsLeft {
  number: number;
}

/** How the calls of scripts are answered. */
interface CallOptions {
  /** Says why the scripts may not send anything; undefined if they may. Asked at the first call. */
  readonly refusal: () => Promise<Refusal | undefined>;
  /** Executes a saved request. */
  readonly execute: (call: ExecutionScriptCall, around: ScriptCallContext) => Promise<CallOutcome>;
  readonly left: CallsLeft;
}

/** Why a call is refused, as the result reports it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The state of the handler that is running. */
interface Handler {
  readonly steps: SentStep[];
  refused: Refusal | undefined;
  /** The deadline for all calls of the handler. It starts with the first call. */
  readonly deadline: Deadline;
}

const startHandler = (): Handler => ({ steps: [], refused: undefined, deadline: createDeadline() });

/** Creates the context for the requests of a handler. While a person is asked about a request, the handler's deadline is paused. */
const pauseDuringApproval = (
  { permit, ...context }: ExecutionContext,
  { without }: Deadline,
): ExecutionContext =>
  permit === undefined
    ? context
    : { ...context, permit: (request, signal) => without(() => permit(request, signal)) };

const createCallFailure = (code: string, message: string): ScriptCallAnswer => ({
  outcome: { error: { code, message } },
});

const addCallResults = <A extends HandlerAnswer>(answer: A, { steps, refused }: Handler): A => {
  const note: readonly Omit<Diagnostic, 'where'>[] = refused === undefined ? [] : [refused];
  if (steps.length + note.length === 0) return answer;
  return { ...answer, steps, diagnostics: [...answer.diagnostics, ...note] };
};

const getTimeoutMs = ({ input, request }: ExecutionContext): number =>
  input.timeoutMs ?? request.settings.timeoutMs ?? timeoutLimits.default;

type WrapHandler = <A extends HandlerAnswer>(work: () => Promise<A>) => Promise<A>;

/** Wraps each handler of a session, so that `during` can prepare before it and act after it. */
const wrapHandlers =
  (during: WrapHandler) =>
  ({ beforeRequest, onRequest, onResponse, onTest }: ScriptSession): ScriptSession => ({
    ...(beforeRequest === undefined
      ? {}
      : { beforeRequest: (request) => during(() => beforeRequest(request)) }),
    onRequest: (request) => during(() => onRequest(request)),
    onResponse: (request, response) => during(() => onResponse(request, response)),
    onTest: (request, response) => during(() => onTest(request, response)),
  });

const tooManyCalls = createCallFailure(
  'SCRIPT_ERROR',
  'The scripts of an execution, with those that it calls, have sent too many requests.',
);

/** Creates the answers to the script calls of one execution. The requests that were sent become part of the handlers' answers. */
export const createScriptCalls = ({ refusal, execute, left }: CallOptions) => {
  let context: ExecutionContext | undefined;
  let handler: Handler | undefined;
  let refused: ReturnType<CallOptions['refusal']> | undefined;
  let settled: readonly EnvironmentChange[] = [];

  const perform = async (call: ScriptCall, of: ExecutionContext, running: Handler, signal: AbortSignal) => {
    const timeoutMs = getTimeoutMs(of);
    const { signal: start, without } = running.deadline;
    const deadline = start(timeoutMs);
    const ends = AbortSignal.any([signal, of.signal, deadline]);
    const called =
      call.kind === 'send'
        ? await sendForScript(pauseDuringApproval(of, running.deadline), call, { timeoutMs, signal: ends })
        : await execute(call, {
            context: of,
            signal: ends,
            without,
            changes: [...settled, ...call.changes],
          });
    running.steps.push(...called.steps);
    of.secrets.add(called.secrets);
    if (!('error' in called.answer.outcome) || !deadline.aborted) return called.answer;
    const message = `The requests that a handler sends may take ${timeoutMs} ms together. Raise timeoutMs of the request, or send fewer.`;
    return createCallFailure('TIMEOUT', message);
  };
  const answer: AnswerScriptCall = async (call, signal) => {
    if (context === undefined || handler === undefined)
      return createCallFailure('SCRIPT_ERROR', 'A request can be sent in a handler only.');
    const running = handler;
    const why = await (refused ??= refusal());
    if (why !== undefined) {
      running.refused = why;
      return createCallFailure(why.code, why.message);
    }
    left.number -= 1;
    if (left.number < 0) return tooManyCalls;
    return perform(call, context, running, signal);
  };

  const during: WrapHandler = async (work) => {
    const running = startHandler();
    handler = running;
    try {
      const answered = await work();
      if (answered.error === null) settled = [...settled, ...answered.changes];
      return addCallResults(answered, running);
    } finally {
      running.deadline.stop();
      handler = undefined;
    }
  };
  return {
    answer,
    /** Wraps the session so that its handlers may make calls. */
    around: wrapHandlers(during),
    /** Sets the context of the execution. Must be called before the first handler runs. */
    begin: (of: ExecutionContext): void => {
      context = of;
    },
  };
};

export type ScriptCalls = ReturnType<typeof createScriptCalls>;
