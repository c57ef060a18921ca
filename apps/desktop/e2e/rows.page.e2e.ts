import { expect, it } from 'vitest';

import { chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true });
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const message = (words: string) =>
  journey.page.getByRole('region', { name: 'Changes' }).locator('.toast', { hasText: words });
const undo = (words: string) => message(words).getByRole('button', { name: 'Undo' }).click();

it(
  'a removed header and a removed parameter are restored at their positions',
  { tags: 'rows:undo' },
  async () => {
    const { page } = journey;
    await journey.agent('rest_create', {
      name: 'Has rows',
      url: 'http://127.0.0.1:9/x?a=1&b=2',
      headers: ['x-one', 'x-two', 'x-three'].map((name) => ({ name, value: name, enabled: true })),
    });
    await openRequest(page, 'Has rows');
    await button('Remove Query parameter 1').click();
    await expect.poll(() => text('URL').inputValue()).toBe('http://127.0.0.1:9/x?b=2');
    await undo('Removed “a”');
    await expect.poll(() => text('URL').inputValue()).toBe('http://127.0.0.1:9/x?a=1&b=2');
    await chooseTab(page, 'Request', 'Headers');
    await button('Remove Header 2').click();
    await expect.poll(() => text('Header 2 name').inputValue()).toBe('x-three');
    // Edits made before the undo stay.
    await text('Header 1 value').fill('typed');
    await undo('Removed “x-two”');
    await expect.poll(() => text('Header 2 name').inputValue()).toBe('x-two');
    await expect.poll(() => text('Header 3 name').inputValue()).toBe('x-three');
    await expect.poll(() => text('Header 1 value').inputValue()).toBe('typed');
    await expect.poll(() => message('Removed').count()).toBe(0);
  },
);

it(
  'Undo for a removed row is no longer offered once the rows are out of view',
  { tags: 'rows:undo' },
  async () => {
    const { page } = journey;
    const headers = [{ name: 'x-gone', value: '1', enabled: true }];
    await journey.agent('rest_create', { name: 'Left', url: 'http://127.0.0.1:9', headers });
    await openRequest(page, 'Left');
    await chooseTab(page, 'Request', 'Headers');
    await button('Remove Header 1').click();
    await message('Removed “x-gone”').waitFor();
    await openRequest(page, 'See what is sent');
    await message('Removed “x-gone”').waitFor({ state: 'detached' });
  },
);

it('a removed environment variable is restored and stored', { tags: 'rows:undo' }, async () => {
  const { page } = journey;
  await journey.agent('environments_create', { name: 'Rows', variables: { first: '1', second: '2' } });
  const names = async () => {
    const { environments } = await journey.agent('environments_list', {});
    type Listed = { readonly name: string; readonly variables: readonly { readonly name: string }[] };
    const rows = (environments as readonly Listed[]).find(({ name }) => name === 'Rows');
    return rows?.variables.map(({ name }) => name);
  };
  await button('Environments').click();
  await page.getByRole('option', { name: 'Rows' }).click();
  await page.getByRole('table', { name: 'Variables of Rows' }).waitFor();
  await button('Remove Variable 1').click();
  await expect.poll(names).toEqual(['second']);
  await undo('Removed “first”');
  await expect.poll(() => text('Variable 1 name').inputValue()).toBe('first');
  await expect.poll(names).toEqual(['first', 'second']);
});

it('response headers and cookies have a menu in each row', { tags: 'menus:everywhere' }, async () => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  await openRequest(page, 'Answer with a mock');
  await button('Send').click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('1 test passed', { exact: true }).waitFor();
  await chooseTab(page, 'Response', 'Headers');
  await result.getByText('content-type', { exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy name and value' }).click();
  await expect.poll(copied).toMatch(/^content-type: /);
  await journey.agent('cookies_set', { name: 'mine', value: 'abc', domain: 'a.example' });
  await button('Cookies').click();
  await page.getByRole('row').filter({ hasText: 'mine' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy value' }).click();
  await expect.poll(copied).toBe('abc');
  await page.getByRole('row').filter({ hasText: 'mine' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('No cookies yet').waitFor();
});

it(
  'a change in the activity has a menu, by mouse and by keyboard',
  { tags: 'menus:everywhere' },
  async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Listed', url: 'http://127.0.0.1:9' });
    await button('Activity').click();
    const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
    const line = entries.filter({ hasText: 'agent-smith created the request Listed' });
    await line.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show only changes by agent-smith' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Who' }).innerText()).toContain('agent-smith');
    await expect.poll(() => entries.filter({ hasText: 'Tandem created' }).count()).toBe(0);
    await line.getByRole('button', { name: 'agent-smith created the request Listed' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Open request' }).press('Enter');
    await page.getByRole('tab', { name: 'Listed', selected: true }).waitFor();
    expect(journey.errors).toEqual([]);
  },
);
