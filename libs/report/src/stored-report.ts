import { countRun, RunReport, toVisibleJson } from '@tandem/core';
import { decode, type Issue, parseJson } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { ReporterFactory } from './reporter.js';

/** Writes the report as JSON, which `readReport` reads. Escapes invisible characters, because people read the file too. */
export const openJsonReporter: ReporterFactory = () => ({
  take: (event) => (event.kind === 'ended' ? `${toVisibleJson(event.report, 2)}\n` : ''),
});

const createJsonIssue = (message: string): Issue => ({
  path: '',
  expected: 'JSON',
  got: 'other text',
  message: `the report must be JSON that the reporter json has written (${message})`,
});

/** Reads what the `json` reporter has written. */
export const readReport = (text: string): E.Either<readonly Issue[], RunReport> => {
  let value: unknown;
  try {
    value = parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    return E.left([createJsonIssue((cause as Error).message)]);
  }
  return decode(RunReport)(value);
};

type Plan = RunReport['plan'];

const mergePlans = (plans: readonly Plan[]): Plan => ({
  requests: plans.reduce((sum, { requests }) => sum + requests, 0),
  iterations: Math.max(...plans.map(({ iterations }) => iterations)),
  environments: [...new Set(plans.flatMap(({ environments }) => environments))],
  parallel: Math.max(...plans.map(({ parallel }) => parallel)),
  requireTests: plans.some(({ requireTests }) => requireTests),
});

const parseStartTime = ({ startedAt }: RunReport): number => {
  const time = Date.parse(startedAt);
  return Number.isNaN(time) ? 0 : time;
};

/**
 * Merges the reports of the shards of a run, with their requests in this order. The result lasts from the first start to the last end. A
 * report that is passed twice counts once.
 */
export const mergeReports = (reports: readonly [RunReport, ...RunReport[]]): RunReport => {
  const distinct = [...new Map(reports.map((report) => [report.id, report])).values()];
  const [first = reports[0]] = distinct.toSorted((one, other) => parseStartTime(one) - parseStartTime(other));
  const ends = distinct.map((report) => parseStartTime(report) + report.durationMs);
  const plan = mergePlans(distinct.map((report) => report.plan));
  const requests = distinct.flatMap((report) => report.requests);
  const connections = [...new Set(distinct.flatMap((report) => report.connections ?? []))];
  return {
    format: 1,
    id: first.id,
    ...(first.name === undefined ? {} : { name: first.name }),
    workspace: first.workspace,
    startedAt: first.startedAt,
    durationMs: Math.max(...ends) - parseStartTime(first),
    plan,
    ...countRun(requests, plan.requireTests),
    requests,
    ...(connections.length === 0 ? {} : { connections }),
    ...(distinct.some(({ isInterrupted }) => isInterrupted) ? { isInterrupted: true as const } : {}),
  };
};
