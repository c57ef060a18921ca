import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest, pickInPalette } from './open-page.js';
import { openSection } from './open-section.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const findResult = () => journey.page.getByRole('region', { name: 'Result' });
const send = (): Promise<void> => journey.page.getByRole('button', { name: 'Send', exact: true }).click();

describe('a request with a problem', () => {
  it(
    'offers to create a missing variable, or to use an environment that has it',
    { tags: 'problems:actions' },
    async () => {
      const { page, agent, addresses } = journey;
      await agent('environments_create', { name: 'Shop API', variables: { shop_url: addresses.echo } });
      await agent('rest_create', { name: 'Lists pets', url: '{{shop_url}}/{{kind}}' });
      await openRequest(page, 'Lists pets');
      await send();
      const result = findResult();
      await result.getByRole('textbox', { name: 'Value of shop_url' }).waitFor();
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await result.getByRole('textbox', { name: 'Value of kind' }).fill('pets');
      await page.keyboard.press('Enter');
      // The environment contains the missing variable.
      await result.getByRole('button', { name: 'Use environment Shop API' }).click();
      await result.getByRole('textbox', { name: 'Value of kind' }).fill('cats');
      await page.keyboard.press('Enter');
      await result.getByRole('button', { name: 'Send again' }).click();
      await result.getByText('200 OK', { exact: true }).waitFor();
      expect(journey.errors).toEqual([]);
    },
  );

  it(
    'shows its warnings behind one button beside the status, which the keyboard opens and closes',
    { tags: 'problems:warnings' },
    async () => {
      const { page, agent } = journey;
      await agent('rest_create', {
        name: 'Warns',
        method: 'POST',
        url: '{{echo_base_url}}/warns',
        headers: [{ name: 'x-first', value: '{{nowhere}}' }],
        body: { type: 'json', content: '{{nothing}}' },
      });
      await openRequest(page, 'Warns');
      await send();
      const chip = findResult().getByRole('button', { name: /^[23] warnings$/ });
      await chip.focus();
      await page.keyboard.press('Enter');
      const warnings = page.getByRole('list', { name: 'Warnings' });
      await warnings.getByRole('textbox', { name: 'Value of nowhere' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      }
      await page.keyboard.press('Escape');
      await warnings.waitFor({ state: 'detached' });
      await page.locator('.warning-chip:focus').waitFor();
      expect(journey.errors).toEqual([]);
    },
  );
});

describe('the page Trust', { tags: 'trust:page' }, () => {
  it('is opened by its icon, the status bar, a key and the palette, and edits guards and hosts', async () => {
    const { page, agent } = journey;
    await agent('environments_create', { name: 'Live', secrets: { TOKEN: 'a-t0ken' } });
    const trust = page.getByRole('region', { name: 'Trust', exact: true });
    const close = async (): Promise<void> => {
      await page.keyboard.press('Alt+w');
      await trust.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    await trust.getByText('Nothing waits for you.').waitFor();
    await close();
    await page.getByRole('button', { name: 'Trust: nothing waits for you' }).click();
    await trust.waitFor();
    await close();
    await page.keyboard.press('Alt+t');
    await trust.waitFor();
    await close();
    await pickInPalette(page, 'Control+k', 'trust', 'Show Trust');
    const live = trust
      .getByRole('region', { name: 'What agents may send' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Live' }) });
    await live.getByText('Agents may send everything').click();
    await live.getByRole('checkbox', { name: 'Production' }).click();
    await trust.getByRole('textbox', { name: 'Hosts of TOKEN' }).fill('api.example.com');
    await page.keyboard.press('Enter');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    await page.getByRole('option', { name: /^Live/ }).click();
    await page.getByRole('group').filter({ hasText: 'Guard' }).getByText('Production').first().waitFor();
    await openSection(page, 'Where secrets may go');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Hosts of TOKEN' }).inputValue())
      .toBe('api.example.com');
    expect(journey.errors).toEqual([]);
  });

  it('lists a question that was closed without an answer, and the status bar counts it', async () => {
    const { page, agent, addresses } = journey;
    const environment = await agent('environments_create', {
      name: 'Asking',
      variables: { at: addresses.echo },
    });
    await page.keyboard.press('Alt+t');
    const trust = page.getByRole('region', { name: 'Trust', exact: true });
    const asking = trust
      .getByRole('region', { name: 'What agents may send' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Asking' }) });
    await asking.getByText('Agents may send everything').click();
    await asking.getByRole('checkbox', { name: 'Production' }).click();
    await asking.getByText('Production', { exact: true }).first().waitFor();
    const { id } = await agent('rest_create', { name: 'Orders', method: 'POST', url: '{{at}}/orders' });
    const sending = agent('rest_execute', { id, environment: environment.id });
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /wants to send a request/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Trust: 1 waits for you' }).waitFor();
    const waiting = trust.getByRole('region', { name: 'Waits for you' });
    await waiting.getByText('agent-smith wants to send').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await waiting.getByRole('button', { name: 'Answer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    expect((await sending).error).toMatchObject({ code: 'GUARD_DENIED' });
    await waiting.getByText('Nothing waits for you.').waitFor();
    expect(journey.errors).toEqual([]);
  });
});
