import { shouldFailRun, type RunEntry, type RunFailure, type RunOutcome, type RunReport } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import picocolors from 'picocolors';

import {
  countPlannedExecutions,
  findFailureReason,
  formatEntryLabel,
  formatFailureLocation,
  formatTestTitle,
  formatWarningCounts,
  listWarnings,
  formatRequestCounts,
  formatTestCounts,
} from '../entry.js';
import type { ReporterOptions } from '../reporter.js';
import { cut, formatDuration, toOneLine, toSafeText } from '../text.js';

type Paint = (text: string) => string;

/** Colors text for a terminal, or leaves it as it is. */
export interface Pen {
  readonly good: Paint;
  readonly bad: Paint;
  readonly odd: Paint;
  readonly faint: Paint;
  readonly strong: Paint;
}

/** A pen for these options. */
export const createPen = ({ colors = false }: ReporterOptions): Pen => {
  const { green, red, yellow, dim, bold } = picocolors.createColors(colors);
  return { good: green, bad: red, odd: yellow, faint: dim, strong: bold };
};

const outcomeMarks = {
  passed: { mark: '✓', dot: '.', paint: 'good' },
  untested: { mark: '○', dot: 'u', paint: 'faint' },
  failed: { mark: '✗', dot: 'F', paint: 'bad' },
  error: { mark: '✗', dot: 'E', paint: 'bad' },
  skipped: { mark: '–', dot: 's', paint: 'faint' },
  flaky: { mark: '↻', dot: 'f', paint: 'odd' },
} as const satisfies Record<RunOutcome, { mark: string; dot: string; paint: keyof Pen }>;

/** The mark of an outcome in a tree, or its character in a row of dots. */
export const formatMark = (pen: Pen, outcome: RunOutcome, form: 'mark' | 'dot' = 'mark'): string => {
  const look = outcomeMarks[outcome];
  return pen[look.paint](look[form]);
};

/**
 * Limits of the end of the output: the number of failed requests, the characters and lines of each message, and the characters of each
 * value.
 */
export const closingLimits = { requests: 50, message: 2_000, lines: 30, value: 400 } as const;

/** Puts a vertical line before each line of a message, so that none begins like a command of a CI system. */
const quoteMessage = (pen: Pen, message: string): readonly string[] => {
  const lines = toSafeText(cut(message, closingLimits.message)).split('\n');
  const shown = lines.slice(0, closingLimits.lines);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`… (${rest} more lines)`] : [])].map(
    (line) => `      ${pen.faint('│')} ${line}`,
  );
};

const formatValueLine = (name: string, value: unknown, paint: (text: string) => string): readonly string[] =>
  value === undefined
    ? []
    : [`      ${name} ${paint(cut(toOneLine(stringifyJson(value)), closingLimits.value))}`];

const formatFailureLines = (pen: Pen, failure: RunFailure, root: string | undefined): readonly string[] => {
  const location = formatFailureLocation(failure, root);
  return [
    `    ${pen.bad('✗')} ${toOneLine(formatTestTitle(failure))}`,
    ...quoteMessage(pen, failure.message),
    ...formatValueLine('expected', failure.expected, pen.good),
    ...formatValueLine('actual  ', failure.actual, pen.bad),
    ...(location === undefined ? [] : [`      ${pen.faint(`at ${toOneLine(location)}`)}`]),
  ];
};

/** Formats what was sent. Begins with a mark, because a line that began with text from outside could be a command of a CI system. */
const formatSentLine = (pen: Pen, { method, url, status }: RunEntry): readonly string[] =>
  url === undefined
    ? []
    : [
        pen.faint(
          `    › ${toOneLine(cut(`${method ?? ''} ${url}`.trim(), closingLimits.value))}${status === null ? '' : ` → ${status}`}`,
        ),
      ];

const formatRedLines = (
  pen: Pen,
  entry: RunEntry,
  plan: RunReport['plan'],
  root: string | undefined,
): readonly string[] => {
  const reason = findFailureReason(entry);
  return [
    '',
    `  ${formatMark(pen, entry.outcome)} ${pen.strong(toOneLine(formatEntryLabel(entry, plan)))}`,
    ...formatSentLine(pen, entry),
    ...(reason === undefined ? [] : quoteMessage(pen, reason)),
    ...entry.failedTests.flatMap((failure) => formatFailureLines(pen, failure, root)),
  ];
};

const formatFailures = (
  pen: Pen,
  { requests, plan }: RunReport,
  root: string | undefined,
): readonly string[] => {
  const red = requests.filter((entry) => shouldFailRun(entry, plan.requireTests));
  if (red.length === 0) return [];
  const rest = red.length - closingLimits.requests;
  return [
    '',
    pen.bad('Failed'),
    ...red.slice(0, closingLimits.requests).flatMap((entry) => formatRedLines(pen, entry, plan, root)),
    ...(rest > 0 ? ['', `  … and ${rest} more, which the formats json, junit and html have.`] : []),
  ];
};

/** Lists the diagnostics of all requests, also of those that passed. */
const formatWarnings = (pen: Pen, { requests, plan }: RunReport): readonly string[] => {
  const noted = requests.filter((entry) => listWarnings(entry).length > 0);
  if (noted.length === 0) return [];
  const rest = noted.length - closingLimits.requests;
  return [
    '',
    pen.odd('Warnings'),
    ...noted
      .slice(0, closingLimits.requests)
      .flatMap((entry) => [
        '',
        `  ${pen.odd('!')} ${pen.strong(toOneLine(formatEntryLabel(entry, plan)))}`,
        ...listWarnings(entry).flatMap((message) => quoteMessage(pen, message)),
      ]),
    ...(rest > 0 ? ['', `  … and ${rest} more, which the formats json, junit and html have.`] : []),
  ];
};

const formatWarningCount = (pen: Pen, { requests }: RunReport): readonly string[] => {
  const counts = formatWarningCounts(requests);
  return counts === '' ? [] : [`Warnings  ${pen.odd(toOneLine(counts))}`];
};

const formatInterruption = (pen: Pen, { isInterrupted, counts, plan }: RunReport): readonly string[] =>
  isInterrupted
    ? [pen.odd(`Stopped after ${counts.requests} of ${countPlannedExecutions(plan)} requests.`)]
    : [];

/** Lists the connection settings through which others could read what was sent. */
const formatConnections = (pen: Pen, { connections = [] }: RunReport): readonly string[] =>
  connections.length === 0 ? [] : [pen.odd(`Trusted   ${connections.map(toOneLine).join(', ')}`)];

/** Formats what comes after the last request: first the failures, then the counts. */
export const formatClosing = (pen: Pen, report: RunReport, { root }: ReporterOptions): string => {
  const { counts, isGreen, durationMs } = report;
  const paint = isGreen ? pen.good : pen.bad;
  return [
    ...formatWarnings(pen, report),
    ...formatFailures(pen, report, root),
    '',
    ...formatInterruption(pen, report),
    `Requests  ${paint(formatRequestCounts(counts))}`,
    `Tests     ${paint(formatTestCounts(counts))}`,
    ...formatWarningCount(pen, report),
    `Time      ${formatDuration(durationMs)}`,
    ...formatConnections(pen, report),
    '',
  ].join('\n');
};
