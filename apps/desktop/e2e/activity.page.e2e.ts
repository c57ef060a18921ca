import { describe, expect, it } from 'vitest';

import { chooseOption, openRequest, runRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const activity = () => journey.page.getByRole('region', { name: 'Activity' });
const entry = (sentence: string) => activity().getByRole('listitem').filter({ hasText: sentence });
const headOf = (sentence: string) => entry(sentence).getByRole('button', { name: sentence });
const url = () => journey.page.getByRole('textbox', { name: 'URL' });

const openActivity = async (): Promise<void> => {
  await journey.page.getByRole('button', { name: 'Activity', exact: true }).click();
  await activity().getByRole('searchbox', { name: 'Search the activity' }).waitFor();
};

/** Creates a request as the agent and edits it once. */
const createChangedRequest = async (name: string): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: 'http://127.0.0.1:9/first' });
  await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/changed' });
  await journey.page.getByRole('treeitem', { name }).waitFor();
  return String(id);
};

describe('the activity page', () => {
  it(
    'shows a change with its fields even after a reload, and undoes the change',
    { tags: 'window:activity' },
    async () => {
      const { page } = journey;
      const id = await createChangedRequest('Kept');
      await page.reload();
      await page.getByRole('treeitem', { name: 'Kept' }).waitFor();
      await openActivity();
      const sentence = 'agent-smith changed the request Kept';
      await headOf(sentence).click();
      await entry(sentence).getByText('http://127.0.0.1:9/first', { exact: true }).waitFor();
      await entry(sentence).getByText('http://127.0.0.1:9/changed', { exact: true }).waitFor();
      await entry(sentence).getByRole('button', { name: 'Undo', exact: true }).click();
      await entry(`You undid “${sentence}”`).waitFor();
      await entry(sentence).last().getByText('undone by you', { exact: true }).waitFor();
      await expect
        .poll(() => journey.agent('rest_get', { id }))
        .toMatchObject({ url: 'http://127.0.0.1:9/first' });
      await entry(sentence).last().getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('tab', { name: 'Kept', selected: true }).waitFor();
      await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/first');
    },
  );

  it('restores after a reload what an agent has deleted', { tags: 'window:activity' }, async () => {
    const { page } = journey;
    const id = await createChangedRequest('Lost');
    await journey.agent('rest_delete', { id });
    await page.getByRole('treeitem', { name: 'Lost' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    await openActivity();
    const sentence = 'agent-smith deleted the request Lost';
    await entry(sentence).getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('treeitem', { name: 'Lost' }).waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/changed' });
  });

  it("undoes an agent's change to an environment", { tags: 'window:activity' }, async () => {
    const { page } = journey;
    const variables = { host: 'one', port: '1' };
    const { id } = await journey.agent('environments_create', { name: 'Dev', variables });
    await journey.agent('environments_update', { id, variables: { host: 'two' }, removeVariables: ['port'] });
    const sentence = 'agent-smith changed the environment Dev';
    const notice = page.locator('.toast', { hasText: sentence });
    await notice.getByRole('button', { name: 'Undo' }).click();
    const present = async () => {
      const { environments } = await journey.agent('environments_list', {});
      return JSON.stringify((environments as readonly { id: unknown }[]).find((one) => one.id === id));
    };
    await expect.poll(present).toMatch(/"host","value":"one".*"port","value":"1"/);
    await openActivity();
    await entry(`You undid “${sentence}”`).waitFor();
    await entry('agent-smith created the environment Dev').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(present).toBe(undefined);
    expect(journey.errors).toEqual([]);
  });

  it('undoes everything that an agent did, and redoes it', { tags: 'window:activity' }, async () => {
    const { page } = journey;
    await createChangedRequest('All one');
    const id = await createChangedRequest('All two');
    await openRequest(page, 'All two');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('All mine');
    await page.getByRole('treeitem', { name: 'All mine' }).waitFor();
    await openActivity();
    await chooseOption(activity().getByRole('combobox', { name: 'Who' }), 'agent-smith');
    await activity().getByRole('button', { name: 'Undo all by agent-smith' }).click();
    await activity()
      .getByText(/^Undid \d+ changes by agent-smith\. Kept, because changed since: .*\(name, by you\)/)
      .waitFor();
    await page.getByRole('treeitem', { name: 'All one' }).waitFor({ state: 'detached' });
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ name: 'All mine', url: 'http://127.0.0.1:9/first' });
    await activity().getByRole('button', { name: 'Redo', exact: true }).click();
    await page.getByRole('treeitem', { name: 'All one' }).waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ name: 'All mine', url: 'http://127.0.0.1:9/changed' });
    await chooseOption(activity().getByRole('combobox', { name: 'Who' }), 'Anyone');
    expect(journey.errors).toEqual([]);
  });

  it(
    "is opened from a request's menus with the changes of that request and its script",
    { tags: 'window:activity' },
    async () => {
      const { page } = journey;
      const id = await createChangedRequest('Historic');
      await journey.agent('rest_update_script', { id, script: 'export function onTest() {}' });
      // On a busy machine, so much time may pass between the two changes that they do not share one entry.
      const isOnly = async (): Promise<boolean> => {
        const texts = await activity().getByRole('listitem').allInnerTexts();
        return texts.length > 1 && texts.every((text) => text.includes('Historic'));
      };
      const showsOnly = () => expect.poll(isOnly).toBe(true);
      await openActivity();
      await page.getByRole('treeitem', { name: 'Historic' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Changes of this request' }).click();
      await showsOnly();
      await headOf('agent-smith changed the request Historic').first().click();
      await entry('agent-smith changed the request Historic').getByText('onTest').waitFor();
      await activity().getByRole('button', { name: 'Only Historic' }).click();
      await entry('Tandem created the workspace Playground').waitFor();
      await openRequest(page, 'Historic');
      await page
        .getByRole('tablist', { name: 'Open tabs' })
        .getByRole('tab', { name: 'Historic' })
        .click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Changes of this request' }).click();
      await showsOnly();
      expect(journey.errors).toEqual([]);
    },
  );

  it('undoes and redoes a change, and shows who undid the change', { tags: 'window:activity' }, async () => {
    const id = await createChangedRequest('Back and forth');
    const url = async () => (await journey.agent('rest_get', { id })).url;
    await openActivity();
    const sentence = 'agent-smith changed the request Back and forth';
    await entry(sentence).getByRole('button', { name: 'Undo', exact: true }).click();
    await entry(sentence).getByText('undone by you', { exact: true }).waitFor();
    expect(await url()).toBe('http://127.0.0.1:9/first');
    await entry(`You undid “${sentence}”`).getByRole('button', { name: 'Redo', exact: true }).click();
    await entry(`You redid “${sentence}”`).waitFor();
    expect(await url()).toBe('http://127.0.0.1:9/changed');
    expect(journey.errors).toEqual([]);
  });

  it('can be filtered by the source of changes', { tags: 'window:activity' }, async () => {
    const { page } = journey;
    await createChangedRequest('By means');
    await openRequest(page, 'By means');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By means of me');
    await openActivity();
    await entry('You changed the request By means of me').waitFor();
    await chooseOption(activity().getByRole('combobox', { name: 'How' }), 'By agents');
    await entry('You changed the request By means of me').waitFor({ state: 'detached' });
    await entry('agent-smith created the request By means').waitFor();
    await chooseOption(activity().getByRole('combobox', { name: 'How' }), 'In the window');
    await entry('agent-smith created the request By means').waitFor({ state: 'detached' });
    await entry('You changed the request By means of me').waitFor();
  });

  it('updates live, and can be filtered by agent and by text', { tags: 'window:activity' }, async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Ours', url: 'http://127.0.0.1:9/ours' });
    await openRequest(page, 'Ours');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Seen by me');
    await page.getByRole('treeitem', { name: 'Seen by me' }).waitFor();
    await openActivity();
    await entry('You changed the request Seen by me').waitFor();
    await createChangedRequest('Followed');
    await entry('agent-smith changed the request Followed').waitFor();
    await chooseOption(activity().getByRole('combobox', { name: 'Who' }), 'agent-smith');
    await entry('You changed the request Seen by me').waitFor({ state: 'detached' });
    await activity().getByRole('searchbox', { name: 'Search the activity' }).fill('FOLLOWED');
    await expect.poll(() => activity().getByRole('listitem').count()).toBe(2);
    await activity().getByRole('searchbox', { name: 'Search the activity' }).fill('no such thing');
    await activity().getByText('No change matches').waitFor();
  });

  it('shows consecutive executions by an agent on one line', { tags: 'window:activity' }, async () => {
    const { page } = journey;
    for (const name of ['One', 'Two', 'Three'])
      await journey.agent('rest_create', { name, folder: 'Suite', url: '{{echo_base_url}}/run' });
    await journey.agent('runs_execute', { folder: 'Suite' });
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByText('agent-smith ran 3 requests').waitFor();
    await openActivity();
    const line = headOf('agent-smith ran 3 requests');
    await line.getByText('One, Two, Three').waitFor();
    await expect.poll(() => headOf('agent-smith ran Two').count()).toBe(0);
    await line.click();
    await headOf('agent-smith ran Two').waitFor();
    await changes.getByRole('button', { name: 'Show', exact: true }).first().click();
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
  });

  it('can be used by keyboard', { tags: 'window:activity' }, async () => {
    const { page } = journey;
    await createChangedRequest('Walked');
    await openActivity();
    const [update, creation] = [
      headOf('agent-smith changed the request Walked'),
      headOf('agent-smith created the request Walked'),
    ];
    const focused = () => page.locator(':focus').textContent();
    await update.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(await creation.textContent());
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe(await update.textContent());
    await page.keyboard.press('Enter');
    await expect.poll(() => update.getAttribute('aria-expanded')).toBe('true');
  });

  it(
    "still shows after a reload which request's script changed a variable",
    { tags: 'window:activity' },
    async () => {
      const { page } = journey;
      const script = "export function onResponse(req, res) { res.env.setVariable('marked', 'yes'); }";
      await journey.agent('rest_create', { name: 'Marks', url: '{{echo_base_url}}/marks', script });
      await page.getByRole('treeitem', { name: 'Marks' }).waitFor();
      await runRequest(page, 'Marks');
      await page.reload();
      await page.getByRole('tab', { name: 'Marks', selected: true }).waitFor();
      await page.getByRole('button', { name: 'Environments', exact: true }).click();
      await page.getByText('changed by the script of Marks').waitFor();
    },
  );
});
