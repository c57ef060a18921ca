import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { dropFiles } from './drop-files.js';
import { useJourney } from './use-journey.js';

const on = useJourney();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-drop-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const collection = (name: string, ...requests: readonly string[]): string =>
  JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: requests.map((one) => ({ name: one, request: { method: 'GET', url: 'http://127.0.0.1:9/' } })),
  });

const environment = (name: string): string =>
  JSON.stringify({
    name,
    values: [{ key: 'host', value: 'http://127.0.0.1:9' }],
    _postman_variable_scope: 'environment',
  });

/** Writes files into this test's folder. */
const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/** Drops files and folders of this test's folder. */
const drop = (...paths: readonly string[]): Promise<void> =>
  dropFiles(
    on.page,
    paths.map((path) => join(folder, path)),
  );

const paste = async (text: string): Promise<void> => {
  const { page } = on;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByRole('tree').first().focus();
  await page.keyboard.press('Control+v');
};

const dialog = () => on.page.getByRole('dialog');

const row = (name: string) => on.page.getByRole('treeitem', { name });

const make = async (): Promise<void> => {
  await dialog().getByRole('button', { name: 'Import', exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
};

const foldersOf = async (): Promise<readonly string[]> => {
  const { folders } = (await on.agent('folders_list', {})) as {
    readonly folders: readonly { readonly path: string }[];
  };
  return folders.map(({ path }) => path);
};

describe('documents imported together', { tags: ['import:window', 'import:together'] }, () => {
  it('are selected, planned together, and undone together', async () => {
    await on.page.getByLabel('Documents to import').setInputFiles(
      [
        ['one.json', collection('Picked one', 'First of one', 'Second of one')],
        ['two.json', collection('Picked two', 'First of two')],
        ['here.json', environment('Picked here')],
        ['notes.json', '{}'],
      ].map(([name = '', text = '']) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })),
    );
    await dialog().getByText('They contain 3 requests, 2 folders, 1 environment.').waitFor();
    await dialog().getByRole('list', { name: 'Not imported' }).getByText('notes.json').waitFor();
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    const tree = dialog().getByRole('tree', { name: 'What is imported' });
    await tree.focus();
    // The keys move to "Picked one" and "First of one".
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press(' ');
    await dialog().getByText('Selected: 2 of 3 requests, 1 of 1 environment.').waitFor();
    await make();
    await row('Second of one').waitFor();
    await row('First of two').waitFor();
    expect(await row('First of one').count()).toBe(0);
    await on.page.getByText('Imported 2 requests from 3 documents.', { exact: false }).waitFor();
    await on.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await on.page.getByText('The import was undone.').waitFor();
    await row('First of two').waitFor({ state: 'detached' });
    expect(await foldersOf()).not.toContain('Picked one');
    expect(JSON.stringify(await on.agent('environments_list', {}))).not.toContain('Picked here');
  });

  it(
    'can come from a dropped folder, with the files to which they refer',
    { tags: 'import:together' },
    async () => {
      await write({
        'docs/openapi.yaml':
          'openapi: 3.1.0\ninfo: {title: Dropped, version: "1"}\npaths:\n  /a:\n    $ref: ./parts/a.yaml\n',
        'docs/parts/a.yaml': 'get:\n  summary: From a part\n',
        'docs/postman/shop.json': collection('Dropped shop', 'In the shop'),
        'docs/node_modules/x.json': collection('Never', 'Never'),
        'docs/bruno/bruno.json': '{"version":"1","name":"Other","type":"collection"}',
        'docs/photo.png': '',
      });
      await drop('docs');
      await dialog().getByText('They contain 2 requests', { exact: false }).waitFor();
      await dialog().getByRole('list', { name: 'Not imported' }).getByText('docs/bruno').waitFor();
      await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
      await make();
      await row('From a part').waitFor();
      await row('In the shop').waitFor();
      expect(await row('Never').count()).toBe(0);
    },
  );

  it('can be dropped as several files at once', async () => {
    await write({ 'a.json': collection('Beside a', 'Of a'), 'b.sh': 'curl http://127.0.0.1:9/of-b\n' });
    await drop('a.json', 'b.sh');
    await dialog().getByRole('heading', { name: '2 documents' }).waitFor();
    await make();
    await row('Of a').waitFor();
    await row('GET /of-b').waitFor();
  });

  it('lead to a hint to open their folder if they are Bruno files', async () => {
    await write({ 'shop/bruno.json': '{"version":"1","name":"Shop","type":"collection"}' });
    await drop('shop');
    await dialog().getByText('You are asked how to convert it.', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Open a folder …' }).click();
    await on.page.getByRole('combobox', { name: 'Full path of the folder' }).waitFor();
    await on.page.keyboard.press('Escape');
  });

  it(
    'can be pasted into the tree as one document or several curl commands',
    { tags: 'curl:paste' },
    async () => {
      await paste(collection('Pasted', 'From the clipboard'));
      await dialog().getByRole('heading', { name: 'A Postman collection “Pasted”' }).waitFor();
      await make();
      await row('From the clipboard').waitFor();
      await paste('curl http://127.0.0.1:9/first\n\ncurl -X POST http://127.0.0.1:9/second -d a=b\n');
      await dialog().getByRole('heading', { name: '2 curl commands' }).waitFor();
      await make();
      await row('POST /second').waitFor();
      await paste('nothing of that kind');
      expect(await dialog().count()).toBe(0);
    },
  );
});

it(
  '2,000 imported requests are shown in the tree, and their import can be undone',
  { tags: 'window:many-changes' },
  async () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `Many ${at}`);
    await on.page.getByLabel('Documents to import').setInputFiles({
      name: 'many.json',
      mimeType: 'application/json',
      buffer: Buffer.from(collection('Large import', ...names)),
    });
    await make();
    const isAtEnd = async (): Promise<boolean> => {
      await on.page.getByRole('tree').first().focus();
      await on.page.keyboard.press('End');
      return row('Many 1999').isVisible();
    };
    // The tree loads the imported requests after the dialog closes, and then another row is the last one.
    await expect.poll(isAtEnd, { interval: 500 }).toBe(true);
    await on.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await on.page.getByText('The import was undone.').waitFor();
    await row('Many 1999').waitFor({ state: 'detached' });
    expect(await foldersOf()).not.toContain('Large import');
    expect(on.errors).toEqual([]);
  },
);

describe('an import in the activity', { tags: 'import:activity' }, () => {
  const activity = () => on.page.getByRole('region', { name: 'Activity' });

  it('is shown on one line and can be undone', async () => {
    await on.page.getByLabel('Documents to import').setInputFiles(
      [
        ['shop.json', collection('Told', 'Told one', 'Told two')],
        ['here.json', environment('Told here')],
      ].map(([name = '', text = '']) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })),
    );
    await make();
    await row('Told two').waitFor();
    await on.page.getByRole('button', { name: 'Activity', exact: true }).click();
    const line = activity()
      .getByRole('listitem')
      .filter({ hasText: 'You imported Told, 2 requests, 1 environment' });
    await line.getByRole('button', { name: 'You imported Told' }).click();
    await line.getByText('You created the environment Told here').waitFor();
    await line.getByText('You imported the folder Told with 2 requests').waitFor();
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await line.first().getByRole('button', { name: 'Undo import' }).click();
    await activity().getByText('Undid 2 changes by You.').waitFor();
    await row('Told two').waitFor({ state: 'detached' });
    await activity().getByRole('status').getByRole('button', { name: 'Redo', exact: true }).click();
    await row('Told two').waitFor();
    expect(on.errors).toEqual([]);
  });
});
