import { beforeEach, describe, expect, it } from 'vitest';

import { holdCalls } from './hold.js';
import { chooseOption, openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const names = ['See what is sent', 'Answer with a mock', 'Post JSON and test it'] as const;
const [first, second, third] = names;

const strip = () => journey.page.getByRole('tablist', { name: 'Open tabs' });
const tab = (name: string) => strip().getByRole('tab', { name });
const url = () => journey.page.getByRole('textbox', { name: 'URL' });

/** Lists the names on the tabs, from left to right. */
const listOpenTabs = (): Promise<readonly string[]> => strip().locator('.name').allInnerTexts();

const chooseInMenu = async (of: string, entry: string | RegExp): Promise<void> => {
  await tab(of).click({ button: 'right' });
  await journey.page.getByRole('menuitem', { name: entry }).click();
  await journey.page.getByRole('menu').waitFor({ state: 'detached' });
};

/** Reads the label of the focused element. */
const readFocusedLabel = (): Promise<string | null> =>
  journey.page
    .locator(':focus')
    .first()
    .getAttribute('aria-label', { timeout: 5_000 })
    .catch(() => null);

const isDialogOpen = (name: string) => journey.page.getByRole('dialog', { name }).isVisible();

describe('the first screen', () => {
  const card = (name: string) => journey.page.getByRole('region', { name });

  it('gets a first response with one click', async () => {
    const { page } = journey;
    await card('Send requests').getByRole('button', { name: 'Send a first request' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true }).waitFor();
    await page.keyboard.press('Alt+w');
    await card('Send requests').waitFor();
  });

  it('shows the addresses for agents, or a request to the echo server, with one click each', async () => {
    const { page } = journey;
    await card('Work with an agent').getByRole('button').click();
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
    await page.keyboard.press('Alt+w');
    await card('Try the echo server').getByRole('button').click();
    await expect.poll(readFocusedLabel).toBe('URL');
    await page.getByText('echo_base_url').first().waitFor();
    await page.keyboard.press('Alt+w');
    await card('Send requests').waitFor();
  });
});

describe('open tabs', () => {
  beforeEach(async () => {
    const { page } = journey;
    for (const name of names) await openRequest(page, name);
    await chooseInMenu(third, 'Close others');
    await openRequest(page, first);
    await openRequest(page, second);
    await expect.poll(listOpenTabs).toEqual([third, first, second]);
  });

  it('can be closed by × and by the middle mouse button', async () => {
    await tab(first).click();
    await strip().getByRole('tab', { name: first, selected: true }).waitFor();
    await strip().locator('[data-shown=true]').getByTitle('Close (Alt+W)').click();
    await expect.poll(listOpenTabs).toEqual([third, second]);
    await tab(third).click({ button: 'middle' });
    await expect.poll(listOpenTabs).toEqual([second]);
  });

  it('can be closed, duplicated and revealed in the tree from their menu', async () => {
    const { page } = journey;
    await chooseInMenu(third, 'Close to the right');
    await expect.poll(listOpenTabs).toEqual([third]);
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('nothing like it');
    await chooseInMenu(third, 'Reveal in tree');
    await page.getByRole('treeitem', { name: third, selected: true }).waitFor();
    await expect.poll(readFocusedLabel).toBe('Requests');
    await journey.agent('rest_create', { name: 'Twin', url: 'http://127.0.0.1:9' });
    await openRequest(page, 'Twin');
    await chooseInMenu('Twin', 'Duplicate');
    await expect.poll(listOpenTabs).toEqual([third, 'Twin', 'Twin copy']);
    await chooseInMenu('Twin copy', /^Close(?! all| others| to)/);
    await expect.poll(listOpenTabs).toEqual([third, 'Twin']);
  });

  it('can be reordered by dragging', async () => {
    await tab(second).dragTo(tab(third), { targetPosition: { x: 4, y: 10 } });
    await expect.poll(listOpenTabs).toEqual([second, third, first]);
  });
});

describe('a new request', () => {
  it('has the cursor in its URL after one click', async () => {
    const { page, addresses } = journey;
    await page.getByRole('button', { name: 'New request', exact: true }).click();
    await expect.poll(readFocusedLabel).toBe('URL');
    await page.keyboard.type(addresses.echo);
    await expect.poll(() => page.getByText(addresses.echo).count()).toBeGreaterThan(0);
  });

  it('has the cursor in its URL after one key', async () => {
    await journey.page.keyboard.press('Alt+n');
    await expect.poll(readFocusedLabel).toBe('URL');
  });
});

describe('the shortcuts', () => {
  it('are ignored while a dialog is open', async () => {
    const { page } = journey;
    await openRequest(page, second);
    await url().waitFor();
    await page.keyboard.press('Control+k');
    await expect.poll(() => isDialogOpen('Commands')).toBe(true);
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Alt+w');
    await page.keyboard.press('Escape');
    await expect.poll(() => isDialogOpen('Commands')).toBe(false);
    await expect.poll(listOpenTabs).toContain(second);
    expect(await page.getByRole('region', { name: 'Result' }).getByText(/^203/).count()).toBe(0);
  });

  it('are listed when ? is pressed, except while the person types', async () => {
    const { page } = journey;
    await page.getByRole('searchbox', { name: 'Search requests' }).press('?');
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search requests' }).inputValue()).toBe('?');
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('');
    await page.getByRole('tree').press('?');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
    const inTree = page.getByRole('region', { name: 'In the list of requests' });
    await inTree.getByRole('row', { name: 'F2 Rename' }).waitFor();
  });
});

describe('the active environment', () => {
  it('is changed in the top row by one choice', async () => {
    const { page } = journey;
    await journey.agent('environments_create', { name: 'Staging', variables: {} });
    await page.getByRole('combobox', { name: 'Active environment' }).click();
    await page.getByRole('option', { name: 'Staging' }).click();
    const active = async () => {
      const { environments } = await journey.agent('environments_list', {});
      return (environments as readonly { name: string; active: boolean }[]).find((one) => one.active)?.name;
    };
    await expect.poll(active).toBe('Staging');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Active environment' }).innerText())
      .toContain('Staging');
  });

  it('is the one that was chosen last, even before an earlier choice is stored', async () => {
    const { page } = journey;
    for (const name of ['Passing', 'Staying']) await journey.agent('environments_create', { name });
    await journey.agent('environments_activate', { id: 'Staying' });
    const held = await holdCalls(page, 'environments_activate');
    const switcher = page.getByRole('combobox', { name: 'Active environment' });
    await expect.poll(() => switcher.innerText()).toBe('Staying');
    for (const name of ['Passing', 'Staying']) await chooseOption(switcher, name);
    await expect.poll(held.count).toBe(2);
    held.release();
    const isActive = async (name: string) => {
      const { environments } = await journey.agent('environments_list', {});
      return (environments as readonly { name: string; active: boolean }[]).find((one) => one.name === name)
        ?.active;
    };
    await expect.poll(() => isActive('Staying')).toBe(true);
    await expect.poll(() => switcher.innerText()).toBe('Staying');
  });

  it(
    'can be cleared by one choice, and all environments are one choice away',
    { tags: 'environment:none' },
    async () => {
      const { page } = journey;
      const active = async () => {
        const { environments } = await journey.agent('environments_list', {});
        return (environments as readonly { active: boolean }[]).filter((one) => one.active).length;
      };
      await expect.poll(active).toBe(1);
      const switcher = page.getByRole('combobox', { name: 'Active environment' });
      await chooseOption(switcher, 'No environment');
      await expect.poll(active).toBe(0);
      await expect.poll(() => switcher.innerText()).toContain('No environment');
      await pickInPalette(page, 'Control+k', 'use default', 'Use the environment Default');
      await expect.poll(active).toBe(1);
      await pickInPalette(page, 'Control+k', 'no environment', 'Use no environment');
      await expect.poll(active).toBe(0);
      await chooseOption(switcher, 'Edit environments …');
      await page.getByRole('tab', { name: 'Environments', selected: true }).waitFor();
      await page.getByRole('button', { name: 'Activate' }).click();
      await expect.poll(active).toBe(1);
      expect(journey.errors).toEqual([]);
    },
  );
});

describe('the tree', () => {
  it('is collapsed by one button, and the status bar opens the folder page', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Deep', folder: 'one/two', url: 'http://127.0.0.1:9' });
    await page.getByRole('treeitem', { name: 'Deep' }).waitFor();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await expect.poll(() => page.getByRole('treeitem', { name: 'Deep' }).count()).toBe(0);
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^Folder/ })
      .click();
    await page.getByRole('tab', { name: 'Folder', selected: true }).waitFor();
  });
});
