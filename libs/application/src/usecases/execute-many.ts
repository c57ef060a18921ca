import {
  type AppResult,
  type AppError,
  describe,
  environmentRef,
  type Environment,
  executionFields,
  type ExecutionResult,
  type Ports,
  RestRequestId,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { described, Int, oneOf, struct, t } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import type { CallContext } from './call-context.js';
import { executeInRun } from './execute.js';
import { loadEnvironments } from './load-environments.js';
import type { EndedInRun } from './meet-needs.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { type Wanted, wantedOf } from './wanted-requests.js';

const { variables, timeoutMs } = executionFields;

export const ExecuteManyRest = struct(
  'rest_execute_many arguments',
  {},
  {
    workspaceId: workspaceRef,
    environment: environmentRef,
    ids: described(
      t.readonlyArray(RestRequestId, 'a list of REST request ids'),
      'Which requests, in this order',
    ),
    folder: described(t.string, 'All requests in this folder and its subfolders, instead of ids; "" for all'),
    variables: described(
      variables as t.Type<Readonly<Record<string, unknown>>, unknown>,
      'Override environment variables in each execution',
    ),
    stopOnFailure: described(t.boolean, 'Stop after the first failure; default false'),
    timeoutMs: described(
      timeoutMs as t.Type<number, unknown>,
      'Timeout of each HTTP request in milliseconds',
    ),
  },
);
export type ExecuteManyRest = t.TypeOf<typeof ExecuteManyRest>;

/** One of the executions; `skipped` when an earlier one failed or the call was cancelled. */
export const ManyResult = struct(
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
export type ManyResult = t.TypeOf<typeof ManyResult>;

export const ManyResults = struct('the results of many executions', {
  summary: struct('how many', {
    total: Int,
    passed: Int,
    failed: Int,
    skipped: Int,
    testsPassed: Int,
    testsFailed: Int,
  }),
  results: t.readonlyArray(ManyResult),
});
export type ManyResults = t.TypeOf<typeof ManyResults>;

const testName = ({ suite, name }: { readonly suite: readonly string[]; readonly name: string }): string =>
  [...suite, name].join(' › ');

const outcomeOf = ({ id, name }: Wanted, result: ExecutionResult): ManyResult => {
  const { summary, results } = result.lifecycle.tests;
  const failed = results.filter(({ status }) => status === 'failed');
  const handler = result.lifecycle.postResponse.error ?? summary.error;
  const error = result.error ?? handler;
  return {
    id,
    name,
    outcome: error === null && summary.success ? 'passed' : 'failed',
    executionId: result.executionId,
    ...(result.response === null ? {} : { status: result.response.status }),
    ...(error === null ? {} : { error: `${error.code}: ${error.message}` }),
    testsPassed: results.filter(({ status }) => status === 'passed').length,
    testsFailed: failed.length,
    ...(failed.length === 0 ? {} : { failedTests: failed.map(testName) }),
  };
};

type Pinned = Pick<Environment, 'id' | 'name'> | null;

/** The environment of the call, or the one that is active now; an active one that has just been deleted counts as none. */
const environmentOf = (ports: Ports, workspace: Workspace, ref?: string | null): AppResult<Pinned> =>
  ref === undefined
    ? pipe(
        ports.store.environments.list(workspace.id),
        TE.map((all) => all.find(({ id }) => id === workspace.activeEnvironmentId) ?? null),
      )
    : pipe(
        loadEnvironments(ports, workspace, ref),
        TE.map(({ environment }) => environment),
      );

const why = (error: AppError, environment: Pinned): string =>
  error.kind === 'not-found' && environment?.id === error.ref
    ? `The environment "${environment.name}" was deleted during the call. Activate an environment and try again.`
    : describe(error);

const refused = ({ id, name }: Wanted, error: string): ManyResult => ({ id, name, outcome: 'failed', error });

const skipped = ({ id, name }: Wanted): ManyResult => ({ id, name, outcome: 'skipped' });

const sum = (results: readonly ManyResult[], key: 'testsPassed' | 'testsFailed'): number =>
  results.reduce((total, one) => total + (one[key] ?? 0), 0);

const summaryOf = (results: readonly ManyResult[]): ManyResults => {
  const count = (outcome: ManyResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  return {
    summary: {
      total: results.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      testsPassed: sum(results, 'testsPassed'),
      testsFailed: sum(results, 'testsFailed'),
    },
    results,
  };
};

/**
 * Executes saved requests one after the other, all in the environment that is named, or active at the start;
 * each is kept and read whole with executions_get.
 * An execution that fails is a result; the call is refused only before the first one.
 */
export const executeManyRest =
  (ports: Ports) =>
  (input: ExecuteManyRest, context: CallContext): AppResult<ManyResults> => {
    const more = {
      ...(input.variables === undefined ? {} : { variables: input.variables }),
      ...(input.timeoutMs === undefined ? {} : { timeoutMs: input.timeoutMs }),
    };
    const runAll = async (
      workspace: Workspace,
      environment: Pinned,
      wanted: readonly Wanted[],
    ): Promise<ManyResults> => {
      const results: ManyResult[] = [];
      const ended: EndedInRun = new Map();
      const own = new Set<string>();
      const { rest: execute } = executeInRun(ports, ended);
      for (const [index, one] of wanted.entries()) {
        const failed = results.some(({ outcome }) => outcome === 'failed');
        if (context.signal.aborted || (input.stopOnFailure === true && failed)) {
          results.push(skipped(one));
          continue;
        }
        context.progress(index, wanted.length, one.name);
        // What another one needed has run already.
        const already = own.has(one.id) ? undefined : ended.get(one.id);
        own.add(one.id);
        if (already) {
          results.push(outcomeOf(one, already.result));
          continue;
        }
        // What the caller may not see is hidden in the whole answer, which has names and errors as well.
        const quiet = { ...context, hidesSecrets: false, progress: () => undefined };
        const outcome = await execute(
          {
            id: one.id,
            workspaceId: workspace.id,
            environment: environment?.id ?? null,
            maxBodyBytes: 0,
            ...more,
          },
          quiet,
        )();
        results.push(
          E.isRight(outcome)
            ? outcomeOf(one, outcome.right.result)
            : refused(one, why(outcome.left, environment)),
        );
      }
      return summaryOf(results);
    };
    return pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(input.workspaceId)),
      TE.bind('wanted', ({ workspace }) => wantedOf(ports, workspace, input)),
      TE.bind('environment', ({ workspace }) => environmentOf(ports, workspace, input.environment)),
      TE.flatMapTask(
        ({ workspace, environment, wanted }) =>
          () =>
            runAll(workspace, environment, wanted),
      ),
    );
  };
