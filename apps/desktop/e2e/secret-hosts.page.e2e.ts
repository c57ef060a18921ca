import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { openSection } from './open-section.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();
const value = 'a-t0ken-for-one-host';

const folder = process.env.TANDEM_SCREENS;

const picture = async (name: string): Promise<void> => {
  const { page } = journey;
  await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
  if (folder === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [1024, 700],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}/hosts-${name}-${colorScheme}-${width}.png` });
    }
  }
};

const hostsOf = (name: string) => journey.page.getByRole('textbox', { name: `Hosts of ${name}` });

const openEnvironment = async (name: string): Promise<void> => {
  const { page } = journey;
  await page.getByRole('button', { name: 'Environments', exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
};

const openHosts = (): Promise<void> => openSection(journey.page, 'Where secrets may go');

/** Creates an active environment with a secret, and a request that sends the secret to the echo server. */
const createRequestWithSecret = async (environment: string): Promise<string> => {
  const { agent } = journey;
  await agent('environments_create', { name: environment, secrets: { TOKEN: value } });
  await agent('environments_activate', { id: environment });
  const { id } = await agent('rest_create', {
    name: `To ${environment}`,
    url: '{{echo_base_url}}/sent',
    headers: [{ name: 'x-token', value: '{{TOKEN}}' }],
  });
  return id as string;
};

const outcome = async (id: string): Promise<unknown> => {
  const { error, response } = await journey.agent('rest_execute', { id });
  return (error as { code: string } | null)?.code ?? (response as { status: number }).status;
};

describe('the hosts of a secret', { tags: 'secrets:hosts:person' }, () => {
  it('are asked for as soon as a secret is created in the window', async () => {
    const { page, agent } = journey;
    await agent('environments_create', { name: 'Fresh' });
    await openEnvironment('Fresh');
    await page.getByLabel('Variable 1 name').fill('KEY');
    await page.getByRole('button', { name: 'Variable 1 is secret' }).click();
    await page.getByLabel('Variable 1 value').fill('n3w-value');
    await page.getByLabel('Variable 2 name').focus();
    await page.getByText('KEY may go to any host').waitFor();
    await openHosts();
    await hostsOf('KEY').waitFor();
    await page.getByText('any host', { exact: true }).waitFor();
  });

  it("are set in the secret's environment, and apply to agents immediately", async () => {
    const id = await createRequestWithSecret('Edited');
    expect(await outcome(id)).toBe(200);
    await openEnvironment('Edited');
    await openHosts();
    await journey.page.getByText('any host', { exact: true }).waitFor();
    await hostsOf('TOKEN').fill('https://api.example.com');
    await hostsOf('TOKEN').press('Enter');
    await journey.page.getByText('“https://api.example.com” is not a host').waitFor();
    await hostsOf('TOKEN').fill('API.example.com, *.example.org:8443');
    await hostsOf('TOKEN').press('Enter');
    await expect.poll(() => hostsOf('TOKEN').inputValue()).toBe('api.example.com, *.example.org:8443');
    await expect.poll(() => journey.page.getByText('any host', { exact: true }).count()).toBe(0);
    expect(await outcome(id)).toBe('SECRET_HOST_REFUSED');
    await hostsOf('TOKEN').fill('127.0.0.1:*');
    await hostsOf('TOKEN').press('Enter');
    await expect.poll(() => outcome(id)).toBe(200);
    await expect(
      journey.agent('secret_hosts_choose', { environment: 'Edited', name: 'TOKEN', hosts: [] }),
    ).rejects.toThrow();
  });

  it('are suggested next to the response of a request that sent the secret', async () => {
    const id = await createRequestWithSecret('Offered');
    await openRequest(journey.page, 'To Offered');
    await journey.page.getByRole('button', { name: 'Send', exact: true }).click();
    await journey.page.getByRole('button', { name: '1 warning', exact: true }).click();
    const offer = journey.page.getByRole('button', {
      name: /^Send TOKEN of Offered to 127\.0\.0\.1:\d+ only$/,
    });
    await offer.click();
    await expect.poll(() => offer.count()).toBe(0);
    await openEnvironment('Offered');
    await openHosts();
    await expect.poll(() => hostsOf('TOKEN').inputValue()).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(await outcome(id)).toBe(200);
  });

  it('can be extended by a refused host next to the result', async () => {
    const { page } = journey;
    const id = await createRequestWithSecret('Refused');
    await openEnvironment('Refused');
    await openHosts();
    await hostsOf('TOKEN').fill('api.example.com');
    await hostsOf('TOKEN').press('Enter');
    await expect.poll(() => outcome(id)).toBe('SECRET_HOST_REFUSED');
    await openRequest(page, 'To Refused');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    await page.getByText('SECRET_HOST_REFUSED', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show its hosts' }).click();
    await expect.poll(() => hostsOf('TOKEN').inputValue()).toBe('api.example.com');
    await page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab', { name: 'To Refused' }).click();
    await picture('refused');
    await page.getByRole('button', { name: /^Let TOKEN of Refused go to 127\.0\.0\.1:\d+ too$/ }).click();
    await page.getByText(/^TOKEN of Refused may now be sent to 127\.0\.0\.1:\d+/).waitFor();
    await send.click();
    await page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true }).waitFor();
    expect(await outcome(id)).toBe(200);
  });

  it('are set with one click to the host to which an agent sent the secret', async () => {
    const { page, agent } = journey;
    const id = await createRequestWithSecret('Roaming');
    await agent('environments_update', { id: 'Roaming', secrets: { TOKEN: value, PIN: '123' } });
    expect(await outcome(id)).toBe(200);
    await openEnvironment('Roaming');
    await openHosts();
    const bind = page.getByRole('button', { name: 'Restrict TOKEN to this host' });
    await page.getByText(/^Sent to 127\.0\.0\.1:\d+ since Tandem started\.$/).waitFor();
    const tooShort = page.getByText('Fewer than 4 characters');
    await bind.waitFor();
    await expect.poll(() => tooShort.count()).toBe(1);
    await picture('roaming');
    await bind.click();
    await expect.poll(() => hostsOf('TOKEN').inputValue()).toMatch(/^127\.0\.0\.1:\d+$/);
    await page.getByRole('textbox', { name: 'Variable 2 value' }).fill('long enough');
    await expect.poll(() => tooShort.count()).toBe(0);
    expect(await outcome(id)).toBe(200);
  });
});
