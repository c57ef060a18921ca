import {
  type AppError,
  type AppResult,
  applyChanges,
  toExactValues,
  describe,
  type ExecutionCall,
  type Ports,
  type ScriptCall,
  scriptCallLimits,
  type ScriptResponse,
  indexValues,
} from '@tandem/core';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  type Around,
  type CallOutcome,
  type CallsLeft,
  type ExecutionContext,
  listChangedSecrets,
} from '@tandem/execution';

import { findRequest } from '../runs/find-request.js';
import { type CallContext, askDirectly } from '../call-context.js';
import type { Dependant, ExecuteInRun, FinishedExecution } from './dependencies.js';

type ExecuteCall = Extract<ScriptCall, { kind: 'execute' }>;

/** What a script needs to execute a saved request. */
export interface Calls {
  readonly ports: Ports;
  /** The call of the request whose script executes another. */
  readonly input: ExecutionCall;
  readonly call: CallContext;
  readonly left: CallsLeft;
  /** The requests that the calling script's request runs for, outermost first. */
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

/** The variables of an execution: those of the script's call, what the script has set since, and its own. */
const collectVariables = ({ input }: Calls, call: ExecuteCall, { context, changes }: Around) => {
  const given = { ...input.variables };
  for (const { name } of changes) Reflect.deleteProperty(given, name);
  // Otherwise they are visible in the environment.
  const { variables, secrets } = applyChanges({ variables: [], secrets: [] }, changes);
  const set = context.environment === null ? { ...indexValues(secrets), ...toExactValues(variables) } : {};
  return { ...given, ...set, ...call.variables };
};

const createArguments = (calls: Calls, id: string, call: ExecuteCall, around: Around) => ({
  id,
  workspaceId: around.context.workspace.id,
  environment: around.context.environment?.id ?? null,
  maxBodyBytes: 0,
  variables: collectVariables(calls, call, around),
  ...(calls.input.timeoutMs === undefined ? {} : { timeoutMs: calls.input.timeoutMs }),
});

const createContext = (
  { call, left }: Calls,
  { context, signal, changes, without }: Around,
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
  const found = {
    secrets,
    ...(changes.length === 0 ? {} : { changes }),
    ...(kept.length === 0 ? {} : { kept }),
  };
  return {
    answer: { outcome, ...found },
    steps: [step],
    secrets: [...secrets, ...listChangedSecrets(changes)],
  };
};

/** Executes a saved request for another request's script, in the same environment, up to the nesting limit. */
export const executeForScript =
  (calls: Calls) =>
  async (call: ExecuteCall, around: Around): Promise<CallOutcome> => {
    const { ports, dependants, execute } = calls;
    const { workspace, request }: ExecutionContext = around.context;
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
      if (call.kept !== undefined) ports.keptVariables.keep(workspace.id, call.kept);
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
