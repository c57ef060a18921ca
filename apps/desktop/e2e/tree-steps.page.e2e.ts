import { beforeEach, describe, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const tree = () => journey.page.getByRole('tree', { name: 'Requests' });
const row = (name: string) => tree().getByRole('treeitem', { name, exact: true });
/** Waits until the row with that name has the keyboard focus of the tree, which takes a moment after a rename. */
const hasKeys = (name: string) => row(name).and(journey.page.locator('[data-focused=true]')).waitFor();
const isTyping = (name: string) => journey.page.locator(`[aria-label="${name}"]:focus`).waitFor();

const folders = async (): Promise<readonly string[]> => {
  const { folders: all } = await journey.agent('folders_list', {});
  return (all as readonly { readonly path: string }[]).map(({ path }) => path);
};

/** Creates a request as the agent. */
const createRequest = async (name: string): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: 'http://127.0.0.1:9' });
  await row(`GET ${name}`).waitFor();
  return String(id);
};

describe('the number of steps for actions in the tree', { tags: 'steps:few' }, () => {
  it('is two for a new folder, by button or key, and two for renaming a folder', async () => {
    await person.click(button('New folder'));
    await isTyping('New name');
    await person.enter('Clicked');
    await expect.poll(folders).toContain('Clicked');
    expect(person.steps()).toBe(2);
    await hasKeys('Clicked');
    await person.press('F2');
    await isTyping('New name');
    await person.enter('Renamed');
    await expect.poll(folders).toContain('Renamed');
    await hasKeys('Renamed');
    expect(person.steps()).toBe(4);
    await person.press('Shift+Alt+n');
    await isTyping('New name');
    await person.enter('Keyed');
    await expect.poll(folders).toContain('Keyed');
    expect(person.steps()).toBe(6);
  });

  it('is two for renaming a request', async () => {
    const id = await createRequest('Was called');
    await openRequest(journey.page, 'Was called');
    await tree().focus();
    await person.press('F2');
    await isTyping('New name');
    await person.enter('Is called');
    await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ name: 'Is called' });
    expect(person.steps()).toBe(2);
  });

  it('is one for moving a request or a folder by dragging', async () => {
    for (const path of ['Harbour', 'Ship']) await journey.agent('folders_create', { path });
    const id = await createRequest('Cargo');
    await row('Harbour').waitFor();
    await row('Ship').waitFor();
    await person.drag(row('GET Cargo'), row('Ship'));
    await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ folder: 'Ship' });
    expect(person.steps()).toBe(1);
    // The rows below keep moving until Cargo is at its new level.
    await row('GET Cargo').and(journey.page.locator('[aria-level="2"]')).waitFor();
    await person.drag(row('Ship'), row('Harbour'));
    await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ folder: 'Harbour/Ship' });
    expect(person.steps()).toBe(2);
  });

  it('is one each for deleting an item and for undoing that', async () => {
    await createRequest('Deleted');
    await openRequest(journey.page, 'Deleted');
    await tree().focus();
    await person.press('Delete');
    await row('GET Deleted').waitFor({ state: 'detached' });
    expect(person.steps()).toBe(1);
    await person.click(
      journey.page
        .getByRole('region', { name: 'Changes' })
        .locator('.toast', { hasText: 'You deleted the request Deleted' })
        .getByRole('button', { name: 'Undo' }),
    );
    await row('GET Deleted').waitFor();
    expect(person.steps()).toBe(2);
  });

  it('is two for selecting neighbors, two for running or exporting them by mouse, and one for duplicating them', async () => {
    const { page } = journey;
    for (const name of ['Both 1', 'Both 2']) await createRequest(name);
    const select = async (): Promise<void> => {
      await person.click(row('GET Both 1'));
      await hasKeys('GET Both 1');
      await person.press('Shift+ArrowDown');
      await expect.poll(() => tree().locator('[aria-selected=true]').count()).toBe(2);
    };
    await select();
    expect(person.steps()).toBe(2);
    await person.press('Control+d');
    await row('GET Both 1 copy').waitFor();
    await row('GET Both 2 copy').waitFor();
    expect(person.steps()).toBe(3);
    for (const [entry, shown] of [
      ['Run', '2 executions'],
      ['Export', 'OpenAPI'],
    ] as const) {
      await select();
      const before = person.steps();
      await person.click(row('GET Both 1'), 'right');
      await person.click(page.getByRole('menuitem', { name: entry }));
      await page.getByRole('dialog').getByText(shown).first().waitFor();
      expect(person.steps()).toBe(before + 2);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await select();
    const before = person.steps();
    await person.press('Control+k');
    await page.locator('dialog.palette[open] input:focus').waitFor();
    await person.type('run 2 req');
    await page.getByRole('option', { name: 'Run 2 requests', selected: true }).waitFor();
    await person.press('Enter');
    await page.getByRole('dialog').getByText('2 executions').waitFor();
    expect(person.steps()).toBe(before + 3);
  });
});
