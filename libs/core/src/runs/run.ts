import { Int, integer, Json, oneOf, struct, t, withDescription } from '../codec/index.js';
import { Diagnostic, type ExecutionResult, LogLine } from '../executions/execution.js';
import type { SentRequest } from '../executions/stored-execution.js';
import { requestKindList } from '../requests/request-kind.js';
import { TimeoutMs } from '../requests/rest-request.js';
import { hasFailed } from './run-counts.js';

/** Limits of a run. */
export const runLimits = {
  iterations: 100_000,
  parallel: 64,
  shards: 1_000,
  retries: 10,
  delayMs: 600_000,
  seed: 4_294_967_295,
  /** The delay before the first retry if the plan does not set one. */
  defaultRetryDelayMs: 250,
  /** Maximum delay before a retry, whatever a server requests. */
  retryPauseMs: 300_000,
  /** Maximum length of a run's name, in characters. */
  name: 200,
  /** Maximum number of requests that loops may repeat in one iteration. */
  repetitions: 1_000,
} as const;

/** One data row: variable values by name. */
export const RunRow = t.record(t.string, Json, 'a data row: an object of values by name');
export type RunRow = t.TypeOf<typeof RunRow>;

const selectionFields = {
  ids: withDescription(t.readonlyArray(t.string), 'Ids, paths or names, in this order'),
  folders: withDescription(t.readonlyArray(t.string), 'Paths of folders, with all below them; "" for all'),
  files: withDescription(t.readonlyArray(t.string), 'Files or directories, relative to the data folder'),
  tags: withDescription(t.readonlyArray(t.string), 'Any of these'),
  excludeTags: withDescription(t.readonlyArray(t.string), 'None of these'),
  grep: withDescription(t.string, 'In the path; ignores case, such as Users/Get user'),
} as const;

/** Selects the requests of a run. If no field is set, all of them run. */
export const RunSelection = struct('a selection of requests', {}, selectionFields);
export type RunSelection = t.TypeOf<typeof RunSelection>;

const planFields = {
  name: withDescription(t.string, 'Of the run'),
  environments: withDescription(
    t.readonlyArray(t.union([t.string, t.null], 'an id, a name or null')),
    'Ids or names; each is one column of a matrix. Default: the active one',
  ),
  rows: withDescription(t.readonlyArray(RunRow), 'One iteration each; their fields are variables'),
  iterations: withDescription(integer(1, runLimits.iterations), 'Without rows; default 1'),
  parallel: withDescription(
    integer(1, runLimits.parallel),
    'At the same time; iterations and columns, default 1',
  ),
  variables: withDescription(t.record(t.string, Json, 'an object of values by name'), 'For every request'),
  timeoutMs: withDescription(TimeoutMs, 'In milliseconds'),
  delayMs: withDescription(integer(0, runLimits.delayMs), 'Between requests of an iteration'),
  bail: withDescription(integer(1), 'Stop after so many failures'),
  retry: withDescription(integer(0, runLimits.retries), 'Of a failed request; default 0'),
  retryDelayMs: withDescription(
    integer(0, runLimits.delayMs),
    'Before a retry, doubled each time; default 250',
  ),
  seed: withDescription(integer(0, runLimits.seed), 'Repeats the values of dynamic variables'),
  requireTests: withDescription(t.boolean, 'Without tests it fails; so does the run'),
  persist: withDescription(
    t.boolean,
    'Store what scripts set; default: for one iteration in one environment',
  ),
} as const;

/** The settings of a run: the requests it executes, in which environment, how often, and when it stops. */
export const RunPlan = struct(
  'a plan of a run',
  {},
  {
    select: RunSelection,
    shard: withDescription(
      struct(
        'a part of a run',
        { index: integer(1), of: integer(1, runLimits.shards) },
        {
          durations: withDescription(
            t.record(t.string, t.number, 'milliseconds by path'),
            'Makes the parts as long as each other',
          ),
        },
      ),
      'The part of the selection to run on this machine, from 1',
    ),
    ...planFields,
  },
);
export type RunPlan = t.TypeOf<typeof RunPlan>;

/**
 * The outcome of a request: `passed` if all of its tests passed, `untested` if it has no tests, `failed` if a test or a handler failed,
 * `error` if there was no response, `flaky` if it passed on a retry, `skipped` if it did not run.
 */
export const RunOutcome = oneOf('passed', 'untested', 'failed', 'error', 'skipped', 'flaky');
export type RunOutcome = t.TypeOf<typeof RunOutcome>;

/** A failed test or handler. `file` is relative to the data folder. */
export const RunFailure = struct(
  'a failed test of a run',
  { name: t.string, suite: t.readonlyArray(t.string), message: t.string },
  { expected: Json, actual: Json, file: t.string, line: Int, column: Int },
);
export type RunFailure = t.TypeOf<typeof RunFailure>;

/** One request of a run, with its secrets redacted. */
export const RunEntry = struct(
  'a request of a run',
  {
    id: t.string,
    kind: oneOf(...requestKindList),
    name: t.string,
    /** The folder and name of the request. */
    path: t.string,
    folder: t.string,
    environment: t.union([t.string, t.null]),
    /** From 1. */
    iteration: Int,
    outcome: RunOutcome,
    status: t.union([Int, t.null]),
    /** From sending to the last byte, in milliseconds. */
    timeMs: t.union([t.number, t.null]),
    /** Size of the whole body, in bytes. */
    size: t.union([Int, t.null]),
    attempts: Int,
    tests: t.readonlyArray(
      struct('a test of a run', {
        name: t.string,
        suite: t.readonlyArray(t.string),
        status: oneOf('passed', 'failed', 'skipped'),
        durationMs: t.number,
      }),
    ),
    failedTests: t.readonlyArray(RunFailure),
    /** The code of the execution error, or `REFUSED` if the execution was refused. */
    error: t.union([t.null, struct('an error of a run', { code: t.string, message: t.string })]),
    executionId: t.union([t.string, t.null]),
  },
  {
    /** The file of the request, relative to the data folder. */
    file: t.string,
    row: RunRow,
    method: t.string,
    url: t.string,
    /** Why the request was skipped. */
    reason: t.string,
    /** The first diagnostics that matter even if the request passed. */
    diagnostics: t.readonlyArray(Diagnostic),
    /** The last lines that the scripts of a failed request logged. */
    logs: t.readonlyArray(LogLine),
    /**
     * Set if not all lines are listed, or one is shortened. `logsSize` is the number of all lines, and the stored execution contains them.
     */
    logsTruncated: t.literal(true),
    logsSize: Int,
  },
);
export type RunEntry = t.TypeOf<typeof RunEntry>;

/** The number of passed, failed and other requests in a run. */
export const RunCounts = struct('counts of a run', {
  requests: Int,
  passed: Int,
  untested: Int,
  failed: Int,
  error: Int,
  skipped: Int,
  flaky: Int,
  testsPassed: Int,
  testsFailed: Int,
  testsSkipped: Int,
});

/** The plan of a run, for its report. */
export const PlannedRun = struct('what was planned', {
  requests: Int,
  iterations: Int,
  environments: t.readonlyArray(t.union([t.string, t.null])),
  parallel: Int,
  requireTests: t.boolean,
});

/** The report of a run, with its secrets redacted. */
export const RunReport = struct(
  'a report of a run',
  {
    /** The version of this format. */
    format: t.literal(1),
    id: t.string,
    workspace: t.string,
    startedAt: t.string,
    durationMs: t.number,
    plan: PlannedRun,
    /** Whether every request succeeded and, if the plan requires tests, has tests. */
    isGreen: t.boolean,
    counts: RunCounts,
    requests: t.readonlyArray(RunEntry),
  },
  {
    /** The name of the run in lists. */
    name: t.string,
    /** Descriptions of the settings that were used without an approval although they let others read requests. */
    connections: t.readonlyArray(t.string, 'a list of settings'),
    /** Whether the run was stopped early. */
    isInterrupted: t.literal(true),
    /** Whether requests are omitted because there were too many to store. Requests that passed are omitted first. */
    isShortened: t.literal(true),
    /** Why the report was not stored although it should have been. */
    notStored: t.string,
  },
);
export type RunReport = t.TypeOf<typeof RunReport>;

/** The part of a run's report that is known when the run starts. */
export type RunStart = Pick<RunReport, 'id' | 'name' | 'workspace' | 'startedAt' | 'plan'>;

/** The events of a run, in order, with all secrets redacted. */
export type RunEvent =
  | { readonly kind: 'started'; readonly run: RunStart }
  | {
      readonly kind: 'request-started';
      readonly entry: Pick<RunEntry, 'id' | 'path' | 'iteration' | 'environment'>;
    }
  | {
      readonly kind: 'request-ended';
      readonly entry: RunEntry;
      /** The result of the execution; missing if the request did not run. */
      readonly result?: ExecutionResult;
      /** The request that was sent; missing if nothing was sent, or if the caller did not ask for it. */
      readonly sent?: SentRequest;
    }
  | { readonly kind: 'ended'; readonly report: RunReport };

/** The fields of a selection and of a plan, for calls that have both. */
export const runFields = { selection: selectionFields, plan: planFields } as const;

/** Data about the run that a script of one of its requests can read. */
export interface ScriptRun {
  readonly id: string;
  /** From 1. */
  readonly iteration: number;
  readonly iterations: number;
  readonly row: RunRow | null;
  readonly environment: string | null;
  /** From 1; increases with each retry. */
  readonly attempt: number;
  /** A seed that repeats the values of dynamic variables. */
  readonly seed?: number;
}

/**
 * An instruction of a request's script to the run: to skip the request for a reason, to stop the run for a reason, or to continue with
 * another request.
 */
export const RunControl = struct(
  'what a script asks of a run',
  {},
  {
    skip: t.string,
    stop: t.string,
    /** The name or path of the request to continue with; null to end the iteration. */
    next: t.union([t.string, t.null], 'a name, a path or null'),
  },
);
export type RunControl = t.TypeOf<typeof RunControl>;

/** Default number of run reports that are stored, and of requests in each report. */
export const storedRunLimits = { runs: 50, requests: 10_000 } as const;

/** A stored run as shown in lists. */
export const RunSummary = struct(
  'a stored run',
  {
    id: t.string,
    startedAt: t.string,
    durationMs: t.number,
    isGreen: t.boolean,
    plan: PlannedRun,
    counts: RunCounts,
  },
  { name: t.string, isInterrupted: t.literal(true) },
);
export type RunSummary = t.TypeOf<typeof RunSummary>;

/** A report's summary for a list. */
export const toRunSummary = ({
  id,
  startedAt,
  durationMs,
  isGreen,
  plan,
  counts,
  name,
  isInterrupted,
}: RunReport): RunSummary => ({
  id,
  startedAt,
  durationMs,
  isGreen,
  plan,
  counts,
  ...(name === undefined ? {} : { name }),
  ...(isInterrupted === undefined ? {} : { isInterrupted }),
});

/** Cuts a report to the maximum number of stored requests. Keeps failed requests first. */
export const limitStoredReport = (
  report: RunReport,
  maxRequests: number = storedRunLimits.requests,
): RunReport => {
  const { requests } = report;
  if (requests.length <= maxRequests) return report;
  const red = requests.filter(hasFailed).slice(0, maxRequests);
  const kept = new Set([
    ...red,
    ...requests.filter((one) => !hasFailed(one)).slice(0, maxRequests - red.length),
  ]);
  return { ...report, requests: requests.filter((one) => kept.has(one)), isShortened: true };
};
