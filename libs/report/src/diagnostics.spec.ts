import { describe, expect, it } from 'vitest';

import { formatJobSummary, openReporter } from './index.js';
import { createEntry, createEvents, createReport, writeEvents } from './testing/runs.js';

const createEntryWithDiagnostics = createEntry({
  diagnostics: [
    {
      code: 'UNRESOLVED_VARIABLE',
      message: '{{mis\u202esing}} has no value; it is left\u001b[2J unchanged.',
      where: 'headers.x-missing',
    },
  ],
});
const report = createReport([createEntry(), createEntryWithDiagnostics]);
const formats = ['spec', 'dot', 'json', 'junit', 'html', 'github', 'tap'] as const;

describe('diagnostics in a green run', () => {
  it.each(formats)('are shown in the format %s', { tags: 'report:diagnostics' }, async (format) => {
    const text = writeEvents(await openReporter(format), createEvents(report));
    expect(report.isGreen).toBe(true);
    expect(text).toContain('UNRESOLVED_VARIABLE');
    expect(text).toContain('headers.x-missing');
  });

  it.each(formats.filter((one) => one !== 'json'))(
    'contain no character in the format %s that controls a terminal',
    { tags: ['report:diagnostics', 'report:hostile'] },
    async (format) => {
      expect(writeEvents(await openReporter(format), createEvents(report))).not.toMatch(
        /\p{Cc}(?<![\n\r\t])|\u202e/u,
      );
    },
  );

  it.each(['spec', 'dot', 'tap', 'html'] as const)(
    'are counted in the summary of the format %s',
    { tags: 'report:diagnostics' },
    async (format) => {
      expect(writeEvents(await openReporter(format), createEvents(report))).toContain(
        'UNRESOLVED_VARIABLE in 1 request',
      );
    },
  );

  it('are listed in the job summary', { tags: 'report:diagnostics' }, () => {
    const text = formatJobSummary(report);
    expect(text).toMatch(/\| Warnings \| UNRESOLVED&#95;VARIABLE in 1 request \|/);
    expect(text).toContain('headers&#46;x&#45;missing');
    expect(formatJobSummary(createReport([createEntry()]))).not.toContain('Warnings');
  });

  it(
    'are shown with a request even if passed requests have no line',
    { tags: 'report:diagnostics' },
    async () => {
      const many = createReport([
        ...Array.from({ length: 60 }, () => createEntry()),
        createEntryWithDiagnostics,
      ]);
      const lines = writeEvents(await openReporter('spec'), createEvents(many)).split('\n');
      expect(lines.filter((line) => line.includes('✓'))).toHaveLength(1);
    },
  );
});
