import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const history = () => journey.page.getByRole('region', { name: 'History' });
const list = () => history().getByRole('listbox', { name: 'Executions' });
const rows = () => list().getByRole('option');
const findSelectedOption = () => list().getByRole('option', { selected: true });
const result = () => journey.page.getByRole('region', { name: 'Result' });
const openHistory = () => journey.page.getByRole('button', { name: 'History', exact: true }).click();

/** Creates a request as the agent and executes it that many times. */
const createAndExecuteRequest = async (name: string, url: string, times = 1): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url });
  for (let n = 0; n < times; n += 1) await journey.agent('rest_execute', { id });
  return String(id);
};

describe('the history', () => {
  it(
    "finds an agent's execution with one click and one search, and opens it by keyboard",
    { tags: 'window:history' },
    async () => {
      const { page } = journey;
      await createAndExecuteRequest('Users of it', '{{echo_base_url}}/users-of-it');
      await createAndExecuteRequest('Orders of it', '{{echo_base_url}}/orders-of-it?status=404');
      await openHistory();
      await history().getByRole('searchbox', { name: 'Search the history' }).fill('OF-IT');
      await expect.poll(() => rows().count()).toBe(2);
      await expect.poll(() => rows().first().textContent()).toContain('agent-smith');
      await list().focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => findSelectedOption().textContent()).toContain('Users of it');
      await result().getByText('"/users-of-it"').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Users of it', selected: true }).waitFor();
    },
  );

  it('is filtered by status, person and request', { tags: 'window:history' }, async () => {
    const { page } = journey;
    await createAndExecuteRequest('Teapot', '{{echo_base_url}}/teapot', 2);
    await createAndExecuteRequest('Nothing listens', 'http://127.0.0.1:9/teapot');
    await openHistory();
    await history().getByRole('searchbox', { name: 'Search the history' }).fill('teapot');
    await expect.poll(() => rows().count()).toBe(3);
    await history().getByRole('combobox', { name: 'Status' }).fill('failed');
    await expect.poll(() => rows().count()).toBe(1);
    await history().getByRole('combobox', { name: 'Status' }).fill('2xx');
    await expect.poll(() => rows().count()).toBe(2);
    await page.keyboard.press('Escape');
    await history().getByRole('combobox', { name: 'Status' }).fill('');
    await page.keyboard.press('Escape');
    // The rows move once all of them are back.
    await expect.poll(() => rows().count()).toBe(3);
    await rows().last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show only this request' }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await history().getByRole('button', { name: 'Show all requests' }).click();
    await expect.poll(() => rows().count()).toBe(3);
    await history().getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: 'agent-smith', exact: true }).click();
    await expect.poll(() => rows().count()).toBe(3);
  });

  it(
    "sends an execution's request again, and saves it as a request",
    { tags: 'window:history' },
    async () => {
      const { page } = journey;
      await createAndExecuteRequest('Again', '{{echo_base_url}}/again?saved=1');
      await openHistory();
      await history().getByRole('searchbox', { name: 'Search the history' }).fill('/again');
      await expect.poll(() => rows().count()).toBe(1);
      await result().getByRole('button', { name: 'Save as request' }).click();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue())
        .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/again\?saved=1$/);
      await openHistory();
      await result().getByRole('button', { name: 'Send again' }).click();
      await page.getByRole('tab', { name: 'Again', selected: true }).waitFor();
      await openHistory();
      await expect.poll(() => rows().count()).toBe(2);
      await expect.poll(() => rows().first().textContent()).toContain('You');
    },
  );
});

it('the outcome marks of requests survive a reload', { tags: 'window:marks' }, async () => {
  const { page } = journey;
  await createAndExecuteRequest('Marked', 'http://127.0.0.1:9/');
  const mark = () => page.getByRole('treeitem', { name: 'Marked' }).getByRole('img', { name: 'failed' });
  await mark().waitFor();
  await page.reload();
  await mark().waitFor();
  await openRequest(page, 'Marked');
});

it(
  'a response is compared with the previous or the last passing response in two clicks',
  { tags: 'window:compare' },
  async () => {
    const { page } = journey;
    const id = await createAndExecuteRequest('Compared', '{{echo_base_url}}/compared?word=before');
    await journey.agent('rest_update', { id, url: '{{echo_base_url}}/compared?word=after' });
    await journey.agent('rest_execute', { id });
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/compared' });
    await journey.agent('rest_execute', { id });
    await openRequest(page, 'Compared');
    await result().getByText('NETWORK_ERROR', { exact: true }).waitFor();
    const compare = async (title: string): Promise<void> => {
      await result().getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('menuitem', { name: title }).click();
    };
    await compare('Compare with the last passing one');
    const differences = result().getByRole('textbox', { name: 'Differences' });
    await expect.poll(() => differences.textContent()).toContain('NETWORK_ERROR');
    await result().getByRole('button', { name: 'Close the comparison' }).click();
    await result().getByRole('combobox', { name: 'History' }).click();
    await page.getByRole('listbox', { name: 'History' }).getByRole('option').nth(1).click();
    await result().getByText('"after"').waitFor();
    await compare('Compare with the previous one');
    await expect
      .poll(() => differences.locator('.cm-deletedLine').allTextContents())
      .toEqual(expect.arrayContaining([expect.stringContaining('before')]));
    await result().getByRole('button', { name: 'Close the comparison' }).click();
    await compare('Compare with …');
    await page.getByRole('dialog', { name: 'Compare with' }).getByRole('combobox').fill('network');
    await page.keyboard.press('Enter');
    await result().getByText('Compared with').waitFor();
    await expect.poll(() => differences.textContent()).toContain('NETWORK_ERROR');
  },
);

it(
  'two executions selected in the history are compared, and one is saved as an example of its request',
  { tags: ['window:compare', 'examples:window'] },
  async () => {
    const { page } = journey;
    const id = await createAndExecuteRequest('First of two', '{{echo_base_url}}/pair?word=first');
    await createAndExecuteRequest('Second of two', '{{echo_base_url}}/pair?word=second');
    await openHistory();
    await history().getByRole('searchbox', { name: 'Search the history' }).fill('/pair');
    await expect.poll(() => rows().count()).toBe(2);
    await rows().first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => findSelectedOption().count()).toBe(2);
    await result().getByText('of “First of two”,').waitFor();
    const differences = result().getByRole('textbox', { name: 'Differences' });
    await expect
      .poll(() => differences.locator('.cm-deletedLine').allTextContents())
      .toEqual(expect.arrayContaining([expect.stringContaining('first')]));
    await result().getByRole('button', { name: 'Close the comparison' }).click();
    await expect.poll(() => findSelectedOption().textContent()).toContain('First of two');
    await result().getByRole('button', { name: 'Save as example' }).click();
    await page.getByText('Saved as the example “200 OK”.').waitFor();
    await expect
      .poll(async () => (await journey.agent('rest_get', { id })).examples)
      .toMatchObject([{ name: '200 OK' }]);
  },
);

it('a response shows its redirects with their times', { tags: 'window:redirects' }, async () => {
  const { page } = journey;
  const server = createServer(({ url }, response) => {
    if (url === '/end') response.end('moved here');
    else response.writeHead(303, { location: '/end' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`;
  try {
    const body = { type: 'json', content: '{}' };
    const { id } = await journey.agent('rest_create', { name: 'Moved', method: 'POST', url, body });
    await journey.agent('rest_execute', { id });
    await openRequest(page, 'Moved');
    await result().getByText('moved here').waitFor();
    await result().getByRole('tab', { name: 'Request' }).click();
    const redirects = result().getByRole('list', { name: 'Redirects' });
    await redirects.getByText(url).waitFor();
    await redirects.getByText('The method changed from POST to GET.').waitFor();
    await redirects.getByText(/content-type/).waitFor();
    await result().getByRole('tab', { name: 'Times' }).click();
    const steps = result().getByRole('list', { name: 'Steps' });
    for (const step of ['303 of POST', 'Wait for the response', 'Download'])
      await steps.getByText(step, { exact: true }).waitFor();
    await result().getByText('http/1.1', { exact: true }).waitFor();
    await result().getByText('127.0.0.1', { exact: true }).waitFor();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
