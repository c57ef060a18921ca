import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { openPage, openRequest, readUnsavedEdits } from './open-page.js';

const journey = useJourney();

const changes = () => journey.page.getByRole('region', { name: 'Changes' });
const rowOf = (name: string) => journey.page.getByRole('treeitem', { name });
const url = () => journey.page.getByRole('textbox', { name: 'URL' });

/** Creates a request as the agent, and waits until the page shows it in its tree. */
const createRequest = async (name: string): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: 'http://127.0.0.1:9/first' });
  await rowOf(name).waitFor();
  return id as string;
};

describe('an agent that works alongside a person', () => {
  it('creates, edits and deletes requests, and each change is shown and can be undone by a click', async () => {
    const { page } = journey;
    const id = await createRequest('Theirs');
    await createRequest('After');
    await changes().getByText('agent-smith created the request Theirs').waitFor();
    await openRequest(page, 'Theirs');
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/changed' });
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/changed');
    const changed = changes().locator('.toast', { hasText: 'agent-smith changed the request Theirs' });
    await changed.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/first');
    await journey.agent('rest_delete', { id });
    await expect.poll(() => rowOf('Theirs').count()).toBe(0);
    const deleted = changes().locator('.toast', { hasText: 'agent-smith deleted the request Theirs' });
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await rowOf('Theirs').waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/first' });
    const between = async () => {
      const names = await page.getByRole('treeitem').allInnerTexts();
      const placeOf = (name: string) => names.findIndex((text) => text.includes(name));
      return placeOf('After') - placeOf('Theirs');
    };
    await expect.poll(between).toBe(1);
  });

  it('has its changes undone, except in fields that someone has changed since, which the message names', async () => {
    const { page } = journey;
    const id = await createRequest('Shared');
    await openRequest(page, 'Shared');
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/agent', description: 'agent' });
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/agent');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shared by two');
    const toast = () => changes().locator('.toast', { hasText: 'agent-smith changed the request Shared' });
    const undo = () => toast().getByRole('button', { name: 'Undo' }).click();
    await undo();
    const now = () => journey.agent('rest_get', { id });
    const first = { url: 'http://127.0.0.1:9/first', description: '', name: 'Shared by two' };
    await expect.poll(now).toMatchObject(first);
    await expect.poll(() => toast().count()).toBe(0);
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/again' });
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/again');
    await url().fill('http://127.0.0.1:9/mine');
    await undo();
    await changes().getByText('Later changes were kept: url.').waitFor();
    await expect.poll(now).toMatchObject({ url: 'http://127.0.0.1:9/mine' });
  });

  it("deletes a request that the person edits, and an undo restores the request with the person's edit", async () => {
    const { page } = journey;
    const id = await createRequest('Edited');
    await openRequest(page, 'Edited');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('-5');
    await journey.agent('rest_delete', { id });
    await page.getByRole('alert', { name: 'Deleted' }).waitFor();
    await page.getByRole('button', { name: 'Activity' }).click();
    const listed = page.getByRole('listitem').filter({ hasText: 'agent-smith deleted the request Edited' });
    await listed.last().getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('listitem')
      .getByText('You undid “agent-smith deleted the request Edited”')
      .waitFor();
    await expect.poll(() => listed.last().getByText('undone by you').count()).toBe(1);
    await page.getByRole('tab', { name: 'Edited' }).click();
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Timeout (ms)' }).inputValue()).toBe('-5');
    await expect.poll(() => page.getByRole('alert', { name: 'Deleted' }).count()).toBe(0);
  });

  it('deletes a request that the person edits, who can keep it as a new request even after a reload', async () => {
    const { page } = journey;
    const id = await createRequest('Rescued');
    await openRequest(page, 'Rescued');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('soon');
    await page.getByText('Not saved').first().waitFor();
    await journey.agent('rest_delete', { id });
    const gone = page.getByRole('alert', { name: 'Deleted' });
    await gone.waitFor();
    await page.getByRole('region', { name: 'Result' }).getByText('deleted, so it cannot be sent').waitFor();
    for (const name of ['Send', 'More ways to send'])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    await url().fill('http://127.0.0.1:9/after');
    await page.reload();
    await page.getByRole('tab', { name: 'Rescued', selected: true }).waitFor();
    await gone.getByRole('button', { name: 'Keep as new request' }).click();
    await page.getByRole('tab', { name: 'Rescued', selected: true }).waitFor();
    await expect.poll(() => gone.count()).toBe(0);
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/after');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Timeout (ms)' }).inputValue()).toBe('soon');
    await expect
      .poll(() => journey.agent('rest_list', { search: 'Rescued' }))
      .toMatchObject({ requests: [{ name: 'Rescued', url: 'http://127.0.0.1:9/after' }] });
  });

  it('creates a request that the person edits, and can keep after an undo or a deletion in another window', async () => {
    const { page } = journey;
    const gone = page.getByRole('alert', { name: 'Deleted' });
    await createRequest('Fresh');
    await openRequest(page, 'Fresh');
    const toast = changes().locator('.toast', { hasText: 'agent-smith created the request Fresh' });
    // The page's clock is stopped, so that edits are not stored before the undo. Hovering keeps the notice open.
    await toast.hover();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await url().fill('http://127.0.0.1:9/typed');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => journey.agent('rest_list', { search: 'Fresh' })).toMatchObject({ requests: [] });
    await page.clock.resume();
    await gone.waitFor();
    await expect.poll(() => readUnsavedEdits(page)).toContain('"Fresh"');
    await gone.getByRole('button', { name: 'Keep as new request' }).click();
    await expect.poll(() => gone.count()).toBe(0);
    await rowOf('Fresh').waitFor();
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/typed');
    const undid = changes().locator('.toast', {
      hasText: 'You undid “agent-smith created the request Fresh”',
    });
    await expect.poll(() => undid.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    // The application shares unsaved edits between windows. Wait until it no longer stores the draft of the deleted request, or the other
    // window would show it.
    await expect.poll(() => readUnsavedEdits(page)).not.toContain('"Fresh"');
    const other = await openPage(journey.browser);
    await other.goto(journey.addresses.page);
    await openRequest(other, 'Fresh');
    // If all edits were stored, the tab would close when the request is deleted.
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('soon');
    await page.getByText('Not saved').first().waitFor();
    await other.getByRole('tree').focus();
    await other.keyboard.press('Delete');
    await gone.waitFor();
    await expect.poll(() => other.getByRole('alert', { name: 'Deleted' }).count()).toBe(0);
    await other.close();
  });

  it("executes a request, which the activity and the request's result show", async () => {
    const { page } = journey;
    const { id } = await journey.agent('rest_create', { name: 'Run by it', url: '{{echo_base_url}}/theirs' });
    await openRequest(page, 'Run by it');
    await journey.agent('rest_execute', { id });
    await changes().getByText('agent-smith ran Run by it').waitFor();
    await page.getByRole('region', { name: 'Result' }).getByText('"/theirs"').waitFor();
    await page.getByRole('button', { name: 'Activity' }).click();
    await page.getByRole('listitem').getByText('agent-smith ran Run by it').waitFor();
    await page.getByRole('listitem').getByText('agent-smith created the request Run by it').waitFor();
  });

  it('executes a request that the page shows while it runs, and the person can cancel the execution', async () => {
    // Longer than any timeout in the page.
    const url = '{{echo_base_url}}/slow?delay=300000';
    const settings = { timeoutMs: 300_000 };
    const { id } = await journey.agent('rest_create', { name: 'Takes long', url, settings });
    const outcome = journey.agent('rest_execute', { id });
    const running = changes().locator('.toast', { hasText: 'agent-smith runs Takes long' });
    await running.getByText('waiting for the response').waitFor();
    await rowOf('Takes long').getByRole('img', { name: 'running' }).waitFor();
    await running.getByRole('button', { name: 'Cancel' }).click();
    expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
    await expect.poll(() => running.count()).toBe(0);
  });

  it('edits another field at the same time as the person, and both edits are stored', async () => {
    const { page } = journey;
    const id = await createRequest('Both');
    await openRequest(page, 'Both');
    await Promise.all([
      url().fill('http://127.0.0.1:9/mine'),
      journey.agent('rest_update', { id, description: 'theirs' }),
    ]);
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/mine', description: 'theirs' });
  });

  it('edits the same field as the person, who then chooses one of the two values', async () => {
    const { page } = journey;
    const id = await createRequest('Contested');
    await openRequest(page, 'Contested');
    const asked = page.getByRole('alert', { name: 'Conflicts' });
    // The page's clock is stopped, so that the agent's edit arrives before the person's edit is stored.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await url().fill('http://127.0.0.1:9/mine');
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/theirs' });
    await page.clock.resume();
    await asked.getByText('http://127.0.0.1:9/theirs').waitFor();
    await asked.getByText('was changed by agent-smith').waitFor();
    await page.getByRole('status').getByText('Conflict: choose below', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page
      .getByRole('region', { name: 'Result' })
      .getByText('Not sent: url was also changed elsewhere.')
      .last()
      .waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Keep yours');
    await expect
      .poll(() => journey.agent('executions_list', { requestId: id }))
      .toMatchObject({ executions: [] });
    await asked.getByRole('button', { name: 'Keep yours' }).click();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/mine' });
  });
});
