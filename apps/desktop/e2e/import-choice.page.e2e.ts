import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { useJourney } from './use-journey.js';

const on = useJourney();

const item = (name: string) => ({ name, request: { method: 'GET', url: 'http://127.0.0.1:9/' } });

const file = (name: string, value: object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
});

const collection = (name: string, items: readonly object[]) =>
  file(`${name}.json`, {
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: items,
  });

const pick = async (document: ReturnType<typeof file>) => {
  await on.page.getByLabel('Documents to import').setInputFiles(document);
  await on.page.getByRole('dialog').getByRole('tree').waitFor();
  return on.page.getByRole('dialog');
};

const readCheckedState = (name: string) =>
  on.page.getByRole('dialog').getByRole('treeitem', { name, exact: true }).getAttribute('aria-checked');

describe('the tree of an import', () => {
  it('excludes requests that are deselected by keyboard', { tags: 'import:window' }, async () => {
    const dialog = await pick(
      collection('Keys', [
        { name: 'Users', item: [item('List users'), item('Find a user')] },
        { name: 'Orders', item: [item('Place an order')] },
      ]),
    );
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    const tree = dialog.getByRole('tree', { name: 'What is imported' });
    await tree.focus();
    // The keys move to Users and List users.
    for (const key of ['ArrowDown', 'ArrowDown', ' ']) await on.page.keyboard.press(key);
    await expect.poll(() => readCheckedState('GET List users')).toBe('false');
    await expect.poll(() => readCheckedState('Users')).toBe('mixed');
    await on.page.keyboard.press('ArrowLeft');
    await on.page.keyboard.press(' ');
    await expect.poll(() => readCheckedState('Users')).toBe('true');
    for (const key of [' ', 'ArrowLeft']) await on.page.keyboard.press(key);
    await expect.poll(() => readCheckedState('Users')).toBe('false');
    await expect.poll(() => readCheckedState('Keys')).toBe('mixed');
    await dialog.getByText('Selected: 1 of 3 requests.').waitFor();
    expect(await dialog.getByRole('treeitem').count()).toBe(4);
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await on.page.getByRole('treeitem', { name: 'Place an order' }).waitFor();
    expect(await on.page.getByRole('treeitem', { name: 'Users' }).count()).toBe(0);
  });

  it(
    'excludes each kind of recorded noise, such as images, with one checkbox',
    { tags: ['import:window', 'import:noise'] },
    async () => {
      const entry = (url: string, type: string) => ({
        request: { method: 'GET', url, headers: [] },
        _resourceType: type,
      });
      const dialog = await pick(
        file('page.har', {
          log: {
            version: '1.2',
            entries: [entry('http://127.0.0.1:9/api', 'xhr'), entry('http://127.0.0.1:9/a.png', 'image')],
          },
        }),
      );
      expect(await dialog.getByRole('treeitem', { name: 'GET GET /a.png' }).count()).toBe(0);
      await dialog.getByRole('checkbox', { name: 'Images' }).uncheck();
      await dialog.getByRole('treeitem', { name: 'GET GET /a.png' }).waitFor();
      await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
      await on.page.keyboard.press('Escape');
    },
  );

  it(
    'contains 5,000 requests, but only the visible requests are in the page',
    { tags: 'import:window' },
    async () => {
      const folders = Array.from({ length: 50 }, (_, folder) => ({
        name: `Folder ${folder}`,
        item: Array.from({ length: 100 }, (__, at) => item(`Request ${folder}-${at}`)),
      }));
      const dialog = await pick(collection('Large', folders));
      const tree = dialog.getByRole('tree', { name: 'What is imported' });
      await tree.focus();
      for (const key of ['ArrowDown', 'ArrowRight', 'End']) await on.page.keyboard.press(key);
      await dialog.getByRole('treeitem', { name: 'Folder 49' }).waitFor();
      await on.page.keyboard.press(' ');
      await dialog.getByText('Selected: 4900 of 5000 requests.').waitFor();
      expect(await dialog.getByRole('treeitem').count()).toBeLessThan(60);
    },
  );

  it(
    'is not imported at all if the person stops the import',
    { tags: ['import:window', 'import:stopped'] },
    async () => {
      const dialog = await pick(
        collection(
          'Stopped',
          Array.from({ length: 6_000 }, (_, at) => item(`R${at}`)),
        ),
      );
      // Stop from inside the page, because on a busy machine the import would end before a click.
      await on.page.evaluate(`new MutationObserver((_, observer) => {
      const dialog = document.querySelector('[role=dialog]');
      if (dialog.querySelector('progress[value]') === null) return;
      observer.disconnect();
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop').click();
    }).observe(document.querySelector('[role=dialog]'), { attributes: true, childList: true, subtree: true })`);
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.getByText('Stopped. Nothing was imported.').waitFor();
      const { folders } = (await on.agent('folders_list', {})) as {
        readonly folders: readonly { readonly path: string }[];
      };
      expect(folders.map(({ path }) => path)).not.toContain('Stopped');
    },
  );
});
