import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';
import { useRuns } from './use-runs.js';

const journey = useJourney();

const { button, createRequest, dialog, exchange, requests, run, runLine, start, waitForRunState } =
  useRuns(journey);

describe('the run of a folder', { tags: ['runs:dialog', 'runs:live', 'runs:exchange'] }, () => {
  it('executes everything in the folder with the active environment, and shows what was sent and received', async () => {
    const { page } = journey;
    await runLine('Shop');
    await dialog().getByText('2 of 2').waitFor();
    await dialog().getByText('2 executions').waitFor();
    await dialog().getByRole('button', { name: 'Run', exact: true }).and(page.locator(':focus')).waitFor();
    await expect.poll(() => dialog().getByRole('checkbox', { name: 'Near' }).isChecked()).toBe(true);
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
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
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
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
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
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
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
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
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await button('Stop').click();
    await waitForRunState('Stopped');
    await run().getByText('3 requests · 1 error, 1 passed, 1 skipped').waitFor();
    expect(journey.errors).toEqual([]);
  });
});
