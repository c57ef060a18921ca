import { createHash } from 'node:crypto';
import {
  describePart,
  type ExecutionResult,
  shouldFailRun,
  type RunEntry,
  type RunReport,
  type SentRequest,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  type Case,
  countPlannedExecutions,
  findFailureReason,
  formatEntryLabel,
  formatFailureLocation,
  formatWarningCounts,
  listCases,
  listWarnings,
  formatRequestCounts,
  formatTestCounts,
} from '../entry.js';
import { htmlLimits, type ReporterFactory, type ReporterOptions } from '../reporter.js';
import { cut, cutHead, formatCount, formatDuration, toSafeText } from '../text.js';
import { pageScript, pageStyle } from './page-assets.js';
import type { PageCase, PageData, PageLine, PageMessage, PageRequest } from './page-shape.js';

/** The part of an execution that a page stores, which is far less than its result. */
interface StoredExchange {
  readonly sent?: PageMessage;
  readonly response?: PageMessage;
  readonly logs: readonly string[];
}

type Response = NonNullable<ExecutionResult['response']>;
type StoredBody = Pick<PageMessage, 'body' | 'note'>;
type Part = Extract<SentRequest['body'], { readonly type: 'multipart' }>['parts'][number];

const toPageHeaders = (pairs: readonly (readonly [string, string])[]): PageMessage['headers'] =>
  pairs
    .slice(0, htmlLimits.headers)
    .map(([name, value]) => [toSafeText(name), toSafeText(cut(value, htmlLimits.text))] as const);

const formatPartLine = (part: Part): string => `${part.name}: ${describePart(part)}`;

/** Stores parts of executions, within the limits for one page. */
const openKeeper = (maxBody: number) => {
  let used = 0;

  const textOf = (text: string, isRed: boolean, isCutBefore: boolean): StoredBody => {
    const kept = cutHead(text, maxBody);
    if (used + kept.length > (isRed ? htmlLimits.failedBodies : htmlLimits.bodies))
      return { note: 'The body was left out, because this report has reached its limit for bodies.' };
    used += kept.length;
    const isCut = isCutBefore || kept.length < text.length;
    // A copy, because a slice would keep the whole long string in memory.
    return {
      body: toSafeText(Buffer.from(kept).toString()),
      ...(isCut ? { note: 'Only the beginning of the body is kept.' } : {}),
    };
  };

  const sentBody = (body: SentRequest['body'], isRed: boolean): StoredBody => {
    switch (body.type) {
      case 'none':
        return {};
      case 'text':
        return textOf(body.text, isRed, body.truncated);
      case 'multipart':
        return textOf(body.parts.map(formatPartLine).join('\n'), isRed, false);
      case 'file':
        return { note: toSafeText(`The body is the file ${cut(body.file, htmlLimits.text)}.`) };
    }
  };

  const responseBody = ({ textBody, bodyType, bodyTruncated }: Response, isRed: boolean): StoredBody => {
    if (bodyType === 'empty') return { note: 'The body is empty.' };
    if (textBody === null) return { note: 'The body is binary.' };
    return textOf(textBody, isRed, bodyTruncated);
  };

  return (
    { response, logs }: ExecutionResult,
    sent: SentRequest | undefined,
    isRed: boolean,
  ): StoredExchange => ({
    ...(sent === undefined
      ? {}
      : {
          sent: {
            headers: toPageHeaders(sent.headers.map(({ name, value }) => [name, value])),
            ...sentBody(sent.body, isRed),
          },
        }),
    ...(response === null
      ? {}
      : {
          response: {
            headers: toPageHeaders(Object.entries(response.headers)),
            ...responseBody(response, isRed),
          },
        }),
    logs: logs
      .slice(0, htmlLimits.logs)
      .map(({ level, message }) => toSafeText(`${level}: ${cut(message, htmlLimits.text)}`)),
  });
};

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
  const location = formatFailureLocation(failure, where.root);
  const source = file === undefined || line === undefined ? [] : readSourceLines(file, line, where);
  return {
    ...one,
    message: toPageText(message),
    ...(expected === undefined ? {} : { expected: toPageJson(expected) }),
    ...(actual === undefined ? {} : { actual: toPageJson(actual) }),
    ...(location === undefined ? {} : { place: toPageText(location) }),
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
  const isBad = shouldFailRun(entry, plan.requireTests);
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

const listRunFacts = ({
  counts,
  durationMs,
  startedAt,
  isInterrupted,
  plan,
  requests,
  connections = [],
}: RunReport): PageData['facts'] => [
  ['Requests', formatRequestCounts(counts)],
  ['Tests', formatTestCounts(counts)],
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

/** Collects what the page shows of a run. `kept` contains the stored exchanges by execution id. */
const createPageData = (
  report: RunReport,
  kept: ReadonlyMap<string, StoredExchange>,
  where: Where,
): PageData => ({
  title: toPageText(report.workspace),
  isGreen: report.isGreen,
  facts: listRunFacts(report),
  opened: htmlLimits.opened,
  requests: report.requests.map((entry) => {
    const own = entry.executionId === null ? undefined : kept.get(entry.executionId);
    return toPageRequest(entry, report.plan, own, where);
  }),
});

const computeSourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  `default-src 'none'`,
  `script-src ${computeSourceHash(pageScript)}`,
  `style-src ${computeSourceHash(pageStyle)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Formats data as JSON that cannot end the element around it, nor open a comment in it. */
const embedData = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const renderPage = (data: PageData): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${data.isGreen ? 'Passed' : 'Failed'}: ${data.title}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<noscript>This report needs JavaScript.</noscript>
<script type="application/json" id="data">${embedData(data)}</script>
<script>${pageScript}</script>
</body>
</html>
`;

/** Writes a file that needs no other. It shows each request with its tests, what was sent and what was received. */
export const openHtmlReporter: ReporterFactory = (options) => {
  const keep = openKeeper(options.maxBody ?? htmlLimits.body);
  const kept = new Map<string, StoredExchange>();
  let requireTests = false;
  return {
    take: (event) => {
      if (event.kind === 'started') requireTests = event.run.plan.requireTests;
      if (event.kind === 'request-ended' && event.result !== undefined)
        kept.set(
          event.entry.executionId ?? event.result.executionId,
          keep(event.result, event.sent, shouldFailRun(event.entry, requireTests)),
        );
      return event.kind === 'ended' ? renderPage(createPageData(event.report, kept, options)) : '';
    },
  };
};
