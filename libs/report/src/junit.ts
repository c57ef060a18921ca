import { isRed, type RunEntry, type RunFailure, type RunReport } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';

import { casesOf, labelOf, placeOf, reasonOf, warningsOf } from './entry.js';
import type { Open } from './reporter.js';
import { seconds } from './text/units.js';
import { visible } from './text/visible.js';

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

const textOf = (failure: RunFailure, root: string | undefined): string => {
  const place = placeOf(failure, root);
  return [
    failure.message,
    ...(failure.expected === undefined ? [] : [`expected: ${stringifyJson(failure.expected)}`]),
    ...(failure.actual === undefined ? [] : [`actual: ${stringifyJson(failure.actual)}`]),
    ...(place === undefined ? [] : [`at ${place}`]),
  ].join('\n');
};

const toTestCases = (entry: RunEntry, root: string | undefined): readonly TestCase[] =>
  casesOf(entry).map(({ title, status, durationMs, failure }): TestCase => {
    const one = { name: title, timeMs: durationMs };
    if (status === 'skipped') return { ...one, result: { tag: 'skipped' } };
    if (status === 'passed') return one;
    const { message } = failure ?? { message: 'The test failed.' };
    return {
      ...one,
      result: { tag: 'failure', type: 'failed', message, text: failure ? textOf(failure, root) : message },
    };
  });

/** A request's own result: its error, that it was skipped, or that it has no test. */
const toRequestCase = (entry: RunEntry, requireTests: boolean): TestCase | undefined => {
  const one = { name: entry.name, timeMs: entry.timeMs ?? 0 };
  if (entry.outcome === 'skipped')
    return {
      ...one,
      result: { tag: 'skipped', ...(entry.reason === undefined ? {} : { message: entry.reason }) },
    };
  const reason = reasonOf(entry);
  if (isRed(entry, requireTests) && reason !== undefined) {
    const tag = entry.outcome === 'error' ? 'error' : 'failure';
    return {
      ...one,
      result: { tag, type: entry.error?.code ?? entry.outcome, message: reason, text: reason },
    };
  }
  return undefined;
};

const testCasesOf = (
  entry: RunEntry,
  requireTests: boolean,
  root: string | undefined,
): readonly TestCase[] => {
  const own = toRequestCase(entry, requireTests);
  const tests = entry.outcome === 'skipped' ? [] : toTestCases(entry, root);
  if (own !== undefined) return [...tests, own];
  return tests.length > 0 ? tests : [{ name: entry.name, timeMs: entry.timeMs ?? 0 }];
};

const propertiesOf = (entry: RunEntry): Readonly<Record<string, string>> => ({
  outcome: entry.outcome,
  iteration: entry.iteration.toString(),
  attempts: entry.attempts.toString(),
  ...(entry.environment === null ? {} : { environment: entry.environment }),
  ...(entry.status === null ? {} : { status: entry.status.toString() }),
  ...(entry.method === undefined ? {} : { method: entry.method }),
  ...(entry.url === undefined ? {} : { url: entry.url }),
});

const countsOf = (cases: readonly TestCase[]) => {
  const tagged = (wanted: string) => cases.filter(({ result }) => result?.tag === wanted).length.toString();
  return { tests: cases.length.toString(), failures: tagged('failure'), errors: tagged('error') };
};

const addCase = (suite: XMLBuilder, path: string, { name, timeMs, result }: TestCase): void => {
  const one = suite.ele('testcase', { classname: visible(path), name: visible(name), time: seconds(timeMs) });
  if (result === undefined) return;
  const { tag, type, message, text } = result;
  const detail = one.ele(tag, {
    ...(type === undefined ? {} : { type: visible(type) }),
    ...(message === undefined ? {} : { message: visible(message) }),
  });
  if (text !== undefined) detail.txt(visible(text));
};

const suiteXml = (
  entry: RunEntry,
  { plan, startedAt, connections = [] }: RunReport,
  root: string | undefined,
): { readonly xml: string; readonly cases: readonly TestCase[] } => {
  const cases = testCasesOf(entry, plan.requireTests, root);
  const suite = create().ele('testsuite', {
    name: visible(labelOf(entry, plan)),
    ...countsOf(cases),
    skipped: cases.filter(({ result }) => result?.tag === 'skipped').length.toString(),
    time: seconds(entry.timeMs ?? 0),
    timestamp: visible(startedAt),
    ...(entry.file === undefined ? {} : { file: visible((root ?? '') + entry.file) }),
  });
  const properties = suite.ele('properties');
  for (const [name, value] of Object.entries(propertiesOf(entry)))
    properties.ele('property', { name, value: visible(value) });
  for (const warning of warningsOf(entry))
    properties.ele('property', { name: 'warning', value: visible(warning) });
  if (connections.length > 0)
    properties.ele('property', { name: 'trusted', value: visible(connections.join(', ')) });
  for (const one of cases) addCase(suite, entry.path, one);
  return { xml: suite.end({ prettyPrint: true, headless: true }), cases };
};

const junitXml = (report: RunReport, root: string | undefined): string => {
  const sums = { tests: 0, failures: 0, errors: 0 };
  // One document for each suite: a document of the whole run would take several times the memory of its text.
  const suites = report.requests.map((entry) => {
    const { xml, cases } = suiteXml(entry, report, root);
    const counts = countsOf(cases);
    sums.tests += Number(counts.tests);
    sums.failures += Number(counts.failures);
    sums.errors += Number(counts.errors);
    return xml;
  });
  const all = create()
    .ele('testsuites', { name: visible(report.workspace), time: seconds(report.durationMs), ...sums })
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

/** JUnit XML as Jenkins, GitLab and GitHub read it: a suite for each request, a case for each of its tests. */
export const openJunit: Open = ({ root }) => ({
  take: (event) => (event.kind === 'ended' ? junitXml(event.report, root) : ''),
});
