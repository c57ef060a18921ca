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
  folder = await mkdtemp(join(tmpdir(), 'tandem-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const token = 'hg7Kp2Lq9wXz4';

const collection = (name: string, more: object = {}): string =>
  JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [{ key: 'api_token', value: token }],
    item: [{ name: `Get ${name}`, request: { method: 'POST', url: 'http://127.0.0.1:9/', ...more } }],
  });

const pick = (name: string): Promise<void> =>
  on.page.getByLabel('Documents to import').setInputFiles({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(collection(name)),
  });

/** Drops files and folders of this test's folder. */
const drop = (...paths: readonly string[]): Promise<void> =>
  dropFiles(
    on.page,
    paths.map((path) => join(folder, path)),
  );

const dialog = () => on.page.getByRole('dialog');

const secrets = () => dialog().getByRole('list', { name: 'Secrets' });

const make = async (): Promise<void> => {
  await dialog().getByRole('button', { name: 'Import', exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
};

const findEnvironment = async (name: string) => {
  const { environments } = (await on.agent('environments_list', {})) as {
    readonly environments: readonly {
      readonly name: string;
      readonly variables: readonly { readonly name: string; readonly value: string }[];
      readonly secrets: readonly { readonly name: string }[];
    }[];
  };
  return environments.find((one) => one.name === name);
};

describe('the secrets of an import', { tags: ['import:window', 'import:secrets:plain'] }, () => {
  it('are listed with the reason, and become variables in one click', async () => {
    await pick('Plain in the plan');
    await secrets().getByText('api_token: its name says so').waitFor();
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await secrets().getByRole('button', { name: 'Not a secret: api_token' }).click();
    await secrets().getByText('api_token is a variable').waitFor();
    await secrets().getByRole('button', { name: 'Make it a secret: api_token' }).click();
    await secrets().getByText('api_token: its name says so').waitFor();
    await secrets().getByRole('button', { name: 'Not a secret: api_token' }).click();
    await secrets().getByText('api_token is a variable').waitFor();
    await make();
    expect(JSON.stringify(await on.agent('folders_list', {}))).toContain('Plain in the plan');
    await on.page.getByRole('treeitem', { name: 'Get Plain in the plan' }).waitFor();
    expect((await findEnvironment('Plain in the plan'))?.secrets ?? []).toEqual([]);
  });

  it('become variables in one click after the import', async () => {
    await pick('Plain later');
    await make();
    expect((await findEnvironment('Plain later'))?.secrets).toMatchObject([{ name: 'api_token' }]);
    await on.page.getByRole('button', { name: 'Environments', exact: true }).click();
    await on.page.getByRole('option', { name: /^Plain later/ }).click();
    await on.page.getByText('An import made api_token a secret.').waitFor();
    await on.page.getByRole('button', { name: 'Make it a variable', exact: true }).click();
    await on.page.getByText('An import made api_token a secret.').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await findEnvironment('Plain later'))?.variables)
      .toMatchObject([{ name: 'api_token', value: token }]);
    expect(on.errors).toEqual([]);
  });
});

it(
  'files that requests send are copied from a dropped folder, and missing files are listed',
  { tags: ['import:window', 'import:files:missing'] },
  async () => {
    const parts = ['photos/ada.png', 'photos/gone.png'].map((src) => ({ key: 'f', type: 'file', src }));
    for (const [path, text] of [
      ['sent/shop.json', collection('Sends files', { body: { mode: 'formdata', formdata: parts } })],
      ['sent/photos/ada.png', 'a photo'],
    ] as const) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await drop('sent');
    const missing = dialog().getByRole('list', { name: 'Files to add' });
    await missing.getByText('sends the file photos/gone.png', { exact: false }).waitFor();
    expect(await missing.getByText('ada.png', { exact: false }).count()).toBe(0);
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await make();
    await on.page.getByText('Copied 1 file that requests send.', { exact: false }).waitFor();
    const text = collection('Sends files', { body: { mode: 'formdata', formdata: parts } });
    const { files } = await on.agent('imports_apply', { text, dryRun: true });
    expect(files).toMatchObject([{ file: 'photos/gone.png' }]);
    expect(on.errors).toEqual([]);
  },
);
