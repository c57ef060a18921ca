import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { useJourney } from './use-journey.js';

const journey = useJourney({}, { isAutomatic: true });

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-convert-'));
});
afterEach(async () => {
  const { page } = journey;
  await page.getByRole('button', { name: 'Workspace' }).click();
  await page.getByRole('menuitemradio', { name: 'Playground' }).click();
  await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (path: string): Promise<void> => {
  await journey.page.getByRole('button', { name: 'Workspace' }).click();
  await journey.page.getByRole('menuitem', { name: 'Open a folder' }).click();
  const dialog = journey.page.getByRole('dialog', { name: 'Open a folder' });
  await dialog.getByRole('combobox', { name: 'Full path of the folder' }).fill(path);
  await journey.page.keyboard.press('Enter');
};

const isOpen = (name: string) => journey.page.getByRole('button', { name: `Workspace ${name}` }).waitFor();

describe('a Bruno collection in .bru files that a person opens', { tags: 'import:bru-window' }, () => {
  const converting = () =>
    journey.page.getByRole('dialog', { name: 'Convert the Bruno collection “My shop”' });

  const collection = async (more = ''): Promise<string> => {
    const path = join(folder, 'shop');
    await mkdir(path);
    await writeFile(join(path, 'bruno.json'), '{"version":"1","name":"My shop","type":"collection"}');
    await writeFile(
      join(path, 'users.bru'),
      `meta {\n  name: Users of the shop\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:9/\n  body: json\n}\n\nbody:text {\n  not the chosen one\n}\n${more}`,
    );
    return path;
  };

  it('is converted into a new folder, which is opened', async () => {
    const path = await collection();
    await ask(path);
    await converting().getByText('It contains 1 request.').waitFor();
    await converting().getByRole('list', { name: 'Left out' }).getByText('users.bru').waitFor();
    await expect.poll(() => findAccessibilityViolations(journey.page)).toEqual([]);
    const into = converting().getByRole('textbox', { name: 'Full path of the new folder' });
    expect(await into.inputValue()).toBe(`${path}-yaml`);
    await into.fill(folder);
    await converting().getByRole('button', { name: 'Convert and open' }).click();
    await converting().getByText('must be a new or empty folder').waitFor();
    await into.fill(join(folder, 'converted'));
    await journey.page.keyboard.press('Enter');
    await isOpen('My shop');
    await journey.page.getByRole('treeitem', { name: 'Users of the shop' }).waitFor();
    expect((await readdir(path)).sort()).toEqual(['bruno.json', 'users.bru']);
    expect(await readdir(join(folder, 'converted'))).toContain('opencollection.yml');
  });

  it('is converted in place only if the person chooses that', async () => {
    const path = await collection();
    await ask(path);
    await converting().getByRole('radio', { name: 'In place' }).click();
    await converting().getByText('are removed').waitFor();
    await expect.poll(() => findAccessibilityViolations(journey.page)).toEqual([]);
    expect((await readdir(path)).sort()).toEqual(['bruno.json', 'users.bru']);
    await converting().getByRole('button', { name: 'Convert and open' }).click();
    await isOpen('My shop');
    await journey.page.getByRole('treeitem', { name: 'Users of the shop' }).waitFor();
    await expect.poll(async () => (await readdir(path)).sort()).toEqual(['opencollection.yml', 'users.yml']);
  });

  it('is not converted if a file cannot be read, which the message names', async () => {
    const path = await collection('meta {');
    await ask(path);
    await converting().getByRole('list', { name: 'Files that cannot be converted' }).waitFor();
    expect(await converting().getByRole('button', { name: 'Convert and open' }).isDisabled()).toBe(true);
    await converting().getByRole('button', { name: 'Cancel' }).click();
    expect((await readdir(path)).sort()).toEqual(['bruno.json', 'users.bru']);
  });
});
