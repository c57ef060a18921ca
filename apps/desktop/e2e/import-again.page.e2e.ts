import { expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { useJourney } from './use-journey.js';

const on = useJourney();

const api = (summary: string, paths: object = {}) => ({
  name: 'api.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: { '/a': { get: { summary } }, ...paths },
    }),
  ),
});

const pick = async (file: ReturnType<typeof api>) => {
  await on.page.getByLabel('Documents to import').setInputFiles(file);
  await on.page.getByRole('dialog').waitFor();
};

it(
  'a repeated import first shows what it will change, and then changes it',
  { tags: 'import:update' },
  async () => {
    await pick(api('First'));
    await on.page.getByRole('button', { name: 'Import', exact: true }).click();
    // The dialog contains a tree with the same names.
    await on.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await on.page.getByRole('treeitem', { name: 'First' }).waitFor();
    await pick(api('Second', { '/b': { get: { summary: 'Third' } } }));
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('1 new, 1 changed').waitFor();
    await dialog.getByText('updates name').waitFor();
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await on.page.getByRole('treeitem', { name: 'Second' }).waitFor();
    await on.page.getByRole('treeitem', { name: 'Third' }).waitFor();
    expect(await on.page.getByRole('treeitem', { name: 'First' }).count()).toBe(0);
  },
);

it('one click undoes the changes that a repeated import made', { tags: 'import:undone' }, async () => {
  const version = (summary: string, description: string) => ({
    name: 'taken-back.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Taken back', version: '1' },
        paths: { '/x': { get: { summary, description } } },
      }),
    ),
  });
  const dialog = on.page.getByRole('dialog');
  await pick(version('Before', ''));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await pick(version('After', 'New'));
  await dialog.getByText('1 changed').waitFor();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await on.page.getByRole('treeitem', { name: 'After' }).waitFor();
  await on.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await on.page.getByText('The update was undone.').waitFor();
  await on.page.getByRole('treeitem', { name: 'Before' }).waitFor();
});
