import { shouldFailRun, type RunEntry, type RunReport } from '@tandem/core';

import { formatEntryLabel, findFailureReason, formatTestTitle, listWarnings } from './entry.js';
import type { ReporterFactory } from './reporter.js';
import { cut, toSafeText } from './text.js';

/** Maximum length of an annotation's message and title, in UTF-16 units. */
export const annotationLimits = { message: 4_000, title: 200 } as const;

/** Escapes the message of a workflow command: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

const formatCommand = ({ level, title, message, file, line, column }: Annotation): string => {
  const properties = Object.entries({ file, line, col: column, title: cut(title, annotationLimits.title) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(toSafeText(String(value)))}`);
  return `::${level} ${properties.join(',')}::${escapeData(toSafeText(cut(message, annotationLimits.message)))}\n`;
};

const addRoot = (file: string | undefined, root = ''): string | undefined =>
  file === undefined ? undefined : root + file;

const listAnnotations = (
  entry: RunEntry,
  plan: RunReport['plan'],
  root: string | undefined,
): readonly Annotation[] => {
  const label = formatEntryLabel(entry, plan);
  const ofEntry = (level: Annotation['level'], message: string): Annotation => ({
    level,
    title: label,
    message,
    file: addRoot(entry.file, root),
  });
  const warnings = listWarnings(entry).map((message) => ofEntry('warning', message));
  if (entry.outcome === 'flaky')
    return [ofEntry('warning', `It passed at attempt ${entry.attempts}.`), ...warnings];
  if (!shouldFailRun(entry, plan.requireTests)) return warnings;
  const reason = findFailureReason(entry);
  return [
    ...(reason === undefined ? [] : [ofEntry('error', reason)]),
    ...entry.failedTests.map((failure): Annotation => ({
      level: 'error',
      title: `${label}: ${formatTestTitle(failure)}`,
      message: failure.message,
      file: addRoot(failure.file ?? entry.file, root),
      line: failure.line,
      column: failure.line === undefined ? undefined : failure.column,
    })),
    ...warnings,
  ];
};

/** Lists the connection settings through which others could read what was sent. */
const formatTrustedLine = ({ connections = [] }: RunReport): string =>
  connections.length === 0
    ? ''
    : formatCommand({ level: 'notice', title: 'Trusted', message: connections.join(', '), file: undefined });

/** Writes annotations for GitHub Actions, at the lines of failed tests. `formatJobSummary` writes the summary. */
export const openGithubReporter: ReporterFactory = ({ root }) => {
  let plan: RunReport['plan'] | undefined;
  return {
    take: (event) => {
      if (event.kind === 'started') plan = event.run.plan;
      if (event.kind === 'ended') return formatTrustedLine(event.report);
      if (event.kind !== 'request-ended' || plan === undefined) return '';
      return listAnnotations(event.entry, plan, root).map(formatCommand).join('');
    },
  };
};
