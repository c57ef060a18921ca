import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const folder = process.env.TANDEM_SCREENS;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

describe.each(['light', 'dark'] as const)('the notices about many events at once, in %s', (look) => {
  const journey = useJourney({ TANDEM_SECRET_GIVEN: 'given-given-given' });
  const changes = () => journey.page.getByRole('region', { name: 'Changes' });
  const toasts = () => changes().locator('.toast');
  const moreButton = () => changes().getByRole('button', { name: /^\d+ more$/ });
  const picture = async (name: string): Promise<void> => {
    const { page } = journey;
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    if (folder === undefined) return;
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.screenshot({ path: `${folder}/notices-${name}-${look}-${size.width}.png` });
    }
  };

  it('are limited to three including a question, and shown over the list but never over the editor', async () => {
    await journey.newPage(look);
    const { page, agent } = journey;
    await page.setViewportSize({ width: 1024, height: 700 });
    await agent('environments_create', { name: 'Asks', secrets: { GIVEN: '' } });
    const { id } = await agent('rest_create', { name: 'Taken over', url: 'http://127.0.0.1:9/first' });
    await openRequest(page, 'Taken over');
    await page.getByRole('button', { name: /^Agents at this request: agent-smith/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Hand back' }).waitFor();
    await page.keyboard.press('Escape');
    // The window stores edits only after the application knows the position of the cursor.
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/typed');
    await expect.poll(() => agent('rest_get', { id })).toMatchObject({ url: 'http://127.0.0.1:9/typed' });
    const { id: slow } = await agent('rest_create', {
      name: 'Slow',
      url: '{{echo_base_url}}/slow?delay=60000',
    });
    const update = agent('rest_update', { id, description: 'by the agent' });
    const asked = page.getByRole('alert', { name: 'Pending changes' });
    await asked.waitFor();
    const runs = [1, 2].map(() => agent('rest_execute', { id: slow, timeoutMs: 100_000 }));
    for (const name of ['One', 'Two', 'Three']) await agent('rest_create', { name });
    await page.getByRole('treeitem', { name: 'Slow' }).click();
    await toasts().filter({ hasText: 'agent-smith waits for your answer at Taken over' }).waitFor();
    await moreButton().waitFor();
    // Only notices of changes expire. The question, the secret and both runs stay until the end of the test.
    await changes().hover();
    await expect.poll(() => toasts().count()).toBe(3);
    const isOverEditor = async () => {
      const editor = await page.getByRole('tabpanel').first().boundingBox();
      const notices = await changes().boundingBox();
      return editor && notices && notices.x + notices.width > editor.x;
    };
    await expect.poll(isOverEditor).toBe(false);
    await picture('many');
    await moreButton().click();
    await expect.poll(() => toasts().count()).toBeGreaterThan(3);
    await picture('all');
    await changes().getByRole('button', { name: 'Show fewer' }).click();
    await expect.poll(() => toasts().count()).toBe(3);

    await toasts().getByRole('button', { name: 'Show', exact: true }).first().click();
    await asked.getByRole('button', { name: 'Allow' }).click();
    await update;
    // Either run may be in the first notice, and a notice stays for a moment after its run.
    let ended = 0;
    for (const run of runs) void run.finally(() => (ended += 1));
    const cancel = page.locator('.toast.running').getByRole('button', { name: 'Cancel' }).first();
    await expect
      .poll(async () => {
        if (await cancel.isVisible()) await cancel.click({ timeout: 1_000 }).catch(() => undefined);
        return ended;
      })
      .toBe(2);
    await Promise.all(runs);
    expect(journey.errors).toEqual([]);
  });
});
