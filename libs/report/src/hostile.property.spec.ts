import { ExecutionResult, RunEntry, type RunReport, SentRequest } from '@tandem/core';
import { getArbitrary } from '@tandem/core/testing';
import * as fc from 'fast-check';
import { Parser } from 'tap-parser';
import { describe, expect, it } from 'vitest';

import {
  formatJobSummary,
  openReporter,
  readReport,
  type ReporterName,
  type ReporterOptions,
} from './index.js';
import { createEvents, createReport, writeEvents } from './testing/runs.js';
import { findJunitErrors } from './testing/validate-junit.js';

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]8;;http://x\u0007',
        '\u009b2J',
        ']]>',
        '</script><script>alert(1)</script>',
        '<!--',
        '\n::error::x',
        '\r\n',
        '\r',
        '##[error]x',
        '##vso[task.complete]',
        '\u202e',
        '\u2028',
        '\ud800',
        '\u0000',
        '\uffff',
        '\n1..3\nnot ok 9',
        ' # SKIP',
        '\\',
        '"',
        '|',
        '&',
        '\n  ...\n',
        '`',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Replaces every string in a value, except the words that the codec of the value expects. */
const replaceTexts = <A>(value: A, known: ReadonlySet<string>, next: () => string): A => {
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return known.has(one) ? one : next();
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
    return one;
  };
  return walk(value) as A;
};

const knownTexts = new Set(
  'passed untested failed error skipped flaky rest graphql text binary empty none multipart file TIMEOUT NETWORK_ERROR'.split(
    ' ',
  ),
);

const anyRun = fc
  .record({
    entries: fc.array(getArbitrary(RunEntry), { maxLength: 4 }),
    result: getArbitrary(ExecutionResult),
    sent: getArbitrary(SentRequest),
    texts: fc.array(hostile, { minLength: 1, maxLength: 20 }),
    requireTests: fc.boolean(),
  })
  .map(({ entries, result, sent, texts, requireTests }) => {
    let count = 0;
    const next = () => texts[count++ % texts.length] ?? '';
    const coded = entries.map((entry) => ({
      ...entry,
      iteration: Math.abs(entry.iteration),
      error: entry.error === null ? null : { ...entry.error, code: 'TIMEOUT' as const },
    }));
    const requests = replaceTexts(coded, knownTexts, next);
    const report = createReport(
      requests,
      { workspace: next() },
      { environments: [next(), null], requireTests },
    );
    return {
      report,
      result: replaceTexts(result, knownTexts, next),
      sent: replaceTexts(sent, knownTexts, next),
    };
  });

interface HostileRun {
  readonly report: RunReport;
  readonly result: ExecutionResult;
  readonly sent: SentRequest;
}

const write = async (
  name: ReporterName,
  { report, result, sent }: HostileRun,
  options: ReporterOptions = {},
): Promise<string> =>
  writeEvents(
    await openReporter(name, options),
    createEvents(report, () => result, sent),
  );

const checkEachRun = (check: (run: HostileRun) => Promise<void>) =>
  fc.assert(fc.asyncProperty(anyRun, check), { numRuns: 100 });

/** Control characters except line feeds and tabs, and characters that change the direction of text. */
const controls = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/u;

const parseTap = (text: string) =>
  new Promise<{ readonly count: number; readonly strictFailures: readonly string[] }>((resolve) => {
    const strictFailures: string[] = [];
    const parser = new Parser({ strict: true }, ({ count }) => resolve({ count, strictFailures }));
    const listen = (one: Parser): void => {
      one.on('extra', (extra: string) => strictFailures.push(extra));
      one.on('child', listen);
    };
    listen(parser);
    parser.end(text);
  });

describe('a run with arbitrary texts', () => {
  it.each(['spec', 'dot'] as const)(
    'has no control character on a terminal as %s, and no line that begins with a command',
    { tags: 'report:hostile' },
    (name) =>
      checkEachRun(async (run) => {
        const text = await write(name, run);
        expect(text).not.toMatch(controls);
        expect(text).not.toMatch(/^\s*::|##\w*\[/m);
      }),
  );

  it(
    "has only the reporter's own escape sequences in a spec report on a terminal",
    { tags: 'report:hostile' },
    () =>
      checkEachRun(async (run) => {
        const text = await write('spec', run, { isTerminal: true, colors: true });
        const own = new RegExp(String.raw`\u001b\[(\d+m|2K\r)`, 'g');
        expect(text.replaceAll(own, '')).not.toMatch(controls);
      }),
  );

  it('has a json report that can be read back unchanged', { tags: 'report:hostile' }, () =>
    checkEachRun(async (run) => {
      expect(readReport(await write('json', run))).toEqual({
        _tag: 'Right',
        right: JSON.parse(JSON.stringify(run.report)) as unknown,
      });
    }),
  );

  it(
    'has a tap report with a test point for each request and no other line',
    { tags: 'report:hostile' },
    () =>
      checkEachRun(async (run) => {
        const text = await write('tap', run);
        expect(text).not.toMatch(controls);
        expect(await parseTap(text)).toEqual({ count: run.report.requests.length, strictFailures: [] });
      }),
  );

  it('has a github report that consists only of complete commands', { tags: 'report:hostile' }, () =>
    checkEachRun(async (run) => {
      const lines = (await write('github', run)).split('\n').slice(0, -1);
      for (const line of lines) {
        expect(line).not.toMatch(controls);
        expect(line).toMatch(/^::(error|warning) (\w+=[^,:]*)(,\w+=[^,:]*)*::/);
      }
    }),
  );

  it("has a job summary with only the reporter's own markup", { tags: 'report:hostile' }, () =>
    checkEachRun(({ report }) => {
      const text = formatJobSummary(report).replaceAll(/<br>|<\/?strong>/g, '');
      expect(text).not.toMatch(/[<>`]/);
      expect(text).not.toMatch(controls);
      return Promise.resolve();
    }),
  );

  it('has an html report with two scripts, which no text ends early', { tags: 'report:hostile' }, () =>
    checkEachRun(async (run) => {
      const text = await write('html', run);
      expect(text.match(/<script/g)).toHaveLength(2);
      expect(text.match(/<\/script/g)).toHaveLength(2);
      const [, data = ''] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(text) ?? [];
      expect((JSON.parse(data) as { requests: unknown[] }).requests).toHaveLength(run.report.requests.length);
    }),
  );

  it('has a valid junit report', { tags: 'report:hostile' }, async () => {
    const runs = fc.sample(anyRun, { numRuns: 20, seed: 16 });
    for (const run of runs) expect(await findJunitErrors(await write('junit', run))).toEqual([]);
  });
});
