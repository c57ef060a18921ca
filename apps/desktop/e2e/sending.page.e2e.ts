import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const chooseWay = async (name: string): Promise<void> => {
  await journey.page.getByRole('button', { name: 'More ways to send' }).click();
  await journey.page.getByRole('menuitem', { name }).click();
};

const countExecutions = async (name: string): Promise<number> => {
  const { executions } = await journey.agent('executions_list', { take: 50 });
  return (executions as readonly { name: string }[]).filter((one) => one.name === name).length;
};

it(
  'a preview shows what would be sent, and sends it only after confirmation',
  { tags: 'preview:request' },
  async () => {
    const { page } = journey;
    await journey.agent('rest_create', {
      name: 'Previewed',
      method: 'POST',
      url: '{{echo_base_url}}/previewed',
      body: { type: 'json', content: '{"a":1}' },
      script: `export const onRequest = (req) => { req.headers.set('x-made', 'by the script'); };`,
    });
    await openRequest(page, 'Previewed');
    await chooseWay('Preview what would be sent');
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByText(`${journey.addresses.echo}/previewed`).waitFor();
    await dialog.getByText('by the script').waitFor();
    await dialog.getByText('"a": 1').waitFor();
    expect(await countExecutions('Previewed')).toBe(0);
    await dialog.getByRole('button', { name: 'Send' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('200 OK', { exact: true }).waitFor();
    await expect.poll(() => countExecutions('Previewed')).toBe(1);
    await result.getByRole('tab', { name: 'Request' }).click();
    await result.getByRole('row', { name: 'Header x-made script Previewed.js:1' }).waitFor();
    await pickInPalette(page, 'Control+k', 'preview what', 'Preview what would be sent');
    await dialog.getByText('by the script').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  },
);

it(
  'a preview shows where the parts of the request come from, and opens the folder of a part',
  { tags: 'preview:origins' },
  async () => {
    const { page } = journey;
    await journey.agent('rest_create', {
      ...{ name: 'Composed', folder: 'team', url: '{{base}}/x', auth: { type: 'inherit' } },
      headers: [{ name: 'x-own', value: '1', enabled: true }],
    });
    await journey.agent('folders_update', {
      id: 'team',
      headers: [
        { name: 'x-team', value: 'blue', enabled: true },
        { name: 'x-own', value: 'outer', enabled: true },
      ],
      auth: { type: 'bearer', token: '{{TOKEN}}' },
      variables: [{ name: 'base', value: '{{echo_base_url}}/api', enabled: true }],
    });
    const { environments } = await journey.agent('environments_list', {});
    const [{ id: environment }] = environments as readonly [{ readonly id: string }];
    await journey.agent('environments_update', { id: environment, secrets: { TOKEN: 'very-secret' } });
    await openRequest(page, 'Composed');
    await chooseWay('Preview what would be sent');
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    const origins = dialog.getByRole('table', { name: 'Where it comes from' });
    const rows = [
      'URL this request',
      '{{base}} folder team',
      '{{echo_base_url}} built in',
      'Header x-team folder team',
      'Header x-own this request, not folder team',
      'Header authorization auth bearer',
      '{{TOKEN}} secret TOKEN',
      'Header user-agent added by Tandem',
    ];
    for (const row of rows) await origins.getByRole('row', { name: row }).first().waitFor();
    expect(await dialog.textContent()).not.toContain('very-secret');
    await dialog.getByRole('button', { name: 'Show secrets' }).click();
    await dialog.getByText('Bearer very-secret').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByTitle('Where x-own comes from').click();
    const popover = page.getByRole('dialog', { name: 'Where x-own comes from' });
    await popover.getByText('this request').waitFor();
    await popover.getByText('not folder team').waitFor();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    await origins.getByRole('button', { name: 'folder team' }).first().click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Settings of team' }).waitFor();
    expect(journey.errors).toEqual([]);
  },
);

it('a preview explains why nothing would be sent', { tags: 'preview:request' }, async () => {
  const { page } = journey;
  await journey.agent('rest_create', { name: 'Unfinished', url: '{{nowhere}}/x' });
  await openRequest(page, 'Unfinished');
  await chooseWay('Preview what would be sent');
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  await dialog.getByRole('alert').getByText('nowhere').first().waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
});

it('a response can be saved to a file as soon as it arrives', { tags: 'send:save' }, async () => {
  const { page } = journey;
  await openRequest(page, 'Post JSON and test it');
  const download = page.waitForEvent('download');
  await chooseWay('Send and save the response');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('items.json');
  expect(await readFile(await saved.path(), 'utf8')).toContain('"method":"POST"');
  await page.getByText('Saved items.json.').waitFor();
});

it('Escape cancels the request that is running, but not while it closes something else', async () => {
  const { page, addresses } = journey;
  await journey.agent('rest_create', { name: 'Endless', url: `${addresses.echo}/?delay=60000` });
  await openRequest(page, 'Endless');
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const result = page.getByRole('region', { name: 'Result' });
  // The second click of a double click does not cancel.
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await cancel.waitFor();
  await page.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'POST', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'POST', exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('dialog.palette[open] input:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog.palette').waitFor({ state: 'detached' });
  expect(await cancel.count()).toBe(1);
  await page.keyboard.press('Escape');
  await result.getByText('The execution was cancelled.').first().waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  expect(journey.errors).toEqual([]);
});
