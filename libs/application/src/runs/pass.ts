import {
  type AppError,
  describe,
  type EnvironmentChange,
  toExactValue,
  type ExecutionResult,
  hasFailed,
  type Ports,
  type RunEntry,
  type RunControl,
  type RunPlan,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { seedDynamicValues } from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { executeInRun } from '../executions/execute.js';
import {
  type FinishedExecution,
  hasSucceeded,
  type RunScope,
  toOutcomeFacts,
} from '../executions/dependencies.js';
import {
  createPassCall,
  getGivenVariables,
  getPassRun,
  getRequestSeed,
  listVariableOrigins,
} from './call-of-pass.js';
import {
  createExecutedEntry,
  createMisdirectedEntry,
  type Pass,
  createRefusedEntry,
  createSkippedEntry,
} from './entry.js';
import { createCourse } from './next-request.js';
import { pauseBeforeRetry } from './pause-before-retry.js';
import type { RunSecrets } from './redact.js';
import type { SelectedRequest } from './select-requests.js';

/** The data for executing the requests of a pass. */
export interface PassContext {
  readonly ports: Ports;
  readonly workspace: Workspace;
  /** The id of the run. */
  readonly id: string;
  readonly plan: RunPlan;
  readonly context: CallContext;
  readonly secrets: RunSecrets;
  /** Says why no more requests should start. Undefined while they should. */
  readonly whyStopped: () => string | undefined;
  /** Called when a script stops the run. */
  readonly onStop: (one: SelectedRequest, reason: string) => void;
  readonly onStart: (one: SelectedRequest) => void;
  /** Receives the entry of each request, and what is known of its execution. */
  readonly onEnd: (entry: RunEntry, executed: Partial<FinishedExecution>) => void;
}

/** The variables that the scripts of a pass have set. They override those of folders and requests. */
type CarriedVariables = Map<string, unknown>;

const carryChanges = (carried: CarriedVariables, changes: readonly EnvironmentChange[]): void => {
  for (const { kind, name, value, type } of changes) {
    if (kind !== 'variable') continue;
    if (value === null) carried.delete(name);
    else carried.set(name, toExactValue(type === undefined ? { value } : { value, type }));
  }
};

/** Waits until the delay is over or the signal is aborted. Resolves to whether the delay is over. */
const waitUnlessAborted = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (ms === 0 || signal.aborted) {
      resolve(!signal.aborted);
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** The state that earlier requests of a pass leave for later ones. */
interface PassProgress {
  readonly ended: RunScope['finished'];
  readonly carried: CarriedVariables;
}

/** Explains why an execution was refused. If the request or the environment of the run was deleted, says so instead of giving its id. */
const explainRefusal = (error: AppError, { environment }: Pass, { id }: SelectedRequest): string => {
  if (error.kind !== 'not-found') return describe(error);
  if (error.ref === id) return 'The request was deleted during the run.';
  return environment?.id === error.ref
    ? `The environment "${environment.name}" was deleted during the call. Activate an environment and try again.`
    : describe(error);
};

const attempt = (
  passing: PassContext,
  pass: Pass,
  one: SelectedRequest,
  { ended, carried }: PassProgress,
  number: number,
) => {
  const { ports, workspace, plan, context } = passing;
  const given = getGivenVariables(pass, carried, ports.retainedVariables.of(workspace.id));
  const call = createPassCall(plan, pass, workspace, given);
  const seed = getRequestSeed(plan, pass, one, number);
  const executing = pipe(
    executeInRun(seedDynamicValues(ports, seed), ended)(
      { id: one.id, ...call },
      {
        ...context,
        run: getPassRun(plan, pass, passing.id, number, seed),
        variablesFrom: listVariableOrigins(plan, given),
      },
    ),
    TE.matchW(
      (refusal) => ({ refusal }),
      (execution) => ({ execution }),
    ),
  );
  return executing();
};

/** Creates the entries of a request for the report. Each is created after the execution, whose secrets must be known to redact them. */
const createEntryWriter = ({ secrets }: PassContext, pass: Pass, one: SelectedRequest) => {
  const shown = [secrets.selected(one), secrets.pass(pass)] as const;
  return {
    executed: (result: ExecutionResult, attempts: number) => createExecutedEntry(...shown, result, attempts),
    refused: (error: AppError, attempts: number) =>
      createRefusedEntry(...shown, secrets.text(explainRefusal(error, pass, one)), attempts),
    skipped: (reason: string) => createSkippedEntry(...shown, secrets.text(reason)),
  };
};

/** How a request of a pass ended, and what its scripts asked of the run. */
interface EndedRequest {
  readonly entry: RunEntry;
  readonly executed: Partial<FinishedExecution>;
  readonly control: RunControl;
}

/** Forgets failed requests, so that a request which is retried executes its failed dependencies again. */
const forgetFailed = (ended: RunScope['finished']): void => {
  for (const [id, { result }] of ended) if (!hasSucceeded(toOutcomeFacts(result))) ended.delete(id);
};

/** Executes a request. If it fails and the plan allows retries, waits and executes it again. */
const executeOne = async (
  passing: PassContext,
  pass: Pass,
  one: SelectedRequest,
  sofar: PassProgress,
): Promise<EndedRequest> => {
  const most = (passing.plan.retry ?? 0) + 1;
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt(passing, pass, one, sofar, attempts);
    const entries = createEntryWriter(passing, pass, one);
    if ('refusal' in outcome)
      return { entry: entries.refused(outcome.refusal, attempts), executed: {}, control: {} };
    const { execution } = outcome;
    const { result, changes, control } = execution;
    carryChanges(sofar.carried, changes);
    const entry = entries.executed(result, attempts);
    if (!hasFailed(entry) || attempts >= most || passing.context.signal.aborted)
      return { entry, executed: execution, control };
    const pause = pauseBeforeRetry(result, passing.plan, attempts, passing.ports.clock.now());
    if (!(await waitUnlessAborted(pause, passing.context.signal)))
      return { entry, executed: execution, control };
    forgetFailed(sofar.ended);
  }
};

/** Executes a request when the pass comes to it, unless it was already executed as a dependency. */
const takeTurn = async (
  passing: PassContext,
  pass: Pass,
  one: SelectedRequest,
  sofar: PassProgress & { readonly own: Set<string> },
): Promise<EndedRequest> => {
  const { plan, context, whyStopped, onStart } = passing;
  const { own, ended } = sofar;
  const already = own.has(one.id) ? undefined : ended.get(one.id);
  const isFirst = own.size === 0;
  own.add(one.id);
  if (already !== undefined) {
    const { result, control } = already;
    return { entry: createEntryWriter(passing, pass, one).executed(result, 1), executed: already, control };
  }
  if (!isFirst) await waitUnlessAborted(plan.delayMs ?? 0, context.signal);
  const why = whyStopped();
  if (why !== undefined)
    return { entry: createEntryWriter(passing, pass, one).skipped(why), executed: {}, control: {} };
  onStart(one);
  return executeOne(passing, pass, one, sofar);
};

/** Removes what was sent and received from an execution. Later dependants do not need it, and it takes memory. */
const removeExchange = ({ sent: _, ...one }: FinishedExecution): FinishedExecution => {
  const { response } = one.result;
  const brief = response === null ? null : { ...response, headers: {}, cookies: [], textBody: null };
  return { ...one, result: { ...one.result, response: brief, logs: [] } };
};

/** Executes the requests of a pass one after another. Their scripts may change the order. */
export const executePass = async (
  passing: PassContext,
  pass: Pass,
  selected: readonly SelectedRequest[],
): Promise<void> => {
  const ended: RunScope['finished'] = new Map();
  const sofar = { ended, carried: new Map(), own: new Set<string>() };
  const course = createCourse(selected);
  const { text } = passing.secrets;
  let why = 'run.next passed over it';
  for (let at = 0; at < selected.length;) {
    const one = selected[at];
    if (one === undefined) break;
    course.visit(one);
    const { entry, executed, control } = await takeTurn(passing, pass, one, sofar);
    if (control.stop !== undefined) passing.onStop(one, control.stop);
    const next = course.after(at, control.next);
    passing.onEnd('problem' in next ? createMisdirectedEntry(entry, text(next.problem)) : entry, executed);
    const last = ended.get(one.id);
    if (last !== undefined) ended.set(one.id, removeExchange(last));
    if ('problem' in next) why = 'the iteration ended with an error of run.next';
    at = 'problem' in next ? selected.length : next.at;
  }
  for (const one of course.passedOver())
    passing.onEnd(createEntryWriter(passing, pass, one).skipped(passing.whyStopped() ?? why), {});
};
