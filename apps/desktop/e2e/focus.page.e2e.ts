import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { holdAnswers } from './hold.js';
import { chooseTab, openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      request.url === '/errors' ? '{"data":null,"errors":[{"message":"no such field"}]}' : '{"a":1,"b":1}',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const row = (name: string) => journey.page.getByRole('treeitem', { name });
const readFocusedLabel = () =>
  journey.page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`);

const make = async (name: string, folder = ''): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, folder, url: `${base}/x` });
  await row(name).waitFor();
  return id as string;
};

describe('the focus', () => {
  it('moves to the URL of a request chosen in the palette', async () => {
    await make('Found here');
    await pickInPalette(journey.page, 'Control+p', 'Found here', 'GET Found here');
    await expect.poll(readFocusedLabel).toBe('URL');
  });

  it('stays where a key has moved it while the request chosen in the palette is loaded', async () => {
    const { page } = journey;
    await make('Loaded late');
    const held = await holdAnswers(page, 'rest_get');
    await pickInPalette(page, 'Control+p', 'Loaded late', 'GET Loaded late');
    await page.getByRole('tab', { name: 'Loaded late', selected: true }).waitFor();
    await expect.poll(readFocusedLabel).toBe('Requests');
    await page.keyboard.press('Control+f');
    await expect.poll(readFocusedLabel).toBe('Search requests');
    held.release();
    await page.getByRole('textbox', { name: 'URL' }).waitFor();
    expect(await readFocusedLabel()).toBe('Search requests');
  });

  it('stays beside Send when Send is clicked', async () => {
    const { page } = journey;
    await make('Clicked');
    await openRequest(page, 'Clicked');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(`document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? ''`),
      )
      .toBe('url');
  });

  it.each([
    ['requests', 'Search requests', 'Requests'],
    ['executions', 'Search the history', 'Executions'],
  ])('moves down from the search of %s to its list', async (_, search, list) => {
    const { page } = journey;
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('listbox', { name: 'Executions' }).waitFor();
    await page.getByRole('searchbox', { name: search }).press('ArrowDown');
    await expect.poll(readFocusedLabel).toBe(list);
  });

  it('moves to the page of the runs when a run is started', async () => {
    const { page } = journey;
    await make('Run by keys');
    await openRequest(page, 'Run by keys');
    await pickInPalette(page, 'Control+k', 'run the request', 'Run the request');
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await page.getByRole('tab', { name: 'Runs', selected: true }).waitFor();
    await expect
      .poll(() => page.evaluate(`document.activeElement?.closest('#shown-tab') !== null`))
      .toBe(true);
  });

  it('moves to the name of a duplicated request', async () => {
    await make('Original');
    await openRequest(journey.page, 'Original');
    await journey.page.getByRole('tree').focus();
    await journey.page.keyboard.press('Control+d');
    await journey.page.getByRole('tab', { name: 'Original copy', selected: true }).waitFor();
    await expect.poll(readFocusedLabel).toBe('Name');
    await journey.page.keyboard.type('Renamed');
    await row('Renamed').waitFor();
  });

  it('moves to the first variable of a new environment', async () => {
    const { page } = journey;
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of a new environment' }).fill('Fresh');
    await page.keyboard.press('Enter');
    await expect.poll(readFocusedLabel).toBe('Variable 1 name');
  });

  it("returns to the list when a dialog that was opened from the list's menu is closed", async () => {
    const { page } = journey;
    await make('In the menu');
    await row('In the menu').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export …' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(readFocusedLabel).toBe('Requests');
  });

  it('returns to the button that opened a dialog when the dialog is closed', async () => {
    const { page } = journey;
    await page.getByRole('button', { name: 'Cookies', exact: true }).click();
    await page.getByRole('button', { name: 'New cookie' }).click();
    await page.getByRole('dialog', { name: 'New cookie' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(`document.activeElement?.textContent`)).toBe('New cookie');
  });

  it("moves to the list's search when Ctrl+F is pressed in the list", async () => {
    const { page } = journey;
    await page.getByRole('tree').focus();
    await page.keyboard.press('Control+f');
    await expect.poll(readFocusedLabel).toBe('Search requests');
  });

  it('starts in the list, and moves into a tab that a key opens', async () => {
    const { page } = journey;
    await expect.poll(readFocusedLabel).toBe('Requests');
    await page.keyboard.press('Alt+t');
    await page.getByRole('tab', { name: 'Trust', selected: true }).waitFor();
    const isInTab = () => page.evaluate(`document.activeElement.closest('#shown-tab') !== null`);
    await expect.poll(isInTab).toBe(true);
    await page.keyboard.press('F6');
    await expect.poll(readFocusedLabel).toBe('Requests');
    await page.keyboard.press('F6');
    expect(await isInTab()).toBe(true);
  });

  it('moves into the page that a setting of the palette opens, even if its field is disabled', async () => {
    const { page } = journey;
    const readShown = () =>
      page.evaluate(`document.activeElement.closest('#shown-tab')?.getAttribute('aria-labelledby')`);
    const pages = {
      'Keyboard shortcuts': 'shortcuts',
      'Connection of an agent': 'connect',
      'Compare environments': 'environments',
      'Workspace settings': 'workspace',
    };
    for (const [title, key] of Object.entries(pages)) {
      await pickInPalette(page, 'Control+k', title.toLowerCase(), title);
      await expect.poll(readShown, { message: title }).toBe(`tab-${key}`);
    }
    expect(journey.errors).toEqual([]);
  });

  it('returns to the list of environments when a name is entered', async () => {
    const { page } = journey;
    await journey.agent('environments_create', { name: 'To rename' });
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    await page.getByRole('option', { name: 'To rename' }).click();
    await page.keyboard.press('F2');
    await expect.poll(readFocusedLabel).toBe('Name of the environment');
    await page.keyboard.type('Renamed by key');
    await page.keyboard.press('Enter');
    await expect.poll(readFocusedLabel).toBe('Environments of the workspace');
    await page.getByRole('option', { name: 'Renamed by key' }).waitFor();
  });

  it('returns to an earlier element when the focused one is removed, but stays on a button that is disabled briefly', async () => {
    const { page } = journey;
    const isSearched = `document.activeElement.getAttribute('aria-label') === 'Search requests'`;
    await page.getByRole('searchbox', { name: 'Search requests' }).focus();
    await page.evaluate(`(() => {
      const list = document.querySelector('nav.sidebar');
      const button = document.createElement('button');
      button.setAttribute('aria-label', 'Passing');
      list.append(button);
      button.focus();
      button.disabled = true;
    })()`);
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(true);
    await page.evaluate(`document.querySelector('[aria-label=Passing]').disabled = false`);
    await expect.poll(readFocusedLabel).toBe('Passing');
    await page.evaluate(`document.querySelector('[aria-label=Passing]').remove()`);
    await expect.poll(() => page.evaluate(isSearched)).toBe(true);
  });

  it('stays on the button that runs the script on the last response', async () => {
    const { page } = journey;
    await make('Run again');
    await openRequest(page, 'Run again');
    await page.keyboard.press('Control+Enter');
    await page.getByText('200 OK').first().waitFor();
    await chooseTab(page, 'Request', 'Script');
    await page.getByRole('button', { name: 'Run on last response' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^on the response of/).waitFor();
    expect(await readFocusedLabel()).toBe('Run on last response');
  });

  it(
    'moves to the next pane with F6, and to the previous pane with Shift+F6',
    { tags: 'keys:panes' },
    async () => {
      const { page } = journey;
      await make('Panes');
      await openRequest(page, 'Panes');
      await page.getByRole('textbox', { name: 'URL' }).focus();
      const pane = () =>
        page.evaluate(`document.activeElement?.closest('[data-pane]')?.className.split(' ')[0]`);
      const visited: unknown[] = [];
      for (const key of ['F6', 'F6', 'F6', 'F6', 'Shift+F6']) {
        await page.keyboard.press(key);
        visited.push(await pane());
      }
      expect(visited).toEqual(['editor', 'result', 'sidebar', 'request-header', 'sidebar']);
    },
  );

  it('returns to the text of an editor from the palette, and from the response with Shift+F6', async () => {
    const { page } = journey;
    await make('With a text');
    await openRequest(page, 'With a text');
    await chooseTab(page, 'Request', 'Script');
    const text = page.locator('.request-panel .editor .cm-content');
    await text.click();
    const isInText = () =>
      page.evaluate(`document.activeElement.shadowRoot?.activeElement?.matches('.cm-content') === true`);
    await page.keyboard.press('Control+k');
    await page.locator('dialog.palette[open] input:focus').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(isInText).toBe(true);
    await page.keyboard.press('F6');
    expect(await isInText()).toBe(false);
    await page.keyboard.press('Shift+F6');
    expect(await isInText()).toBe(true);
    await page.keyboard.type('// typed');
    await expect.poll(() => text.innerText()).toContain('// typed');
  });

  it('moves to the URL when its pane is entered with F6, although Send had it last', async () => {
    const { page } = journey;
    await make('Entered');
    await openRequest(page, 'Entered');
    await page.getByRole('button', { name: 'More ways to send' }).focus();
    await page.keyboard.press('F6');
    await page.keyboard.press('Shift+F6');
    expect(await readFocusedLabel()).toBe('URL');
  });
});

it('a new request is created in the current folder, by key and by button', async () => {
  const { page } = journey;
  await make('Neighbour', 'Here');
  await openRequest(page, 'Neighbour');
  await page.keyboard.press('Alt+n');
  await page.getByRole('tab', { name: 'New request', selected: true }).waitFor();
  await expect.poll(() => page.locator('.breadcrumb').innerText()).toContain('Here');
});

it('Ctrl+F searches the body from anywhere in the response, and counts matches', async () => {
  const { page } = journey;
  await make('Searched');
  await openRequest(page, 'Searched');
  await page.keyboard.press('Control+Enter');
  await page.getByText('200 OK').first().waitFor();
  const result = page.getByRole('region', { name: 'Result' });
  await result.locator('.cm-content').waitFor();
  await result.getByRole('tab', { name: 'Body' }).focus();
  await page.keyboard.press('Control+f');
  const search = result.locator('.cm-search input[name=search]:focus');
  await search.waitFor();
  await page.keyboard.type('1');
  await expect.poll(() => result.locator('.cm-count').innerText()).toBe('2 matches');
  await page.keyboard.press('Enter');
  await expect.poll(() => result.locator('.cm-count').innerText()).toBe('1 of 2');
});

it.each([
  ['Headers', 'content-type', '2 matches'],
  ['Request', 'echo=1', '1 match'],
  ['Console', 'twice', '2 matches'],
  ['Times', 'total', '1 match'],
])('Ctrl+F searches the %s of a response, and counts matches', async (tab, sought, words) => {
  const { page } = journey;
  const name = `Finds in ${tab}`;
  await journey.agent('rest_create', {
    name,
    url: '{{echo_base_url}}/get?echo=1',
    script: `export const onRequest = () => { console.log('twice'); console.log('and Twice'); };`,
  });
  await openRequest(page, name);
  await page.keyboard.press('Control+Enter');
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('200 OK').first().waitFor();
  await result.getByRole('tab', { name: tab }).click();
  await page.keyboard.press('Control+f');
  await expect.poll(readFocusedLabel).toBe('Find');
  await page.keyboard.type(sought);
  const count = result.getByRole('search').getByRole('status');
  await expect.poll(() => count.innerText()).toBe(words);
  await page.keyboard.press('Enter');
  await expect.poll(() => count.innerText()).toBe(words.startsWith('1') ? '1 of 1' : '1 of 2');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => count.innerText()).toBe(words.startsWith('1') ? '1 of 1' : '2 of 2');
  await page.keyboard.press('Escape');
  await result.getByRole('search').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain(tab);
});

it('the tabs below a request and a response survive a reload', async () => {
  const { page } = journey;
  await make('Kept tabs');
  await openRequest(page, 'Kept tabs');
  await page.keyboard.press('Control+Enter');
  await page.getByText('200 OK').first().waitFor();
  await chooseTab(page, 'Request', 'Headers');
  await chooseTab(page, 'Response', 'Headers');
  await page.reload();
  await page
    .getByRole('tablist', { name: 'Request' })
    .getByRole('tab', { name: 'Headers', selected: true })
    .waitFor();
  await page
    .getByRole('tablist', { name: 'Response' })
    .getByRole('tab', { name: 'Headers', selected: true })
    .waitFor();
});

it('a document dropped on an editor is imported, and the window announces that', async () => {
  const { page } = journey;
  await make('With a body');
  await openRequest(page, 'With a body');
  await chooseTab(page, 'Request', 'Script');
  const editor = page.locator('.request-panel .code-editor').first();
  await editor.waitFor();
  const document = JSON.stringify({
    info: { name: 'Dropped', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'One', request: { method: 'GET', url: 'http://127.0.0.1/one' } }],
  });
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(document)}], 'dropped.json', { type: 'application/json' }));
    return data;
  })()`);
  await editor.locator('.cm-content').dispatchEvent('dragover', { dataTransfer });
  await page.getByText('Drop it here').waitFor();
  await editor.locator('.cm-content').dispatchEvent('drop', { dataTransfer });
  await page.getByRole('dialog').getByText('Dropped').first().waitFor();
  expect(await editor.locator('.cm-content').innerText()).not.toContain('schema');
});

it('a GraphQL response with errors is marked', async () => {
  const { page } = journey;
  await journey.agent('graphql_create', { name: 'Failing query', url: `${base}/errors`, query: '{ a }' });
  await row('Failing query').waitFor();
  await openRequest(page, 'Failing query');
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 GraphQL error', { exact: true }).waitFor();
});

it('opening the page loads only the shown request in full', async () => {
  const { page } = journey;
  for (let count = 0; count < 3; count += 1) await make(`Unread ${count}`);
  const read: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('rest_get')) read.push(String(payload));
    }),
  );
  await page.keyboard.press('Alt+w');
  await page.reload();
  await row('Unread 2').waitFor();
  await page.getByRole('button', { name: 'Folder:' }).waitFor();
  expect(read.length).toBeLessThanOrEqual(1);
});
