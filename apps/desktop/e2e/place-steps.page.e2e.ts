import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true });
const entry = (name: string) => journey.page.getByRole('menuitem', { name });
const dialog = (name: string) => journey.page.getByRole('dialog', { name });
const option = (name: string) => journey.page.getByRole('option', { name: new RegExp(`^${name}`) });
const detail = (name: string) =>
  journey.page.getByRole('region', { name: `Environment ${name}`, exact: true });

const environments = async (): Promise<string> =>
  JSON.stringify(await journey.agent('environments_list', {}));

const workspaces = async (): Promise<string> => JSON.stringify(await journey.agent('workspaces_list', {}));

const openEnvironment = async (name: string, fields: object): Promise<void> => {
  await journey.agent('environments_create', { name, ...fields });
  await button('Environments').click();
  await option(name).click();
  await detail(name).waitFor();
};

describe('the number of steps for actions on an environment', { tags: 'steps:few' }, () => {
  it('is two for renaming, and one each for coloring, copying and adding a secret', async () => {
    const { page } = journey;
    await openEnvironment('Town', { variables: { key: 'value' } });
    const list = page.getByRole('listbox', { name: 'Environments of the workspace' });
    await list.focus();
    await person.press('F2');
    await page.locator('input.environment-name:focus').waitFor();
    await person.enter('City');
    await detail('City').waitFor();
    expect(person.steps()).toBe(2);
    await person.click(page.getByRole('radio', { name: 'Red' }));
    await expect.poll(environments).toContain('#d32f2f');
    expect(person.steps()).toBe(3);
    await person.click(button('Variable 1 is secret'));
    await page.getByRole('textbox', { name: 'Variable 2 name' }).focus();
    await expect.poll(environments).toContain('"secrets":[{"name":"key"');
    expect(person.steps()).toBe(4);
    await person.click(button('Duplicate'));
    await detail('City copy').waitFor();
    expect(person.steps()).toBe(5);
  });

  it('is two each for comparing, editing as text and opening a request that uses a variable', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Uses it', url: 'http://127.0.0.1:9/{{used_once}}' });
    await openEnvironment('Village', { variables: { used_once: '1' } });
    await person.click(button('Compare'));
    await page.getByText('names differ').waitFor();
    expect(person.steps()).toBe(1);
    await person.click(button('Edit as text'));
    await page.getByRole('textbox', { name: 'Variables as text' }).fill('used_once=2');
    await person.click(button('Apply'));
    await expect.poll(environments).toContain('"used_once","value":"2"');
    expect(person.steps()).toBe(3);
    await person.click(button('Variable 1 is used by 1 request'));
    await person.click(page.getByRole('dialog').getByRole('button', { name: 'Uses it' }));
    await page.getByRole('tab', { name: 'Uses it', selected: true }).waitFor();
    expect(person.steps()).toBe(5);
  });
});

describe('the number of steps for actions on workspaces', { tags: 'steps:few' }, () => {
  const isOpen = (name: string) => button(`Workspace ${name}`).waitFor();

  it('is three each for creating, renaming and deleting a workspace', async () => {
    const { page } = journey;
    await person.click(button('Workspace Playground'));
    await person.click(entry('New workspace'));
    await dialog('New workspace').locator('input:focus').waitFor();
    await person.enter('Cellar');
    await isOpen('Cellar');
    expect(person.steps()).toBe(3);
    await person.click(button('Workspace Cellar'), 'right');
    await person.click(entry('Rename'));
    await dialog('Rename the workspace').locator('input:focus').waitFor();
    await page.keyboard.press('Control+a');
    await person.enter('Attic');
    await isOpen('Attic');
    expect(person.steps()).toBe(6);
    await person.click(button('Workspace Attic'), 'right');
    await person.click(entry('Delete'));
    await person.click(dialog('Delete the workspace?').getByRole('button', { name: 'Delete', exact: true }));
    await expect.poll(workspaces).not.toContain('Attic');
    expect(person.steps()).toBe(9);
    await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
  });

  it('is four for creating a folder, which never happens automatically, and three for learning what a folder is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-places-'));
    const [fresh, bruno] = [join(folder, 'fresh'), join(folder, 'shop')];
    await mkdir(bruno);
    await writeFile(join(bruno, 'bruno.json'), '{"version":"1","name":"My shop","type":"collection"}');
    await person.click(button('Workspace Playground'));
    await person.click(entry('Open a folder'));
    await dialog('Open a folder').locator('input:focus').waitFor();
    await person.enter(bruno);
    await dialog('Convert the Bruno collection “My shop”').waitFor();
    expect(person.steps()).toBe(3);
    await journey.page.keyboard.press('Escape');
    await person.click(button('Workspace Playground'));
    await person.click(entry('Open a folder'));
    await dialog('Open a folder').locator('input:focus').waitFor();
    await person.enter(fresh);
    await dialog('Open a folder').getByText('This folder does not exist.').waitFor();
    expect(await readdir(folder)).toEqual(['shop']);
    await person.click(dialog('Open a folder').getByRole('button', { name: 'Create it' }));
    await isOpen('fresh');
    expect(person.steps()).toBe(3 + 4);
    // The next test starts with the requests of this workspace.
    await button('Workspace fresh').click();
    await journey.page.getByRole('menuitemradio', { name: 'Playground' }).click();
    await journey.page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('the number of steps for actions on a folder on disk', { tags: 'steps:few' }, () => {
  it('is one each for seeing the state of the folder and for saving automatically', async () => {
    const { page } = journey;
    await person.click(page.getByRole('contentinfo').getByRole('button', { name: /changes? to save/ }));
    await page.getByText('This folder holds the workspace as text files').waitFor();
    expect(person.steps()).toBe(1);
    await person.click(page.getByRole('checkbox', { name: 'Save changes to the folder automatically' }));
    await page.getByRole('contentinfo').getByText('All saved to disk').waitFor();
    expect(person.steps()).toBe(2);
  });

  it('is two for importing a collection: dropping it, and confirming the plan', async () => {
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
    const item = [{ name: 'Fetch', request: { method: 'GET', url: 'http://127.0.0.1:9/pets' } }];
    const text = JSON.stringify({ info: { name: 'Pets', schema }, item });
    await person.drop({ name: 'pets.json', text }, journey.page.locator('main'));
    const plan = dialog('A Postman collection “Pets”');
    await plan.getByText('It creates 1 request, 1 folder in the new folder “Pets”.').waitFor();
    await plan.getByRole('button', { name: 'Import' }).and(journey.page.locator(':focus')).waitFor();
    await person.press('Enter');
    await plan.waitFor({ state: 'detached' });
    await journey.page.getByRole('treeitem', { name: 'GET Fetch' }).waitFor();
    expect(person.steps()).toBe(2);
    expect(journey.errors).toEqual([]);
  });
});
