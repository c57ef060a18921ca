import { isRed, type RunEntry, type RunReport } from '@tandem/core';

import { labelOf, reasonOf, titleOf, warningsOf } from './entry.js';
import type { Open } from './reporter.js';
import { cut, visible } from './text/visible.js';

/** Maximum length of an annotation's message, in characters. */
export const annotationLimits = { message: 4_000, title: 200 } as const;

/** The message of a workflow command: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

const commandLine = ({ level, title, message, file, line, column }: Annotation): string => {
  const properties = Object.entries({ file, line, col: column, title: cut(title, annotationLimits.title) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(visible(String(value)))}`);
  return `::${level} ${properties.join(',')}::${data(visible(cut(message, annotationLimits.message)))}\n`;
};

const addRoot = (file: string | undefined, root = ''): string | undefined =>
  file === undefined ? undefined : root + file;

const annotationsOf = (
  entry: RunEntry,
  plan: RunReport['plan'],
  root: string | undefined,
): readonly Annotation[] => {
  const label = labelOf(entry, plan);
  const ofEntry = (level: Annotation['level'], message: string): Annotation => ({
    level,
    title: label,
    message,
    file: addRoot(entry.file, root),
  });
  const warnings = warningsOf(entry).map((message) => ofEntry('warning', message));
  if (entry.outcome === 'flaky')
    return [ofEntry('warning', `It passed at attempt ${entry.attempts}.`), ...warnings];
  if (!isRed(entry, plan.requireTests)) return warnings;
  const reason = reasonOf(entry);
  return [
    ...(reason === undefined ? [] : [ofEntry('error', reason)]),
    ...entry.failedTests.map((failure): Annotation => ({
      level: 'error',
      title: `${label}: ${titleOf(failure)}`,
      message: failure.message,
      file: addRoot(failure.file ?? entry.file, root),
      line: failure.line,
      column: failure.line === undefined ? undefined : failure.column,
    })),
    ...warnings,
  ];
};

/** The settings that could expose what was sent. */
const formatTrustedLine = ({ connections = [] }: RunReport): string =>
  connections.length === 0
    ? ''
    : commandLine({ level: 'notice', title: 'Trusted', message: connections.join(', '), file: undefined });

/** Annotations of GitHub Actions at the lines of failed tests. `jobSummary` is the other half. */
export const openGithub: Open = ({ root }) => {
  let plan: RunReport['plan'] | undefined;
  return {
    take: (event) => {
      if (event.kind === 'started') plan = event.run.plan;
      if (event.kind === 'ended') return formatTrustedLine(event.report);
      if (event.kind !== 'request-ended' || plan === undefined) return '';
      return annotationsOf(event.entry, plan, root).map(commandLine).join('');
    },
  };
};
