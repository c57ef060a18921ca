import { shouldFailRun, type RunEntry, type RunFailure, type RunReport } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  type Case,
  listCases,
  formatEntryLabel,
  formatFailureLocation,
  findFailureReason,
  formatWarningCounts,
  listWarnings,
} from './entry.js';
import type { ReporterFactory } from './reporter.js';
import { toOneLine, toSafeText } from './text.js';

/** Escapes the description of a test point, in which `#` would begin a directive. */
const escapeDescription = (text: string): string => toOneLine(text).replaceAll(/[\\#]/g, '\\$&').trim();

/** Formats a quoted string that is valid in both JSON and YAML. */
const formatScalar = (text: string): string => JSON.stringify(toSafeText(text));

const formatDiagnostics = (
  facts: Readonly<Record<string, string | undefined>>,
  indent: string,
): readonly string[] => {
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${indent}  ${name}: ${value}`],
  );
  return lines.length === 0 ? [] : [`${indent}  ---`, ...lines, `${indent}  ...`];
};

const formatJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : formatScalar(stringifyJson(value));

const toFailureFields = (failure: RunFailure | undefined, root: string | undefined) => {
  const location = failure === undefined ? undefined : formatFailureLocation(failure, root);
  return {
    message: failure === undefined ? undefined : formatScalar(failure.message),
    severity: failure === undefined ? undefined : 'fail',
    expected: formatJson(failure?.expected),
    actual: formatJson(failure?.actual),
    at: location === undefined ? undefined : formatScalar(location),
  };
};

const formatPoint = (isOk: boolean, number: number, title: string, directive = ''): string =>
  `${isOk ? 'ok' : 'not ok'} ${number} - ${escapeDescription(title)}${directive}`;

const formatCase = (one: Case, index: number, root: string | undefined): readonly string[] => {
  const directive = one.status === 'skipped' ? ' # SKIP' : '';
  return [
    `    ${formatPoint(one.status !== 'failed', index + 1, one.title, directive)}`,
    ...formatDiagnostics(
      { ...toFailureFields(one.failure, root), duration_ms: one.durationMs.toFixed(3) },
      '    ',
    ),
  ];
};

const formatSubtest = (label: string, cases: readonly Case[], root: string | undefined): readonly string[] =>
  cases.length === 0
    ? []
    : [
        `# Subtest: ${escapeDescription(label)}`,
        ...cases.flatMap((one, index) => formatCase(one, index, root)),
        `    1..${cases.length}`,
      ];

const toEntryFields = (entry: RunEntry, isOk: boolean) => {
  const reason = isOk ? undefined : findFailureReason(entry);
  const warnings = listWarnings(entry);
  return {
    message: reason === undefined ? undefined : formatScalar(reason),
    status: entry.status?.toString(),
    duration_ms: entry.timeMs?.toFixed(3),
    attempts: entry.attempts > 1 ? entry.attempts.toString() : undefined,
    warnings: warnings.length === 0 ? undefined : formatScalar(warnings.join('\n')),
  };
};

/** Writes TAP version 14: a test point for each request, with a subtest for its tests. */
export const openTapReporter: ReporterFactory = ({ root }) => {
  let plan: RunReport['plan'] | undefined;
  let count = 0;
  return {
    take: (event) => {
      if (event.kind === 'started') {
        plan = event.run.plan;
        return `TAP version 14\n`;
      }
      if (event.kind === 'ended') {
        const bail = event.report.isInterrupted ? ['Bail out! The run was stopped.'] : [];
        const warnings = formatWarningCounts(event.report.requests);
        const noted = warnings === '' ? [] : [`# warnings: ${escapeDescription(warnings)}`];
        const { connections = [] } = event.report;
        const trusted =
          connections.length === 0 ? [] : [`# trusted: ${escapeDescription(connections.join(', '))}`];
        return [`1..${count}`, ...noted, ...trusted, ...bail, ''].join('\n');
      }
      if (event.kind !== 'request-ended' || plan === undefined) return '';
      const { entry } = event;
      const isOk = !shouldFailRun(entry, plan.requireTests);
      const label = formatEntryLabel(entry, plan);
      const skip =
        entry.outcome === 'skipped' ? ` # SKIP ${escapeDescription(entry.reason ?? '')}`.trimEnd() : '';
      count += 1;
      return [
        ...formatSubtest(label, entry.outcome === 'skipped' ? [] : listCases(entry), root),
        formatPoint(isOk, count, label, skip),
        ...formatDiagnostics(toEntryFields(entry, isOk), ''),
        '',
      ].join('\n');
    },
  };
};
