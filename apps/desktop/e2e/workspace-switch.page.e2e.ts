import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { createPerson, type Person } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let server: Server;
let url = '';
/** Answers the requests that wait, and later ones. */
let answer = (): void => undefined;
let count = 0;

beforeAll(async () => {
  const asked = new Promise<void>((resolve) => (answer = resolve));
  server = createServer((_, response) => {
    count += 1;
    void asked.then(() => response.end('at last'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await journey.agent('workspaces_create', { name: 'Second' });
});
afterAll(() => server.close());

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const isOpen = (name: string) =>
  journey.page.getByRole('button', { name: `Workspace ${name}`, exact: true }).waitFor();
const tab = (name: string) =>
  journey.page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab', { name });
const notice = (text: string) => journey.page.locator('.toast', { hasText: text });
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

  it('keeps a running request, which can still be canceled and shows its response', async () => {
    const { page, agent } = journey;
    await agent('rest_create', { name: 'Slow', url });
    await openRequest(page, 'Slow');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => count).toBe(1);
    await switchTo('Second');
    await switchTo('Playground');
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    answer();
    await page.getByRole('region', { name: 'Result' }).getByText('at last').waitFor();
    expect(count).toBe(1);
  });

  it('keeps what was just typed, the preview, and the closed tabs', async () => {
    const { page, agent } = journey;
    const { id } = await agent('rest_create', { name: 'Typed', url });
    await openRequest(page, 'Answer with a mock');
    await openRequest(page, 'Typed');
    await page.getByRole('treeitem', { name: 'See what is sent' }).click();
    await tab('See what is sent').waitFor();
    await tab('Answer with a mock').click();
    await page.keyboard.press('Alt+w');
    await tab('Typed').click();
    await page.getByRole('textbox', { name: 'URL' }).press('End');
    await page.keyboard.type('typed');
    await typeSwitchTo('Second');
    await expect
      .poll(() => agent('rest_get', { workspaceId: 'Playground', id }))
      .toMatchObject({ url: `${url}typed` });
    await agent('rest_update', { workspaceId: 'Playground', id, url: `${url}changed` });
    await switchTo('Playground');
    await expect.poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(`${url}changed`);
    await expect
      .poll(() => page.getByRole('tablist').locator('[data-preview] .name').allInnerTexts())
      .toEqual(['See what is sent']);
    await page.keyboard.press('Control+Shift+t');
    await tab('Answer with a mock').waitFor();
    expect(journey.errors).toEqual([]);
  });
});

describe('a notice about another workspace', { tags: 'workspace:notices' }, () => {
  it('names it, and offers to show the changed request only while it is open', async () => {
    const { page, agent } = journey;
    await agent('rest_create', { workspaceId: 'Second', name: 'Far', url });
    await notice('created the request Far in Second').waitFor();
    expect(await notice('the request Far').getByRole('button', { name: 'Show', exact: true }).count()).toBe(
      0,
    );
    await switchTo('Second');
    await notice('the request Far').getByRole('button', { name: 'Show', exact: true }).click();
    await tab('Far').waitFor();
    await switchTo('Playground');
    await agent('rest_create', { workspaceId: 'Second', name: 'Mistake', url });
    await notice('created the request Mistake in Second').getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => agent('rest_list', { workspaceId: 'Second' }))
      .toMatchObject({ requests: [{ name: 'Far' }] });
    expect(await page.getByRole('treeitem', { name: /Far|Mistake/ }).count()).toBe(0);
    expect(journey.errors).toEqual([]);
  });
});
