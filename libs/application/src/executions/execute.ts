import {
  type AppResult,
  type CallSecrets,
  createCallSecrets,
  type ExecutionCall,
  type ExecutionResult,
  findRequestKind,
  type Ports,
  type RequestKind,
  type RequestOf,
  requestKinds,
} from '@tandem/core';
import { attempt, perform, pipe, TE, taskEither } from '@tandem/core/fp';
import { createExecutionState, draftOf, executeSteps, toScriptResponse } from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { resolveInputRequestId } from '../requests/request-reference.js';
import {
  type DependencyResults,
  type ExecuteInRun,
  executeDependencies,
  type FinishedExecution,
  noDependencies,
  offsetProgress,
  type RunScope,
} from './dependencies.js';
import type { ExecuteArguments, ExecuteGraphql, ExecuteRest } from './execute-arguments.js';
import { withExecutionContext } from './execution-context.js';
import { finishExecution } from './finish-execution.js';
import {
  applyCarriedChanges,
  type Call,
  type Executable,
  type Kind,
  type LoadedExecution,
  loadExecution,
  removeScripts,
} from './load-execution.js';
import { saveProblem, validateSaveTo } from './save-body.js';
import { answerScriptCalls } from './script-calls.js';
import { validateSelect } from './select-body.js';

/** What is executed for each kind of saved request. */
const executables: { readonly [K in RequestKind]: Kind<RequestOf<K>, ExecuteArguments[K]> } = {
  rest: { ...requestKinds.rest, draftOf: draftOf.rest },
  graphql: { ...requestKinds.graphql, draftOf: draftOf.graphql },
};

/** A saved request of any kind with its context, as an execution loads it. */
export const loadSaved =
  (ports: Ports) =>
  (
    input: ExecuteArguments[RequestKind],
    call: Pick<CallContext, 'hidesSecrets' | 'by'> = {},
  ): AppResult<LoadedExecution> =>
    findRequestKind(input.id) === 'graphql'
      ? loadExecution(ports, executables.graphql, input as ExecuteArguments['graphql'], call)
      : loadExecution(ports, executables.rest, input as ExecuteArguments['rest'], call);

/** A saved GraphQL request with its context, as an execution loads it. */
export const loadGraphql =
  (ports: Ports) =>
  (input: ExecuteArguments['graphql']): AppResult<LoadedExecution> =>
    loadExecution(ports, executables.graphql, input);

/** The call of an execution, and the run that it is part of. */
interface Execution<I extends ExecutionCall> {
  readonly ports: Ports;
  readonly input: I;
  readonly call: CallContext;
  /** What is hidden in its result. */
  readonly secrets: CallSecrets;
  readonly scope: RunScope;
}

/** Reloads a request after its dependencies, because they may have stored variables that it uses. */
const reload = <A extends Executable, I extends Call<A>>(
  { ports, input, call }: Execution<I>,
  kind: Kind<A, I>,
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
  // Some of them may have run for another request.
  secrets.add(dependencies.secrets);
  // What a script executes runs again each time.
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
      const fault = dependencies.fault ?? (yield* perform(() => saveProblem(ports, loaded.workspace, input)));
      const first = {
        ...createExecutionState(loaded.request),
        diagnostics: loaded.notes,
        needs: dependencies.needs,
        fault,
      };
      const progress = offsetProgress(dependencies, call.progress);
      const state = fault === null ? yield* perform(() => executeSteps(context, progress, first)) : first;
      if (state.kept.length > 0) ports.keptVariables.keep(loaded.workspace.id, state.kept);
      if (state.response !== null) call.received?.(toScriptResponse(context, state.response));
      const answer = yield* attempt(finishExecution(context, state, { kind, startedAt, call, secrets }));
      return {
        ...answer,
        changes: [...dependencies.changes, ...state.changes],
        kept: state.kept,
        control: { ...dependencies.control, ...state.control },
        secrets: context.secrets.all(),
      };
    }),
  );
};

/** Executes a request of one kind: loads it, runs its dependencies, then its own steps, and stores the result. */
const executeKind =
  <A extends Executable, I extends Call<A>>(ports: Ports, kind: Kind<A, I>) =>
  (given: I, by: CallContext, scope: RunScope): AppResult<FinishedExecution> =>
    taskEither(function* () {
      yield* attempt(validateSaveTo(ports, given));
      yield* attempt(validateSelect(ports, given));
      // Executions on behalf of this request add their secrets here too.
      const secrets = createCallSecrets(by.secrets);
      const call = { ...by, secrets };
      const execution = { ports, input: given, call, secrets, scope };
      const first = yield* attempt(loadExecution(ports, kind, given, call));
      secrets.add(first.secrets);
      const hasDependencies = first.needs.length > 0 && given.needs !== 'skip';
      const dependencies = hasDependencies
        ? yield* perform(() => executeDependencies({ ...execution, execute: executeAny(ports) }, first))
        : noDependencies;
      const { input, loaded } = hasDependencies
        ? yield* attempt(reload(execution, kind, first, dependencies))
        : { input: given, loaded: first };
      const finished = yield* attempt(runSteps(kind.kind, { ...execution, input }, loaded, dependencies));
      scope.finished.set(given.id, finished);
      return finished;
    });

const executeAny =
  (ports: Ports): ExecuteInRun =>
  (input, call, scope) =>
    findRequestKind(input.id) === 'graphql'
      ? executeKind(ports, executables.graphql)(input as ExecuteArguments['graphql'], call, scope)
      : executeKind(ports, executables.rest)(input as ExecuteArguments['rest'], call, scope);

/** Executes a saved request within a run. Its dependencies may have already run in it. */
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
 * For each kind of saved request: executes it with its lifecycle script, using the same steps, after its
 * dependencies. `errors` in the response to a GraphQL request do not fail it.
 */
export const executeSaved = (ports: Ports) => ({
  rest: (input: ExecuteRest, call: CallContext): AppResult<ExecutionResult> =>
    executeResolved(ports, resolveInputRequestId(ports, requestKinds.rest, input), call),
  graphql: (input: ExecuteGraphql, call: CallContext): AppResult<ExecutionResult> =>
    executeResolved(ports, resolveInputRequestId(ports, requestKinds.graphql, input), call),
});
