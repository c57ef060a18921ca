import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const credentials = `Basic ${Buffer.from('orders:opensesame').toString('base64')}`;

/** Issues a token for the right credentials, and returns orders to requests with that token. */
const server = createServer((request, response) => {
  const { authorization = '' } = request.headers;
  const isToken = request.url === '/token';
  if (authorization !== (isToken ? credentials : 'Bearer a-token-of-the-folder')) response.statusCode = 401;
  else if (isToken) {
    response.setHeader('content-type', 'application/json');
    response.write('{"access_token":"a-token-of-the-folder","token_type":"Bearer","expires_in":3600}');
  } else response.write('two orders');
  response.end();
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const row = (name: string) => journey.page.getByRole('treeitem', { name, exact: true });
const role = (kind: 'option' | 'button' | 'combobox', name: string) =>
  journey.page.getByRole(kind, { name, exact: true });
const isTyping = (name: string) => journey.page.locator(`[aria-label="${name}"]:focus`).waitFor();

describe('client credentials for a folder', { tags: 'auth:oauth2:steps' }, () => {
  it('can be set up in eleven steps, and a request in the folder is sent with a token in two more steps', async () => {
    const { page } = journey;
    await journey.agent('rest_create', {
      name: 'List orders',
      folder: 'Orders',
      url: url('/orders'),
      auth: { type: 'inherit' },
    });
    await person.click(row('Orders'), 'right');
    await person.click(page.getByRole('menuitem', { name: 'Folder settings' }));
    await person.click(page.getByRole('tablist', { name: 'Folder' }).getByRole('tab', { name: 'Auth' }));
    await person.click(role('combobox', 'Type'));
    await person.click(role('option', 'OAuth 2.0'));
    await expect.poll(() => role('combobox', 'Grant').textContent()).toContain('Client credentials');
    await person.click(page.getByRole('textbox', { name: 'Token URL', exact: true }));
    await person.type(url('/token'));
    await person.press('Tab');
    await isTyping('Client ID');
    await person.type('orders');
    await person.press('Tab');
    await isTyping('Client secret');
    await person.type('opensesame');
    expect(person.steps()).toBe(11);

    await person.click(row('GET List orders'));
    await person.click(role('button', 'Send'));
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('200 OK', { exact: true }).waitFor();
    await result.getByText('two orders').waitFor();
    expect(person.steps()).toBe(13);
    expect(journey.errors).toEqual([]);
  });
});
