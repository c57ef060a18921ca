import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

/** A long list of users. The last user is called Needle. */
const users = Array.from({ length: 3_000 }, (_, index) => ({
  id: 3_000 - index,
  name: index === 2_999 ? 'Needle' : `User ${index}`,
  tags: ['a'],
}));

let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((_, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ total: users.length, users: [{ id: -1, name: '=1+1' }, ...users] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/users.json`;
});
afterAll(() => server.close());

const result = () => journey.page.getByRole('region', { name: 'Result' });
const send = () => journey.page.getByRole('button', { name: 'Send', exact: true }).click();

it(
  'an array of objects is shown as a table that can be sorted, filtered and copied, even after the next Send',
  { tags: 'viewer:table' },
  async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await journey.agent('rest_create', { name: 'Users', url });
    await openRequest(page, 'Users');
    await send();
    await result().getByRole('radio', { name: 'Table', exact: true }).click();
    const table = result().getByRole('table', { name: '$.users' });
    const firstCells = () => table.getByRole('row').nth(1).getByRole('cell').allTextContents();
    await expect.poll(firstCells).toEqual(['-1', '=1+1', '']);
    await table.getByRole('button', { name: 'id', exact: true }).click();
    await table.getByRole('button', { name: 'id', exact: true }).click();
    await expect.poll(firstCells).toEqual(['3000', 'User 0', '["a"]']);
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Control+f');
    await result().locator('[aria-label="Filter the rows"]:focus').waitFor();
    await page.keyboard.type('needle');
    await result().getByText('1 of 3001 rows').waitFor();
    await result().getByRole('button', { name: 'Copy CSV' }).click();
    await page.getByText('Copied 1 row as CSV').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'id,name,tags\r\n1,Needle,"[""a""]"\r\n',
    );
    await result().getByRole('searchbox', { name: 'Filter the rows' }).fill('=1');
    await result().getByText('1 of 3001 rows').waitFor();
    await send();
    await result().getByText('1 of 3001 rows').waitFor();
    const download = page.waitForEvent('download');
    await result().getByRole('button', { name: 'Save CSV' }).click();
    expect((await download).suggestedFilename()).toBe('users.csv');
  },
);

it(
  'F3 goes through the matches, even very many, from anywhere in the response',
  { tags: 'viewer:find' },
  async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Searched', url });
    await openRequest(page, 'Searched');
    await send();
    const body = result().getByRole('textbox', { name: 'Response body' });
    await body.getByText('"total"').waitFor();
    await result().getByRole('tab', { name: 'Body' }).focus();
    await page.keyboard.press('Control+f');
    await result().locator('[aria-label="Find"]:focus').waitFor();
    await page.keyboard.type('"tags"');
    await result().getByText('3000 matches', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await result().getByText('1 of 3000', { exact: true }).waitFor();
    await result().getByRole('tab', { name: 'Body' }).focus();
    await page.keyboard.press('F3');
    await result().getByText('2 of 3000', { exact: true }).waitFor();
    await page.keyboard.press('Shift+F3');
    await page.keyboard.press('Shift+F3');
    await result().getByText('3000 of 3000', { exact: true }).waitFor();
    await result().getByRole('tab', { name: 'Headers' }).click();
    await page.keyboard.press('Control+f');
    await result().locator('[aria-label="Find"]:focus').waitFor();
    await page.keyboard.type('application');
    await result().getByText('1 match', { exact: true }).waitFor();
    await result().getByRole('tab', { name: 'Headers' }).focus();
    await page.keyboard.press('F3');
    await result().getByText('1 of 1', { exact: true }).waitFor();
  },
);

it('a failed test leads to its line in the script', { tags: 'viewer:script-line' }, async () => {
  const { page } = journey;
  const script = `export function onTest(req, res) {\n  test('fails', () => {\n    expect(res.status).toBe(201);\n  });\n}\n`;
  await journey.agent('rest_create', { name: 'Failing', url, script });
  await openRequest(page, 'Failing');
  await send();
  await result().getByRole('button', { name: 'Go to line 3' }).click();
  await page.locator('[aria-label="Script"]:focus').waitFor();
  await page.keyboard.press('Shift+End');
  await expect.poll(() => page.evaluate('String(getSelection())')).toContain('toBe(201);');
});

it('the rows of a wrapped line are indented like its first row', { tags: 'viewer:wrap' }, async () => {
  const { page } = journey;
  const content = JSON.stringify({ outer: { inner: 'word '.repeat(200) } }, null, 4);
  await journey.agent('rest_create', {
    ...{ name: 'Hanging', method: 'POST', url: '{{echo_base_url}}/echo' },
    body: { type: 'json', content },
  });
  await openRequest(page, 'Hanging');
  await chooseTab(page, 'Request', 'Body');
  /** Reads where each row of the line begins, in pixels from the left. The editor is in a shadow root. */
  const readRowStarts = (): Promise<readonly number[]> =>
    page.evaluate<readonly number[]>(`(() => {
      const roots = [...document.querySelectorAll('.editor *')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
      const lines = roots.flatMap((root) => [...root.querySelectorAll('.cm-line')]);
      const line = lines.find(({ textContent }) => textContent.includes('inner'));
      if (line === undefined) return [];
      const range = document.createRange();
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const starts = new Map();
      while (texts.nextNode() !== null) {
        range.selectNodeContents(texts.currentNode);
        for (const { top, left, width } of range.getClientRects())
          if (width > 0) starts.set(Math.round(top), Math.min(left, starts.get(Math.round(top)) ?? left));
      }
      return [...starts.values()];
    })()`);
  await expect.poll(async () => (await readRowStarts()).length).toBeGreaterThan(3);
  const [first = 0, ...others] = await readRowStarts();
  expect(new Set(others.map(Math.round)).size).toBe(1);
  expect((others[0] ?? 0) - first).toBeGreaterThan(50);
});
