import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const on = useJourney();

let server: Server;
let address = '';
let summaries = ['List users'];
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url !== '/openapi.json') response.writeHead(404).end();
    else
      response.end(
        JSON.stringify({
          openapi: '3.1.0',
          info: { title: 'From a URL', version: '1' },
          servers: [{ url: '/v1' }],
          paths: Object.fromEntries(summaries.map((summary, at) => [`/${at}`, { get: { summary } }])),
        }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const dialog = () => on.page.getByRole('dialog');
const field = () => dialog().getByRole('combobox', { name: 'URL' });
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

const paste = async (text: string): Promise<void> => {
  const { page } = on;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByRole('tree').first().focus();
  await page.keyboard.press('Control+v');
};

describe('a document from a URL', { tags: ['import:url', 'import:window'] }, () => {
  it('is fetched when the person asks for it, and is planned before it is imported', async () => {
    await pickInPalette(on.page, 'Control+k', 'from a url', 'Import from a URL');
    await field().fill(`${address}/none.json`);
    await press('Fetch');
    await expect
      .poll(() => dialog().getByRole('alert').textContent())
      .toBe('It answered 404 Not Found instead of a document; check the address.');
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await field().fill(`${address}/openapi.json`);
    await field().press('Enter');
    await dialog().getByRole('heading', { name: 'An OpenAPI 3.1.0 document “From a URL”' }).waitFor();
    await press('Import');
    await dialog().waitFor({ state: 'hidden' });
    await on.page.getByRole('treeitem', { name: /From a URL/ }).waitFor();
  });

  it('can be pasted, and updates an earlier import from the same URL', async () => {
    summaries = ['List users', 'List orders'];
    await paste(` ${address}/openapi.json\n`);
    await expect.poll(() => field().inputValue()).toBe(`${address}/openapi.json`);
    await press('Fetch');
    await dialog().getByText('Update the earlier import').waitFor();
    await press('Update');
    await dialog().waitFor({ state: 'hidden' });
    await on.page.getByText(/1 new/).first().waitFor();
  });

  it('is suggested later by its URL', async () => {
    await pickInPalette(on.page, 'Control+k', 'from a url', 'Import from a URL');
    await field().press('ArrowDown');
    await on.page.getByRole('option', { name: new RegExp(`${address}/openapi.json`) }).click();
    await expect.poll(() => field().inputValue()).toBe(`${address}/openapi.json`);
    await press('Cancel');
    await dialog().waitFor({ state: 'hidden' });
  });
});
