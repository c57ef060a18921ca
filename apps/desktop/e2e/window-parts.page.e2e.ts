import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const evaluated = (code: string): Promise<string> => journey.page.evaluate<string>(code);

describe('opening a folder', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-open-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const dialog = () => journey.page.getByRole('dialog', { name: 'Open a folder' });

  const ask = async (path: string): Promise<void> => {
    await journey.page.getByRole('button', { name: 'Workspace' }).click();
    await journey.page.getByRole('menuitem', { name: 'Open a folder' }).click();
    await dialog().getByRole('combobox', { name: 'Folder, as a full path' }).fill(path);
    await journey.page.keyboard.press('Enter');
  };

  const isOpen = (name: string) => journey.page.getByRole('button', { name: `Workspace ${name}` }).waitFor();

  it('that does not exist is refused, and created only when asked', { tags: 'workspace:open' }, async () => {
    const path = join(folder, 'fresh');
    await ask(path);
    await dialog().getByText('This folder does not exist.').waitFor();
    expect(await readdir(folder)).toEqual([]);
    await dialog().getByRole('button', { name: 'Create it' }).click();
    await isOpen('fresh');
    expect(await readdir(folder)).toEqual(['fresh']);
  });

  it('says that it holds a Bruno collection, or other files', { tags: 'workspace:open' }, async () => {
    const [bruno, other] = [join(folder, 'shop'), join(folder, 'photos')];
    await mkdir(bruno);
    await writeFile(join(bruno, 'bruno.json'), '{"version":"1","name":"My shop","type":"collection"}');
    await mkdir(other);
    await writeFile(join(other, 'cat.jpg'), '');
    await ask(bruno);
    await dialog().getByText('the Bruno collection My shop').waitFor();
    await dialog().getByRole('combobox').fill(other);
    await journey.page.keyboard.press('Enter');
    await dialog().getByText('holds no workspace, but cat.jpg').waitFor();
    await dialog().getByRole('button', { name: 'Open it anyway' }).click();
    await isOpen('photos');
  });
});

describe('the palette', () => {
  it('activates an environment and shows a folder', { tags: 'palette:finds' }, async () => {
    const { page } = journey;
    await journey.agent('environments_create', { name: 'Staging', variables: {} });
    await journey.agent('folders_create', { path: 'Billing' });
    await page.getByRole('treeitem', { name: 'Billing' }).waitFor();
    await pickInPalette(page, 'Control+k', 'staging', 'Use the environment Staging');
    const active = page.getByRole('combobox', { name: 'Active environment' });
    await expect.poll(() => active.innerText()).toContain('Staging');
    await pickInPalette(page, 'Control+k', 'billing', 'Show the folder Billing');
    const row = page.getByRole('treeitem', { name: 'Billing' });
    await expect.poll(() => row.getAttribute('data-focused')).toBe('true');
  });
});

describe('the status bar', () => {
  it('copies an address by a click, and says so', { tags: 'status:copy' }, async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await Promise.all([
      // The message disappears after some seconds.
      page.getByRole('region', { name: 'Changes' }).getByText('Copied the MCP address').waitFor(),
      page.getByRole('contentinfo').getByRole('button', { name: 'MCP' }).click(),
    ]);
    await expect.poll(() => evaluated('navigator.clipboard.readText()')).toBe(journey.addresses.mcp);
  });
});

describe('the settings', () => {
  it('change the theme, which a reload keeps', { tags: 'settings:theme' }, async () => {
    const { page } = journey;
    const scheme = () => evaluated('getComputedStyle(document.documentElement).colorScheme');
    await button('Settings').click();
    const written = page.waitForResponse(
      (response) =>
        response.url().endsWith('/preferences') &&
        (response.request().postData() ?? '').includes('"theme":"dark"'),
    );
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(scheme).toBe('dark');
    await written;
    await page.reload();
    await expect.poll(scheme).toBe('dark');
    await page.getByRole('radio', { name: 'As the system' }).click();
    await expect.poll(scheme).toBe('light dark');
    await page.getByRole('radio', { name: 'Below the request' }).click();
    await openRequest(page, 'See what is sent');
    await page.getByRole('region', { name: 'Result' }).waitFor();
    const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0;
    await expect.poll(() => top('Result')).toBeGreaterThan(300);
    await button('Settings').click();
    await page.getByRole('radio', { name: 'Beside the request' }).click();
    expect(journey.errors).toEqual([]);
  });
});

describe('a tooltip', () => {
  it('leaves Escape to the dialog that it is in', { tags: 'tooltip:escape' }, async () => {
    const { page } = journey;
    await page.getByRole('button', { name: 'Workspace' }).click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByRole('textbox').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).hover();
    await page.getByRole('tooltip').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
