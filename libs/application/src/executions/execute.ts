import {
  defaultRequestKind,
  type AppError,
  applyChanges,
  type AppResult,
  type CallSecrets,
  createCallSecrets,
  describe,
  type ExecutionCall,
  type ExecutionResult,
  findRequestKind,
  indexValues,
  type Ports,
  type RequestKind,
  requestKinds,
  type RequestOf,
  type SavedRequest,
  type ExecutionScriptCall,
  scriptCallLimits,
  type ScriptResponse,
  toExactValues,
} from '@tandem/core';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  type ScriptCallContext,
  type CallOutcome,
  type CallsLeft,
  createExecutionState,
  createScriptCalls,
  createDraft,
  executeSteps,
  listChangedSecrets,
  type ScriptCalls,
  toScriptResponse,
} from '@tandem/execution';

import { askDirectly, type CallContext } from '../call-context.js';
import { resolveInputRequestId } from '../requests/request-reference.js';
import { findRequest } from '../runs/find-request.js';
import { createRefusalCheck } from '../trust/unapproved-scripts.js';
import {
  type Dependant,
  type DependencyResults,
  executeDependencies,
  type ExecuteInRun,
  type FinishedExecution,
  noDependencies,
  offsetProgress,
  type RunScope,
} from './dependencies.js';
import type {
  AnyExecuteArguments,
  ExecuteArguments,
  ExecuteGraphqlArguments,
  ExecuteRestArguments,
} from './execute-arguments.js';
import { answerExecution } from './answer-execution.js';
import { finishExecution, findSaveProblem, validateSaveTo } from './finish-execution.js';
import {
  applyCarriedChanges,
  type Call,
  type Executable,
  type ExecutableKind,
  type LoadedExecution,
  loadExecution,
  removeScripts,
  withExecutionContext,
} from './load-execution.js';
import { validateSelect } from './stored-bodies.js';

/** The data for executing a saved request that a script asks for. */
interface Calls {
  readonly ports: Ports;
  /** The call that executes the request with that script. */
  readonly input: ExecutionCall;
  readonly call: CallContext;
  readonly left: CallsLeft;
  /** The requests whose dependencies led to the calling script's request, outermost first. */
  readonly dependants: readonly Dependant[];
  readonly execute: (
    input: Parameters<ExecuteInRun>[0],
    call: CallContext,
    dependants: readonly Dependant[],
  ) => AppResult<FinishedExecution>;
}

const createFailedCall = (
  code: string,
  message: string,
  began: number,
  { ports }: Calls,
  name: string,
): CallOutcome => ({
  answer: { outcome: { error: { code, message } } },
  steps: [
    {
      step: 'script',
      method: 'execute',
      url: name,
      status: null,
      durationMs: ports.clock.now().getTime() - began,
      error: code,
    },
  ],
  secrets: [],
});

/**
 * Collects the call variables for a request that a script executes: those of the script's own execution, those that the script has set
 * since, and those that it passes.
 */
const collectVariables = (
  { input }: Calls,
  call: ExecutionScriptCall,
  { context, changes }: ScriptCallContext,
) => {
  const given = { ...input.variables };
  for (const { name } of changes) Reflect.deleteProperty(given, name);
  // The changes are already in the environment, if there is one, so the executed request reads them from it.
  const { variables, secrets } = applyChanges({ variables: [], secrets: [] }, changes);
  const set = context.environment === null ? { ...indexValues(secrets), ...toExactValues(variables) } : {};
  return { ...given, ...set, ...call.variables };
};

const createArguments = (calls: Calls, id: string, call: ExecutionScriptCall, around: ScriptCallContext) => ({
  id,
  workspaceId: around.context.workspace.id,
  environment: around.context.environment?.id ?? null,
  maxBodyBytes: 0,
  variables: collectVariables(calls, call, around),
  ...(calls.input.timeoutMs === undefined ? {} : { timeoutMs: calls.input.timeoutMs }),
});

const createContext = (
  { call, left }: Calls,
  { context, signal, changes, without }: ScriptCallContext,
  depth: number,
  names: readonly string[],
  received: NonNullable<CallContext['received']>,
): CallContext => {
  const { onText: _, whileAsking = askDirectly, ...rest } = call;
  const { cookies } = context;
  return {
    ...rest,
    signal,
    received,
    whileAsking: (wait) => without(() => whileAsking(wait)),
    progress: () => undefined,
    variablesFrom: new Map(names.map((name) => [name, 'script'])),
    calling: { depth, left, changes, ...(cookies === undefined ? {} : { cookies }) },
  };
};

const toCallResult = (
  { result, changes, kept, secrets }: FinishedExecution,
  response: ScriptResponse | undefined,
  durationMs: number,
): CallOutcome => {
  const { executionId: id, request, lifecycle, error } = result;
  const tests = lifecycle.tests.results.map(({ name, status }) => ({ name, status }));
  const step = {
    step: 'script' as const,
    method: request.method,
    url: request.url,
    status: response?.status ?? null,
    durationMs,
    executionId: id,
    ...(error === null ? {} : { error: error.code }),
  };
  const outcome =
    error === null && response !== undefined
      ? { response, execution: { id, tests } }
      : { error: error ?? { code: 'NETWORK_ERROR', message: 'There was no response.' } };
  return {
    answer: {
      outcome,
      secrets,
      ...(changes.length === 0 ? {} : { changes }),
      ...(kept.length === 0 ? {} : { kept }),
    },
    steps: [step],
    secrets: [...secrets, ...listChangedSecrets(changes)],
  };
};

/** Executes a saved request for another request's script, in the same environment, up to the nesting limit. */
const executeForScript =
  (calls: Calls) =>
  async (call: ExecutionScriptCall, around: ScriptCallContext): Promise<CallOutcome> => {
    const { ports, dependants, execute } = calls;
    const { workspace, request } = around.context;
    const began = ports.clock.now().getTime();
    const depth = (calls.call.calling?.depth ?? 0) + 1;
    const most = ports.scripts.nesting ?? scriptCallLimits.nesting;
    const chain = [...dependants.map(({ name }) => name), request.name, call.request].join(' → ');
    if (depth > most)
      return createFailedCall(
        'SCRIPT_ERROR',
        `Scripts execute requests at most ${most} deep (TANDEM_SCRIPT_NESTING): ${chain}.`,
        began,
        calls,
        call.request,
      );
    const refused = (error: AppError | string): CallOutcome => {
      const message =
        typeof error === 'string'
          ? `"${call.request}" ${error}.`
          : `"${call.request}" cannot be executed: ${describe(error)}`;
      return createFailedCall('SCRIPT_ERROR', message, began, calls, call.request);
    };
    const executed = taskEither(function* () {
      const id = yield* attempt(findRequest(ports, workspace, call.request, request.id));
      if (call.kept !== undefined) ports.retainedVariables.keep(workspace.id, call.kept);
      let response: ScriptResponse | undefined;
      const input = createArguments(calls, id, call, around);
      const context = createContext(calls, around, depth, Object.keys(input.variables), (one) => {
        response = one;
      });
      const self = { id: request.id, name: request.name };
      const finished = yield* attempt(execute(input, context, [...dependants, self]));
      return toCallResult(finished, response, ports.clock.now().getTime() - began);
    });
    const outcome = TE.toUnion(pipe(executed, TE.mapLeft(refused)));
    return outcome();
  };

/** Handles the calls that the scripts of an execution make. */
const answerScriptCalls = (calls: Omit<Calls, 'left'>, loaded: LoadedExecution): ScriptCalls => {
  const left = calls.call.calling?.left ?? { number: scriptCallLimits.inAll };
  return createScriptCalls({
    refusal: createRefusalCheck(calls.ports, loaded),
    execute: executeForScript({ ...calls, left }),
    left,
  });
};

/** The parts of an execution that depend on the kind of request. */
const executables: { readonly [K in RequestKind]: ExecutableKind<RequestOf<K>, ExecuteArguments[K]> } = {
  rest: { ...requestKinds.rest, createDraft: createDraft.rest },
  graphql: { ...requestKinds.graphql, createDraft: createDraft.graphql },
};

type AnyCall = ExecuteArguments[RequestKind];
/** The kind of the request with this id. The id determines the kind, but the compiler cannot know that. */
const getExecutable = (id: string): ExecutableKind<SavedRequest, AnyCall> =>
  executables[findRequestKind(id) ?? defaultRequestKind] as ExecutableKind<SavedRequest, AnyCall>;

/** Loads a saved request of any kind with its context, as an execution does. */
export const loadSaved =
  (ports: Ports) =>
  (
    input: AnyExecuteArguments,
    call: Pick<CallContext, 'redactsSecrets' | 'by'> = {},
  ): AppResult<LoadedExecution> =>
    loadExecution(ports, getExecutable(input.id), input as AnyCall, call);

/** Loads a saved GraphQL request with its context, as an execution does. */
export const loadGraphql =
  (ports: Ports) =>
  (input: ExecuteArguments['graphql']): AppResult<LoadedExecution> =>
    loadExecution(ports, executables.graphql, input);

/** The call of an execution, and the run that the execution belongs to. */
interface Execution<I extends ExecutionCall> {
  readonly ports: Ports;
  readonly input: I;
  readonly call: CallContext;
  /** The secrets to redact in the result. */
  readonly secrets: CallSecrets;
  readonly scope: RunScope;
}

/** Loads a request again after its dependencies, because they may have stored variables that it uses. */
const reload = <A extends Executable, I extends Call<A>>(
  { ports, input, call }: Execution<I>,
  kind: ExecutableKind<A, I>,
  before: LoadedExecution,
  { changes, fault }: DependencyResults,
): AppResult<{ readonly input: I; readonly loaded: LoadedExecution }> => {
  if (fault !== null) return TE.right({ input, loaded: removeScripts(before) });
  const again = { ...input, environment: before.environment?.id ?? null, persistScript: false };
  return pipe(
    loadExecution(ports, kind, again, call),
    TE.map((after) => {
      const { loaded, variables } = applyCarriedChanges(after, changes);
      return { input: { ...input, variables: { ...variables, ...input.variables } }, loaded };
    }),
  );
};

/** Sends a loaded request and runs its scripts. From here on, any failure is part of the result. */
const runSteps = (
  kind: RequestKind,
  { ports, input, call, secrets, scope }: Execution<ExecutionCall>,
  loaded: LoadedExecution,
  dependencies: DependencyResults,
): AppResult<FinishedExecution> => {
  // Another request may have executed some of the dependencies, so this call has not collected their secrets.
  secrets.add(dependencies.secrets);
  // A request that a script executes is executed again each time, unlike a dependency.
  const calls = answerScriptCalls(
    {
      ports,
      input,
      call,
      dependants: scope.dependants,
      execute: (one, by, dependants) =>
        executeAny(ports)(one, by, { finished: new Map(scope.finished), dependants }),
    },
    loaded,
  );
  return withExecutionContext({ ports, input, call, secrets, calls }, loaded, (context) =>
    taskEither(function* () {
      context.secrets.add(dependencies.secrets);
      const startedAt = ports.clock.now();
      const fault =
        dependencies.fault ?? (yield* perform(() => findSaveProblem(ports, loaded.workspace, input)));
      const first = {
        ...createExecutionState(loaded.request),
        diagnostics: loaded.notes,
        needs: dependencies.needs,
        fault,
      };
      const progress = offsetProgress(dependencies, call.progress);
      const state = fault === null ? yield* perform(() => executeSteps(context, progress, first)) : first;
      if (state.retained.length > 0) ports.retainedVariables.keep(loaded.workspace.id, state.retained);
      if (state.response !== null) call.received?.(toScriptResponse(context, state.response));
      const answer = yield* attempt(finishExecution(context, state, { kind, startedAt, call, secrets }));
      return {
        ...answer,
        changes: [...dependencies.changes, ...state.changes],
        kept: state.retained,
        control: { ...dependencies.control, ...state.control },
        secrets: context.secrets.all(),
      };
    }),
  );
};

/** Executes a request of one kind: loads it, runs its dependencies, then its own steps, and stores the result. */
const executeKind =
  <A extends Executable, I extends Call<A>>(ports: Ports, kind: ExecutableKind<A, I>) =>
  (given: I, by: CallContext, scope: RunScope): AppResult<FinishedExecution> =>
    taskEither(function* () {
      yield* attempt(validateSaveTo(ports, given));
      yield* attempt(validateSelect(ports, given));
      // The requests that this one's scripts execute add their secrets here too.
      const secrets = createCallSecrets(by.secrets);
      const loading = { ports, input: given, call: { ...by, secrets }, secrets, scope };
      const first = yield* attempt(loadExecution(ports, kind, given, loading.call));
      secrets.add(first.secrets);
      const execution = {
        ...loading,
        ...(yield* attempt(answerExecution(loading, first, loadSaved(ports)))),
      };
      const hasDependencies = first.needs.length > 0 && given.needs !== 'skip';
      const dependencies = hasDependencies
        ? yield* perform(() => executeDependencies({ ...execution, execute: executeAny(ports) }, first))
        : noDependencies;
      const { input, loaded } = hasDependencies
        ? yield* attempt(reload(execution, kind, first, dependencies))
        : { input: execution.input, loaded: first };
      const finished = yield* attempt(runSteps(kind.kind, { ...execution, input }, loaded, dependencies));
      scope.finished.set(given.id, finished);
      return finished;
    });

const executeAny =
  (ports: Ports): ExecuteInRun =>
  (input, call, scope) =>
    executeKind(ports, getExecutable(input.id))(input as AnyCall, call, scope);

/** Executes a saved request within a run, in which its dependencies may have been executed already. */
export const executeInRun =
  (ports: Ports, finished: RunScope['finished']) =>
  (input: ExecutionCall & { readonly id: string }, call: CallContext): AppResult<FinishedExecution> =>
    executeAny(ports)(input, call, { finished, dependants: [] });

const executeResolved = (
  ports: Ports,
  resolved: AppResult<ExecutionCall & { readonly id: string }>,
  call: CallContext,
): AppResult<ExecutionResult> =>
  taskEither(function* () {
    const input = yield* attempt(resolved);
    call.executes?.(input.id);
    const { result } = yield* attempt(executeInRun(ports, new Map())(input, call));
    return result;
  });

/**
 * Executes a saved request of any kind after its dependencies, with its scripts, in the same steps for every kind. GraphQL `errors` in a
 * response do not fail the execution.
 */
export const executeSaved = (ports: Ports) => ({
  rest: (input: ExecuteRestArguments, call: CallContext): AppResult<ExecutionResult> =>
    executeResolved(ports, resolveInputRequestId(ports, requestKinds.rest, input), call),
  graphql: (input: ExecuteGraphqlArguments, call: CallContext): AppResult<ExecutionResult> =>
    executeResolved(ports, resolveInputRequestId(ports, requestKinds.graphql, input), call),
});
