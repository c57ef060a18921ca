import { isRed, type RunEntry, type RunReport } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  type Case,
  casesOf,
  labelOf,
  placeOf,
  reasonOf,
  requestCounts,
  testCounts,
  totalOf,
  formatWarningCounts,
  warningsOf,
} from '../entry.js';
import type { ReporterOptions } from '../reporter.js';
import { formatCount, duration } from '../text/units.js';
import { cut, visible } from '../text/visible.js';
import type { StoredExchange } from './kept-exchange.js';
import { htmlLimits } from './limits.js';
import type { PageCase, PageData, PageLine, PageRequest } from './page-shape.js';

type Where = Pick<ReporterOptions, 'root' | 'readSource'>;

const textOf = (text: string): string => visible(cut(text, htmlLimits.text));

const jsonOf = (value: unknown): string => textOf(stringifyJson(value));

const sourceOf = (file: string, line: number, { readSource }: Where): readonly PageLine[] => {
  const lines = readSource?.(file)?.split(/\r?\n/) ?? [];
  if (line > lines.length) return [];
  const from = Math.max(1, line - htmlLimits.source);
  return lines.slice(from - 1, line + htmlLimits.source).map((text, index) => {
    const number = from + index;
    return { number, text: textOf(text), ...(number === line ? { isHere: true as const } : {}) };
  });
};

const caseOf = ({ title, status, durationMs, failure }: Case, where: Where): PageCase => {
  const one = { title: textOf(title), status, time: duration(durationMs) };
  if (failure === undefined) return one;
  const { message, expected, actual, file, line } = failure;
  const place = placeOf(failure, where.root);
  const source = file === undefined || line === undefined ? [] : sourceOf(file, line, where);
  return {
    ...one,
    message: textOf(message),
    ...(expected === undefined ? {} : { expected: jsonOf(expected) }),
    ...(actual === undefined ? {} : { actual: jsonOf(actual) }),
    ...(place === undefined ? {} : { place: textOf(place) }),
    ...(source.length === 0 ? {} : { source }),
  };
};

const factsOf = (entry: RunEntry): PageRequest['facts'] => [
  ...(entry.size === null ? [] : [['Size', formatCount(entry.size, 'byte')] as const]),
  ...(entry.attempts > 1 ? [['Attempts', entry.attempts.toString()] as const] : []),
  ...(entry.file === undefined ? [] : [['File', textOf(entry.file)] as const]),
  ...(entry.row === undefined ? [] : [['Data row', jsonOf(entry.row)] as const]),
  ...warningsOf(entry).map((warning) => ['Warning', textOf(warning)] as const),
];

const reasonText = (entry: RunEntry, isBad: boolean): string | undefined =>
  entry.outcome === 'skipped' ? entry.reason : isBad ? reasonOf(entry) : undefined;

const requestOf = (
  entry: RunEntry,
  plan: RunReport['plan'],
  kept: StoredExchange | undefined,
  where: Where,
): PageRequest => {
  const isBad = isRed(entry, plan.requireTests);
  const reason = reasonText(entry, isBad);
  return {
    label: textOf(labelOf(entry, plan)),
    outcome: entry.outcome,
    isRed: isBad,
    status: entry.status?.toString() ?? '',
    time: entry.timeMs === null ? '' : duration(entry.timeMs),
    method: textOf(entry.method ?? ''),
    url: textOf(entry.url ?? ''),
    facts: factsOf(entry),
    ...(reason === undefined ? {} : { reason: textOf(reason) }),
    cases: casesOf(entry).map((one) => caseOf(one, where)),
    ...(kept?.sent === undefined ? {} : { sent: kept.sent }),
    ...(kept?.response === undefined ? {} : { response: kept.response }),
    logs: kept?.logs ?? [],
  };
};

const runFacts = ({
  counts,
  durationMs,
  startedAt,
  isInterrupted,
  plan,
  requests,
  connections = [],
}: RunReport): PageData['facts'] => [
  ['Requests', requestCounts(counts)],
  ['Tests', testCounts(counts)],
  ...(formatWarningCounts(requests) === ''
    ? []
    : [['Warnings', textOf(formatWarningCounts(requests))] as const]),
  ['Time', duration(durationMs)],
  ['Started', textOf(startedAt)],
  ...(connections.length === 0 ? [] : [['Trusted', textOf(connections.join(', '))] as const]),
  ...(isInterrupted ? [['Stopped', `after ${counts.requests} of ${totalOf(plan)} requests`] as const] : []),
];

/** What the page shows of a run. `kept` holds the kept results by execution id. */
export const pageData = (
  report: RunReport,
  kept: ReadonlyMap<string, StoredExchange>,
  where: Where,
): PageData => ({
  title: textOf(report.workspace),
  isGreen: report.isGreen,
  facts: runFacts(report),
  opened: htmlLimits.opened,
  requests: report.requests.map((entry) => {
    const own = entry.executionId === null ? undefined : kept.get(entry.executionId);
    return requestOf(entry, report.plan, own, where);
  }),
});
