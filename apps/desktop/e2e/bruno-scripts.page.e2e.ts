import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

describe('Bruno scripts in the window', { tags: 'foreign:bruno:edited' }, () => {
  it("are shown with their assertions next to Tandem's script, can be edited, and have their tests listed", async () => {
    const { page } = journey;
    const foreign = {
      dialect: 'bruno',
      tests: `test('is there', () => expect(res.status).to.equal(200));`,
      assertions: [{ name: 'res.status', value: 'eq 200', enabled: true }],
    };
    const url = '{{echo_base_url}}/users';
    const { id } = await journey.agent('rest_create', { name: 'Users of Bruno', url, foreign });
    await openRequest(page, 'Users of Bruno');
    await chooseTab(page, 'Request', 'Script');
    const scripts = page.getByRole('region', { name: 'Bruno scripts' });
    await scripts.getByText('expect(res.status)').waitFor();
    await scripts.getByText('After-response script').click();
    await scripts.getByRole('textbox', { name: 'After-response script' }).fill(`bru.setVar('a', 1);`);
    await expect
      .poll(async () => (await journey.agent('rest_get', { id })).foreign)
      .toEqual({ ...foreign, afterResponse: `bru.setVar('a', 1);` });
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('200 OK', { exact: true }).waitFor();
    await result.getByRole('tab', { name: /Tests/ }).click();
    await result.getByText('is there').waitFor();
    await result.getByText('res.status: eq 200').waitFor();
    expect(journey.errors).toEqual([]);
  });
});
