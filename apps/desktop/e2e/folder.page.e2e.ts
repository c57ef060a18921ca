import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const journey = useJourney();

/** Finds the path of the only file below `folder` that contains `text`. */
const fileWith = async (folder: string, text: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // The application may move or delete files meanwhile.
    const found = await readFile(path, 'utf8').catch(() => '');
    if (found.includes(text)) return path;
  }
  throw new Error(`no file holds ${text}`);
};

const panel = () => journey.page.getByRole('region', { name: 'Folder', exact: true });
const openFolder = () => journey.page.getByRole('button', { name: 'Folder', exact: true }).click();
const refresh = () => panel().getByRole('button', { name: 'Refresh' }).click();

/** Waits until the status bar shows this folder state. */
const state = (text: string | RegExp) =>
  journey.page.getByRole('contentinfo').getByText(text, { exact: true }).waitFor();

/** Replaces text in the file that contains it, as a text editor would. */
const replaceInFile = async (text: string, next: string): Promise<void> => {
  const { path: folder } = await journey.agent('synchronization_synchronize', { dryRun: true });
  const path = await fileWith(folder as string, text);
  await writeFile(path, (await readFile(path, 'utf8')).replace(text, next));
};

describe('the state of the folder in the status bar', () => {
  it('is correct at the start and after changes in the app and in files, even if the folder page is not open', async () => {
    const { page } = journey;
    await state(/^\d+ changes to save$/);
    await journey.agent('synchronization_synchronize', {});
    await state('All saved to disk');
    const { id } = await journey.agent('rest_create', { name: 'Late', url: 'http://127.0.0.1:9/late' });
    await state('1 change to save');
    await journey.agent('synchronization_synchronize', {});
    await state('All saved to disk');
    await replaceInFile('127.0.0.1:9/late', '127.0.0.1:9/later');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await state('1 changed file to reload');
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/latest' });
    await state('1 conflict');
    await journey.agent('synchronization_resolve', { id, field: 'url', take: 'theirs' });
    await state('All saved to disk');
    await journey.agent('rest_delete', { id });
    await state('1 change to save');
    await journey.agent('synchronization_synchronize', {});
    await state('All saved to disk');
  });
});

describe('the folder of a workspace', () => {
  it('is explained, and is written by one button', async () => {
    await journey.agent('rest_create', { name: 'Waits', url: 'http://127.0.0.1:9/waits' });
    await openFolder();
    await panel().getByText('This folder holds the workspace as text files').waitFor();
    // The page checks the folder later by itself, and much later on a busy machine.
    await refresh();
    await panel().getByText('Will be written to files').waitFor();
    await panel().getByRole('button', { name: 'Synchronize now' }).click();
    await panel().getByText('All saved to disk', { exact: true }).waitFor();
    await state('All saved to disk');
  });

  it('shows a conflict as a line diff with authors, and keeps both versions until the person chooses one', async () => {
    const { page } = journey;
    const body = (word: string) => ({ type: 'json', content: `{\n  "word": "${word}"\n}` });
    const { id } = await journey.agent('rest_create', {
      name: 'Shared',
      folder: 'Placed',
      method: 'POST',
      url: 'http://127.0.0.1:9/shared',
      body: body('base'),
    });
    await journey.agent('synchronization_synchronize', {});
    await openFolder();
    await replaceInFile('"base"', '"from-file"');
    await journey.agent('rest_update', { id, body: body('from-app') });
    await refresh();
    await state('1 conflict');
    await panel().getByText('Choose a version for each conflict below.').waitFor();
    const tree = page.getByRole('tree');
    await tree.getByRole('img', { name: 'Conflict with its file' }).waitFor();
    await tree.getByRole('treeitem', { name: 'Placed' }).click();
    await tree.getByRole('img', { name: 'Contains a conflict' }).waitFor();
    await panel().getByText('Body', { exact: true }).waitFor();
    await panel().locator('.cm-deletedLine').getByText('"word": "from-app"').waitFor();
    await panel().getByRole('textbox', { name: 'Difference of body' }).getByText('"from-file"').waitFor();
    await panel().getByText('− agent-smith, in the app at').waitFor();
    await page.setViewportSize({ width: 500, height: 700 });
    await panel().getByRole('button', { name: "Take the file's version" }).click();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ body: { content: '{\n  "word": "from-file"\n}' } });
    await state('All saved to disk');
    expect(journey.errors).toEqual([]);
  });

  it('is saved automatically once that setting is on', { tags: 'folder:automatic' }, async () => {
    await openFolder();
    await panel().getByRole('checkbox', { name: 'Save changes to the folder automatically' }).check();
    await journey.agent('rest_create', { name: 'Automatic', url: 'http://127.0.0.1:9/automatic' });
    await state('All saved to disk');
    const { path } = await journey.agent('synchronization_synchronize', { dryRun: true });
    await expect
      .poll(() => fileWith(path as string, '127.0.0.1:9/automatic').catch(() => ''))
      .toMatch(/\.yml$/);
  });
});

describe('Git', () => {
  it('is set up to merge field by field with one button, which is not shown outside a repository', async () => {
    const { page } = journey;
    const { path } = await journey.agent('synchronization_synchronize', {});
    await page.getByRole('button', { name: 'Folder', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Folder', exact: true });
    await panel.getByRole('button', { name: 'Refresh' }).waitFor();
    await expect.poll(() => panel.getByRole('region', { name: 'Git' }).count()).toBe(0);

    execFileSync('git', ['init', '--quiet'], { cwd: path as string });
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await panel.getByRole('button', { name: 'Set up the merge driver' }).click();
    await panel.getByText('This clone merges the files field by field.').waitFor();
    const config = execFileSync('git', ['config', '--local', '--list'], {
      cwd: path as string,
      encoding: 'utf8',
    });
    expect(config).toMatch(/^merge\.tandem.*\.driver=/m);
  });
});
