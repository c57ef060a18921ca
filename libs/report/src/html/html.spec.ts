import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { assetsFile, buildPageAssets } from '../../build-page.mjs';
import { htmlLimits, openReporter } from '../index.js';
import { pageStyle } from './page-assets.js';
import type { PageData } from './page-shape.js';
import {
  createEntry,
  createEvents,
  createReport,
  createResult,
  createSentRequest,
  writeEvents,
} from '../testing/runs.js';

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => createEntry({ executionId: `exec_${index}` }));

const renderPageWith = async (count: number, body: string, options = {}) =>
  writeEvents(
    await openReporter('html', options),
    createEvents(createReport(entries(count)), (entry) => createResult(entry.executionId ?? '', body)),
  );

describe('the HTML page', () => {
  it('contains the script and style that are built from the sources', { tags: 'report:html' }, async () => {
    expect(await readFile(assetsFile, 'utf8')).toBe(await buildPageAssets());
  });

  it('defines each theme color once', { tags: 'report:html' }, () => {
    const names = [...pageStyle.matchAll(/(--[a-z]+):/g)].map(([, name = '']) => name);
    const times = new Map(names.map((name) => [name, names.filter((one) => one === name).length]));
    expect(new Set(times.values())).toEqual(new Set([2]));
  });

  it('keeps the start of each body, up to the configured length', { tags: 'report:html' }, async () => {
    const body = 'x'.repeat(htmlLimits.body * 2);
    expect((await renderPageWith(1, body)).match(/x{1000,}/g)?.map(({ length }) => length)).toEqual([
      htmlLimits.body,
    ]);
    const short = await renderPageWith(1, body, { maxBody: 1_500 });
    expect(short.match(/x{1000,}/g)?.map(({ length }) => length)).toEqual([1_500]);
    expect(short).toContain('Only the beginning of the body is kept.');
  });

  it('limits the total size of bodies and reports omitted bodies', { tags: 'report:html' }, async () => {
    const body = 'x'.repeat(1024 * 1024);
    const text = await renderPageWith(20, body, { maxBody: body.length });
    expect(text.length).toBeLessThan(htmlLimits.bodies + 100_000);
    expect(text.match(/has reached its limit for bodies/g)).toHaveLength(4);
  });

  it.each([
    [
      { type: 'text', text: 'hello', truncated: true },
      { body: 'hello', note: 'Only the beginning of the body is kept.' },
    ],
    [
      {
        type: 'multipart',
        parts: [
          { name: 'a', value: '1', isFile: false },
          { name: 'b', value: 'photo.png', isFile: true },
        ],
      },
      { body: 'a: 1\nb: the file photo.png' },
    ],
    [{ type: 'file', file: 'data.bin' }, { note: 'The body is the file data.bin.' }],
    [{ type: 'none' }, {}],
  ] as const)('shows a body that was sent as %o', { tags: 'report:html' }, async (body, shown) => {
    const report = createReport(entries(1));
    const reporter = await openReporter('html');
    const text = writeEvents(
      reporter,
      createEvents(report, () => createResult('exec_0', ''), createSentRequest(body)),
    );
    const [, data = ''] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(text) ?? [];
    const { requests } = JSON.parse(data) as PageData;
    expect(requests[0]?.sent).toEqual({ headers: [['content-type', 'text/plain']], ...shown });
  });
});
