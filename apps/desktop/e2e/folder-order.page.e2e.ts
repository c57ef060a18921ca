import { expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { holdCalls } from './hold.js';
import { chooseTab } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const row = (name: string) => journey.page.getByRole('treeitem', { name });

const choose = async (option: string): Promise<void> => {
  await journey.page.getByRole('combobox', { name: 'Order', exact: true }).click();
  await journey.page.getByRole('option', { name: option, exact: true }).click();
};

const readOrder = async (id: string): Promise<unknown> => {
  const { folder } = await journey.agent('folders_get', { id });
  return (folder as { readonly order?: string }).order;
};

it('the settings of a folder choose whether folders and requests are mixed', async () => {
  const { page, agent } = journey;
  await agent('rest_create', { name: 'List', folder: 'Ordered/Users', url: 'http://127.0.0.1:9/users' });
  await row('Ordered').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Folder settings' }).click();
  await chooseTab(page, 'Folder', 'Settings');
  await choose('Folders and requests mixed');
  await expect.poll(() => readOrder('Ordered')).toBe('mixed');
  await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
  await choose('Folders before requests');
  await expect.poll(() => readOrder('Ordered')).toBe('folders-first');
  expect(journey.errors).toEqual([]);
});

it('a step with Alt and an arrow key uses the order that was just chosen', async () => {
  const { page, agent } = journey;
  const { release } = await holdCalls(page, 'folders_order');
  await agent('rest_create', { name: 'Inner', folder: 'Stepped/Users', url: 'http://127.0.0.1:9/users' });
  await agent('rest_create', { name: 'Last', folder: 'Stepped', url: 'http://127.0.0.1:9' });
  await row('Stepped').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Folder settings' }).click();
  await chooseTab(page, 'Folder', 'Settings');
  await row('Last').click({ modifiers: ['Control'] });
  await choose('Folders and requests mixed');
  await page.getByRole('tree', { name: 'Requests' }).press('Alt+ArrowUp');
  // The key was pressed before the order is stored.
  release();
  const readNames = async () => (await page.getByRole('treeitem').allTextContents()).join(' ');
  await expect.poll(readNames).toMatch(/Stepped.*Last.*Users.*Inner/);
  await page.keyboard.press('Control+z');
  await expect.poll(readNames).toMatch(/Stepped.*Users.*Inner.*Last/);
  expect(journey.errors).toEqual([]);
});
