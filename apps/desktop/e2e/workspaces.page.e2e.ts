import { existsSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { holdAnswers } from './hold.js';
import { pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

interface ListedWorkspace {
  readonly name: string;
  readonly path: string;
  readonly active: boolean;
}

/** The workspaces as an agent lists them. */
const workspaces = async (): Promise<readonly ListedWorkspace[]> =>
  (await journey.agent('workspaces_list', {})).workspaces as readonly ListedWorkspace[];

const names = async (): Promise<readonly string[]> => (await workspaces()).map(({ name }) => name);

const isOpen = (name: string) =>
  journey.page.getByRole('button', { name: `Workspace ${name}`, exact: true }).waitFor();

const choose = async (entry: string): Promise<void> => {
  await journey.page.getByRole('button', { name: /^Workspace / }).click();
  await journey.page.getByRole('menuitem', { name: entry }).click();
};

/** Creates a workspace with one request, and opens it. */
const create = async (name: string): Promise<void> => {
  const { page } = journey;
  await choose('New workspace');
  await page.getByRole('dialog', { name: 'New workspace' }).getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await isOpen(name);
  await journey.agent('rest_create', { workspaceId: name, name: `Of ${name}`, url: 'http://127.0.0.1:1/' });
  await page.getByRole('treeitem', { name: `Of ${name}` }).waitFor();
};

afterEach(async () => {
  const { page } = journey;
  // The next test starts with the requests of this workspace.
  await page.getByRole('button', { name: /^Workspace / }).click();
  await page.getByRole('menuitemradio', { name: 'Playground' }).click();
  await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
});

describe('the active workspace', { tags: 'workspace:edit' }, () => {
  it('is replaced by the workspace that the person chooses, even before the list of workspaces is loaded again', async () => {
    const { page } = journey;
    const active = async () => (await workspaces()).find((one) => one.active)?.name;
    const held = await holdAnswers(page, 'workspaces_list', false);
    await page.getByRole('button', { name: /^Workspace / }).click();
    await page.getByRole('menuitemradio', { name: 'Playground' }).waitFor();
    held.begin();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Left at once');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await isOpen('Left at once');
    await expect.poll(active).toBe('Left at once');
    await page.getByRole('button', { name: /^Workspace / }).click();
    await page.getByRole('menuitemradio', { name: 'Playground' }).click();
    await expect.poll(active).toBe('Playground');
    held.release();
  });

  it('shows the focus in its list even if it has no requests', async () => {
    const { page } = journey;
    await choose('New workspace');
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor();
    await page.keyboard.type('Empty');
    await page.keyboard.press('Enter');
    await isOpen('Empty');
    await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor({ state: 'detached' });
    await page.getByRole('tree', { name: 'Requests' }).focus();
    const readOutline = () => page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    await expect.poll(readOutline).toBe('solid');
  });

  it('is renamed from its menu', async () => {
    const { page } = journey;
    await create('Shop');
    await choose('Rename');
    const dialog = page.getByRole('dialog', { name: 'Rename the workspace' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('playground');
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
    await dialog.getByText('is already used by the workspace').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Payments');
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
    await isOpen('Payments');
    await expect.poll(names).toContain('Payments');
  });

  it('is deleted after a dialog lists its contents, with an Undo that restores it', async () => {
    const { page } = journey;
    await create('Gone');
    const path = (await workspaces()).find(({ name }) => name === 'Gone')?.path ?? '';
    await choose('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete the workspace?' });
    await dialog.getByText('1 request, 1 environment and 0 executions are deleted with it.').waitFor();
    await dialog.getByText(path).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(names).not.toContain('Gone');
    await page.getByRole('treeitem', { name: 'Of Gone' }).waitFor({ state: 'detached' });
    expect(existsSync(path)).toBe(true);

    const toasts = page.getByRole('region', { name: 'Changes' });
    await toasts.getByText('You deleted the workspace Gone').waitFor();
    await toasts.getByRole('button', { name: 'Undo' }).first().click();
    await isOpen('Gone');
    await page.getByRole('treeitem', { name: 'Of Gone' }).waitFor();
  });

  it('can be restored from a list after a deletion and a reload', { tags: 'workspace:deleted' }, async () => {
    const { page } = journey;
    await create('Missed');
    await choose('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete the workspace?' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(names).not.toContain('Missed');
    await page.reload();
    await choose('Restore a workspace');
    const deleted = page.getByRole('dialog', { name: 'Deleted workspaces' });
    await deleted.getByRole('button', { name: 'Restore Missed' }).click();
    await deleted.waitFor({ state: 'detached' });
    await isOpen('Missed');
    await page.getByRole('treeitem', { name: 'Of Missed' }).waitFor();
  });

  it('can be removed from the list, and returns with Undo or when its folder is opened', async () => {
    const { page } = journey;
    await create('Aside');
    const path = (await workspaces()).find(({ name }) => name === 'Aside')?.path ?? '';
    await pickInPalette(page, 'Control+k', 'remove the workspace', 'Remove the workspace from the list');
    const dialog = page.getByRole('dialog', { name: 'Remove the workspace from the list?' });
    await dialog.getByText('Nothing is deleted').waitFor();
    await dialog.getByRole('button', { name: 'Remove from the list', exact: true }).click();
    await expect.poll(names).not.toContain('Aside');
    await page.getByRole('treeitem', { name: 'Of Aside' }).waitFor({ state: 'detached' });
    const notice = page.locator('.toast', { hasText: 'Aside is no longer in the list.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await isOpen('Aside');
    await page.getByRole('treeitem', { name: 'Of Aside' }).waitFor();
    await pickInPalette(page, 'Control+k', 'remove the workspace', 'Remove the workspace from the list');
    await dialog.getByRole('button', { name: 'Remove from the list', exact: true }).click();
    await expect.poll(names).not.toContain('Aside');
    await choose('Open a folder');
    await page.getByRole('combobox', { name: 'Full path of the folder' }).fill(path);
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
    await isOpen('Aside');
    await page.getByRole('treeitem', { name: 'Of Aside' }).waitFor();
    await page.getByRole('button', { name: 'Activity', exact: true }).click();
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText('You put the workspace Aside back on the list').first().waitFor();
    await activity.getByText('You removed the workspace Aside from the list').first().waitFor();
  });
});
