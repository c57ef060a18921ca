import { describe, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const row = (name: string) => journey.page.getByRole('treeitem', { name });
const changes = () => journey.page.getByRole('region', { name: 'Changes' });
const search = () => journey.page.getByRole('searchbox', { name: 'Search requests' });

/** The names of the requests that contain a word, in tree order. */
const order = async (word: string): Promise<readonly string[]> => {
  const names = await journey.page.getByRole('treeitem').allInnerTexts();
  return names.map((text) => text.replaceAll('\n', ' ').trim()).filter((text) => text.includes(word));
};

/** Creates requests as the agent, and waits until the page shows each of them in its tree. */
const make = async (folder: string, ...names: readonly string[]): Promise<readonly string[]> => {
  const made: string[] = [];
  for (const name of names) {
    const { id } = await journey.agent('rest_create', { name, folder, url: 'http://127.0.0.1:9' });
    made.push(id as string);
    await row(name).waitFor();
  }
  return made;
};

describe('the position of a request', () => {
  it('is restored by undo, whichever neighbors were deleted and restored before', async () => {
    const [one = '', two = ''] = await make('pit', 'Stone 1', 'Stone 2', 'Stone 3');
    await journey.agent('rest_delete', { id: one });
    await journey.agent('rest_delete', { id: two });
    await expect.poll(() => order('Stone')).toHaveLength(1);
    for (const name of ['Stone 1', 'Stone 2']) {
      const toast = changes().locator('.toast', { hasText: `agent-smith deleted the request ${name}` });
      await toast.getByRole('button', { name: 'Undo' }).click();
      await row(name).waitFor();
    }
    await expect.poll(() => order('Stone')).toEqual(['GET Stone 1', 'GET Stone 2', 'GET Stone 3']);
  });

  it('can be changed within search results', async () => {
    const { page } = journey;
    await make('well', 'Drop 1', 'hidden', 'Drop 2', 'Drop 3');
    await search().fill('drop');
    await expect.poll(() => order('')).toHaveLength(4);
    await openRequest(page, 'Drop 1');
    await page.getByRole('tree').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => order('Drop')).toEqual(['GET Drop 2', 'GET Drop 1', 'GET Drop 3']);
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order('Drop')).toEqual(['GET Drop 1', 'GET Drop 2', 'GET Drop 3']);
  });
});

it(
  'the tab of a deleted request closes, and is reopened when the request is restored',
  { tags: 'tabs:deleted' },
  async () => {
    const { page } = journey;
    const [id = ''] = await make('', 'Short-lived');
    await openRequest(page, 'Short-lived');
    await openRequest(page, 'See what is sent');
    await page.reload();
    const tab = page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab', { name: 'Short-lived' });
    await tab.waitFor();
    await row('Short-lived').waitFor();
    await journey.agent('rest_delete', { id });
    await expect.poll(() => row('Short-lived').count()).toBe(0);
    await expect.poll(() => tab.count()).toBe(0);
    const deletion = page
      .getByRole('region', { name: 'Changes' })
      .locator('.toast', { hasText: 'deleted the request Short-lived' });
    await deletion.getByRole('button', { name: 'Undo' }).click();
    await tab.waitFor();
    await tab.click();
    await page.getByRole('textbox', { name: 'URL' }).waitFor();
  },
);
