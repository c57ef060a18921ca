import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { chooseTab, openRequest } from './open-page.js';
import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true });
const tree = () => journey.page.getByRole('tree', { name: 'Requests' });
const result = () => journey.page.getByRole('region', { name: 'Result' });
const isTyping = (name: string) => journey.page.locator(`[aria-label="${name}"]:focus`).waitFor();
const waitForResultText = (text: string) => result().getByText(text, { exact: false }).first().waitFor();

const createAndOpenRequest = async (name: string, fields: object = {}): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: '{{echo_base_url}}/x', ...fields });
  await journey.page.getByRole('treeitem', { name }).waitFor();
  return String(id);
};

describe('the number of steps for a response', { tags: 'steps:few' }, () => {
  it('is one from the first screen', async () => {
    await person.click(button('Send a first request'));
    await result().getByText('200 OK', { exact: true }).waitFor();
    expect(person.steps()).toBe(1);
  });

  it('is two from anywhere: a key, and the URL', async () => {
    await person.press('Alt+n');
    await isTyping('URL');
    await person.enter(`${journey.addresses.echo}/from-anywhere`);
    await waitForResultText('"/from-anywhere"');
    expect(person.steps()).toBe(2);
  });

  it('is two for a curl command, pasted into the URL of a new request or into the tree', async () => {
    const command = (path: string) => `curl ${journey.addresses.echo}${path} -H 'x-from: curl'`;
    await journey.page.keyboard.press('Alt+n');
    await isTyping('URL');
    await person.paste(command('/into-url'));
    await expect
      .poll(() => journey.page.getByRole('textbox', { name: 'URL' }).inputValue())
      .toContain('/into-url');
    await person.press('Enter');
    await waitForResultText('"/into-url"');
    expect(person.steps()).toBe(2);
    await tree().focus();
    await person.paste(command('/on-tree'));
    await journey.page.getByRole('tab', { name: 'GET /on-tree', selected: true }).waitFor();
    await isTyping('URL');
    await person.press('Enter');
    await waitForResultText('"/on-tree"');
    expect(person.steps()).toBe(4);
  });
});

describe('the number of steps for selecting a file', { tags: 'steps:few' }, () => {
  const file = (name: string) => journey.page.getByRole('textbox', { name, exact: true });

  it("is two with the system's dialog, and one by dropping the file", async () => {
    await createAndOpenRequest('Binary', { method: 'POST', body: { type: 'binary', file: '' } });
    await openRequest(journey.page, 'Binary');
    await chooseTab(journey.page, 'Request', 'Body');
    await person.pick({ name: 'picked.txt', text: 'picked' }, button('Upload File'));
    await expect.poll(() => file('File').inputValue()).toBe('files/picked.txt');
    expect(person.steps()).toBe(2);
    await createAndOpenRequest('Multipart', { method: 'POST', body: { type: 'multipart', parts: [] } });
    await openRequest(journey.page, 'Multipart');
    await chooseTab(journey.page, 'Request', 'Body');
    await person.drop({ name: 'dropped.txt', text: 'dropped' }, journey.page.getByText('Drop files here'));
    await expect.poll(() => file('Part 1 file').inputValue()).toBe('files/dropped.txt');
    expect(person.steps()).toBe(3);
  });
});

describe('the number of steps in the history', { tags: 'steps:few' }, () => {
  const history = () => journey.page.getByRole('region', { name: 'History' });
  const rows = () => history().getByRole('listbox', { name: 'Executions' }).getByRole('option');

  it('is two for finding an execution, and one each for sending it again, opening it and saving it', async () => {
    const id = await createAndOpenRequest('Past', { url: '{{echo_base_url}}/past?once=1' });
    await journey.agent('rest_execute', { id });
    await person.click(button('History'));
    await history().getByRole('searchbox').focus();
    await person.type('past?once');
    await expect.poll(() => rows().count()).toBe(1);
    expect(person.steps()).toBe(2);
    await person.click(result().getByRole('button', { name: 'Send again' }));
    await journey.page.getByRole('tab', { name: 'Past', selected: true }).waitFor();
    await waitForResultText('"/past"');
    expect(person.steps()).toBe(3);
    await button('History').click();
    await person.click(result().getByRole('button', { name: 'Open request' }));
    await journey.page.getByRole('tab', { name: 'Past', selected: true }).waitFor();
    expect(person.steps()).toBe(4);
    await button('History').click();
    await person.click(result().getByRole('button', { name: 'Save as request' }));
    await expect
      .poll(() => journey.page.getByRole('textbox', { name: 'URL' }).inputValue())
      .toContain('/past?once=1');
    expect(person.steps()).toBe(5);
  });
});

describe('the number of steps for using a response', { tags: 'steps:few' }, () => {
  it('is one each for copying and searching, and two for comparing', async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await createAndOpenRequest('Compared twice', { url: '{{echo_base_url}}/compared-twice' });
    for (let n = 0; n < 2; n += 1) await journey.agent('rest_execute', { id });
    await openRequest(page, 'Compared twice');
    await waitForResultText('"/compared-twice"');
    await person.click(result().getByRole('button', { name: 'Copy the body' }));
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('/compared-twice');
    expect(person.steps()).toBe(1);
    await page.getByRole('textbox', { name: 'Response body' }).focus();
    await person.press('Control+f');
    await page.locator('.cm-search input:focus').first().waitFor();
    expect(person.steps()).toBe(2);
    await person.click(result().getByRole('button', { name: 'Compare', exact: true }));
    await person.click(page.getByRole('menuitem', { name: 'Compare with the previous one' }));
    await result().getByRole('textbox', { name: 'Differences' }).waitFor();
    expect(person.steps()).toBe(4);
  });
});

describe('the number of steps for other actions', { tags: 'steps:few' }, () => {
  it('is two for opening a request from the palette', async () => {
    await person.press('Control+k');
    await journey.page.locator('dialog.palette[open] input:focus').waitFor();
    await person.enter('post json');
    await journey.page.getByRole('tab', { name: 'Post JSON and test it', selected: true }).waitFor();
    expect(person.steps()).toBe(2);
  });

  it('is two for changing the environment', async () => {
    await journey.agent('environments_create', { name: 'Elsewhere' });
    await person.click(journey.page.getByRole('combobox', { name: 'Active environment' }));
    await person.click(journey.page.getByRole('option', { name: 'Elsewhere' }));
    await expect
      .poll(() => journey.page.getByRole('combobox', { name: 'Active environment' }).innerText())
      .toContain('Elsewhere');
    expect(person.steps()).toBe(2);
  });

  it('is one each for seeing what an agent did and for undoing that', async () => {
    const id = await createAndOpenRequest('Touched', { url: 'http://127.0.0.1:9/mine' });
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/theirs' });
    await person.click(button('Activity'));
    const entry = journey.page
      .getByRole('region', { name: 'Activity' })
      .getByRole('listitem')
      .filter({ hasText: 'agent-smith changed the request Touched' });
    await entry.waitFor();
    expect(person.steps()).toBe(1);
    await person.click(entry.getByRole('button', { name: 'Undo', exact: true }));
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/mine' });
    expect(person.steps()).toBe(2);
  });

  it("is two for stopping an agent's execution from the top row", { tags: 'agents:stop' }, async () => {
    const id = await createAndOpenRequest('Takes too long', { url: '{{echo_base_url}}/slow?delay=60000' });
    const outcome = journey.agent('rest_execute', { id, timeoutMs: 120_000 });
    await person.click(button(/^Agents at work: 1 running$/));
    const card = journey.page.getByRole('dialog', { name: 'Agents at work' });
    await card.getByText('agent-smith runs Takes too long').waitFor();
    await person.click(card.getByRole('button', { name: 'Stop', exact: true }));
    expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
    await button(/^Agents at work/).waitFor({ state: 'detached' });
    expect(person.steps()).toBe(2);
  });

  it('is three for opening a folder on disk', async () => {
    const { page } = journey;
    const path = await mkdtemp(join(tmpdir(), 'tandem-steps-'));
    await person.click(button('Workspace Playground'));
    await person.click(page.getByRole('menuitem', { name: 'Open a folder' }));
    const dialog = page.getByRole('dialog', { name: 'Open a folder' });
    await dialog.locator('input:focus').waitFor();
    await person.enter(path);
    await button(/^Workspace tandem-steps-/).waitFor();
    expect(person.steps()).toBe(3);
    // The next test starts with the requests of this workspace.
    await button(/^Workspace tandem-steps-/).click();
    await page.getByRole('menuitemradio', { name: 'Playground' }).click();
    await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    await rm(path, { recursive: true, force: true });
    expect(journey.errors).toEqual([]);
  });
});
