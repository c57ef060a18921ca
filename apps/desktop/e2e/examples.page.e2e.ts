import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

describe('examples in the window', { tags: 'examples:window' }, () => {
  it('are saved from a response, viewed, renamed, deleted and restored', async () => {
    const { page } = journey;
    const url = '{{echo_base_url}}/users/:id';
    const pathParams = [{ name: 'id', value: '7', enabled: true }];
    const { id } = await journey.agent('rest_create', { name: 'Shown', url, pathParams });
    const stored = async () => (await journey.agent('rest_get', { id })).examples;
    await openRequest(page, 'Shown');
    const tab = page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: /Examples/ });
    expect(await tab.count()).toBe(0);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('200 OK', { exact: true }).waitFor();
    await result.getByRole('button', { name: 'Save as example' }).click();
    await page.getByText('Saved as the example “200 OK”.').waitFor();
    await expect.poll(stored).toEqual([{ name: '200 OK', status: 200 }]);
    await result.getByRole('button', { name: 'Save as example' }).click();
    await expect.poll(stored).toMatchObject([{ name: '200 OK' }, { name: '200 OK 2' }]);

    await chooseTab(page, 'Request', 'Examples');
    const panel = page.getByRole('tabpanel', { name: /Examples/ });
    await panel.getByText('200 OK 2', { exact: true }).click();
    await panel.getByText('{{echo_base_url}}/users/:id').waitFor();
    await panel.getByText('application/json').first().waitFor();
    await panel.getByText('"/users/7"').first().waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await panel.getByRole('textbox', { name: 'Name' }).fill('The seventh user');
    await expect.poll(stored).toMatchObject([{ name: '200 OK' }, { name: 'The seventh user' }]);

    await panel.getByRole('button', { name: 'Delete “The seventh user”' }).click();
    await expect.poll(stored).toMatchObject([{ name: '200 OK' }]);
    const message = page.getByRole('region', { name: 'Changes' }).locator('.toast', { hasText: 'seventh' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toMatchObject([{ name: '200 OK' }, { name: 'The seventh user' }]);
    expect(journey.errors).toEqual([]);
  });
});
