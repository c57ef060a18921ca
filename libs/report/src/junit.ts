import { shouldFailRun, type RunEntry, type RunFailure, type RunReport } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';

import {
  listCases,
  formatEntryLabel,
  formatFailureLocation,
  findFailureReason,
  listWarnings,
} from './entry.js';
import type { ReporterFactory } from './reporter.js';
import { formatSeconds, toSafeText } from './text.js';

/** One `<testcase>`. */
interface TestCase {
  readonly name: string;
  readonly timeMs: number;
  readonly result?: {
    readonly tag: 'failure' | 'error' | 'skipped';
    readonly type?: string;
    readonly message?: string;
    readonly text?: string;
  };
}

const formatFailure = (failure: RunFailure, root: string | undefined): string => {
  const location = formatFailureLocation(failure, root);
  return [
    failure.message,
    ...(failure.expected === undefined ? [] : [`expected: ${stringifyJson(failure.expected)}`]),
    ...(failure.actual === undefined ? [] : [`actual: ${stringifyJson(failure.actual)}`]),
    ...(location === undefined ? [] : [`at ${location}`]),
  ].join('\n');
};

const toTestCases = (entry: RunEntry, root: string | undefined): readonly TestCase[] =>
  listCases(entry).map(({ title, status, durationMs, failure }): TestCase => {
    const one = { name: title, timeMs: durationMs };
    if (status === 'skipped') return { ...one, result: { tag: 'skipped' } };
    if (status === 'passed') return one;
    const { message } = failure ?? { message: 'The test failed.' };
    return {
      ...one,
      result: {
        tag: 'failure',
        type: 'failed',
        message,
        text: failure ? formatFailure(failure, root) : message,
      },
    };
  });

/** The test case of the request itself, if it failed, was skipped, or lacks a required test. Undefined if its own tests show the outcome. */
const toRequestCase = (entry: RunEntry, requireTests: boolean): TestCase | undefined => {
  const one = { name: entry.name, timeMs: entry.timeMs ?? 0 };
  if (entry.outcome === 'skipped')
    return {
      ...one,
      result: { tag: 'skipped', ...(entry.reason === undefined ? {} : { message: entry.reason }) },
    };
  const reason = findFailureReason(entry);
  if (shouldFailRun(entry, requireTests) && reason !== undefined) {
    const tag = entry.outcome === 'error' ? 'error' : 'failure';
    return {
      ...one,
      result: { tag, type: entry.error?.code ?? entry.outcome, message: reason, text: reason },
    };
  }
  return undefined;
};

const listTestCases = (
  entry: RunEntry,
  requireTests: boolean,
  root: string | undefined,
): readonly TestCase[] => {
  const own = toRequestCase(entry, requireTests);
  const tests = entry.outcome === 'skipped' ? [] : toTestCases(entry, root);
  if (own !== undefined) return [...tests, own];
  return tests.length > 0 ? tests : [{ name: entry.name, timeMs: entry.timeMs ?? 0 }];
};

const listProperties = (entry: RunEntry): Readonly<Record<string, string>> => ({
  outcome: entry.outcome,
  iteration: entry.iteration.toString(),
  attempts: entry.attempts.toString(),
  ...(entry.environment === null ? {} : { environment: entry.environment }),
  ...(entry.status === null ? {} : { status: entry.status.toString() }),
  ...(entry.method === undefined ? {} : { method: entry.method }),
  ...(entry.url === undefined ? {} : { url: entry.url }),
});

const countResults = (cases: readonly TestCase[]) => {
  const tagged = (wanted: string) => cases.filter(({ result }) => result?.tag === wanted).length.toString();
  return { tests: cases.length.toString(), failures: tagged('failure'), errors: tagged('error') };
};

const addCase = (suite: XMLBuilder, path: string, { name, timeMs, result }: TestCase): void => {
  const one = suite.ele('testcase', {
    classname: toSafeText(path),
    name: toSafeText(name),
    time: formatSeconds(timeMs),
  });
  if (result === undefined) return;
  const { tag, type, message, text } = result;
  const detail = one.ele(tag, {
    ...(type === undefined ? {} : { type: toSafeText(type) }),
    ...(message === undefined ? {} : { message: toSafeText(message) }),
  });
  if (text !== undefined) detail.txt(toSafeText(text));
};

const formatSuite = (
  entry: RunEntry,
  { plan, startedAt, connections = [] }: RunReport,
  root: string | undefined,
): { readonly xml: string; readonly cases: readonly TestCase[] } => {
  const cases = listTestCases(entry, plan.requireTests, root);
  const suite = create().ele('testsuite', {
    name: toSafeText(formatEntryLabel(entry, plan)),
    ...countResults(cases),
    skipped: cases.filter(({ result }) => result?.tag === 'skipped').length.toString(),
    time: formatSeconds(entry.timeMs ?? 0),
    timestamp: toSafeText(startedAt),
    ...(entry.file === undefined ? {} : { file: toSafeText((root ?? '') + entry.file) }),
  });
  const properties = suite.ele('properties');
  for (const [name, value] of Object.entries(listProperties(entry)))
    properties.ele('property', { name, value: toSafeText(value) });
  for (const warning of listWarnings(entry))
    properties.ele('property', { name: 'warning', value: toSafeText(warning) });
  if (connections.length > 0)
    properties.ele('property', { name: 'trusted', value: toSafeText(connections.join(', ')) });
  for (const one of cases) addCase(suite, entry.path, one);
  return { xml: suite.end({ prettyPrint: true, headless: true }), cases };
};

const formatJunit = (report: RunReport, root: string | undefined): string => {
  const sums = { tests: 0, failures: 0, errors: 0 };
  // Each suite is a document of its own, because a document of the whole run would take several times the memory of its text.
  const suites = report.requests.map((entry) => {
    const { xml, cases } = formatSuite(entry, report, root);
    const counts = countResults(cases);
    sums.tests += Number(counts.tests);
    sums.failures += Number(counts.failures);
    sums.errors += Number(counts.errors);
    return xml;
  });
  const all = create()
    .ele('testsuites', {
      name: toSafeText(report.workspace),
      time: formatSeconds(report.durationMs),
      ...sums,
    })
    .txt('\n')
    .end({ headless: true });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    all.slice(0, -'</testsuites>'.length).trimEnd(),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
};

/** Writes JUnit XML as Jenkins, GitLab and GitHub read it: a suite for each request, with a case for each of its tests. */
export const openJunitReporter: ReporterFactory = ({ root }) => ({
  take: (event) => (event.kind === 'ended' ? formatJunit(event.report, root) : ''),
});
