import type { ExecutionResult, RestRequestId } from '@tandem/core';

/** The last run of a request. */
export type Run =
  | { readonly kind: 'running'; readonly step: string | undefined }
  | { readonly kind: 'done'; readonly result: ExecutionResult }
  /** Nothing was executed: the call itself was refused or cut. */
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string | undefined };

/** The last run of each request. */
export type Runs = ReadonlyMap<RestRequestId, Run>;

/** Something that happened to the run of a request. */
export type RunEvent = { readonly id: RestRequestId } & (
  | { readonly kind: 'started' }
  | { readonly kind: 'stepped'; readonly step: string }
  | Exclude<Run, { readonly kind: 'running' }>
);

const after = (run: Run | undefined, event: RunEvent): Run | undefined => {
  switch (event.kind) {
    case 'started':
      return { kind: 'running', step: undefined };
    case 'stepped':
      return run?.kind === 'running' ? { kind: 'running', step: event.step } : run;
    case 'done':
      return { kind: 'done', result: event.result };
    case 'refused':
      return { kind: 'refused', message: event.message, hint: event.hint };
  }
};

/** The runs after `event`; progress that comes after the end is ignored. */
export const nextRuns = (runs: Runs, event: RunEvent): Runs => {
  const run = after(runs.get(event.id), event);
  return run ? new Map(runs).set(event.id, run) : runs;
};
