import type { ExecutionResult } from '@tandem/core';

import type { StreamEvent } from '../../response/body/event-stream.js';
import type { RequestId } from '../saved-request.js';

/** The part of an event stream that was received so far. */
export interface ReadStream {
  readonly events: readonly StreamEvent[];
  /** How many events were received, including those that `events` no longer contains. */
  readonly count: number;
}

/** A step of a run and its duration in milliseconds. */
export interface StepTime {
  readonly name: string;
  readonly ms: number;
}

/** A run of a request. */
export type Run =
  | {
      readonly kind: 'running';
      readonly step: string | undefined;
      readonly steps: readonly StepTime[];
      /** When the current step started, in milliseconds of the page's clock. */
      readonly since: number;
      /** When the run started, in milliseconds of the page's clock. */
      readonly began: number;
      /** The received part of an event stream; absent for other responses. */
      readonly stream?: ReadStream;
    }
  | {
      readonly kind: 'done';
      readonly result: ExecutionResult;
      /** The steps with their durations; empty if the page did not watch the run. */
      readonly steps: readonly StepTime[];
      readonly at: number;
      /** When this page started the run, in milliseconds since 1970; absent for an execution from the history. */
      readonly startedAt?: number;
    }
  /** Nothing was executed, because the call itself was refused or interrupted. */
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string | undefined };

/** A run that has ended with a result. */
export type FinishedRun = Extract<Run, { readonly kind: 'done' }>;

/** The last run of each request, by its id. */
export type Runs = ReadonlyMap<RequestId, Run>;

/** An event of a request's run. `at` is the time on the page's clock. */
export type RunEvent = { readonly id: RequestId; readonly at: number } & (
  | { readonly kind: 'started' }
  | { readonly kind: 'stepped'; readonly step: string }
  /** Newly received events of an event stream; empty if only the headers have arrived. */
  | { readonly kind: 'received'; readonly events: readonly StreamEvent[] }
  /** `hasScript` is false if the request has no script. Script steps are then not shown. */
  | { readonly kind: 'done'; readonly result: ExecutionResult; readonly hasScript?: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string | undefined }
  /** Another request has replaced this one and takes over its run. */
  | { readonly kind: 'replaced'; readonly from: RequestId }
);

/** No runs yet. */
export const noRuns: Runs = new Map();

const getStepsAt = (run: Run | undefined, at: number): readonly StepTime[] => {
  if (run?.kind !== 'running') return [];
  return run.step === undefined ? run.steps : [...run.steps, { name: run.step, ms: at - run.since }];
};

/** Maximum number of shown events of a running stream, and of their characters in total. */
export const streamLimits = { events: 200, characters: 1_000_000 } as const;

const noEvents: ReadStream = { events: [], count: 0 };

/** Returns the latest events, as many as the limit on their total length allows. */
const keepLatestEvents = (events: readonly StreamEvent[]): readonly StreamEvent[] => {
  let characters = 0;
  const tooMuch = events.findLastIndex(({ data }) => (characters += data.length) > streamLimits.characters);
  return tooMuch < 0 ? events : events.slice(tooMuch + 1);
};

const addEvents = ({ events, count }: ReadStream, more: readonly StreamEvent[]): ReadStream => ({
  events: keepLatestEvents([...events, ...more].slice(-streamLimits.events)),
  count: count + more.length,
});

/** The steps that only run scripts. */
const scriptSteps: readonly string[] = ['onRequest', 'onResponse', 'persist', 'onTest'];

const reduceRun = (runs: Runs, event: RunEvent): Run | undefined => {
  const run = runs.get(event.id);
  const { at } = event;
  switch (event.kind) {
    case 'started':
      return { kind: 'running', step: undefined, steps: [], since: at, began: at };
    case 'stepped':
      return run?.kind === 'running'
        ? { ...run, step: event.step, steps: getStepsAt(run, at), since: at }
        : run;
    case 'received':
      return run?.kind === 'running'
        ? { ...run, stream: addEvents(run.stream ?? noEvents, event.events) }
        : run;
    case 'done':
      return {
        kind: 'done',
        result: event.result,
        steps: getStepsAt(run, at).filter(
          ({ name }) => event.hasScript !== false || !scriptSteps.includes(name),
        ),
        at,
        ...(run?.kind === 'running' ? { startedAt: performance.timeOrigin + run.began } : {}),
      };
    case 'refused':
      return { kind: 'refused', message: event.message, hint: event.hint };
    case 'replaced':
      return runs.get(event.from);
  }
};

/** Returns the runs after `event`. Ignores progress of a run that has ended. */
export const reduceRuns = (runs: Runs, event: RunEvent): Runs => {
  const run = reduceRun(runs, event);
  return run === undefined ? runs : new Map(runs).set(event.id, run);
};
