import { RunReport } from '@tandem/core';
import { toJsonSchema } from '@tandem/core/codec';
import { describe, expect, it } from 'vitest';

import { mergeReports, readReport, renderReport } from './index.js';
import { createEntry, errorEntry, everyOutcome, failedEntry, createReport } from './testing/runs.js';

describe('a stored report', () => {
  it('is read from JSON, with or without a byte order mark', { tags: 'report:json' }, async () => {
    const report = createReport(everyOutcome);
    const text = await renderReport('json', report);
    expect(readReport(text)).toEqual({ _tag: 'Right', right: report });
    expect(readReport(`\ufeff${text}`)).toEqual({ _tag: 'Right', right: report });
  });

  it('keeps the digits of its values, and every reporter shows them', { tags: 'bodies:digits' }, async () => {
    const text = (await renderReport('json', createReport([failedEntry])))
      .replace(/"expected": [^\n]*?(,?)\n/, '"expected": 12345678901234567890$1\n')
      .replace(/"actual": [^\n]*?(,?)\n/, '"actual": 1.10$1\n');
    const read = readReport(text);
    if (read._tag === 'Left') throw new Error(JSON.stringify(read.left));
    for (const reporter of ['spec', 'json', 'junit', 'html', 'tap'] as const) {
      const shown = await renderReport(reporter, mergeReports([read.right]));
      expect(shown, reporter).toContain('12345678901234567890');
      expect(shown, reporter).toMatch(/1\.10\b/);
    }
  });

  it.each([
    ['', /must be JSON that the reporter json has written/],
    ['{}', /format is missing/],
    ['{"format":2}', /format must be 1, not 2/],
  ])('is refused with a reason: %s', { tags: 'report:json' }, (text, reason) => {
    const read = readReport(text);
    const messages = read._tag === 'Left' ? read.left.map(({ message }) => message) : [];
    expect(messages.join('\n')).toMatch(reason);
  });

  it('has a pinned schema', { tags: 'report:json' }, async () => {
    await expect(`${JSON.stringify(toJsonSchema(RunReport), null, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/reference/run-report.schema.json',
    );
  });
});

describe('a report merged from shards', () => {
  const first = createReport([createEntry()], {
    id: 'run_a',
    startedAt: '2026-11-24T12:00:00.000Z',
    durationMs: 1_000,
  });
  const second = createReport([failedEntry, errorEntry], {
    id: 'run_b',
    startedAt: '2026-11-24T12:00:03.000Z',
    durationMs: 2_000,
  });

  it('counts everything, and spans from the first start to the last end', { tags: 'report:merge' }, () => {
    const merged = mergeReports([first, second]);
    expect(merged).toEqual(
      createReport(
        [createEntry(), failedEntry, errorEntry],
        { id: 'run_a', durationMs: 5_000 },
        { requests: 3 },
      ),
    );
    expect(merged.isGreen).toBe(false);
  });

  it('counts a report once if it is passed twice', { tags: 'report:merge' }, () => {
    expect(mergeReports([first, first])).toEqual(first);
  });

  it(
    'is interrupted if one report is, and requires tests if one report does',
    { tags: 'report:merge' },
    () => {
      const untested = createEntry({ outcome: 'untested', tests: [] });
      const stopped = createReport([untested], { id: 'run_c', isInterrupted: true }, { requireTests: true });
      const merged = mergeReports([first, stopped]);
      expect(merged.isInterrupted).toBe(true);
      expect(merged.isGreen).toBe(false);
    },
  );

  it('keeps the environments and the iterations of all reports', { tags: 'report:merge' }, () => {
    const staging = createReport(
      [createEntry()],
      { id: 'run_d' },
      { environments: ['Staging'], iterations: 3, parallel: 2 },
    );
    const { plan } = mergeReports([first, staging]);
    expect(plan).toEqual({
      requests: 2,
      iterations: 3,
      environments: [null, 'Staging'],
      parallel: 2,
      requireTests: false,
    });
  });
});
