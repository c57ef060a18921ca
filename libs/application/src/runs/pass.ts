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
import { createPassCall, getPassRun, getRequestSeed, listVariableOrigins } from './call-of-pass.js';
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

/** The context in which a pass executes its requests. */
export interface PassContext {
  readonly ports: Ports;
  readonly workspace: Workspace;
  /** The id of the run. */
  readonly id: string;
  readonly plan: RunPlan;
  readonly context: CallContext;
  readonly secrets: RunSecrets;
  /** Why no more requests should start. Undefined while they should. */
  readonly whyStopped: () => string | undefined;
  /** Called when a script stops the run. */
  readonly onStop: (one: SelectedRequest, reason: string) => void;
  readonly onStart: (one: SelectedRequest) => void;
  /** Receives each entry and the available parts of its execution. */
  readonly onEnd: (entry: RunEntry, executed: Partial<FinishedExecution>) => void;
}

/** Variable values set by the scripts of a pass. They override those of folders and requests. */
type CarriedVariables = Map<string, unknown>;

const carryChanges = (carried: CarriedVariables, changes: readonly EnvironmentChange[]): void => {
  for (const { kind, name, value, type } of changes) {
    if (kind !== 'variable') continue;
    if (value === null) carried.delete(name);
    else carried.set(name, toExactValue(type === undefined ? { value } : { value, type }));
  }
};

/** Resolves after the delay, or when the signal is aborted, with whether the delay elapsed. */
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

/** The progress of a pass. */
interface PassProgress {
  readonly ended: RunScope['finished'];
  readonly carried: CarriedVariables;
}

/** Why an execution was refused. If the run's environment is gone, the message names it. */
const explainRefusal = (error: AppError, { environment }: Pass): string =>
  error.kind === 'not-found' && environment?.id === error.ref
    ? `The environment "${environment.name}" was deleted during the call. Activate an environment and try again.`
    : describe(error);

const attempt = (
  passing: PassContext,
  pass: Pass,
  one: SelectedRequest,
  { ended, carried }: PassProgress,
  number: number,
) => {
  const { ports, workspace, plan, context } = passing;
  const call = createPassCall(plan, pass, workspace, carried);
  const seed = getRequestSeed(plan, pass, one, number);
  const executing = pipe(
    executeInRun(seedDynamicValues(ports, seed), ended)(
      { id: one.id, ...call },
      {
        ...context,
        run: getPassRun(plan, pass, passing.id, number, seed),
        variablesFrom: listVariableOrigins(plan, pass, carried),
      },
    ),
    TE.matchW(
      (refusal) => ({ refusal }),
      (execution) => ({ execution }),
    ),
  );
  return executing();
};

/** The entries of a request in a report. Each is created after the execution, which may have used secrets. */
const createEntryWriter = ({ secrets }: PassContext, pass: Pass, one: SelectedRequest) => {
  const shown = [secrets.selected(one), secrets.pass(pass)] as const;
  return {
    executed: (result: ExecutionResult, attempts: number) => createExecutedEntry(...shown, result, attempts),
    refused: (error: AppError, attempts: number) =>
      createRefusedEntry(...shown, secrets.text(explainRefusal(error, pass)), attempts),
    skipped: (reason: string) => createSkippedEntry(...shown, secrets.text(reason)),
  };
};

/** The outcome of a request of a pass, and what its scripts requested from the run. */
interface EndedRequest {
  readonly entry: RunEntry;
  readonly executed: Partial<FinishedExecution>;
  readonly control: RunControl;
}

/** Lets failed requests run again for a request that depends on them. */
const forgetFailed = (ended: RunScope['finished']): void => {
  for (const [id, { result }] of ended) if (!hasSucceeded(toOutcomeFacts(result))) ended.delete(id);
};

/** Executes a request, and retries it after a pause while it fails and the plan allows it. */
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

/** Executes a request in its turn. A request that already ran as a dependency does not run again. */
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

/** Reduces an execution to the data that later dependents need, without the sent and received data. */
const removeExchange = ({ sent: _, ...one }: FinishedExecution): FinishedExecution => {
  const { response } = one.result;
  const brief = response === null ? null : { ...response, headers: {}, cookies: [], textBody: null };
  return { ...one, result: { ...one.result, response: brief, logs: [] } };
};

/** Executes the requests of a pass one after another, in the order set by their scripts. */
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
