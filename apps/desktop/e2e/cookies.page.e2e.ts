import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { pressTwiceAtOnce } from './press-at-once.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/login')
      response.setHeader('set-cookie', ['sid=the-session; HttpOnly', 'theme=dark']);
    response.end(`sent: ${request.headers.cookie ?? 'nothing'}.`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const panel = () => journey.page.getByRole('region', { name: 'Cookies', exact: true });
const row = (name: string) => panel().getByRole('row').filter({ hasText: name });
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

const send = async (path: string): Promise<void> => {
  const { port } = server.address() as AddressInfo;
  await journey.agent('rest_create', { name: path, url: `http://127.0.0.1:${port}${path}` });
  await openRequest(journey.page, path);
  await button('Send').click();
  await journey.page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true }).waitFor();
};

it('cookies are listed, changed, deleted and restored', { tags: 'cookies:window' }, async () => {
  const { page } = journey;
  await button('Cookies').click();
  await panel().getByText('No cookies yet').waitFor();
  await send('/login');
  await button('Cookies').click();
  await row('sid').getByText('the-session').waitFor();
  await row('sid').getByText('HttpOnly').waitFor();
  await button('Change theme of 127.0.0.1').click();
  const dialog = page.getByRole('dialog', { name: 'Change the cookie' });
  await dialog.getByRole('textbox', { name: 'Expires' }).fill('some day');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('expires').waitFor();
  await dialog.getByRole('textbox', { name: 'Expires' }).fill('');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('light');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await row('theme').getByText('light').waitFor();
  await button('Delete sid of 127.0.0.1').click();
  await row('sid').waitFor({ state: 'detached' });
  await send('/after');
  await page.getByText('sent: theme=light.').waitFor();
  await journey.agent('cookies_set', { name: 'second', value: '2', domain: 'b.example' });
  await button('Cookies').click();
  await row('second').waitFor();
  await button('Delete all').click();
  await panel().getByText('No cookies yet').waitFor();
  await panel().getByRole('button', { name: 'Undo' }).click();
  await row('theme').getByText('light').waitFor();
  await row('second').waitFor();
  expect(journey.errors).toEqual([]);
});

it(
  'the list of cookies is updated when agents and executions change the jar',
  { tags: 'cookies:changes' },
  async () => {
    const { port } = server.address() as AddressInfo;
    const ofAgent = { name: 'of-agent', domain: 'c.example' };
    const { id } = await journey.agent('rest_create', {
      name: 'Background login',
      url: `http://127.0.0.1:${port}/login`,
    });
    await button('Cookies').click();
    await panel().waitFor();
    await journey.agent('cookies_set', { ...ofAgent, value: '1' });
    await row('of-agent').waitFor();
    await journey.agent('cookies_set', { ...ofAgent, value: 'another value' });
    await row('of-agent').getByText('another value').waitFor();
    await journey.agent('cookies_delete', ofAgent);
    await row('of-agent').waitFor({ state: 'detached' });
    await journey.agent('rest_execute', { id });
    await row('sid').getByText('the-session').waitFor();
    await journey.agent('cookies_clear', {});
    await panel().getByText('No cookies yet').waitFor();
    expect(journey.errors).toEqual([]);
  },
);

it('a cookie is created by hand and found by its domain', { tags: 'cookies:window' }, async () => {
  const { page } = journey;
  await button('Cookies').click();
  await button('New cookie').click();
  const dialog = page.getByRole('dialog', { name: 'New cookie' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('made');
  await dialog.getByRole('textbox', { name: 'Domain' }).fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('by-hand');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await row('made').getByText('Session').waitFor();
  await panel().getByRole('searchbox').fill('elsewhere');
  await panel().getByText('No cookie matches').waitFor();
  await panel().getByRole('searchbox').fill('127.0');
  await row('made').waitFor();
  await send('/made');
  await page.getByText('made=by-hand').first().waitFor();
});

it('the listed cookies are those of the active environment', { tags: 'cookies:window' }, async () => {
  await button('Cookies').click();
  await journey.agent('cookies_set', { name: 'here', value: '1', domain: '127.0.0.1' });
  await journey.page.reload();
  await row('here').waitFor();
  await button('Delete here of 127.0.0.1').click();
  await panel().getByRole('button', { name: 'Undo' }).waitFor();
  await journey.agent('environments_create', { name: 'Elsewhere' });
  await journey.agent('environments_activate', { id: 'Elsewhere' });
  await panel().getByText('Cookies of the environment Elsewhere.').waitFor();
  await panel().getByText('No cookies yet').waitFor();
  await panel().getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await journey.agent('environments_activate', { id: 'Default' });
  await panel().getByRole('button', { name: 'Undo' }).click();
  await row('here').waitFor();
});

it(
  'the list of cookies can be used by keyboard, and its Undo remains after the tab is closed',
  { tags: 'cookies:window' },
  async () => {
    const { page } = journey;
    await journey.agent('cookies_clear', {});
    for (const name of ['a', 'b', 'c'])
      await journey.agent('cookies_set', { name, value: '1', domain: 'walk.example' });
    await button('Cookies').click();
    const focused = () => page.locator(':focus').getAttribute('aria-label');
    // The tab may still be open from an earlier test, and then reloads its list only after the cookies were set.
    await row('c').waitFor();
    await button('Change a of walk.example').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('Change b of walk.example');
    await page.keyboard.press('Delete');
    await row('b').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Change c of walk.example');
    await page.keyboard.press('Delete');
    await row('c').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Change a of walk.example');
    await button('Settings').click();
    await button('Cookies').click();
    await panel().getByRole('button', { name: 'Undo' }).click();
    await row('c').waitFor();
  },
);

it('pressing Delete twice moves the focus to a remaining cookie', { tags: 'cookies:window' }, async () => {
  const { page } = journey;
  await journey.agent('cookies_clear', {});
  for (const name of ['first', 'second', 'third'])
    await journey.agent('cookies_set', { name, value: '1', domain: 'twice.test' });
  await button('Cookies').click();
  await row('third').waitFor();
  await button('Change second of twice.test').focus();
  // Both keys are pressed at once, so the jar still contains the second cookie when the third is deleted.
  await pressTwiceAtOnce(page, 'Delete');
  for (const name of ['second', 'third']) await row(name).waitFor({ state: 'detached' });
  await button('Change first of twice.test').and(page.locator(':focus')).waitFor();
});
