import {
  type AppError,
  type AppResult,
  describe,
  type EnvironmentChange,
  type ExecutionCall,
  type ExecutionFault,
  type ExecutionResult,
  type ExecutionSummary,
  findRequestKind,
  getExecutionOutcome,
  getKindRecordById,
  maxAgeAdvice,
  parseMaxAge,
  type Ports,
  type RetainedVariable,
  type RunControl,
  type SatisfiedDependency,
  type Secret,
  type SentRequest,
  type Store,
} from '@tandem/core';
import { attempt, E, perform, pipe, RA, taskEither, TE } from '@tandem/core/fp';
import { cancelledFault, createFault } from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import type { LoadedExecution } from './load-execution.js';

/** The facts about an execution that a list of executions shows. */
export type OutcomeFacts = Pick<
  ExecutionSummary,
  'status' | 'error' | 'testsPassed' | 'testsFailed' | 'handlerFailed'
>;

const countTests = ({ lifecycle }: ExecutionResult, wanted: 'passed' | 'failed'): number =>
  lifecycle.tests.results.filter(({ status }) => status === wanted).length;

const hasFailedHandler = ({ lifecycle: { postResponse, tests } }: ExecutionResult): boolean =>
  postResponse.error !== null || tests.summary.error !== null;

/** Summarizes how an execution ended. */
export const toOutcomeFacts = (result: ExecutionResult): OutcomeFacts => ({
  status: result.response?.status ?? null,
  error: result.error?.code ?? null,
  testsPassed: countTests(result, 'passed'),
  testsFailed: countTests(result, 'failed'),
  ...(hasFailedHandler(result) ? { handlerFailed: true } : {}),
});

/** Whether an execution satisfies a dependency: its tests passed, or it has no tests and its status is below 400. */
export const hasSucceeded = (facts: OutcomeFacts): boolean => {
  const outcome = getExecutionOutcome(facts);
  return outcome === 'passed' || (outcome === 'ran' && (facts.status ?? 0) < 400);
};

/** A finished execution, with what the caller and later executions need of it. */
export interface FinishedExecution {
  /** The result as the caller may see it, with secrets redacted if it may not see them. */
  readonly result: ExecutionResult;
  /** The request as sent, with secrets redacted; missing unless the caller wants it. */
  readonly sent?: SentRequest;
  /** The variables that its scripts and those of its dependencies set, in order. */
  readonly changes: readonly EnvironmentChange[];
  /** The variables that its own scripts keep in memory, in order. */
  readonly kept: readonly RetainedVariable[];
  /** The instructions of its scripts to the run: to skip a request, to stop, or to continue elsewhere. A dependency can only stop the run. */
  readonly control: RunControl;
  /** The secrets that it used, which must be redacted wherever its data appears. */
  readonly secrets: readonly Secret[];
}

/** A request whose dependencies are being executed. */
export interface Dependant {
  readonly id: string;
  readonly name: string;
}

/** The data that all executions of a run share. A single execution is a run of its own. */
export interface RunScope {
  /** The finished executions by request id, because a dependency is executed once in a run. */
  readonly finished: Map<string, FinishedExecution>;
  /** The requests whose dependencies led to this execution, outermost first. */
  readonly dependants: readonly Dependant[];
}

/** Executes a saved request of any kind within a run. */
export type ExecuteInRun = (
  input: ExecutionCall & { readonly id: string },
  call: CallContext,
  scope: RunScope,
) => AppResult<FinishedExecution>;

/** The outcome of a request's dependencies. A `fault` ends the request's execution. */
export interface DependencyResults {
  readonly needs: readonly SatisfiedDependency[];
  readonly changes: readonly EnvironmentChange[];
  readonly secrets: readonly Secret[];
  readonly control: Pick<RunControl, 'stop'>;
  readonly fault: ExecutionFault | null;
}

/** The outcome for a request without dependencies. */
export const noDependencies: DependencyResults = {
  needs: [],
  changes: [],
  secrets: [],
  control: {},
  fault: null,
};

/** Counts the progress of an execution from the end of its dependencies. */
export const offsetProgress =
  ({ needs }: DependencyResults, progress: CallContext['progress']): CallContext['progress'] =>
  (done, total, name) =>
    progress(done + needs.length, total + needs.length, name);

/** An execution while its dependencies are executed. */
interface Dependent {
  readonly ports: Ports;
  readonly input: ExecutionCall;
  readonly call: CallContext;
  readonly scope: RunScope;
  readonly execute: ExecuteInRun;
  readonly loaded: LoadedExecution;
  /** Maximum age of an earlier execution that satisfies a dependency, in milliseconds. */
  readonly maxAgeMs: number;
}

const nothingSent = ' Nothing was sent.';

const createDependencyFault = (words: string, details: object): ExecutionFault =>
  createFault('NEED_FAILED', (/[.?!]$/.test(words) ? words : `${words}.`) + nothingSent, details);

const createUnknownRequestError = (id: string): ExecutionFault =>
  createDependencyFault(
    `It needs "${id}", which is not a request of this workspace. Take out or correct it.`,
    { id },
  );

const createRefusedFault = (error: AppError, id: string): ExecutionFault =>
  error.kind === 'not-found' && error.ref === id
    ? createUnknownRequestError(id)
    : createDependencyFault(`${id}, which must have run before, could not be executed: ${describe(error)}`, {
        id,
      });

/** Describes why an execution does not satisfy a dependency, as the end of a sentence. */
const describeFailure = ({ error, response, lifecycle }: ExecutionResult): string => {
  const reported = error ?? lifecycle.postResponse.error ?? lifecycle.tests.summary.error;
  if (reported !== null) {
    const { message } = reported;
    return `${reported.code}: ${message.endsWith(nothingSent) ? message.slice(0, -nothingSent.length) : message}`;
  }
  const tests = lifecycle.tests.results.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (tests.length > 0) return `its ${tests.length === 1 ? 'test' : 'tests'} ${tests.join(', ')} failed.`;
  return `it was answered with ${response?.status ?? 'nothing'} and has no test that accepts that.`;
};

/** The report about a dependency that an execution satisfied, or the error if it failed. */
const toDependency = ({ result }: FinishedExecution, id: string): SatisfiedDependency | ExecutionFault => {
  const { executionId, request, error } = result;
  const { name } = request;
  if (hasSucceeded(toOutcomeFacts(result))) return { id, name, executionId };
  const details = { id, name, executionId, ...(error === null ? {} : { code: error.code }) };
  const words = `"${name}", which must have run before, failed: ${describeFailure(result)}`;
  return createDependencyFault(words, details);
};

/** Describes the dependency cycle that contains `id` by the names of its requests. Undefined if there is none. */
const findCircle = ({ scope, loaded }: Dependent, id: string): string | undefined => {
  const chain = [...scope.dependants, loaded.request];
  const from = chain.findIndex((one) => one.id === id);
  if (from < 0) return undefined;
  const names = chain.slice(from).map(({ name }) => name);
  return [...names, names[0] ?? ''].join(' → ');
};

/** How many past executions of a dependency are searched for a recent success. */
const maxInspectedExecutions = 100;

const hasSameEnvironment = ({ environment }: ExecutionSummary, loaded: LoadedExecution): boolean =>
  environment !== undefined && (environment?.id ?? null) === (loaded.environment?.id ?? null);

/** The newest successful execution of a dependency in the same environment, if it is recent enough. */
const findRecent = (
  { ports, loaded, maxAgeMs: ageMs }: Dependent,
  requestId: string,
): AppResult<ExecutionSummary | undefined> => {
  if (ageMs === 0) return TE.right(undefined);
  const workspaceId = loaded.workspace.id;
  const since = new Date(ports.clock.now().getTime() - ageMs).toISOString();
  return pipe(
    // The executions of a request stay stored when the request is deleted.
    getKindRecordById(requestId).of(ports.store).get(workspaceId, requestId),
    TE.flatMap(() =>
      ports.store.executions.list(workspaceId, { requestId, since, take: maxInspectedExecutions }),
    ),
    TE.map(({ items }) => items.find((one) => hasSameEnvironment(one, loaded) && hasSucceeded(one))),
  );
};

/** Executes a dependency, unless it was already executed in this run. */
const executeOnce = (dependent: Dependent, id: string): AppResult<FinishedExecution> => {
  const { input, call, scope, loaded, execute } = dependent;
  const already = scope.finished.get(id);
  if (already !== undefined) return TE.right(already);
  const { onText: _, received: _received, ...context } = call;
  const { variables, timeoutMs } = input;
  const dependants = [...scope.dependants, { id: loaded.request.id, name: loaded.request.name }];
  return execute(
    {
      id,
      workspaceId: loaded.workspace.id,
      environment: loaded.environment?.id ?? null,
      ...(call.wantsExchanges ? {} : { maxBodyBytes: 0 }),
      ...(variables === undefined ? {} : { variables }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    { ...context, progress: () => undefined },
    { finished: scope.finished, dependants },
  );
};

type Outcome = E.Either<AppError, FinishedExecution>;

/** The dependencies that are being executed, by {@link toSharedKey}. */
const runningDependencies = new WeakMap<Store, Map<string, Promise<Outcome>>>();

const getRunningDependencies = (store: Store): Map<string, Promise<Outcome>> => {
  const present = runningDependencies.get(store) ?? new Map<string, Promise<Outcome>>();
  runningDependencies.set(store, present);
  return present;
};

/** Waits for a result. Resolves to undefined if the caller cancels first. */
const awaitUnlessAborted = async <A>(promise: Promise<A>, signal: AbortSignal): Promise<A | undefined> => {
  let giveUp: () => void = () => undefined;
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  signal.addEventListener('abort', giveUp);
  try {
    return signal.aborted ? undefined : await Promise.race([promise, givenUp]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};

const isCancelled: (outcome: Outcome) => boolean = E.match(
  () => false,
  ({ result }) => result.error?.code === 'CANCELLED',
);

/** The key by which calls find executions that they can share. Callers that may see less get executions of their own. */
const toSharedKey = ({ input, call, loaded }: Dependent, id: string): string =>
  JSON.stringify([
    loaded.workspace.id,
    loaded.environment?.id ?? null,
    id,
    input.variables ?? {},
    call.redactsSecrets,
    call.wantsExchanges,
  ]);

/**
 * Executes a dependency, or shares its execution if another call is executing it now, because a moment later this call would find that
 * execution in the history. If the shared execution is cancelled, executes the dependency itself.
 */
const executeOrShare = async (
  dependent: Dependent,
  id: string,
): Promise<{ readonly outcome: Outcome; readonly isShared: boolean }> => {
  const { ports, call, scope } = dependent;
  const execute = executeOnce(dependent, id);
  if (dependent.maxAgeMs === 0 || scope.finished.has(id))
    return { outcome: await execute(), isShared: false };
  const running = getRunningDependencies(ports.store);
  const key = toSharedKey(dependent, id);
  // An execution that others wait for must not wait for one itself, or they could wait for each other.
  const mayWait = scope.dependants.length === 0;
  for (let present = running.get(key); mayWait && present !== undefined; present = running.get(key)) {
    const outcome = await awaitUnlessAborted(present, call.signal);
    if (outcome === undefined) break;
    if (isCancelled(outcome)) continue;
    for (const execution of RA.rights([outcome])) scope.finished.set(id, execution);
    return { outcome, isShared: true };
  }
  const own = execute();
  if (!running.has(key)) {
    running.set(key, own);
    const end = () => void running.delete(key);
    own.then(end, end);
  }
  return { outcome: await own, isShared: false };
};

/** How a dependency was satisfied or failed, and its execution unless an earlier one was recent enough. */
interface ExecutedDependency {
  readonly outcome: SatisfiedDependency | ExecutionFault;
  readonly execution?: FinishedExecution;
}

const executeDependency = async (dependent: Dependent, id: string): Promise<ExecutedDependency> => {
  if (findRequestKind(id) === undefined) return { outcome: createUnknownRequestError(id) };
  const circle = findCircle(dependent, id);
  if (circle !== undefined) {
    const words = `Requests need each other: ${circle}. Take one of them out of the needs of another.`;
    return { outcome: createDependencyFault(words, { id }) };
  }
  const { scope, call } = dependent;
  const executed = taskEither(function* () {
    const recent = scope.finished.has(id) ? undefined : yield* attempt(findRecent(dependent, id));
    if (recent !== undefined) {
      const outcome = { id, name: recent.name, executionId: recent.id, reused: true as const };
      return { outcome };
    }
    const { outcome, isShared } = yield* perform(() => executeOrShare(dependent, id));
    if (call.signal.aborted) return { outcome: cancelledFault };
    const execution = yield* attempt(outcome);
    const satisfied = toDependency(execution, id);
    const shared = isShared && !('code' in satisfied) ? { ...satisfied, reused: true as const } : satisfied;
    return { outcome: shared, execution };
  });
  const toFault = TE.getOrElse<AppError, ExecutedDependency>(
    (error) => () => Promise.resolve({ outcome: createRefusedFault(error, id) }),
  );
  return pipe(executed, toFault)();
};

const getStop = (execution: FinishedExecution | undefined): DependencyResults['control'] => {
  const stop = execution?.control.stop;
  return stop === undefined ? {} : { stop };
};

/** Executes the dependencies of a request in order, each once in a run, unless a recent execution satisfies one. */
export const executeDependencies = async (
  execution: Omit<Dependent, 'loaded' | 'maxAgeMs'>,
  loaded: LoadedExecution,
): Promise<DependencyResults> => {
  const { maxAge = '' } = loaded.request.settings;
  const ageMs = parseMaxAge(maxAge);
  if (ageMs === undefined) {
    const words = `Its setting maxAge is "${maxAge}"; it ${maxAgeAdvice}.`;
    return { ...noDependencies, fault: createDependencyFault(words, { maxAge }) };
  }
  let results = noDependencies;
  for (const [index, id] of loaded.needs.entries()) {
    execution.call.progress(index, loaded.needs.length, 'needs');
    const { outcome, execution: one } = await executeDependency(
      { ...execution, loaded, maxAgeMs: ageMs },
      id,
    );
    results = {
      ...results,
      changes: [...results.changes, ...(one?.changes ?? [])],
      secrets: [...results.secrets, ...(one?.secrets ?? [])],
      control: { ...results.control, ...getStop(one) },
    };
    if ('code' in outcome) return { ...results, fault: outcome };
    results = { ...results, needs: [...results.needs, outcome] };
  }
  return results;
};
