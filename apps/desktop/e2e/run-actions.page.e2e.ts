import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseOption, openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';
import { useRuns } from './use-runs.js';

const journey = useJourney();

const { button, createRequest, dialog, exchange, requests, run, runLine, start, waitForRunState } =
  useRuns(journey);

describe('a run whose page is closed', { tags: 'runs:live' }, () => {
  it('is stopped, and the requests that have finished are stored', async () => {
    const { page } = journey;
    await createRequest('Long', 'Long', '/long?delay=20000');
    await runLine('Long');
    await start();
    await run().getByText('0 of 1 · Long / Long').waitFor();
    await page.reload();
    await waitForRunState('Stopped');
    await run().getByText('1 request · 1 error').waitFor();
  });
});

describe('a run with unsaved edits', { tags: 'runs:dialog' }, () => {
  it('saves the edits first, and a message names what cannot be sent', async () => {
    const { page } = journey;
    const { id } = await createRequest('Edited', '', '/before', '');
    await openRequest(page, 'Edited');
    await page.getByRole('textbox', { name: 'URL' }).fill('{{echo_base_url}}/after');
    await runLine('Edited');
    await start();
    await waitForRunState('Passed');
    const { url } = await journey.agent('rest_get', { id });
    expect(url).toBe('{{echo_base_url}}/after');
    await journey.agent('graphql_create', { name: 'Asks', url: '{{echo_base_url}}/graphql' });
    await openRequest(page, 'Asks');
    await page.getByRole('textbox', { name: 'GraphQL variables' }).click();
    await page.keyboard.insertText('{');
    await runLine('Asks');
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().getByRole('alert').getByText('Asks: Not sent: variables are not JSON').waitFor();
  });
});

describe('a run compared with an earlier one', { tags: ['runs:compare', 'runs:export'] }, () => {
  it('shows the differences, and can be saved in the format of a reporter', async () => {
    const { page } = journey;
    const { id } = await createRequest('Turns', 'Turning', '/turns');
    await runLine('Turning');
    await start();
    await waitForRunState('Passed');
    await journey.agent('rest_update', { id, url: '{{echo_base_url}}/turns?status=404' });
    await runLine('Turning');
    await start();
    await waitForRunState('Failed');
    await run().getByRole('combobox', { name: 'Compare with' }).click();
    const earlier = page.getByRole('listbox', { name: 'Compare with' });
    await earlier.getByRole('option', { name: '1 request, none failed' }).first().click();
    const table = run().getByRole('table', { name: 'Compared requests' });
    await table.getByRole('cell', { name: 'Fails now' }).waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await chooseOption(run().getByRole('combobox', { name: 'Compare with' }), 'Compare with …');
    const saved = page.waitForEvent('download');
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'JUnit XML' }).click();
    const file = await (await saved).path();
    expect(await readFile(file, 'utf8')).toMatch(/^<\?xml [\s\S]*<testsuites[\s\S]*is not 404/);
    expect(journey.errors).toEqual([]);
  });
});

describe('actions on a run', { tags: ['runs:menu', 'runs:exchange'] }, () => {
  const entry = (name: string) => journey.page.getByRole('menuitem', { name, exact: true });
  const listed = () => journey.page.getByRole('listbox', { name: 'Runs' }).getByRole('option');

  it('are in the menus of the run and of its requests, and can repeat the whole run', async () => {
    const { page } = journey;
    await createRequest('Red', 'Menus', '/red?status=404');
    await journey.agent('runs_execute', { folder: 'Menus' });
    await button('Runs').click();
    await run().getByText('1 request · 1 failed').waitFor();
    await requests().getByRole('option', { name: 'Menus / Red' }).click({ button: 'right' });
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await entry('Copy the message').waitFor();
    await entry('Run …').click();
    await dialog().getByText('1 execution').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    const before = await listed().count();
    await listed().first().click({ button: 'right' });
    await entry('Run failed again').waitFor();
    await entry('Export').waitFor();
    await entry('Run again').click();
    await expect.poll(() => listed().count()).toBe(before + 1);
    await waitForRunState('Failed');
    await requests().getByRole('option', { name: 'Menus / Red' }).click();
    await exchange().waitFor();
    await page.keyboard.press('Escape');
    await exchange().waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await exchange().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Red', selected: true }).waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('keep the request in view when its details open below, and open both sides of a comparison', async () => {
    const { page } = journey;
    const { id } = await createRequest('Repeated', 'Again', '/again');
    await journey.agent('runs_execute', { ids: [id], iterations: 40 });
    await journey.agent('runs_execute', { ids: [id], iterations: 40 });
    await button('Runs').click();
    await run().getByText('40 requests · 40 passed').waitFor();
    const last = requests().getByRole('option').filter({ hasText: '#14' });
    await last.click();
    await exchange().getByText('200 OK').waitFor();
    const isWhole = async () => {
      const [row, list] = await Promise.all([last.boundingBox(), requests().boundingBox()]);
      return row && list && row.y >= list.y - 1 && row.y + row.height <= list.y + list.height + 1;
    };
    await expect.poll(isWhole).toBe(true);
    await run().getByRole('combobox', { name: 'Compare with' }).click();
    const earlier = page.getByRole('listbox', { name: 'Compare with' });
    await earlier.getByRole('option', { name: '40 requests' }).first().click();
    await exchange().waitFor({ state: 'detached' });
    await run().getByRole('radio', { name: 'All 40' }).click();
    await run().getByRole('row', { name: '#1 ' }).first().getByRole('button').first().click();
    await exchange().getByText('200 OK').waitFor();
  });
});

describe('the palette', { tags: 'runs:dialog' }, () => {
  it('starts the run of a folder by its path', async () => {
    await pickInPalette(journey.page, 'Control+k', 'run the folder shop', 'Run the folder Shop');
    await dialog().getByText('2 of 2').waitFor();
  });
});

describe('the run of all requests', { tags: ['runs:dialog'] }, () => {
  it('can be started from the palette, the workspace menu and the list of runs', async () => {
    const { page } = journey;
    await pickInPalette(page, 'Control+k', 'run all', 'Run all requests');
    await dialog().getByText('All requests').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Workspace / }).click();
    await page.getByRole('menuitem', { name: 'Run all requests' }).click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await button('Runs').click();
    await button('Run requests …').click();
    await dialog().getByText('All requests').waitFor();
  });
});
