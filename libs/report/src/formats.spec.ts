import { type FinalResults, Parser } from 'tap-parser';
import { describe, expect, it } from 'vitest';

import { formatJobSummary, openReporter, renderReport } from './index.js';
import {
  createEntry,
  errorEntry,
  createEvents,
  everyOutcome,
  failedEntry,
  createReport,
  writeEvents,
} from './testing/runs.js';
import { findJunitErrors } from './testing/validate-junit.js';

const report = createReport(everyOutcome);
const matrix = createReport(
  [
    createEntry({ environment: 'Staging', iteration: 2 }),
    createEntry({ ...failedEntry, environment: null, iteration: 1 }),
  ],
  {},
  { environments: ['Staging', null], iterations: 2, requests: 1, parallel: 4 },
);

describe('a report that contains every outcome', () => {
  it.each(['spec', 'dot', 'junit', 'github', 'tap', 'json'] as const)(
    'is written as %s',
    { tags: 'report:reporters' },
    async (name) => {
      await expect(await renderReport(name, report, { root: 'api/' })).toMatchFileSnapshot(
        `__golden__/${name}.txt`,
      );
    },
  );

  it('is written as a GitHub Actions job summary', { tags: 'report:reporters' }, async () => {
    await expect(formatJobSummary(report, { root: 'api/' })).toMatchFileSnapshot('__golden__/job-summary.md');
  });

  it.each(['spec', 'dot', 'junit', 'github', 'tap', 'json', 'html'] as const)(
    'is the same as %s from its events and from the stored report',
    { tags: 'report:reporters' },
    async (name) => {
      expect(writeEvents(await openReporter(name), createEvents(report))).toBe(
        await renderReport(name, report),
      );
    },
  );

  it.each(['spec', 'dot', 'junit', 'github', 'tap', 'json', 'html'] as const)(
    'lists the settings that could expose what was sent, as %s',
    { tags: 'trust:connections:report' },
    async (name) => {
      const connections = ['the CA file ca/root.pem', 'the proxy http://127.0.0.1:8888'];
      const text = await renderReport(name, { ...report, connections });
      for (const one of connections) expect(text).toContain(one);
      expect(await renderReport(name, report)).not.toMatch(/trusted/i);
    },
  );

  it(
    'lists in a job summary the settings that could expose what was sent',
    { tags: 'trust:connections:report' },
    () => {
      expect(formatJobSummary({ ...report, connections: ['the CA file root'] })).toContain(
        '| Trusted | the CA file root |',
      );
    },
  );

  it('is valid as JUnit for the schema of Jenkins', { tags: 'report:junit' }, async () => {
    expect(await findJunitErrors(await renderReport('junit', report))).toEqual([]);
    expect(await findJunitErrors(await renderReport('junit', matrix))).toEqual([]);
    expect(await findJunitErrors('<testsuites skipped="1"/>')).toHaveLength(1);
  });

  it('is valid as TAP for a TAP parser', { tags: 'report:tap' }, async () => {
    const text = await renderReport('tap', report);
    const { failures, count, pass, fail, ok, plan, skip } = await new Promise<FinalResults>((resolve) => {
      new Parser({ strict: true }, resolve).end(text);
    });
    expect({ count, pass, fail, ok, skip, end: plan.end }).toEqual({
      count: 6,
      pass: 4,
      fail: 2,
      ok: false,
      skip: 1,
      end: 6,
    });
    expect(failures.map(({ fullname }) => String(fullname))).toEqual(['Users/Create user', 'Health']);
  });
});

describe('a matrix of iterations', () => {
  it.each(['spec', 'tap', 'junit', 'github'] as const)(
    'is shown with the environment and the iteration as %s',
    { tags: 'report:reporters' },
    async (name) => {
      const text = await renderReport(name, matrix);
      expect(text).toMatch(/Users\/Create user \[no environment(,|%2C) iteration 1\]/);
    },
  );
});

describe('an untested request', () => {
  const untested = [createEntry({ outcome: 'untested', tests: [] })];

  it.each([
    ['spec', /Failed/],
    ['tap', /^not ok 1/m],
    ['junit', /<failure type="untested"/],
    ['github', /^::error /],
  ] as const)(
    'is a failure as %s if tests are required',
    { tags: 'report:reporters' },
    async (name, shown) => {
      expect(await renderReport(name, createReport(untested, {}, { requireTests: true }))).toMatch(shown);
      expect(await renderReport(name, createReport(untested))).not.toMatch(shown);
    },
  );
});

describe('a handler that failed', () => {
  const handler = createEntry({
    outcome: 'failed',
    failedTests: [{ name: 'onResponse', suite: [], message: 'x is not defined', line: 2 }],
  });

  it.each(['spec', 'tap', 'junit', 'github', 'html'] as const)(
    'is shown next to the tests as %s',
    { tags: 'report:reporters' },
    async (name) => {
      const text = await renderReport(name, createReport([handler]));
      expect(text).toContain('onResponse');
      expect(text).toContain('x is not defined');
    },
  );
});

describe('an annotation of GitHub', () => {
  it('escapes characters that would end a property or a command', { tags: 'report:github' }, async () => {
    const failure = {
      name: 'a,b:c',
      suite: [],
      message: '50%\n::error::x',
      file: 'a,b:c.yml',
      line: 1,
      column: 2,
    };
    const text = await renderReport('github', createReport([{ ...failedEntry, failedTests: [failure] }]));
    expect(text).toBe(
      '::error file=a%2Cb%3Ac.yml,line=1,col=2,title=Users/Create user%3A a%2Cb%3Ac::50%25%0A::error::x\n',
    );
  });

  it('is not written for passed requests', { tags: 'report:github' }, async () => {
    expect(await renderReport('github', createReport([createEntry()]))).toBe('');
  });
});

describe('an interrupted run', () => {
  const stopped = createReport([errorEntry], { isInterrupted: true }, { requests: 9 });

  it.each([
    ['spec', 'Stopped after 1 of 9 requests.'],
    ['dot', 'Stopped after 1 of 9 requests.'],
    ['tap', 'Bail out! The run was stopped.'],
    ['html', 'after 1 of 9 requests'],
    ['json', '"isInterrupted": true'],
  ] as const)('is marked as interrupted in %s', { tags: 'report:reporters' }, async (name, words) => {
    expect(await renderReport(name, stopped)).toContain(words);
  });
});
