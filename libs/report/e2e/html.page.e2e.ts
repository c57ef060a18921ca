import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { RunEntry } from '@tandem/core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findChromium } from '../../../tools/tests/chromium.mjs';
import { openReporter } from '../src/index.js';
import {
  errorEntry,
  createEvents,
  everyOutcome,
  failedEntry,
  createReport,
  createResult,
  createSentRequest,
  writeEvents,
} from '../src/testing/runs.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-report-'));
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

const source = ['get: /users', 'tests: |', '  expect(response.status).toBe(201);', 'after: nothing'].join(
  '\n',
);

const reportPage = async (name: string, entries: readonly RunEntry[], body = '{"id":1}'): Promise<string> => {
  const file = join(folder, `${name}.html`);
  const known = entries.map((entry, index) => ({ ...entry, executionId: `exec_${index}` }));
  const reporter = await openReporter('html', { readSource: () => source });
  const resultOf = ({ executionId, status }: RunEntry) =>
    status === null ? undefined : createResult(executionId ?? '', body);
  const sent = createSentRequest({ type: 'text', text: '{"name":"Ann"}', truncated: false });
  await writeFile(file, writeEvents(reporter, createEvents(createReport(known), resultOf, sent)));
  return pathToFileURL(file).href;
};

interface OpenedPage {
  readonly page: Page;
  /** The output of the page's console, and the URLs that the page requested beside its own. */
  readonly complaints: readonly string[];
}

const withPage = async (
  url: string,
  test: (opened: OpenedPage) => Promise<void>,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<void> => {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (request.url() !== url) complaints.push(request.url());
  });
  try {
    await page.goto(url);
    await page.getByRole('status').waitFor();
    await test({ page, complaints });
    expect(complaints).toEqual([]);
  } finally {
    await page.close();
  }
};

const readVisibleLabels = (page: Page) => page.locator('.row:visible .label').allTextContents();

describe('the HTML report', () => {
  it(
    'can be filtered by outcome and searched for names, URLs, tests and messages',
    { tags: 'report:html' },
    async () => {
      await withPage(await reportPage('filters', everyOutcome), async ({ page }) => {
        const failed = page.getByRole('button', { name: 'failed 1' });
        expect(await readVisibleLabels(page)).toHaveLength(everyOutcome.length);
        await failed.click();
        expect(await failed.getAttribute('aria-pressed')).toBe('true');
        expect(await readVisibleLabels(page)).toEqual(['Users/Create user']);
        await page.getByRole('button', { name: 'all 6' }).click();
        const search = page.getByRole('searchbox', { name: 'Search' });
        for (const [text, found] of [
          ['HEALTH', 'Health'],
          ['post http://127.0.0.1/users', 'Users/Create user'],
          ['expected 400', 'Users/Create user'],
          ['only on', 'Users/Delete user'],
        ] as const) {
          await search.fill(text);
          expect(await readVisibleLabels(page)).toEqual([found]);
          expect(await page.getByRole('status').textContent()).toBe('1 of 6 requests');
        }
      });
    },
  );

  it(
    'shows a failed test next to its script line, the request and the response',
    { tags: 'report:html' },
    async () => {
      await withPage(await reportPage('failed', [failedEntry]), async ({ page }) => {
        const row = page.locator('.row');
        expect(await row.locator('.line.here').textContent()).toBe(
          '▶    3    expect(response.status).toBe(201);',
        );
        expect(await row.locator('.line').count()).toBe(4);
        const words = (await row.textContent()) ?? '';
        const sent = row.getByRole('region', { name: 'Request body of Users/Create user' });
        expect(await sent.textContent()).toBe('{"name":"Ann"}');
        const received = row.getByRole('region', { name: 'Response body of Users/Create user' });
        expect(await received.textContent()).toBe('{"id":1}');
        expect(await row.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
          'Tests',
          'Request headers',
          'Request body',
          'Response headers',
          'Response body',
          'Console',
        ]);
        for (const part of [
          'expected 400 to be 201',
          'Users/Create user.yml:3:5',
          'text/plain',
          'application/json',
          'log: asked',
        ])
          expect(words).toContain(part);
      });
    },
  );

  it(
    'opens failed requests at first, and any request on a click or a key',
    { tags: 'report:html' },
    async () => {
      await withPage(await reportPage('open', everyOutcome), async ({ page }) => {
        expect(await page.locator('details[open] .label').allTextContents()).toEqual([
          'Users/Create user',
          'Health',
        ]);
        await page.getByText('Users/Get user', { exact: true }).click();
        await page.locator('.row', { hasText: 'Users/Get user' }).getByText('status is 200').waitFor();
        await page.locator('summary', { hasText: 'Users/List users' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('region', { name: 'Response body of Users/List users' }).waitFor();
      });
    },
  );

  it('treats hostile text as text', { tags: ['report:html', 'report:hostile'] }, async () => {
    const attack = `</script><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`;
    const entry = { ...failedEntry, name: attack, path: attack, url: `javascript:${attack}` };
    await withPage(await reportPage('hostile', [entry], attack), async ({ page }) => {
      expect(await readVisibleLabels(page)).toEqual([attack]);
      expect(await page.locator('img, .row script').count()).toBe(0);
      expect(await page.title()).toBe('Failed: Playground');
    });
  });

  it.each(['light', 'dark'] as const)(
    'follows a %s system setting and has a switch',
    { tags: 'report:html' },
    async (colorScheme) => {
      const url = await reportPage(colorScheme, everyOutcome);
      await withPage(
        url,
        async ({ page }) => {
          const isDark = () =>
            page.evaluate('getComputedStyle(document.body).backgroundColor === "rgb(20, 23, 28)"');
          expect(await isDark()).toBe(colorScheme === 'dark');
          await page.getByRole('button', { name: colorScheme === 'dark' ? 'Light' : 'Dark' }).click();
          expect(await isDark()).toBe(colorScheme !== 'dark');
          await page.reload();
          expect(await isDark()).toBe(colorScheme === 'dark');
          await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
          await expect.poll(isDark).toBe(colorScheme !== 'dark');
        },
        { colorScheme },
      );
    },
  );

  it.each([
    ['light', 1440, 900],
    ['dark', 1024, 700],
  ] as const)(
    "passes axe's accessibility checks in %s",
    { tags: 'report:html' },
    async (colorScheme, width, height) => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      const url = await reportPage(`axe-${colorScheme}`, everyOutcome);
      await withPage(
        url,
        async ({ page }) => {
          await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
          await expect.poll(() => page.locator('.details').count()).toBe(everyOutcome.length);
          await page.evaluate(axe);
          const found = await page.evaluate(
            `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`,
          );
          expect(found).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        },
        { colorScheme, viewport: { width, height } },
      );
    },
  );

  it(
    'needs less than a second for 5,000 requests, and for each filter',
    { tags: ['report:html', 'cpu'] },
    async () => {
      const many = Array.from({ length: 5_000 }, (_, index) => ({
        ...(index % 100 === 0
          ? failedEntry
          : index % 101 === 0
            ? errorEntry
            : (everyOutcome[index % 3 === 0 ? 2 : 0] ?? errorEntry)),
        path: `Users/Request ${index}`,
      }));
      const url = await reportPage('many', many, '{"id":1}'.repeat(50));
      const own = await chromium.launch({
        executablePath: findChromium() ?? '',
        args: ['--no-sandbox', '--disable-gpu'],
      });
      try {
        const session = await own.newBrowserCDPSession();
        const page = await own.newPage();
        await page.goto('about:blank');
        /** The CPU time that all renderers have used, in seconds. */
        const used = async (): Promise<number> => {
          const { processInfo } = await session.send('SystemInfo.getProcessInfo');
          return processInfo
            .filter(({ type }) => type === 'renderer')
            .reduce((sum, one) => sum + one.cpuTime, 0);
        };
        const cost = async (work: () => Promise<unknown>): Promise<number> => {
          const before = await used();
          await work();
          await page.evaluate(
            'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
          );
          return (await used()) - before;
        };
        expect(await cost(() => page.goto(url))).toBeLessThan(1);
        expect(await page.getByRole('status').textContent()).toBe('5,000 of 5,000 requests');
        expect(await cost(() => page.getByRole('searchbox').fill('request 4321'))).toBeLessThan(1);
        expect(await page.getByRole('status').textContent()).toBe('1 of 5,000 requests');
        expect(await cost(() => page.getByRole('searchbox').fill(''))).toBeLessThan(1);
        expect(await cost(() => page.getByRole('button', { name: /^failed/ }).click())).toBeLessThan(1);
        expect(await page.getByRole('status').textContent()).toBe('50 of 5,000 requests');
      } finally {
        await own.close();
      }
    },
  );
});
