import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createPerson, type Person } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

beforeAll(async () => {
  await journey.agent('workspaces_create', { name: 'Second' });
});

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const isOpen = (name: string) =>
  journey.page.getByRole('button', { name: `Workspace ${name}`, exact: true }).waitFor();
const input = () => journey.page.locator('dialog.palette[open] input:focus');

/** Opens a workspace by the palette: three steps. */
const typeSwitchTo = async (name: string): Promise<void> => {
  await person.press('Control+k');
  await input().waitFor();
  await person.type(`workspace ${name}`);
  const option = journey.page.getByRole('option', { name: `Open the workspace ${name}`, selected: true });
  await option.waitFor();
  await person.press('Enter');
  await isOpen(name);
};

/** Opens a workspace by the menu: two steps. */
const switchTo = async (name: string): Promise<void> => {
  await person.click(journey.page.getByRole('button', { name: /^Workspace / }));
  await person.click(journey.page.getByRole('menuitemradio', { name }));
  await isOpen(name);
};

afterEach(async () => {
  // The next test starts with the requests of this workspace.
  if (await journey.page.getByRole('button', { name: 'Workspace Second', exact: true }).isVisible())
    await switchTo('Playground');
  await journey.page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
});

describe('opening another workspace and returning', { tags: 'workspace:switch' }, () => {
  it('takes two steps by mouse and three by keyboard, each way', async () => {
    await switchTo('Second');
    expect(person.steps()).toBe(2);
    await typeSwitchTo('Playground');
    expect(person.steps()).toBe(5);
  });
});
