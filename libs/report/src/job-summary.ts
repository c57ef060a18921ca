import { isRed, type RunEntry, type RunReport } from '@tandem/core';

import {
  labelOf,
  placeOf,
  reasonOf,
  requestCounts,
  testCounts,
  titleOf,
  totalOf,
  formatWarningCounts,
  warningsOf,
} from './entry.js';
import type { ReporterOptions } from './reporter.js';
import { duration } from './text/units.js';
import { cut, toOneLine } from './text/visible.js';

/** Limits of a summary; GitHub accepts up to 1 MiB. */
export const summaryLimits = { rows: 200, cell: 300, tests: 10 } as const;

/** Text escaped for Markdown and HTML. */
const literal = (text: string): string =>
  toOneLine(cut(text, summaryLimits.cell)).replaceAll(
    /[!-/:-@[-`{-~]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );

const causes = (entry: RunEntry, root: string | undefined): string => {
  const reason = reasonOf(entry);
  const tests = entry.failedTests.slice(0, summaryLimits.tests).map((failure) => {
    const place = placeOf(failure, root);
    const at = place === undefined ? '' : `<br>at ${literal(place)}`;
    return `<strong>${literal(titleOf(failure))}</strong><br>${literal(failure.message)}${at}`;
  });
  const rest = entry.failedTests.length - tests.length;
  return [
    ...(reason === undefined ? [] : [literal(reason)]),
    ...tests,
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ].join('<br><br>');
};

const row = (entry: RunEntry, plan: RunReport['plan'], root: string | undefined): string => {
  const time = entry.timeMs === null ? '' : duration(entry.timeMs);
  const found =
    entry.outcome === 'flaky'
      ? `passed at attempt ${entry.attempts}`
      : isRed(entry, plan.requireTests)
        ? causes(entry, root)
        : '';
  const cause = [...(found === '' ? [] : [found]), ...warningsOf(entry).map(literal)].join('<br><br>');
  return `| ${literal(labelOf(entry, plan))} | ${entry.outcome} | ${entry.status ?? ''} | ${time} | ${cause} |`;
};

const table = (report: RunReport, root: string | undefined): readonly string[] => {
  const { plan } = report;
  const shown = report.requests.filter(
    (entry) => isRed(entry, plan.requireTests) || entry.outcome === 'flaky' || warningsOf(entry).length > 0,
  );
  if (shown.length === 0) return [];
  const rest = shown.length - summaryLimits.rows;
  return [
    '',
    '| Request | Outcome | Status | Time | Cause |',
    '| --- | --- | ---: | ---: | --- |',
    ...shown.slice(0, summaryLimits.rows).map((entry) => row(entry, plan, root)),
    ...(rest > 0 ? ['', `… and ${rest} more.`] : []),
  ];
};

/** A run as Markdown, for the file in `GITHUB_STEP_SUMMARY`. */
export const jobSummary = (report: RunReport, { root }: Pick<ReporterOptions, 'root'> = {}): string => {
  const { counts, durationMs, isGreen, plan } = report;
  const warnings = formatWarningCounts(report.requests);
  return [
    `## ${isGreen ? '✅' : '❌'} ${literal(report.workspace)}`,
    '',
    ...(report.isInterrupted ? [`Stopped after ${counts.requests} of ${totalOf(plan)} requests.`, ''] : []),
    '| | |',
    '| --- | --- |',
    `| Requests | ${requestCounts(counts)} |`,
    `| Tests | ${testCounts(counts)} |`,
    ...(warnings === '' ? [] : [`| Warnings | ${literal(warnings)} |`]),
    `| Time | ${duration(durationMs)} |`,
    ...(report.connections === undefined ? [] : [`| Trusted | ${literal(report.connections.join(', '))} |`]),
    ...table(report, root),
    '',
  ].join('\n');
};
