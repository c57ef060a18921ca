import {
  type AppError,
  type AppResult,
  createInvalidInput,
  environmentRef,
  executionFields,
  type ExecutionResult,
  type Ports,
  requestKindNames,
  requestKinds,
  type RestRequestSummary,
  type RunEntry,
  type RunOutcome,
  type RunPlan,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { Int, oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { loadEnvironments } from '../environments/load-environments.js';
import { createFolderRefusal, listRequestFolders } from '../folders/known-folders.js';
import { operation, sendEffects } from '../operation.js';
import { resolveRequestIds, createRequestReference } from '../requests/request-reference.js';
import type { ChosenEnvironment } from '../runs/check-plan.js';
import { followPlan } from '../runs/follow-plan.js';
import { type SelectedRequest, selectRequests } from '../runs/select-requests.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** Maximum number of requests in one call. */
const maxRequests = 200;

/** A request to execute in a call with several. */
export type WantedRequest = Pick<RestRequestSummary, 'id' | 'name'>;

/** The requests that a call asks for. */
interface RequestSelection {
  readonly ids?: readonly string[];
  readonly folder?: string;
}

const loadByIds = (
  ports: Ports,
  { id: workspaceId }: Workspace,
  refs: readonly string[],
): AppResult<readonly WantedRequest[]> =>
  pipe(
    resolveRequestIds(
      ports,
      requestKinds.rest,
      workspaceId,
      refs.map((ref, at) => [`ids[${at}]`, ref]),
    ),
    TE.flatMap(TE.traverseSeqArray((id) => ports.store.restRequests.get(workspaceId, id))),
    TE.map((requests) => requests.map(({ id, name }) => ({ id, name }))),
  );

/** The requests of a folder in their order. */
const loadByFolder = (
  { store }: Ports,
  { id }: Workspace,
  folder: string,
): AppResult<readonly WantedRequest[]> =>
  pipe(
    TE.Do,
    TE.bind('page', () => store.restRequests.list(id, { folder, take: maxRequests + 1 })),
    TE.bind('positions', () => store.requestPositions.list(id)),
    TE.map(({ page, positions }) => {
      const wanted = new Map(page.items.map((one) => [one.id as string, one]));
      return positions.flatMap((position) => wanted.get(position.id) ?? []);
    }),
  );

/** The error for a folder without requests: it does not exist, or is empty. */
const createEmptyFolderError = (folder: string, known: readonly string[]): AppError =>
  createFolderRefusal(folder, known, {
    problem: 'has no REST requests',
    others: 'the folders that do are',
    none: 'all of them are at the top, which is ""',
  });

/**
 * The requests of a folder. Refused if there are none, except at the top, because another folder was probably meant.
 */
const requireFolderRequests = (
  ports: Ports,
  workspace: Workspace,
  folder: string,
): AppResult<readonly WantedRequest[]> =>
  pipe(
    loadByFolder(ports, workspace, folder),
    TE.flatMap((wanted) =>
      wanted.length > 0 || /^\/*$/.test(folder)
        ? TE.right(wanted)
        : pipe(
            listRequestFolders(ports.store.restRequests, workspace.id),
            TE.flatMap((known) => TE.left(createEmptyFolderError(folder, known))),
          ),
    ),
  );

/** Loads the requests to execute. Refuses the call if there are none or too many, or if an id is unknown. */
const loadWantedRequests = (
  ports: Ports,
  workspace: Workspace,
  { ids, folder }: RequestSelection,
): AppResult<readonly WantedRequest[]> => {
  if ((ids === undefined) === (folder === undefined)) {
    const got = ids === undefined ? undefined : { ids, folder };
    return TE.left(
      createInvalidInput('ids', 'or folder is required, but not both', { expected: 'ids or folder', got }),
    );
  }
  return pipe(
    ids === undefined
      ? requireFolderRequests(ports, workspace, folder ?? '')
      : loadByIds(ports, workspace, ids),
    TE.flatMap((wanted) =>
      wanted.length > maxRequests
        ? TE.left(
            createInvalidInput(
              ids === undefined ? 'folder' : 'ids',
              `must hold at most ${maxRequests} requests`,
              {
                expected: `at most ${maxRequests} requests`,
                got: wanted.length,
              },
            ),
          )
        : TE.right(wanted),
    ),
  );
};

const { variables, timeoutMs } = executionFields;

export const ExecuteManyRestArguments = struct(
  'rest_execute_many arguments',
  {},
  {
    workspaceId: workspaceRef,
    environment: environmentRef,
    ids: withDescription(
      t.readonlyArray(createRequestReference(requestKindNames.rest.noun), 'a list of REST requests'),
      'Ids, paths or names, in this order',
    ),
    folder: withDescription(t.string, 'Instead of ids; executes all requests in it and below, "" for all'),
    variables: withDescription(
      variables as t.Type<Readonly<Record<string, unknown>>, unknown>,
      'For every request',
    ),
    stopOnFailure: withDescription(t.boolean, 'Stop after the first failure; default false'),
    timeoutMs: withDescription(timeoutMs as t.Type<number, unknown>, 'In milliseconds'),
  },
);
export type ExecuteManyRestArguments = t.TypeOf<typeof ExecuteManyRestArguments>;

/** The outcome of one of the executions: `skipped` if an earlier one failed or the call was cancelled. */
export const ExecuteManyEntry = struct(
  'one of many executions',
  { id: t.string, name: t.string, outcome: oneOf('passed', 'failed', 'skipped') },
  {
    executionId: t.string,
    status: Int,
    error: t.string,
    testsPassed: Int,
    testsFailed: Int,
    failedTests: t.readonlyArray(t.string),
  },
);
export type ExecuteManyEntry = t.TypeOf<typeof ExecuteManyEntry>;

export const ExecuteManyResult = struct('the results of many executions', {
  summary: struct('how many', {
    total: Int,
    passed: Int,
    failed: Int,
    skipped: Int,
    testsPassed: Int,
    testsFailed: Int,
  }),
  results: t.readonlyArray(ExecuteManyEntry),
});
export type ExecuteManyResult = t.TypeOf<typeof ExecuteManyResult>;

const testName = ({ suite, name }: { readonly suite: readonly string[]; readonly name: string }): string =>
  [...suite, name].join(' › ');

const outcomes = {
  passed: 'passed',
  untested: 'passed',
  flaky: 'passed',
  failed: 'failed',
  error: 'failed',
  skipped: 'skipped',
} as const satisfies Readonly<Record<RunOutcome, ExecuteManyEntry['outcome']>>;

const toManyResult = ({ id, name, outcome, error }: RunEntry): ExecuteManyEntry => ({
  id,
  name,
  outcome: outcomes[outcome],
  ...(error === null ? {} : { error: error.message }),
});

/** Why an execution failed, unless its tests already say so. */
const findError = ({ outcome, failedTests }: RunEntry, { error, lifecycle }: ExecutionResult) => {
  const { postResponse, tests } = lifecycle;
  const own = error ?? postResponse.error ?? tests.summary.error;
  if (own !== null) return `${own.code}: ${own.message}`;
  const saysTest = tests.results.some(({ status }) => status === 'failed');
  return outcome === 'failed' && !saysTest ? failedTests.at(-1)?.message : undefined;
};

const toResult = (entry: RunEntry, result: ExecutionResult | undefined): ExecuteManyEntry => {
  if (result === undefined) return toManyResult(entry);
  const { results } = result.lifecycle.tests;
  const failed = results.filter(({ status }) => status === 'failed');
  const error = findError(entry, result);
  return {
    id: entry.id,
    name: entry.name,
    outcome: outcomes[entry.outcome],
    executionId: result.executionId,
    ...(result.response === null ? {} : { status: result.response.status }),
    ...(error === undefined ? {} : { error }),
    testsPassed: results.filter(({ status }) => status === 'passed').length,
    testsFailed: failed.length,
    ...(failed.length === 0 ? {} : { failedTests: failed.map(testName) }),
  };
};

/**
 * The environment of the call, or the currently active one. An active environment that was just deleted counts as
 * none.
 */
const resolveEnvironment = (
  ports: Ports,
  workspace: Workspace,
  ref?: string | null,
): AppResult<ChosenEnvironment> =>
  ref === undefined
    ? pipe(
        ports.store.environments.list(workspace.id),
        TE.map((all) => all.find(({ id }) => id === workspace.activeEnvironmentId) ?? null),
      )
    : pipe(
        loadEnvironments(ports, workspace, ref),
        TE.map(({ environment }) => environment),
      );

const sumResults = (results: readonly ExecuteManyEntry[], key: 'testsPassed' | 'testsFailed'): number =>
  results.reduce((total, one) => total + (one[key] ?? 0), 0);

const summarizeResults = (results: readonly ExecuteManyEntry[]): ExecuteManyResult => {
  const count = (outcome: ExecuteManyEntry['outcome']) =>
    results.filter((one) => one.outcome === outcome).length;
  return {
    summary: {
      total: results.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      testsPassed: sumResults(results, 'testsPassed'),
      testsFailed: sumResults(results, 'testsFailed'),
    },
    results,
  };
};

const planOf = ({ variables, timeoutMs, stopOnFailure }: ExecuteManyRestArguments): RunPlan => ({
  ...(variables === undefined ? {} : { variables }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(stopOnFailure === true ? { bail: 1 } : {}),
});

/** The requests of a call in the form of a run's selection. */
const selectWantedRequests = (
  ports: Ports,
  workspace: Workspace,
  input: ExecuteManyRestArguments,
): AppResult<readonly SelectedRequest[]> =>
  pipe(
    loadWantedRequests(ports, workspace, input),
    TE.flatMap((wanted) =>
      wanted.length === 0
        ? TE.right([])
        : selectRequests(ports, workspace, { select: { ids: wanted.map(({ id }) => id) } }),
    ),
  );

/**
 * Runs saved requests one after another, all in the named environment, or in the environment that is active at the start. Each
 * execution is stored and can be read in full with executions_get. A failed execution is a result. The call is refused only before the
 * first execution.
 */
export const executeManyRest =
  (ports: Ports) =>
  (input: ExecuteManyRestArguments, context: CallContext): AppResult<ExecuteManyResult> =>
    taskEither(function* () {
      const workspace = yield* attempt(resolveWorkspace(ports)(input.workspaceId));
      const selected = yield* attempt(selectWantedRequests(ports, workspace, input));
      const environment = yield* attempt(resolveEnvironment(ports, workspace, input.environment));
      const secrets = yield* attempt(loadKnownSecrets(ports, workspace.id));
      const results: ExecuteManyEntry[] = [];
      if (selected.length === 0) return summarizeResults(results);
      const checked = { workspace, selected, environments: [environment], secrets };
      yield* perform(() =>
        followPlan(ports, { plan: planOf(input) }, checked, context, (event) => {
          if (event.kind === 'request-ended') results.push(toResult(event.entry, event.result));
        }),
      );
      return summarizeResults(results);
    });

export const restExecuteMany = operation({
  name: 'rest_execute_many',
  successor: 'runs_execute',
  title: 'Execute many REST requests',
  description: 'Executes ids or a folder, and counts tests; executions_get returns a whole execution.',
  arguments: ExecuteManyRestArguments,
  result: ExecuteManyResult,
  effects: sendEffects,
  redactsOwnResult: true,
  useCase: 'rest.executeMany',
  run: ({ ports }) => executeManyRest(ports),
});
