import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const findRunsFirst = () => journey.page.getByRole('region', { name: 'Runs first' });
const readListedDependencies = () => findRunsFirst().getByRole('listitem').allTextContents();

const add = async (typed: string, title: string): Promise<void> => {
  await findRunsFirst().getByRole('button', { name: 'Add request' }).click();
  const dialog = journey.page.getByRole('dialog', { name: 'Add a request that runs first' });
  await dialog.getByRole('combobox').fill(typed);
  await dialog.getByRole('option', { name: title, selected: true }).waitFor();
  await journey.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

describe('the dependencies of a request', { tags: 'needs:window' }, () => {
  it('are added and ordered in its settings, and shown with the response', async () => {
    const { page } = journey;
    const script = `export const onResponse = (req, res) => { res.env.setVariable('token', 'from-login'); };`;
    const login = await journey.agent('rest_create', {
      ...{ name: 'Log in', folder: 'Auth', url: '{{echo_base_url}}/login', script },
    });
    const setup = await journey.agent('rest_create', { name: 'Set up', url: '{{echo_base_url}}/setup' });
    const { id } = await journey.agent('rest_create', { name: 'Users', url: '{{echo_base_url}}/{{token}}' });
    const needs = async () => (await journey.agent('rest_get', { id })).needs;
    await openRequest(page, 'Users');
    await chooseTab(page, 'Request', 'Settings');
    await add('set up', 'Set up');
    await add('auth log', 'Log in');
    await expect.poll(needs).toEqual([setup.id, login.id]);
    await expect.poll(readListedDependencies).toEqual(['GETSet up', 'GETAuth/Log in']);
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await findRunsFirst().getByRole('button', { name: 'Run Log in earlier' }).click();
    await expect.poll(needs).toEqual([login.id, setup.id]);
    await page.getByRole('combobox', { name: 'Run them' }).click();
    await page.getByRole('option', { name: 'If older than 15 minutes' }).click();
    await expect
      .poll(async () => (await journey.agent('rest_get', { id })).settings)
      .toEqual({ maxAge: '15m' });

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('Ran first: Log in Set up').waitFor();
    await result.getByText('200 OK', { exact: true }).waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await result.getByText('Ran first: Log in (not again) Set up (not again)').waitFor();

    await journey.agent('rest_delete', { id: setup.id });
    await expect
      .poll(readListedDependencies)
      .toEqual(['GETAuth/Log in', `${String(setup.id)} is not in this workspace`]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await result
      .getByRole('strong')
      .filter({ hasText: `It needs "${String(setup.id)}"` })
      .waitFor();
    await findRunsFirst()
      .getByRole('button', { name: `Do not run ${String(setup.id)} first` })
      .click();
    await expect.poll(needs).toEqual([login.id]);
    await findRunsFirst().getByRole('button', { name: 'Auth/Log in' }).click();
    await page.getByRole('tab', { name: 'Log in', selected: true }).waitFor();
    expect(journey.errors).toEqual([]);
  });
});
