import { describe, expect, it } from 'vitest';

import { openReporter, renderReport } from '../index.js';
import {
  createEntry,
  createEvents,
  everyOutcome,
  failedEntry,
  createReport,
  writeEvents,
} from '../testing/runs.js';
import { closingLimits } from './closing.js';
import { specLimits } from './spec.js';

const erase = '\u001b[2K\r';

describe('the spec reporter', () => {
  it('lists the requests of a short run, one line each', { tags: 'report:spec' }, async () => {
    const lines = (
      await renderReport('spec', createReport([createEntry(), createEntry({ name: 'List' })]))
    ).split('\n');
    expect(lines).toEqual([
      'Playground  2 requests',
      '',
      'Users',
      '  ✓ Get user  200  12 ms',
      '  ✓ List  200  12 ms',
      '',
      'Requests  2 passed',
      'Tests     2 passed',
      'Time      1.23 s',
      '',
    ]);
  });

  it('shows the progress and failures of a long run', { tags: 'report:spec' }, async () => {
    const green = Array.from({ length: specLimits.listed * 2 - 1 }, () => createEntry());
    const text = await renderReport('spec', createReport([failedEntry, ...green]));
    expect(text.match(/Get user/g)).toBe(null);
    expect(text).toContain('10 of 100 requests, 1 failed\n');
    expect(text).toContain('✗ Users/Create user  400  12 ms\n    ✗ Creating › status is 201\n');
    expect(text.split('\n').length).toBeLessThan(30);
  });

  it('indents the requests of nested folders', { tags: 'report:spec' }, async () => {
    const at = (folder: string) => createEntry({ folder });
    const text = await renderReport('spec', createReport([at('A'), at('A/B'), at('A/C/D'), at('')]));
    expect(text.split('\n').slice(2, 10)).toEqual([
      'A',
      '  ✓ Get user  200  12 ms',
      '  B',
      '    ✓ Get user  200  12 ms',
      '  C',
      '    D',
      '      ✓ Get user  200  12 ms',
      '✓ Get user  200  12 ms',
    ]);
  });

  it('rewrites its last line on a terminal, and removes it at the end', { tags: 'report:spec' }, async () => {
    const report = createReport(everyOutcome);
    const text = writeEvents(
      await openReporter('spec', { isTerminal: true, columns: 40 }),
      createEvents(report),
    );
    expect(text).toContain(`${erase}0 of 6 requests  Users/Get user`);
    for (const line of text.split('\n')) expect(line.split(erase).at(-1)?.length).toBeLessThan(80);
    const left = text.split('\n').map((line) => line.split(erase).at(-1));
    expect(left.join('\n')).toBe(await renderReport('spec', report));
  });

  it(
    'keeps the progress within the terminal width, whatever the width of its characters',
    { tags: 'report:spec' },
    async () => {
      const report = createReport([createEntry({ path: '漢字'.repeat(50) })]);
      const text = writeEvents(
        await openReporter('spec', { isTerminal: true, columns: 30 }),
        createEvents(report),
      );
      const [, , progress = ''] = text.split(erase);
      expect(progress).toMatch(/^0 of 1 request {2}漢+字/);
      expect(Array.from(progress).reduce((sum, one) => sum + (one > '~' ? 2 : 1), 0)).toBeLessThan(30);
    },
  );

  it('uses colors only if requested', { tags: 'report:spec' }, async () => {
    const report = createReport(everyOutcome);
    expect(await renderReport('spec', report)).not.toContain('\u001b');
    expect(await renderReport('spec', report, { colors: true })).toContain('\u001b[31m✗\u001b[39m');
  });

  it('limits the number and length of repeated failures', { tags: 'report:spec' }, async () => {
    const message = 'line\n'.repeat(5_000);
    const failed = {
      ...failedEntry,
      failedTests: [{ name: 'a', suite: [], message, actual: 'x'.repeat(10_000) }],
    };
    const report = createReport(Array.from({ length: closingLimits.requests + 7 }, () => failed));
    const text = await renderReport('spec', report);
    expect(text).toContain('… and 7 more');
    expect(text.length).toBeLessThan(closingLimits.requests * 2_500);
  });
});

describe('the dot reporter', () => {
  it('wraps lines at the terminal width', { tags: 'report:reporters' }, async () => {
    const text = await renderReport('dot', createReport(Array.from({ length: 7 }, () => createEntry())), {
      columns: 3,
    });
    expect(text.split('\n').slice(0, 4)).toEqual(['...', '...', '.', '']);
  });
});
