import { isRed, type RunEntry, type RunReport } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  type Case,
  listCases,
  formatEntryLabel,
  formatPlace,
  findFailureReason,
  requestCounts,
  testCounts,
  countPlannedExecutions,
  formatWarningCounts,
  listWarnings,
} from '../entry.js';
import type { ReporterOptions } from '../reporter.js';
import { formatCount, formatDuration } from '../text/units.js';
import { cut, toSafeText } from '../text/visible.js';
import type { StoredExchange } from './kept-exchange.js';
import { htmlLimits } from './limits.js';
import type { PageCase, PageData, PageLine, PageRequest } from './page-shape.js';

type Where = Pick<ReporterOptions, 'root' | 'readSource'>;

const toPageText = (text: string): string => toSafeText(cut(text, htmlLimits.text));

const toPageJson = (value: unknown): string => toPageText(stringifyJson(value));

const readSourceLines = (file: string, line: number, { readSource }: Where): readonly PageLine[] => {
  const lines = readSource?.(file)?.split(/\r?\n/) ?? [];
  if (line > lines.length) return [];
  const from = Math.max(1, line - htmlLimits.source);
  return lines.slice(from - 1, line + htmlLimits.source).map((text, index) => {
    const number = from + index;
    return { number, text: toPageText(text), ...(number === line ? { isHere: true as const } : {}) };
  });
};

const toPageCase = ({ title, status, durationMs, failure }: Case, where: Where): PageCase => {
  const one = { title: toPageText(title), status, time: formatDuration(durationMs) };
  if (failure === undefined) return one;
  const { message, expected, actual, file, line } = failure;
  const place = formatPlace(failure, where.root);
  const source = file === undefined || line === undefined ? [] : readSourceLines(file, line, where);
  return {
    ...one,
    message: toPageText(message),
    ...(expected === undefined ? {} : { expected: toPageJson(expected) }),
    ...(actual === undefined ? {} : { actual: toPageJson(actual) }),
    ...(place === undefined ? {} : { place: toPageText(place) }),
    ...(source.length === 0 ? {} : { source }),
  };
};

const listFacts = (entry: RunEntry): PageRequest['facts'] => [
  ...(entry.size === null ? [] : [['Size', formatCount(entry.size, 'byte')] as const]),
  ...(entry.attempts > 1 ? [['Attempts', entry.attempts.toString()] as const] : []),
  ...(entry.file === undefined ? [] : [['File', toPageText(entry.file)] as const]),
  ...(entry.row === undefined ? [] : [['Data row', toPageJson(entry.row)] as const]),
  ...listWarnings(entry).map((warning) => ['Warning', toPageText(warning)] as const),
];

const formatReason = (entry: RunEntry, isBad: boolean): string | undefined =>
  entry.outcome === 'skipped' ? entry.reason : isBad ? findFailureReason(entry) : undefined;

const toPageRequest = (
  entry: RunEntry,
  plan: RunReport['plan'],
  kept: StoredExchange | undefined,
  where: Where,
): PageRequest => {
  const isBad = isRed(entry, plan.requireTests);
  const reason = formatReason(entry, isBad);
  return {
    label: toPageText(formatEntryLabel(entry, plan)),
    outcome: entry.outcome,
    isRed: isBad,
    status: entry.status?.toString() ?? '',
    time: entry.timeMs === null ? '' : formatDuration(entry.timeMs),
    method: toPageText(entry.method ?? ''),
    url: toPageText(entry.url ?? ''),
    facts: listFacts(entry),
    ...(reason === undefined ? {} : { reason: toPageText(reason) }),
    cases: listCases(entry).map((one) => toPageCase(one, where)),
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
    : [['Warnings', toPageText(formatWarningCounts(requests))] as const]),
  ['Time', formatDuration(durationMs)],
  ['Started', toPageText(startedAt)],
  ...(connections.length === 0 ? [] : [['Trusted', toPageText(connections.join(', '))] as const]),
  ...(isInterrupted
    ? [['Stopped', `after ${counts.requests} of ${countPlannedExecutions(plan)} requests`] as const]
    : []),
];

/** What the page shows of a run. `kept` holds the kept results by execution id. */
export const createPageData = (
  report: RunReport,
  kept: ReadonlyMap<string, StoredExchange>,
  where: Where,
): PageData => ({
  title: toPageText(report.workspace),
  isGreen: report.isGreen,
  facts: runFacts(report),
  opened: htmlLimits.opened,
  requests: report.requests.map((entry) => {
    const own = entry.executionId === null ? undefined : kept.get(entry.executionId);
    return toPageRequest(entry, report.plan, own, where);
  }),
});
