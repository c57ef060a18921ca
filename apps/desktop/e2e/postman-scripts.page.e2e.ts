import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

describe('Postman scripts in the window', { tags: 'foreign:edited' }, () => {
  it("are shown next to Tandem's script, can be edited, and have their tests listed", async () => {
    const { page } = journey;
    const tests = `pm.test('is there', () => pm.response.to.have.status(200));`;
    const foreign = { dialect: 'postman', tests };
    const { id } = await journey.agent('rest_create', {
      name: 'Users',
      url: '{{echo_base_url}}/users',
      foreign,
    });
    await openRequest(page, 'Users');
    await chooseTab(page, 'Request', 'Script');
    const scripts = page.getByRole('region', { name: 'Postman scripts' });
    await scripts.getByText('pm.response.to.have.status').waitFor();
    await scripts.getByText('Pre-request script').click();
    await scripts.getByRole('textbox', { name: 'Pre-request script' }).fill(`pm.environment.set('a', 1);`);
    await expect
      .poll(async () => (await journey.agent('rest_get', { id })).foreign)
      .toEqual({ ...foreign, beforeRequest: `pm.environment.set('a', 1);` });
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('200 OK', { exact: true }).waitFor();
    await result.getByRole('tab', { name: /Tests/ }).click();
    await result.getByText('is there').waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('are completed with the types of their API', async () => {
    const { page } = journey;
    const foreign = { dialect: 'postman', tests: '// Checks the response.\n' };
    await journey.agent('rest_create', { name: 'Typed', url: '{{echo_base_url}}/typed', foreign });
    await openRequest(page, 'Typed');
    await chooseTab(page, 'Request', 'Script');
    const scripts = page.getByRole('region', { name: 'Postman scripts' });
    await scripts.getByText('Checks the response').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('pm.environment.g');
    await page.getByRole('option', { name: /^get/ }).getByText('(name: string): any').waitFor();
    await page.getByText('The value of a variable; undefined if there is none.').waitFor();
    expect(journey.errors).toEqual([]);
  });
});
