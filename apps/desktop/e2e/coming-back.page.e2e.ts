import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { chooseOption, chooseTab, openRequest, pickInPalette, setMethod } from './open-page.js';

const journey = useJourney();

const result = () => journey.page.getByRole('region', { name: 'Result' });
const kind = () => journey.page.getByRole('combobox', { name: 'Type', exact: true });
const requestTabs = () => journey.page.getByRole('tablist', { name: 'Request' });
const tab = (name: string) => chooseTab(journey.page, 'Request', name);

/** Makes the window wide enough to show all open tabs. */
const makeRoom = () => journey.page.setViewportSize({ width: 1920, height: 800 });

/** Opens a request created by the agent, by its id. */
const createAndOpenRequest = async (name: string, fields: object): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: '{{echo_base_url}}/x', ...fields });
  await openRequest(journey.page, name);
  return id as string;
};

describe('a person who returns to a request', () => {
  it('can switch back to an earlier body or auth type, and finds what they entered for it', async () => {
    const { page } = journey;
    const auth = { type: 'bearer', token: 'abc' };
    const body = { type: 'json', content: '{"kept":true}' };
    const id = await createAndOpenRequest('Changed mind', { method: 'POST', auth, body });
    await tab('Auth');
    await chooseOption(kind(), 'Basic');
    await tab('Body');
    await chooseOption(kind(), 'No body');
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ auth: { type: 'basic' }, body: { type: 'none' } });
    await openRequest(page, 'See what is sent');
    await openRequest(page, 'Changed mind');
    await chooseOption(kind(), 'JSON');
    await page.getByRole('textbox', { name: 'JSON body' }).getByText('kept').waitFor();
    await tab('Auth');
    await chooseOption(kind(), 'Bearer token');
    await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ auth, body });
  });

  it('can switch back to an unsupported auth after choosing another type', async () => {
    const { page } = journey;
    const auth = { type: 'unsupported', name: 'edgegrid', content: { type: 'edgegrid', clientToken: 'c' } };
    const id = await createAndOpenRequest('Signed', { auth });
    await tab('Auth');
    await page.getByRole('note').getByText('does not support the auth “edgegrid” yet').waitFor();
    await page.keyboard.press('Control+Enter');
    await result().getByText('AUTH_UNSUPPORTED').first().waitFor();
    await chooseOption(kind(), 'Bearer token');
    await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ auth: { type: 'bearer' } });
    await chooseOption(kind(), 'edgegrid (not supported)');
    await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ auth });
  });

  it('finds the tabs that they selected, and the next response opens on the same tab', async () => {
    const { page } = journey;
    await createAndOpenRequest('Tabs of it', {});
    await tab('Notes');
    await page.keyboard.press('Control+Enter');
    await result().getByRole('tab', { name: 'Headers' }).click();
    await result().getByRole('tab', { name: 'Headers', selected: true }).waitFor();
    await openRequest(page, 'See what is sent');
    await openRequest(page, 'Tabs of it');
    await requestTabs().getByRole('tab', { name: 'Notes', selected: true }).waitFor();
    await result().getByRole('tab', { name: 'Headers', selected: true }).waitFor();
    const history = result().getByRole('combobox', { name: 'History' });
    const runs = () => page.getByRole('listbox', { name: 'History' }).getByRole('option').count();
    await history.click();
    await expect.poll(runs).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await history.click();
    await expect.poll(runs).toBe(2);
    await page.keyboard.press('Escape');
    await result().getByRole('tab', { name: 'Headers', selected: true }).waitFor();
  });

  it('can choose again a method that an agent set', async () => {
    await createAndOpenRequest('Cleaner', { method: 'PURGE' });
    const method = () => journey.page.getByRole('combobox', { name: 'Method' });
    await setMethod(journey.page, 'GET');
    await expect.poll(() => method().inputValue()).toBe('GET');
    await openRequest(journey.page, 'See what is sent');
    await openRequest(journey.page, 'Cleaner');
    await setMethod(journey.page, 'PURGE');
    await expect.poll(() => method().inputValue()).toBe('PURGE');
  });
});

it('tabs that were opened just before a reload open again, even if the server had not stored them', async () => {
  const { page } = journey;
  await makeRoom();
  await page.route('**/preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await openRequest(page, 'Answer with a mock');
  await openRequest(page, 'See what is sent');
  await page.reload();
  await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Answer with a mock' }).waitFor();
});

it('a command closes all tabs except the current one', async () => {
  const { page } = journey;
  await makeRoom();
  for (const name of ['See what is sent', 'Answer with a mock', 'Post JSON and test it'])
    await openRequest(page, name);
  await page.getByRole('tab', { name: 'Answer with a mock' }).click();
  await page.getByRole('tab', { name: 'Answer with a mock', selected: true }).waitFor();
  await pickInPalette(page, 'Control+k', 'other tabs', 'Close the other tabs');
  const tabs = page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab');
  await expect.poll(() => tabs.allInnerTexts()).toEqual([expect.stringContaining('Answer with a mock')]);
});
