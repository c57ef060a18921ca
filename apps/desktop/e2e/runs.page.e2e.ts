import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, it } from 'vitest';

import { findBarriers } from './barriers.js';
import { chooseOption, openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const dialog = () => journey.page.getByRole('dialog', { name: 'Run requests' });
const run = () => journey.page.getByRole('region', { name: 'Run', exact: true });
const exchange = () => journey.page.getByRole('region', { name: 'Exchange' });
const requests = () => run().getByRole('listbox', { name: 'Requests of the run' });
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

/** Opens the run dialog from the menu of a tree row. */
const runLine = async (name: string): Promise<void> => {
  await journey.page.getByRole('treeitem', { name }).first().click({ button: 'right' });
  await journey.page.getByRole('menuitem', { name: 'Run …' }).click();
  await dialog().waitFor();
};

const start = async (): Promise<void> => {
  await dialog().getByRole('button', { name: 'Run', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
};

/** The state of the shown run: Running, Passed, Failed or Stopped. */
const waitForRunState = (state: string) =>
  run().locator('header').getByText(state, { exact: true }).waitFor();

const isNot404 =
  "export const onTest = (req, res) => test('is not 404', () => expect(res.status).not.toBe(404));";

const createRequest = (name: string, folder: string, url: string, script = isNot404) =>
  journey.agent('rest_create', { name, folder, url: `{{echo_base_url}}${url}`, script });

beforeAll(async () => {
  await journey.agent('environments_create', { name: 'Far', variables: { status: '404' } });
  const near = await journey.agent('environments_create', { name: 'Near', variables: { status: '200' } });
  await journey.agent('environments_activate', { id: near.id });
  await createRequest('Get', 'Shop', '/get');
  await createRequest('List', 'Shop', '/list?status={{status}}');
});

describe('the run of a folder', { tags: ['runs:dialog', 'runs:live', 'runs:exchange'] }, () => {
  it('executes everything in the folder with the active environment, and shows what was sent and received', async () => {
    const { page } = journey;
    await runLine('Shop');
    await dialog().getByText('2 of 2').waitFor();
    await dialog().getByText('2 executions').waitFor();
    await dialog().getByRole('button', { name: 'Run', exact: true }).and(page.locator(':focus')).waitFor();
    await expect.poll(() => dialog().getByRole('checkbox', { name: 'Near' }).isChecked()).toBe(true);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await start();
    await page.getByRole('tab', { name: 'Runs', selected: true }).waitFor();
    await waitForRunState('Passed');
    await run().getByText('2 requests · 2 passed · 2 of 2 tests passed · Near').waitFor();
    await requests().focus();
    await page.keyboard.press('ArrowDown');
    await requests().getByRole('option', { name: 'Shop / Get', selected: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await requests().getByRole('option', { name: 'Shop / List', selected: true }).waitFor();
    await exchange().getByText('200 OK').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await button('Close the exchange').click();
    await exchange().waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  });

  it('omits deselected requests, and refuses invalid numbers', async () => {
    const { page } = journey;
    await runLine('Shop');
    await dialog().getByText('2 of 2').click();
    await dialog().getByRole('checkbox', { name: 'Shop / List' }).uncheck();
    await dialog().getByRole('textbox', { name: 'Iterations' }).fill('0');
    await dialog().getByText('A whole number from 1 to 100,000').waitFor();
    await expect
      .poll(() => dialog().getByRole('button', { name: 'Run', exact: true }).isDisabled())
      .toBe(true);
    await dialog().getByRole('textbox', { name: 'Iterations' }).fill('3');
    await dialog().getByText('3 executions').waitFor();
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await waitForRunState('Passed');
    await run().getByRole('heading', { name: 'Get' }).waitFor();
    await expect.poll(() => requests().getByRole('option').count()).toBe(3);
    await page.reload();
    await run().getByText('3 requests · 3 passed').waitFor();
    await run().getByRole('heading', { name: 'Get', exact: true }).waitFor();
    const { runs } = await journey.agent('runs_list', {});
    const listed = page.getByRole('listbox', { name: 'Runs' }).getByRole('option');
    await expect.poll(() => listed.count()).toBe((runs as readonly unknown[]).length);
  });
});

describe('a run in several environments', { tags: ['runs:matrix', 'runs:failed'] }, () => {
  it('is shown as a grid that can be filtered by failures, and the failures can be run again', async () => {
    const { page } = journey;
    await runLine('Shop');
    await dialog().getByRole('checkbox', { name: 'Far' }).check();
    await dialog().getByText('4 executions').waitFor();
    await start();
    await waitForRunState('Failed');
    await run().getByRole('radio', { name: 'Grid' }).click();
    const grid = run().getByRole('table', { name: 'Requests by environment' });
    await grid.getByRole('columnheader', { name: 'Far' }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await grid.getByRole('button', { name: 'Shop/List in Far: failed, 404' }).click();
    await exchange().getByText('is not 404').first().waitFor();
    await grid.waitFor();
    await run().getByRole('radio', { name: 'Failed 1' }).click();
    await expect.poll(() => requests().getByRole('option').count()).toBe(1);
    await button('Run failed again').click();
    await run().getByRole('heading', { name: 'Re-run of failed: Shop' }).waitFor();
    await waitForRunState('Failed');
    await run().getByText('1 request · 1 failed · 0 of 1 test passed · Far').waitFor();
    const { runs } = await journey.agent('runs_list', {});
    expect((runs as readonly unknown[]).slice(0, 2)).toMatchObject([
      { counts: { requests: 1 } },
      { counts: { requests: 4 } },
    ]);
    expect(journey.errors).toEqual([]);
  });
});

describe('a run with data rows', { tags: ['data:run', 'runs:live'] }, () => {
  it('executes the request once for each row, and a message names an invalid row', async () => {
    const { page } = journey;
    await createRequest('Rows', '', '/row/{{id}}?status={{code}}');
    await openRequest(page, 'Rows');
    await button('More ways to send').click();
    await page.getByRole('menuitem', { name: 'Run …' }).click();
    const rows = dialog().getByRole('textbox', { name: 'Rows' });
    await rows.fill('id,code\n1,200\n2,200,more');
    await dialog().getByRole('alert').getByText('Line 3').waitFor();
    await rows.fill('id,code\none,200\ntwo,404\n');
    await dialog().getByText('2 rows with the fields id, code').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await start();
    await waitForRunState('Failed');
    await requests().getByRole('option', { name: 'Rows' }).nth(1).click();
    await exchange().getByText('iteration 2 · id: two, code: 404').waitFor();
    await exchange().getByText('404').first().waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('accepts a file, shows finished rows while it is running, and can be stopped', async () => {
    const { page } = journey;
    await createRequest('Slow rows', '', '/slow?delay={{ms}}');
    await openRequest(page, 'Slow rows');
    await pickInPalette(page, 'Control+k', 'run the request', 'Run the request');
    const buffer = Buffer.from('{"ms": 0}\n{"ms": 20000}\n{"ms": 20000}\n');
    await dialog()
      .getByLabel('File with rows')
      .setInputFiles({ name: 'rows.jsonl', mimeType: 'text/plain', buffer });
    await dialog().getByText('3 rows').waitFor();
    await start();
    await run().getByText('1 of 3 · Slow rows').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await button('Stop').click();
    await waitForRunState('Stopped');
    await run().getByText('3 requests · 1 error, 1 passed, 1 skipped').waitFor();
    expect(journey.errors).toEqual([]);
  });
});

describe('a run whose page is closed', { tags: 'runs:live' }, () => {
  it('is stopped, and what has finished is stored', async () => {
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
    await expect.poll(() => findBarriers(page)).toEqual([]);
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
    await expect.poll(() => findBarriers(page)).toEqual([]);
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
    await page.getByRole('button', { name: 'Workspace ' }).click();
    await page.getByRole('menuitem', { name: 'Run all requests' }).click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await button('Runs').click();
    await button('Run requests …').click();
    await dialog().getByText('All requests').waitFor();
  });
});
