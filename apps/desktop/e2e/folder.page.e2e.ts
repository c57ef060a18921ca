import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const journey = useJourney();

/** The path of the one file below `folder` that holds `text`. */
const fileWith = async (folder: string, text: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path, 'utf8')).includes(text)) return path;
  }
  throw new Error(`no file holds ${text}`);
};

describe('the state of the folder in the status bar', () => {
  it('is right at the start, after changes in the app and in files, without a look at the panel', async () => {
    const { page } = journey;
    const state = (text: string | RegExp) =>
      page.getByRole('contentinfo').getByText(text, { exact: true }).waitFor();
    await state(/^\d+ changes$/);
    await journey.agent('synchronization_synchronize', {});
    await state('clean');
    const { id } = await journey.agent('rest_create', { name: 'Late', url: 'http://127.0.0.1:9/late' });
    await state('1 change');
    await journey.agent('synchronization_synchronize', {});
    await state('clean');
    const { path: folder } = await journey.agent('synchronization_synchronize', { dryRun: true });
    const path = await fileWith(folder as string, '127.0.0.1:9/late');
    await writeFile(path, (await readFile(path, 'utf8')).replace('9/late', '9/later'));
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await state('1 change');
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/latest' });
    await state('1 conflict');
    await journey.agent('synchronization_resolve', { id, field: 'url', take: 'theirs' });
    await state('clean');
    await journey.agent('rest_delete', { id });
    await state('1 change');
    await journey.agent('synchronization_synchronize', {});
    await state('clean');
  });
});

describe('the folder of a workspace', () => {
  it('is written, and a field that both sides changed waits for a choice', async () => {
    const { page } = journey;
    const { id } = await journey.agent('rest_create', { name: 'Shared', url: 'http://127.0.0.1:9/base' });
    await page.getByRole('button', { name: 'Folder', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Folder', exact: true });
    // By itself the page looks later, and much later on a busy machine.
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await panel.getByText('Will be written to files').waitFor();
    await panel.getByRole('button', { name: 'Synchronize' }).click();
    await panel.getByText('The files and the workspace are in sync').waitFor();
    await page.getByRole('contentinfo').getByText('clean', { exact: true }).waitFor();
    const path = await fileWith(await panel.locator('.selectable').innerText(), '127.0.0.1:9/base');
    await writeFile(path, (await readFile(path, 'utf8')).replace('9/base', '9/file'));
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/app' });
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('contentinfo').getByText('1 conflict', { exact: true }).waitFor();
    await panel.getByText('http://127.0.0.1:9/app').first().waitFor();
    await panel.getByText('http://127.0.0.1:9/file').waitFor();
    /** One measure of the three values, in whole CSS pixels. */
    const measures = async (side: 'x' | 'y' | 'width' | 'height'): Promise<ReadonlySet<number>> => {
      const values = await panel.locator('figure > .code').all();
      expect(values).toHaveLength(3);
      const boxes = await Promise.all(values.map((value) => value.boundingBox()));
      return new Set(boxes.map((box) => Math.round(box?.[side] ?? NaN)));
    };
    await page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(async () => (await measures('y')).size).toBe(1);
    await expect.poll(async () => (await measures('height')).size).toBe(1);
    await page.setViewportSize({ width: 500, height: 700 });
    await expect.poll(async () => (await measures('x')).size).toBe(1);
    await expect.poll(async () => (await measures('width')).size).toBe(1);
    await panel.getByRole('button', { name: "Take the file's version" }).click();
    await panel.getByText('The files and the workspace are in sync').waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/file' });
    expect(journey.errors).toEqual([]);
  });
});

describe('git', () => {
  it('is told to merge by field with one button, which is not there outside of a repository', async () => {
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
