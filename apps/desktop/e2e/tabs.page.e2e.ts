import { expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const strip = () => journey.page.getByRole('tablist', { name: 'Open tabs' });
const tab = (name: string) => strip().getByRole('tab', { name });
const row = (name: string) => journey.page.getByRole('tree').getByRole('treeitem', { name });
const listOpenTabs = (): Promise<readonly string[]> => strip().locator('.name').allInnerTexts();
const preview = () => strip().locator('[data-preview] .name');

const [first, second, third] = ['See what is sent', 'Answer with a mock', 'Post JSON and test it'] as const;

it(
  'a click in the tree previews a request in an italic tab, and an edit, Send or a double click keeps that tab',
  { tags: 'tabs:preview' },
  async () => {
    const { page } = journey;
    const url = page.getByRole('textbox', { name: 'URL' });
    await row(first).click();
    await row(second).click();
    await expect.poll(listOpenTabs).toEqual([second]);
    expect(await preview().innerText()).toBe(second);
    await tab(second).dblclick();
    await row(third).click();
    await expect.poll(listOpenTabs).toEqual([second, third]);
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('region', { name: 'Result' })
      .getByText(/passed|failed/)
      .first()
      .waitFor();
    await expect.poll(() => preview().count()).toBe(0);
    await row(first).click();
    await url.press('End');
    await url.pressSequentially('?kept=1');
    await expect.poll(() => preview().count()).toBe(0);
    await page.reload();
    await expect.poll(listOpenTabs).toEqual([second, third, first]);
  },
);

it(
  'a closed tab is reopened at its position, by keys and from the menu of tabs',
  { tags: 'tabs:reopen' },
  async () => {
    const { page } = journey;
    for (const name of [first, second, third]) await openRequest(page, name);
    await page.keyboard.press('Alt+PageUp');
    await page.keyboard.press('Alt+w');
    await expect.poll(listOpenTabs).toHaveLength(2);
    await page.keyboard.press('Control+Shift+t');
    await expect.poll(listOpenTabs).toHaveLength(3);
    await page.getByRole('button', { name: 'All open tabs' }).click();
    await page.getByRole('menuitem', { name: 'Close all' }).click();
    await expect.poll(listOpenTabs).toEqual([]);
    // A click while the menu is closing would only close it.
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Reopen closed tab' }).click();
    await expect.poll(listOpenTabs).toHaveLength(1);
    await page.getByRole('button', { name: 'All open tabs' }).waitFor();
  },
);

it('pages and folders have their icons on their tabs', async () => {
  const { page } = journey;
  await openRequest(page, first);
  await page.getByRole('button', { name: 'Environments', exact: true }).click();
  await tab('Environments').locator('svg').waitFor();
  await page.getByRole('button', { name: 'All open tabs' }).click();
  const entry = (name: string) => page.getByRole('menuitemradio', { name });
  await entry('Environments').locator('.tab-title svg').waitFor();
  await entry(`GET ${first}`).locator('.method').waitFor();
  expect(journey.errors).toEqual([]);
});
