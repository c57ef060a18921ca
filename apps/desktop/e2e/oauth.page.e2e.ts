import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

/** The requests that the test's token endpoint receives. */
const tokenRequests: string[] = [];
/** The tokens that requests carry in a custom header. */
const tokens: unknown[] = [];
const server = createServer((request, response) => {
  if (request.headers['x-token'] !== undefined) tokens.push(request.headers['x-token']);
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    tokenRequests.push(Buffer.concat(pieces).toString());
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ access_token: 'a-token-of-the-page', token_type: 'Bearer', expires_in: 3600 }),
    );
  });
});

let id: unknown;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ id } = await journey.agent('rest_create', { name: 'Guarded', url: 'http://127.0.0.1:9/orders' }));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const field = (name: string) => journey.page.getByRole('textbox', { name, exact: true });
const choose = async (name: string, option: string): Promise<void> => {
  await journey.page.getByRole('combobox', { name, exact: true }).click();
  await journey.page.getByRole('option', { name: option, exact: true }).click();
};

describe('OAuth 2.0 in the window', { tags: 'auth:oauth2:window' }, () => {
  it('can be set up, gets a token and deletes the token', async () => {
    const { page } = journey;
    await openRequest(page, 'Guarded');
    await page.getByRole('tab', { name: 'Auth' }).click();
    await choose('Type', 'OAuth 2.0');
    await field('Token URL').fill('http://127.0.0.1:9/token');
    await field('Client ID').fill('orders');
    await page.getByRole('button', { name: 'Get token' }).click();
    await page.getByRole('alert').getByText('could not be asked').waitFor();

    const { port } = server.address() as AddressInfo;
    await field('Token URL').fill(`http://127.0.0.1:${port}/token`);
    await page.getByRole('button', { name: 'Get token' }).click();
    const storedTokens = page.getByRole('list', { name: 'Stored tokens' });
    await storedTokens.getByText('valid until').waitFor();
    await storedTokens.getByText('Client credentials · orders').waitFor();
    expect(Object.fromEntries(new URLSearchParams(tokenRequests[0]))).toEqual({
      client_id: 'orders',
      grant_type: 'client_credentials',
    });
    expect(await page.getByText('a-token-of-the-page').count()).toBe(0);

    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('textbox', { name: 'Token parameter 1 name', exact: true }).fill('audience');
    await page
      .getByRole('textbox', { name: 'Token parameter 1 value', exact: true })
      .fill('https://api.example');
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /Forget the token/ }).click();
    await page.getByText('No token yet.').waitFor();
    await page.getByRole('button', { name: 'Get token' }).click();
    await expect.poll(() => tokenRequests.at(-1)).toContain('audience=https%3A%2F%2Fapi.example');
  });

  it('stores the token in a named variable', { tags: 'auth:oauth2:variable' }, async () => {
    const { page } = journey;
    await openRequest(page, 'Guarded');
    await page.getByRole('tab', { name: 'Auth' }).click();
    await page.getByRole('button', { name: /^(?:More|Fewer) settings$/ }).waitFor();
    const more = page.getByRole('button', { name: 'More settings' });
    if ((await more.count()) > 0) await more.click();
    await choose('Sent in', 'Variable');
    await expect.poll(() => field('Prefix').count()).toBe(0);
    await field('Variable').fill('orders_token');
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ auth: { sendIn: 'variable', variableName: 'orders_token' } });
    await journey.agent('rest_update', { id, headers: [{ name: 'x-token', value: '{{orders_token}}' }] });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
    await journey.agent('rest_update', { id, url });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => tokens.at(-1)).toBe('a-token-of-the-page');
    await choose('Sent in', 'Authorization header');
  });

  it('shows only the fields of the selected grant', async () => {
    const { page } = journey;
    await openRequest(page, 'Guarded');
    await page.getByRole('tab', { name: 'Auth' }).click();
    await choose('Grant', 'Authorization code (browser)');
    await field('Authorization URL').waitFor();
    await expect.poll(() => field('User').count()).toBe(0);
    await choose('Type', 'JWT');
    await field('Claims (JSON)').fill('{"sub":"me",}');
    await page.getByText('Invalid JSON at line 1, column 13').waitFor();
    await field('Claims (JSON)').fill('{"sub":"me"}');
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ auth: { type: 'jwt', algorithm: 'HS256', claims: '{"sub":"me"}' } });
  });
});

it('OAuth 1.0 shows only the fields of the selected signature method', { tags: 'auth:oauth1' }, async () => {
  const { page } = journey;
  await openRequest(page, 'Guarded');
  await page.getByRole('tab', { name: 'Auth' }).click();
  await choose('Type', 'OAuth 1.0');
  await field('Consumer key').fill('key');
  await field('Consumer secret').fill('{{secret}}');
  await field('Token').fill('token');
  await expect.poll(() => field('Private key file').count()).toBe(0);
  await choose('Signature method', 'RSA-SHA256');
  await field('Private key file').fill('keys/client.pem');
  await expect.poll(() => field('Consumer secret').count()).toBe(0);
  const more = page.getByRole('button', { name: 'More settings' });
  if ((await more.count()) > 0) await more.click();
  await choose('Sent in', 'Query');
  await expect.poll(() => field('Realm').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Sign the hash of a body that is not a form' }).check();
  await field('Verifier').fill('v');
  await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
  await expect
    .poll(() => journey.agent('rest_get', { id }))
    .toMatchObject({
      auth: {
        ...{
          type: 'oauth1',
          signatureMethod: 'RSA-SHA256',
          consumerKey: 'key',
          consumerSecret: '{{secret}}',
        },
        ...{ accessToken: 'token', privateKeyFile: 'keys/client.pem', sendIn: 'query' },
        ...{ includeBodyHash: true, verifier: 'v' },
      },
    });
});

it('NTLM can be set up with or without a domain', { tags: 'auth:ntlm' }, async () => {
  const { page } = journey;
  await openRequest(page, 'Guarded');
  await page.getByRole('tab', { name: 'Auth' }).click();
  await choose('Type', 'NTLM');
  await field('User').fill('me');
  await field('Password').fill('{{secret}}');
  const auth = { type: 'ntlm', username: 'me', password: '{{secret}}' };
  const saved = async () => (await journey.agent('rest_get', { id })).auth;
  await expect.poll(saved).toEqual(auth);
  await field('Domain').fill('CORP');
  await expect.poll(saved).toEqual({ ...auth, domain: 'CORP' });
  await field('Domain').fill('');
  await expect.poll(saved).toEqual(auth);
  await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
});

describe('a secret typed in plain text', { tags: 'auth:window:plain' }, () => {
  const environment = async (): Promise<string> =>
    JSON.stringify(await journey.agent('environments_list', {}));
  const auth = async () => (await journey.agent('rest_get', { id })).auth;

  it('is reported, and becomes a secret of the environment with one click', async () => {
    const { page } = journey;
    await openRequest(page, 'Guarded');
    await page.getByRole('tab', { name: 'Auth' }).click();
    await choose('Type', 'Basic');
    await field('User').fill('me');
    await page.getByText('Store the password as a secret of the environment').waitFor();
    await field('Password').fill('hunter2');
    await page.getByRole('note').getByText('This password is stored in plain text').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Make it a secret of / }).click();
    await expect.poll(() => field('Password').inputValue()).toBe('{{password}}');
    await expect.poll(auth).toEqual({ type: 'basic', username: 'me', password: '{{password}}' });
    await expect.poll(environment).toContain('"password"');
    expect(await environment()).not.toContain('hunter2');
    await expect.poll(() => page.getByRole('note').getByText('plain text').count()).toBe(0);
  });

  it('keeps the line breaks of a pasted key', async () => {
    const { page } = journey;
    const lines = ['-----BEGIN PRIVATE KEY-----', 'MC4CAQAwBQYDK2VwBCIEIA==', '-----END PRIVATE KEY-----'];
    await openRequest(page, 'Guarded');
    await page.getByRole('tab', { name: 'Auth' }).click();
    await choose('Type', 'JWT');
    await choose('Algorithm', 'EdDSA');
    await field('Private key (PEM)').focus();
    await createPerson(page).paste(`${lines.join('\n')}\n`);
    await expect.poll(() => field('Private key (PEM)').inputValue()).toBe(lines.join('\n'));
    await expect.poll(auth).toMatchObject({ secret: lines.join('\n') });
    await page.getByText('This private key is stored in plain text').waitFor();
  });
});

it(
  'a message about a missing value in an auth uses the label of the field',
  { tags: 'auth:window:words' },
  async () => {
    const { page } = journey;
    const failure = (words: string) =>
      page.getByRole('region', { name: 'Result' }).getByRole('strong').getByText(words);
    await openRequest(page, 'Guarded');
    await page.getByRole('tab', { name: 'Auth' }).click();
    await choose('Type', 'Bearer token');
    await page.getByText('Without a token, no Authorization header is sent.').waitFor();
    await choose('Type', 'AWS signature');
    await page.getByLabel('Secret access key', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await failure('The AWS signature has no access key ID, so nothing was sent.').waitFor();
    // An agent that has not read the window's change would be refused.
    await journey.agent('rest_get', { id });
    await journey.agent('rest_update', {
      id,
      auth: { type: 'oauth2', grant: 'client_credentials', clientId: 'c' },
    });
    await field('Token URL').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await failure('OAuth 2.0 has no token URL and no issuer that names one.').waitFor();
  },
);
