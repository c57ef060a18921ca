import {
  type AppError,
  type AppResult,
  describe,
  type EnvironmentChange,
  type ExecutionCall,
  type ExecutionFault,
  type ExecutionResult,
  type ExecutionSummary,
  type RetainedVariable,
  kindOfId,
  kindOfRequestId,
  maxAgeAdvice,
  maxAgeMs,
  type SatisfiedDependency,
  type Ports,
  type RunControl,
  type Secret,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { cancelledFault, fault } from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import type { FinishedExecution } from './finish-execution.js';
import { hasSucceeded, outcomeFacts } from './outcome-facts.js';
import type { ExecutableRequest } from './execution-context.js';
import { shareNeed } from './share-need.js';

/** An execution that has ended. */
export interface EndedExecution extends FinishedExecution {
  /** What its scripts and those of its needs set, in order. */
  readonly changes: readonly EnvironmentChange[];
  /** What its own scripts have kept in memory, in order. */
  readonly kept: readonly RetainedVariable[];
  /** What its scripts asked of the run; of its needs only whether they stop it. */
  readonly control: RunControl;
  /** What is hidden in it, and so in whatever quotes it. */
  readonly secrets: readonly Secret[];
}

/** What has run within one run, by the ids of the requests: a need runs once in it. */
export type EndedInRun = Map<string, EndedExecution>;

/** A request that waits for what it needs. */
export interface WaitingRequest {
  readonly id: string;
  readonly name: string;
}

/** What became of the needs of a request; a `fault` ends its execution. */
export interface DependencyResults {
  readonly needs: readonly SatisfiedDependency[];
  readonly changes: readonly EnvironmentChange[];
  readonly secrets: readonly Secret[];
  readonly control: Pick<RunControl, 'stop'>;
  readonly fault: ExecutionFault | null;
}

/** The progress of an execution whose needs were counted before. */
export const offsetProgress =
  ({ needs }: DependencyResults, progress: CallContext['progress']): CallContext['progress'] =>
  (done, total, name) =>
    progress(done + needs.length, total + needs.length, name);

/** The needs of a request that has none. */
export const noNeeds: DependencyResults = { needs: [], changes: [], secrets: [], control: {}, fault: null };

/** Executes a request of any kind; `waiting` are those for which it runs, the outermost first. */
export type ExecuteNeed = (
  call: ExecutionCall & { readonly id: string },
  context: CallContext,
  waiting: readonly WaitingRequest[],
) => AppResult<EndedExecution>;

interface DependencyContext {
  readonly ports: Ports;
  readonly ended: EndedInRun;
  readonly execute: ExecuteNeed;
  readonly input: ExecutionCall;
  readonly context: CallContext;
  readonly waiting: readonly WaitingRequest[];
}

/** How many executions of a need are looked at for one that is recent enough. */
const maxInspectedExecutions = 100;

const hasSameEnvironment = ({ environment }: ExecutionSummary, started: ExecutableRequest): boolean =>
  environment !== undefined && (environment?.id ?? null) === (started.environment?.id ?? null);

/** The newest successful execution of a request in the same environment that is not older than `ageMs` milliseconds. */
const recentOf = async (
  { ports }: DependencyContext,
  started: ExecutableRequest,
  requestId: string,
  ageMs: number,
): Promise<E.Either<AppError, ExecutionSummary | undefined>> => {
  if (ageMs === 0) return E.right(undefined);
  // The executions of a request are kept when it is deleted.
  const there = await kindOfId(requestId).of(ports.store).get(started.workspace.id, requestId)();
  if (E.isLeft(there)) return there;
  const since = new Date(ports.clock.now().getTime() - ageMs).toISOString();
  const query = { requestId, since, take: maxInspectedExecutions };
  const page = await ports.store.executions.list(started.workspace.id, query)();
  if (E.isLeft(page)) return page;
  return E.right(page.right.items.find((one) => hasSameEnvironment(one, started) && hasSucceeded(one)));
};

const nothingSent = ' Nothing was sent.';

const createDependencyFault = (words: string, details: object): ExecutionFault =>
  fault('NEED_FAILED', (/[.?!]$/.test(words) ? words : `${words}.`) + nothingSent, details);

const unknown = (id: string): ExecutionFault =>
  createDependencyFault(
    `It needs "${id}", which is not a request of this workspace. Take out or correct it.`,
    { id },
  );

/** Why an execution did not meet a need, as the end of a sentence. */
const describeUnmetDependency = ({ error, response, lifecycle }: ExecutionResult): string => {
  const told = error ?? lifecycle.postResponse.error ?? lifecycle.tests.summary.error;
  if (told !== null) return `${told.code}: ${told.message.replace(nothingSent, '')}`;
  const tests = lifecycle.tests.results.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (tests.length > 0) return `its ${tests.length === 1 ? 'test' : 'tests'} ${tests.join(', ')} failed.`;
  return `it was answered with ${response?.status ?? 'nothing'} and has no test that accepts that.`;
};

/** A need by the execution that met it, or the fault. */
const toDependencyResult = ({ result }: EndedExecution, id: string): SatisfiedDependency | ExecutionFault => {
  const { executionId, request } = result;
  const { name } = request;
  if (hasSucceeded(outcomeFacts(result))) return { id, name, executionId };
  const details = { id, name, executionId, ...(result.error === null ? {} : { code: result.error.code }) };
  return createDependencyFault(
    `"${name}", which must have run before, failed: ${describeUnmetDependency(result)}`,
    details,
  );
};

const refusal = (error: AppError, id: string): ExecutionFault =>
  error.kind === 'not-found' && error.ref === id
    ? unknown(id)
    : createDependencyFault(`${id}, which must have run before, could not be executed: ${describe(error)}`, {
        id,
      });

const quiet = ({ onText: _, received: _received, ...context }: CallContext): CallContext => ({
  ...context,
  progress: () => undefined,
});

const execute = async (meeting: DependencyContext, started: ExecutableRequest, id: string) => {
  const { ended, input, context, waiting } = meeting;
  const already = ended.get(id);
  if (already) return E.right(already);
  const { variables, timeoutMs } = input;
  const call = {
    id,
    workspaceId: started.workspace.id,
    environment: started.environment?.id ?? null,
    ...(context.wantsExchanges ? {} : { maxBodyBytes: 0 }),
    ...(variables === undefined ? {} : { variables }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const { id: own, name } = started.request;
  return meeting.execute(call, quiet(context), [...waiting, { id: own, name }])();
};

/** Calls at the same time share an execution that each of them would take from the history a moment later. */
const executeOrShare = async (
  meeting: DependencyContext,
  started: ExecutableRequest,
  id: string,
  ageMs: number,
) => {
  const { ports, input, context, waiting, ended } = meeting;
  if (ageMs === 0 || ended.has(id)) return { outcome: await execute(meeting, started, id), isShared: false };
  const { workspace, environment } = started;
  const shared = await shareNeed({
    store: ports.store,
    // What one caller gets is hidden from another, or left out.
    key: JSON.stringify([
      workspace.id,
      environment?.id ?? null,
      id,
      input.variables ?? {},
      context.hidesSecrets,
      context.wantsExchanges,
    ]),
    signal: context.signal,
    waits: waiting.length === 0,
    execute: () => execute(meeting, started, id),
  });
  if (shared.isShared && E.isRight(shared.outcome)) ended.set(id, shared.outcome.right);
  return shared;
};

/** The names of requests that need each other in a circle. */
const circle = (
  { waiting }: DependencyContext,
  { request }: ExecutableRequest,
  id: string,
): string | undefined => {
  const chain = [...waiting, request];
  const from = chain.findIndex((one) => one.id === id);
  if (from < 0) return undefined;
  const names = chain.slice(from).map(({ name }) => name);
  return [...names, names[0] ?? ''].join(' → ');
};

/** How a need was met or why not, and the execution for that, unless an earlier one was recent enough. */
interface One {
  readonly outcome: SatisfiedDependency | ExecutionFault;
  readonly execution?: EndedExecution;
}

const executeDependency = async (
  meeting: DependencyContext,
  started: ExecutableRequest,
  id: string,
  ageMs: number,
): Promise<One> => {
  if (kindOfRequestId(id) === undefined) return { outcome: unknown(id) };
  const names = circle(meeting, started, id);
  if (names !== undefined) {
    const words = `Requests need each other: ${names}. Take one of them out of the needs of another.`;
    return { outcome: createDependencyFault(words, { id }) };
  }
  const recent = meeting.ended.has(id) ? E.right(undefined) : await recentOf(meeting, started, id, ageMs);
  if (E.isLeft(recent)) return { outcome: refusal(recent.left, id) };
  if (recent.right) {
    const { id: executionId, name } = recent.right;
    return { outcome: { id, name, executionId, reused: true } };
  }
  const { outcome: ended, isShared } = await executeOrShare(meeting, started, id, ageMs);
  if (meeting.context.signal.aborted) return { outcome: cancelledFault };
  if (E.isLeft(ended)) return { outcome: refusal(ended.left, id) };
  const met = toDependencyResult(ended.right, id);
  return { outcome: isShared && !('code' in met) ? { ...met, reused: true } : met, execution: ended.right };
};

const stopOf = (execution: EndedExecution | undefined): DependencyResults['control'] => {
  const stop = execution?.control.stop;
  return stop === undefined ? {} : { stop };
};

/** Executes what a request needs, in order, each once per run, unless a recent execution of it will do. */
export const executeDependencies = async (
  meeting: DependencyContext,
  started: ExecutableRequest,
): Promise<DependencyResults> => {
  const { needs, request } = started;
  const { maxAge = '' } = request.settings;
  const ageMs = maxAgeMs(maxAge);
  if (ageMs === undefined)
    return {
      ...noNeeds,
      fault: createDependencyFault(`Its setting maxAge is "${maxAge}"; it ${maxAgeAdvice}.`, { maxAge }),
    };
  let met = noNeeds;
  for (const [index, id] of needs.entries()) {
    meeting.context.progress(index, needs.length, 'needs');
    const { outcome, execution } = await executeDependency(meeting, started, id, ageMs);
    met = {
      ...met,
      changes: [...met.changes, ...(execution?.changes ?? [])],
      secrets: [...met.secrets, ...(execution?.secrets ?? [])],
      control: { ...met.control, ...stopOf(execution) },
    };
    if ('code' in outcome) return { ...met, fault: outcome };
    met = { ...met, needs: [...met.needs, outcome] };
  }
  return met;
};
