import {
  type CutExtent,
  cutFields,
  cutList,
  shouldFailRun,
  RunCounts,
  RunEntry,
  type RunReport,
} from '@tandem/core';
import { Int, oneOf, struct, t } from '@tandem/core/codec';

/** How much of a run is reported: only counts, also a line for each failed request, or all details of each request. */
export const RunDetail = oneOf('summary', 'failures', 'full');
export type RunDetail = t.TypeOf<typeof RunDetail>;

/** The part of a run's report that a call asks for. */
export const RunView = struct(
  'a run',
  { id: t.string, isGreen: t.boolean, durationMs: t.number, counts: RunCounts },
  {
    name: t.string,
    startedAt: t.string,
    environments: t.readonlyArray(t.union([t.string, t.null])),
    /** How many requests got each HTTP status. Set if some requests have no tests. */
    statuses: t.record(t.string, Int),
    isInterrupted: t.literal(true),
    isShortened: t.literal(true),
    notStored: t.string,
    /** One line for each request that failed. */
    failures: t.readonlyArray(t.string),
    /** Set if not all failed requests are listed. */
    ...cutFields,
    requests: t.readonlyArray(RunEntry),
    /** The report in the requested format. */
    text: t.string,
  },
);
export type RunView = t.TypeOf<typeof RunView>;

type Failure = RunEntry['failedTests'][number];

/** Maximum number of failed requests with a line of their own. */
const maxLines = 100;

const getFirstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const formatLocation = ({ file, line, column }: Failure): string => {
  const location = [file, line, column].filter((one) => one !== undefined).join(':');
  return location === '' ? '' : ` (${location})`;
};

const formatFailure = (failure: Failure): string =>
  `${[...failure.suite, failure.name].join(' › ')}: ${getFirstLine(failure.message)}${formatLocation(failure)}`;

const formatLog = ({ level, message }: NonNullable<RunEntry['logs']>[number]): string =>
  level === 'log' ? getFirstLine(message) : `${level} ${getFirstLine(message)}`;

const describeLogs = (shown: number, size: number | undefined): string =>
  size === undefined ? 'logs' : `logs (last ${shown} of ${size} lines)`;

/** Describes in one line what failed in a request, and at which location. */
const formatRedRequest = (entry: RunEntry, { plan }: RunReport): string => {
  const { path, environment, iteration, outcome, status, error, failedTests, executionId } = entry;
  const { logs = [], logsSize } = entry;
  const where = [
    path,
    ...(plan.environments.length > 1 ? [environment ?? 'no environment'] : []),
    ...(plan.iterations > 1 ? [`iteration ${iteration}`] : []),
    ...(status === null ? [outcome] : [outcome, status]),
    ...(executionId === null ? [] : [executionId]),
  ];
  const why = [
    ...(error === null ? [] : [`${error.code} ${getFirstLine(error.message)}`]),
    ...failedTests.map(formatFailure),
    ...(outcome === 'untested' ? ['it has no tests, which requireTests demands'] : []),
    ...(logs.length === 0
      ? []
      : [`${describeLogs(logs.length, logsSize)}: ${logs.map(formatLog).join(' | ')}`]),
  ];
  return `${where.join(' · ')}: ${why.join('; ')}`;
};

const toFailures = (report: RunReport, offset: number): Pick<RunView, 'failures'> & CutExtent => {
  const { requireTests } = report.plan;
  const red = report.requests.filter((entry) => shouldFailRun(entry, requireTests));
  if (red.length === 0) return {};
  const { list, extent } = cutList(red, maxLines, offset);
  return { failures: list.map((one) => formatRedRequest(one, report)), ...extent };
};

/**
 * Counts the requests by HTTP status, because the numbers of tests say nothing about requests without tests. Missing if the report does not
 * contain all requests.
 */
const toStatuses = ({ counts, isShortened, requests }: RunReport): Pick<RunView, 'statuses'> => {
  if (counts.untested === 0 || isShortened === true) return {};
  const statuses = new Map<string, number>();
  for (const { status } of requests)
    if (status !== null) statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  return { statuses: Object.fromEntries(statuses) };
};

/** Selects the part of a run's report that a call asks for. */
export const toRunView = (report: RunReport, detail: RunDetail = 'failures', offset = 0): RunView => {
  const { id, isGreen, durationMs, counts, isInterrupted, isShortened, notStored } = report;
  return {
    id,
    isGreen,
    durationMs,
    counts,
    ...(detail === 'full' ? {} : toStatuses(report)),
    ...(isInterrupted === undefined ? {} : { isInterrupted }),
    ...(isShortened === undefined ? {} : { isShortened }),
    ...(notStored === undefined ? {} : { notStored }),
    ...(detail === 'failures' ? toFailures(report, offset) : {}),
    ...(detail === 'full'
      ? {
          ...(report.name === undefined ? {} : { name: report.name }),
          startedAt: report.startedAt,
          environments: report.plan.environments,
          requests: report.requests,
        }
      : {}),
  };
};
