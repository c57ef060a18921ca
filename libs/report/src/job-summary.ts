import { shouldFailRun, type RunEntry, type RunReport } from '@tandem/core';

import {
  formatEntryLabel,
  formatFailureLocation,
  findFailureReason,
  formatRequestCounts,
  formatTestCounts,
  formatTestTitle,
  countPlannedExecutions,
  formatWarningCounts,
  listWarnings,
} from './entry.js';
import type { ReporterOptions } from './reporter.js';
import { cut, formatDuration, toOneLine } from './text.js';

/** The limits of a summary: rows of a table, UTF-16 units in a cell, and tests of a request. GitHub accepts up to 1 MiB. */
export const summaryLimits = { rows: 200, cell: 300, tests: 10 } as const;

/** Escapes text for Markdown and HTML. */
const escapeMarkdown = (text: string): string =>
  toOneLine(cut(text, summaryLimits.cell)).replaceAll(
    /[!-/:-@[-`{-~]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );

const formatCauses = (entry: RunEntry, root: string | undefined): string => {
  const reason = findFailureReason(entry);
  const tests = entry.failedTests.slice(0, summaryLimits.tests).map((failure) => {
    const location = formatFailureLocation(failure, root);
    const at = location === undefined ? '' : `<br>at ${escapeMarkdown(location)}`;
    return `<strong>${escapeMarkdown(formatTestTitle(failure))}</strong><br>${escapeMarkdown(failure.message)}${at}`;
  });
  const rest = entry.failedTests.length - tests.length;
  return [
    ...(reason === undefined ? [] : [escapeMarkdown(reason)]),
    ...tests,
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ].join('<br><br>');
};

const formatRow = (entry: RunEntry, plan: RunReport['plan'], root: string | undefined): string => {
  const time = entry.timeMs === null ? '' : formatDuration(entry.timeMs);
  const found =
    entry.outcome === 'flaky'
      ? `passed at attempt ${entry.attempts}`
      : shouldFailRun(entry, plan.requireTests)
        ? formatCauses(entry, root)
        : '';
  const cause = [...(found === '' ? [] : [found]), ...listWarnings(entry).map(escapeMarkdown)].join(
    '<br><br>',
  );
  return `| ${escapeMarkdown(formatEntryLabel(entry, plan))} | ${entry.outcome} | ${entry.status ?? ''} | ${time} | ${cause} |`;
};

const formatTable = (report: RunReport, root: string | undefined): readonly string[] => {
  const { plan } = report;
  const shown = report.requests.filter(
    (entry) =>
      shouldFailRun(entry, plan.requireTests) || entry.outcome === 'flaky' || listWarnings(entry).length > 0,
  );
  if (shown.length === 0) return [];
  const rest = shown.length - summaryLimits.rows;
  return [
    '',
    '| Request | Outcome | Status | Time | Cause |',
    '| --- | --- | ---: | ---: | --- |',
    ...shown.slice(0, summaryLimits.rows).map((entry) => formatRow(entry, plan, root)),
    ...(rest > 0 ? ['', `… and ${rest} more.`] : []),
  ];
};

/** Formats a run as Markdown, for the file in `GITHUB_STEP_SUMMARY`. */
export const formatJobSummary = (report: RunReport, { root }: Pick<ReporterOptions, 'root'> = {}): string => {
  const { counts, durationMs, isGreen, plan } = report;
  const warnings = formatWarningCounts(report.requests);
  return [
    `## ${isGreen ? '✅' : '❌'} ${escapeMarkdown(report.workspace)}`,
    '',
    ...(report.isInterrupted
      ? [`Stopped after ${counts.requests} of ${countPlannedExecutions(plan)} requests.`, '']
      : []),
    '| | |',
    '| --- | --- |',
    `| Requests | ${formatRequestCounts(counts)} |`,
    `| Tests | ${formatTestCounts(counts)} |`,
    ...(warnings === '' ? [] : [`| Warnings | ${escapeMarkdown(warnings)} |`]),
    `| Time | ${formatDuration(durationMs)} |`,
    ...(report.connections === undefined
      ? []
      : [`| Trusted | ${escapeMarkdown(report.connections.join(', '))} |`]),
    ...formatTable(report, root),
    '',
  ].join('\n');
};
