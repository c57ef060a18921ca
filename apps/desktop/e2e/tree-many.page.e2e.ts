import { expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const tree = () => journey.page.getByRole('tree', { name: 'Requests' });
const row = (name: string) => tree().getByRole('treeitem', { name, exact: true });
const countSelected = () => tree().locator('[role=treeitem][aria-selected=true]').count();

const create = async (name: string, folder = ''): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, folder, url: 'http://127.0.0.1:9' });
  await row(`GET ${name}`).waitFor();
  return String(id);
};

/** The lines of the tree whose name contains a word, with their levels. */
const lines = (word: string): Promise<readonly string[]> =>
  journey.page.evaluate<string[]>(
    `[...document.querySelectorAll('[role=treeitem][aria-label*="${word}"]')].map((row) => row.ariaLevel + ' ' + row.ariaLabel)`,
  );

it(
  'Ctrl and Shift select lines, which are moved, tagged and deleted as one change that Ctrl+Z undoes',
  { tags: ['tree:select', 'tree:undo-keys'] },
  async () => {
    const { page } = journey;
    const first = await create('Many 1');
    await create('Many 2');
    await create('Many 3');
    await openRequest(page, 'Many 1');
    await row('GET Many 3').click({ modifiers: ['Shift'] });
    await expect.poll(countSelected).toBe(3);
    await row('GET Many 2').click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(countSelected).toBe(2);
    await row('GET Many 3').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to …' }).click();
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('Elsewhere');
    await page.getByRole('option', { name: 'New folder Elsewhere', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => lines('Many')).toEqual(['2 GET Many 1', '2 GET Many 3', '1 GET Many 2']);

    await tree().focus();
    await page.keyboard.press('Control+z');
    await page.getByText('Undid: You moved 2 requests to Elsewhere.').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('Redid: You moved 2 requests to Elsewhere.').waitFor();
    await expect.poll(() => lines('Many')).toEqual(['2 GET Many 1', '2 GET Many 3', '1 GET Many 2']);

    await row('GET Many 1').click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(countSelected).toBe(2);
    await row('GET Many 3').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    await page.getByRole('textbox', { name: 'Add' }).waitFor();
    await page.getByRole('textbox', { name: 'Add' }).fill('smoke');
    await page.keyboard.press('Enter');
    await expect.poll(() => journey.agent('rest_get', { id: first })).toMatchObject({ tags: ['smoke'] });
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await tree().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Escape');
    await expect.poll(countSelected).toBeLessThan(2);
    await row('GET Many 1').click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(countSelected).toBe(2);
    await page.keyboard.press('Delete');
    await expect.poll(() => lines('Many')).toEqual(['1 GET Many 2']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => lines('Many')).toEqual(['2 GET Many 1', '2 GET Many 3', '1 GET Many 2']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => journey.agent('rest_get', { id: first })).toMatchObject({ tags: [] });
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => journey.agent('rest_get', { id: first })).toMatchObject({ tags: ['smoke'] });
    expect(journey.errors).toEqual([]);
  },
);

it(
  "a folder is duplicated with its contents, and the copy's name is then edited",
  { tags: 'tree:edit' },
  async () => {
    const { page } = journey;
    await create('Inner', 'Original');
    await row('Original').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.locator('[aria-label="New name"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => lines('Inner')).toEqual(['2 GET Inner', '2 GET Inner']);
    await row('Original copy').waitFor();
  },
);

it('Ctrl+Z restores the order within a folder', { tags: 'tree:undo-keys' }, async () => {
  const { page } = journey;
  for (const name of ['Order 1', 'Order 2']) await create(name);
  await openRequest(page, 'Order 1');
  await tree().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => lines('Order')).toEqual(['1 GET Order 2', '1 GET Order 1']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => lines('Order')).toEqual(['1 GET Order 1', '1 GET Order 2']);
});

it('Ctrl+Z of a move into a new folder also removes the folder', { tags: 'tree:undo-keys' }, async () => {
  const { page } = journey;
  await create('Mover');
  await row('GET Mover').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to …' }).click();
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type('Fresh/Inside');
  await page.getByRole('option', { name: 'New folder Fresh/Inside', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => lines('Mover')).toEqual(['3 GET Mover']);
  await tree().focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => lines('Mover')).toEqual(['1 GET Mover']);
  await row('Fresh').waitFor({ state: 'detached' });
  expect(await lines('Mover')).toEqual(['1 GET Mover']);
});

it(
  'Ctrl+Z of the deletion of a folder moves the focus to it, and the notice no longer offers to undo',
  { tags: 'tree:undo-keys' },
  async () => {
    const { page } = journey;
    await create('Content', 'Restored');
    await row('Restored').click();
    await page.keyboard.press('Delete');
    await page.getByText('You deleted the folder Restored').waitFor();
    await row('Restored').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row('Restored').and(page.locator('[data-focused=true]')).waitFor();
    await page.getByText('You deleted the folder Restored', { exact: true }).waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  },
);
