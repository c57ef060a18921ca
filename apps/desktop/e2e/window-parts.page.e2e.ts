import { describe, expect, it } from 'vitest';

import { openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const evaluateCode = (code: string): Promise<string> => journey.page.evaluate<string>(code);

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

it(
  'the palette offers a request before a folder that matches equally well',
  { tags: 'palette:order' },
  async () => {
    const { page } = journey;
    await journey.agent('rest_create', {
      name: 'All of the fleet',
      folder: 'Fleet',
      url: 'http://127.0.0.1:9',
    });
    await page.getByRole('treeitem', { name: 'All of the fleet' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('dialog.palette[open] input:focus').waitFor();
    await page.keyboard.type('fleet');
    const options = page.locator('dialog.palette').getByRole('option');
    await page.getByRole('option', { name: 'All of the fleet', selected: true }).waitFor();
    const folders = ['Show the folder', 'Settings of the folder', 'Run the folder', 'Rename the folder'];
    const names = folders.map((words) => `${words} Fleet`);
    await expect.poll(async () => (await options.allInnerTexts()).slice(-4)).toEqual(names);
    await page.keyboard.press('Escape');
  },
);

describe('the status bar', () => {
  it(
    'copies an address with one click, and confirms that it was copied',
    { tags: 'status:copy' },
    async () => {
      const { page } = journey;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await Promise.all([
        // The message disappears after a few seconds.
        page.getByRole('region', { name: 'Changes' }).getByText('Copied the MCP address').waitFor(),
        page.getByRole('contentinfo').getByRole('button', { name: 'MCP' }).click(),
      ]);
      await expect.poll(() => evaluateCode('navigator.clipboard.readText()')).toBe(journey.addresses.mcp);
    },
  );
});

describe('the settings', () => {
  it('include the theme, and the chosen theme survives a reload', { tags: 'settings:theme' }, async () => {
    const { page } = journey;
    const scheme = () => evaluateCode('getComputedStyle(document.documentElement).colorScheme');
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
    await page.getByRole('radio', { name: 'System' }).click();
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

describe('a tooltip in a dialog', () => {
  it('does not prevent Escape from closing the dialog', { tags: 'tooltip:escape' }, async () => {
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
