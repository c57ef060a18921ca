import { beforeEach, describe, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const row = (name: string) => journey.page.getByRole('tree').getByRole('treeitem', { name: `GET ${name}` });
const tab = (name: string) =>
  journey.page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab', { name });
const result = () => journey.page.getByRole('region', { name: 'Result' });

const create = async (name: string, fields: object = {}): Promise<void> => {
  await journey.agent('rest_create', { name, url: journey.addresses.echo, ...fields });
  await row(name).waitFor();
};

describe('the number of steps of a day in the window', { tags: 'steps:few' }, () => {
  it('is one each for showing a request, closing its tab and reopening it', async () => {
    await create('Kept open');
    await person.click(row('Kept open'));
    await tab('Kept open').and(journey.page.locator('[aria-selected=true]')).waitFor();
    await person.press('Alt+w');
    await tab('Kept open').waitFor({ state: 'detached' });
    await person.press('Control+Shift+T');
    await tab('Kept open').waitFor();
    expect(person.steps()).toBe(3);
  });

  it('is one to send, and two to find a text in the response from anywhere, with a count', async () => {
    await create('Read', { url: `${journey.addresses.echo}/read-this` });
    await openRequest(journey.page, 'Read');
    await person.press('Control+Enter');
    await result().getByText('read-this').first().waitFor();
    await result().getByRole('tab', { name: 'Body' }).focus();
    await person.press('Control+f');
    await journey.page.getByRole('textbox', { name: 'Find' }).waitFor();
    await person.type('read-this');
    const counted = () => result().locator('.cm-count').innerText();
    await expect.poll(counted).toMatch(/^\d+ match/);
    expect(person.steps()).toBe(3);
    await person.press('Enter');
    await expect.poll(counted).toMatch(/^1 of \d+$/);
  });

  it('is three to send with a variable that has no value: its field in the message, the value, Send', async () => {
    await create('Lacks a value', { url: `${journey.addresses.echo}/{{of_the_day}}` });
    await openRequest(journey.page, 'Lacks a value');
    await journey.page.keyboard.press('Control+Enter');
    const value = result().getByRole('textbox', { name: /^Value of of_the_day/ });
    await person.click(value);
    await person.enter('monday');
    await expect
      .poll(async () => JSON.stringify(await journey.agent('environments_list', {})))
      .toContain('monday');
    await person.press('Control+Enter');
    await result().getByText('/monday').first().waitFor();
    expect(person.steps()).toBe(3);
  });

  it('is one key to the URL, and one to each next pane', async () => {
    await create('By keys');
    await openRequest(journey.page, 'By keys');
    await person.press('Control+l');
    const label = () => journey.page.evaluate<string | null>('document.activeElement.ariaLabel');
    await expect.poll(label).toBe('URL');
    await person.press('F6');
    const pane = () =>
      journey.page.evaluate<string | undefined>(
        "document.activeElement.closest('[data-pane]')?.dataset.pane",
      );
    await expect.poll(pane).toBe('editor');
    await person.press('Shift+F6');
    await expect.poll(pane).toBe('url');
    expect(person.steps()).toBe(3);
  });

  it('is one to go from a failed test to its line', async () => {
    await create('Fails', { script: 'function onTest() {\n  expect(1).toBe(2);\n}\n' });
    await openRequest(journey.page, 'Fails');
    await journey.page.keyboard.press('Control+Enter');
    await result()
      .getByRole('tab', { name: /^Tests/ })
      .click();
    await person.click(result().getByRole('button', { name: 'Go to line 2' }).first());
    await journey.page.getByRole('tab', { name: /^Script/, selected: true }).waitFor();
    expect(person.steps()).toBe(1);
  });
});
