import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const journey = useJourney();

describe('the folder to open', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-open-'));
  });
  afterEach(async () => {
    const { page } = journey;
    // The next test starts with the requests of this workspace.
    await page.getByRole('button', { name: 'Workspace' }).click();
    await page.getByRole('menuitemradio', { name: 'Playground' }).click();
    await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    await rm(folder, { recursive: true, force: true });
  });

  const dialog = () => journey.page.getByRole('dialog', { name: 'Open a folder' });

  const ask = async (path: string): Promise<void> => {
    await journey.page.getByRole('button', { name: 'Workspace' }).click();
    await journey.page.getByRole('menuitem', { name: 'Open a folder' }).click();
    await dialog().getByRole('combobox', { name: 'Full path of the folder' }).fill(path);
    await journey.page.keyboard.press('Enter');
  };

  const isOpen = (name: string) => journey.page.getByRole('button', { name: `Workspace ${name}` }).waitFor();

  it('is created only if the person asks for that', { tags: 'workspace:open' }, async () => {
    const path = join(folder, 'fresh');
    await ask(path);
    await dialog().getByText('This folder does not exist.').waitFor();
    expect(await readdir(folder)).toEqual([]);
    await dialog().getByRole('button', { name: 'Create it' }).click();
    await isOpen('fresh');
    expect(await readdir(folder)).toEqual(['fresh']);
  });

  it('is opened only after a notice if it contains other files', { tags: 'workspace:open' }, async () => {
    const other = join(folder, 'photos');
    await mkdir(other);
    await writeFile(join(other, 'cat.jpg'), '');
    await ask(other);
    await dialog().getByText('is not a workspace. It contains cat.jpg').waitFor();
    await dialog().getByRole('button', { name: 'Open it anyway' }).click();
    await isOpen('photos');
  });
});
