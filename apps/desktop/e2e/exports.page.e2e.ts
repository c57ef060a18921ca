import { copyFile, readFile, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { pageTimeout } from './open-page.js';
import { useJourney } from './use-journey.js';

const on = useJourney();

beforeAll(async () => {
  const { id } = await on.agent('rest_create', {
    name: 'Find a pet',
    folder: 'Pets',
    description: 'By its number.',
    url: '{{echo_base_url}}/pets/:id',
    pathParams: [{ name: 'id', value: '42', enabled: true }],
    script: 'export function onTest(req, res) { test("is there", () => expect(res.status).toBe(200)); }',
  });
  await on.agent('rest_execute', { id });
});

const dialog = () => on.page.getByRole('dialog', { name: 'Export' });

/** Chooses a format in the dialog and saves the file; returns its name and text. */
const save = async (format: string) => {
  await dialog().getByRole('combobox', { name: 'Format' }).click();
  await on.page.getByRole('option', { name: format, exact: true }).click();
  // From here on, the dialog shows nothing of the previous format.
  await dialog().getByRole('combobox', { name: 'Format' }).filter({ hasText: format }).waitFor();
  await dialog().getByRole('group', { name: 'Beginning of the file' }).waitFor();
  const download = on.page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Save as a file' }).click();
  const saved = await download;
  return { name: saved.suggestedFilename(), path: await saved.path() };
};

/** Opens the dialog from the menu of a button. */
const openDialog = async (button: string) => {
  await on.page.getByRole('button', { name: button }).click();
  await on.page.getByRole('menuitem', { name: 'Export …' }).click();
};

describe('the export dialog', () => {
  it('saves a folder as OpenAPI', { tags: 'window:export' }, async () => {
    await openDialog('Actions for Pets');
    const { name, path } = await save('OpenAPI 3.1');
    expect(name).toMatch(/\.openapi\.json$/);
    const { paths } = JSON.parse(await readFile(path, 'utf8')) as { readonly paths: object };
    expect(Object.keys(paths)).toEqual(['/pets/{id}']);
    await on.page.getByText(`Saved ${name}.`).waitFor();
  });

  it('lists what the export of a request omits', { tags: 'window:export' }, async () => {
    await openDialog('Actions for Find a pet');
    await dialog().getByRole('list', { name: 'Left out' }).getByText('Pets/Find a pet').waitFor();
    expect((await save('Go: net/http')).name).toBe('Find a pet.go');
  });

  it.each(['light', 'dark'] as const)(
    'saves the workspace as an accessible page in the %s theme',
    { tags: ['window:export', 'export:html'] },
    async (scheme) => {
      await on.newPage(scheme);
      await openDialog('Workspace ');
      await dialog().waitFor();
      await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
      const { path } = await save('HTML page');
      const page = `${path}.html`;
      await copyFile(path, page);
      const context = await on.browser.newContext({ colorScheme: scheme });
      context.setDefaultTimeout(pageTimeout);
      try {
        const tab = await context.newPage();
        const asked: string[] = [];
        tab.on('request', (request) => asked.push(request.url()));
        await tab.goto(pathToFileURL(page).href);
        await tab.getByRole('heading', { name: 'GET Find a pet' }).waitFor();
        await tab.getByRole('link', { name: 'Find a pet' }).click();
        expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
        expect(await tab.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
          scheme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(20, 23, 28)',
        );
        await expect.poll(() => findAccessibilityViolations(tab)).toEqual([]);
      } finally {
        await rm(page);
        await context.close();
      }
    },
  );
});
