import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { useJourney } from './use-journey.js';
import { chooseOption, chooseTab, openPage, openRequest, setMethod } from './open-page.js';
import { pressTwiceAtOnce } from './press-at-once.js';

const journey = useJourney();

const result = () => journey.page.getByRole('region', { name: 'Result' });
const send = () => journey.page.keyboard.press('Control+Enter');
const tab = (name: string) => chooseTab(journey.page, 'Request', name);

/** Clicks the undo button in the notice of a change. */
const undo = (sentence: string): Promise<void> =>
  journey.page
    .getByRole('region', { name: 'Changes' })
    .locator('.toast', { hasText: sentence })
    .getByRole('button', { name: 'Undo' })
    .click();

/** Creates a request in the window; its tab is shown. */
const make = async (kind: 'REST' | 'GraphQL', name: string, url: string): Promise<void> => {
  const { page } = journey;
  await page.getByRole('button', { name: 'More to create', exact: true }).click();
  await page.getByRole('menuitem', { name: `${kind} request` }).click();
  const title = kind === 'REST' ? 'GET New request' : 'GQL New query';
  await page.getByRole('tab', { name: title, selected: true }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await page.getByRole('treeitem', { name }).waitFor();
};

const chooseBody = async (kind: string): Promise<void> => {
  await setMethod(journey.page, 'POST');
  await tab('Body');
  await chooseOption(journey.page.getByRole('combobox', { name: 'Type', exact: true }), kind);
};

const type = async (label: string, text: string): Promise<void> => {
  const editor = journey.page.getByRole('textbox', { name: label });
  await editor.click();
  await journey.page.keyboard.press('Control+a');
  await journey.page.keyboard.insertText(text);
};

describe('a request', () => {
  it('is created, gets parameters and headers, and is sent as typed', async () => {
    const { page } = journey;
    await make('REST', 'With parts', '{{echo_base_url}}/users/:id');
    await page.getByRole('textbox', { name: 'Query parameter 1 name' }).fill('q');
    await page.getByRole('textbox', { name: 'Query parameter 1 value' }).fill('a b');
    await page.getByRole('textbox', { name: 'Path parameter 1 value' }).fill('42');
    await tab('Headers');
    await page.getByRole('textbox', { name: 'Header 1 name' }).fill('x-mine');
    await page.getByRole('textbox', { name: 'Header 1 value' }).fill('yes');
    await send();
    await result().getByText('"x-mine"', { exact: false }).waitFor();
    await result().getByRole('tab', { name: 'Request' }).click();
    await result()
      .getByText(/\/users\/42\?q=a%20b/)
      .waitFor();
    await result().getByText('x-mine', { exact: true }).waitFor();
    await result().getByText('No body.', { exact: true }).waitFor();
    await result().getByRole('tab', { name: 'Times' }).click();
    await result().getByRole('list', { name: 'Steps' }).getByText('Send and receive').waitFor();
    expect(await result().getByText('onTest').count()).toBe(0);
  });

  it('sends JSON, text, a form and parts, and keeps each of these bodies', async () => {
    const { page } = journey;
    await make('REST', 'Bodies', '{{echo_base_url}}/body');
    await chooseBody('JSON');
    await type('JSON body', '{"kind":"json-body"}');
    await send();
    await result().getByText('"json-body"').first().waitFor();
    await chooseBody('Text');
    await type('Text body', 'plain words');
    await send();
    await result().getByText('"plain words"').first().waitFor();
    await chooseBody('Form (URL-encoded)');
    await page.getByRole('textbox', { name: 'Field 1 name' }).fill('field');
    await page.getByRole('textbox', { name: 'Field 1 value' }).fill('form value');
    await send();
    await result().getByText('"form value"').first().waitFor();
    await chooseBody('Multipart form');
    await page.getByRole('textbox', { name: 'Part 1 value' }).fill('part value');
    await send();
    await result().getByText('"part value"').first().waitFor();
    await chooseBody('JSON');
    await page.getByRole('textbox', { name: 'JSON body' }).getByText('json-body').waitFor();
  });

  it('uses a file of the workspace as its body or a part', async () => {
    const { page } = journey;
    const { workspaces } = await journey.agent('workspaces_list', {});
    const [active] = (workspaces as readonly { path: string; active: boolean }[]).filter((one) => one.active);
    const path = active?.path ?? '';
    await mkdir(join(path, 'fixtures'), { recursive: true });
    await writeFile(join(path, 'fixtures', 'cat.txt'), 'meow from a file');
    await writeFile(join(path, 'fixtures', 'dog.txt'), 'woof');
    await make('REST', 'Files', '{{echo_base_url}}/files');
    await setMethod(page, 'POST');
    await tab('Body');
    const choose = async (label: string, words: string) => {
      await page.getByRole('button', { name: `Choose ${label}` }).click();
      const dialog = page.getByRole('dialog', { name: `Choose ${label}` });
      await dialog.getByRole('option', { name: 'fixtures/dog.txt' }).waitFor();
      await dialog.locator('input:focus').waitFor();
      await page.keyboard.type(words);
      await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
      await dialog.getByRole('option', { name: 'fixtures/cat.txt', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByRole('textbox', { name: label, exact: true }).inputValue())
        .toBe('fixtures/cat.txt');
    };
    await chooseBody('Binary file');
    await choose('File', 'cat fix');
    await chooseBody('Multipart form');
    await chooseOption(page.getByRole('combobox', { name: 'Part 1 type' }), 'File');
    await choose('Part 1 file', 'cat.');
    await send();
    await result().getByText('cat.txt').first().waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('can be a GraphQL request with a query and variables', async () => {
    await make('GraphQL', 'A query', '{{echo_base_url}}/graphql');
    await type('GraphQL query', 'query Q($id: ID) { thing(id: $id) }');
    await type('GraphQL variables', '{"id":"seven"}');
    await send();
    await result().getByText('"seven"').first().waitFor();
  });

  it('completes the script, and shows a failed test', async () => {
    const { page } = journey;
    await make('REST', 'Scripted', '{{echo_base_url}}/x');
    await tab('Script');
    await page.getByRole('button', { name: 'Start with a test' }).click();
    await type('Script', "export function onTest(req, res) { test('t', () => expect(res.sta");
    await page.keyboard.type('t');
    await page.getByRole('option', { name: 'statusText' }).waitFor();
    await page.keyboard.press('Escape');
    const script = page.getByRole('textbox', { name: 'Script' });
    /** Types and chooses the completion. Types again if the list was rendered again while its entry was clicked. */
    const completesTo = (typed: string, completed: string) =>
      vi.waitFor(
        async () => {
          await type('Script', '');
          await page.keyboard.type(typed);
          await page.getByRole('option', { name: 'echo_base_url' }).click({ timeout: 5_000 });
          expect(await script.innerText()).toBe(completed);
        },
        { timeout: 60_000 },
      );
    await completesTo("env.getVariable('echo", "env.getVariable('echo_base_url')");
    await completesTo("fetch('{{echo", "fetch('{{echo_base_url}}')");
    await type(
      'Script',
      "export function onTest(req, res) { test('t', () => expect(res.status).toBe(418)); }",
    );
    await send();
    await result().getByText('1 of 1 test failed', { exact: true }).waitFor();
    await result().getByText('Expected', { exact: true }).waitFor();
    await result().getByText('418', { exact: true }).waitFor();
  });

  it('has a history, and its executions can be shown later', async () => {
    const { page } = journey;
    await make('REST', 'Twice', '{{echo_base_url}}/first');
    await send();
    await result().getByText('"/first"').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill('{{echo_base_url}}/second');
    await send();
    await result().getByText('"/second"').waitFor();
    await result().getByRole('combobox', { name: 'History' }).click();
    await page.getByRole('listbox', { name: 'History' }).getByRole('option').nth(1).click();
    await result().getByText('"/first"').waitFor();
  });

  it('is renamed, duplicated, deleted and restored in the tree', async () => {
    const { page } = journey;
    await make('REST', 'Original', 'http://127.0.0.1:9');
    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'GET Renamed', exact: true }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('Control+d');
    await page.getByRole('tab', { name: 'Renamed copy', selected: true }).waitFor();
    await page.getByRole('treeitem', { name: 'Renamed copy' }).waitFor();
    await page.getByRole('tree').getByRole('button', { name: 'Actions for Renamed copy' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('treeitem', { name: 'Renamed copy' }).count()).toBe(0);
    await undo('You deleted the request Renamed copy');
    await page.getByRole('treeitem', { name: 'Renamed copy' }).waitFor();
  });

  it('can be renamed in the tree while its name above the URL is empty', async () => {
    const { page } = journey;
    await make('REST', 'Nameless', 'http://127.0.0.1:9');
    await expect
      .poll(() => journey.agent('rest_list', { search: 'Nameless' }))
      .toMatchObject({ requests: [{ url: 'http://127.0.0.1:9' }] });
    await page.getByText('Saved', { exact: true }).waitFor();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('');
    await page.getByText('Not saved').first().waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).fill('Named');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'GET Named', exact: true }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => name.inputValue()).toBe('Named');
    await expect.poll(() => page.getByRole('alert', { name: 'Conflicts' }).count()).toBe(0);
  });

  it('is dragged into a folder', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Inside', folder: 'box', url: 'http://127.0.0.1:9' });
    await make('REST', 'Outside', 'http://127.0.0.1:9');
    await page.getByRole('treeitem', { name: 'Outside' }).dragTo(page.getByRole('treeitem', { name: 'box' }));
    await expect
      .poll(() => page.getByRole('treeitem', { name: 'Outside' }).getAttribute('aria-level'))
      .toBe('2');
    await page
      .getByRole('treeitem', { name: 'Outside' })
      .dragTo(page.getByRole('tree'), { targetPosition: { x: 60, y: 500 } });
    await expect
      .poll(() => page.getByRole('treeitem', { name: 'Outside' }).getAttribute('aria-level'))
      .toBe('1');
  });

  it('is moved by keyboard, into an existing or a new folder', async () => {
    const { page } = journey;
    const levelOf = (name: string) => page.getByRole('treeitem', { name }).getAttribute('aria-level');
    await journey.agent('rest_create', { name: 'Lid', folder: 'crate', url: 'http://127.0.0.1:9' });
    await make('REST', 'Wanderer', 'http://127.0.0.1:9');
    const move = async (text: string) => {
      await page.getByRole('tree').focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Move to' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Move Wanderer' });
      await dialog.locator('input:focus').waitFor();
      await page.keyboard.type(text);
      await dialog.getByRole('option', { name: text, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await move('crat');
    await expect.poll(() => levelOf('Wanderer')).toBe('2');
    await move('crate/new one');
    await page.getByRole('treeitem', { name: 'new one' }).waitFor();
    await expect.poll(() => levelOf('Wanderer')).toBe('3');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).press('Escape');
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('wander');
    await expect.poll(() => page.getByRole('treeitem').count()).toBe(3);
  });
});

describe('the requests in a folder', () => {
  const inFolder = (page = journey.page): Promise<readonly string[]> =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('[role=treeitem][aria-level="2"]')].map((row) => row.ariaLabel)`,
    );
  const row = (name: string) => journey.page.getByRole('treeitem', { name });

  it('pass the focus to the neighbor when a request is deleted by a key', async () => {
    const { page } = journey;
    for (const name of ['Aster', 'Berry', 'Clover'])
      await journey.agent('rest_create', { name, folder: 'row', url: 'http://127.0.0.1:9/row' });
    await row('Clover').waitFor();
    await openRequest(page, 'Aster');
    await openRequest(page, 'Berry');
    await page.getByRole('tree').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => row('Berry').count()).toBe(0);
    await expect.poll(() => page.getByRole('tab', { name: 'Berry' }).count()).toBe(0);
    await expect.poll(() => row('Clover').getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Delete');
    await expect.poll(() => row('Clover').count()).toBe(0);
    await expect.poll(() => row('Aster').getAttribute('data-focused')).toBe('true');
  });

  it('pass the focus to a remaining request when two are deleted at once', async () => {
    const { page } = journey;
    for (const name of ['Daisy', 'Erica', 'Fern'])
      await journey.agent('rest_create', { name, folder: 'bed', url: 'http://127.0.0.1:9/bed' });
    await row('Fern').waitFor();
    await openRequest(page, 'See what is sent');
    await openRequest(page, 'Erica');
    await page.getByRole('tree').focus();
    // The first request is still in the tree when the second is deleted.
    await pressTwiceAtOnce(page, 'Delete');
    for (const name of ['Erica', 'Fern']) await expect.poll(() => row(name).count()).toBe(0);
    await expect.poll(() => page.getByRole('tab', { name: 'Erica' }).count()).toBe(0);
    await expect.poll(() => row('Daisy').getAttribute('data-focused')).toBe('true');
  });

  it('of both kinds are reordered together by dragging and by keyboard, and keep their order after a reload', async () => {
    const { page } = journey;
    for (const name of ['Apple', 'Birch'])
      await journey.agent('rest_create', { name, folder: 'wood', url: 'http://127.0.0.1:9/wood' });
    await journey.agent('graphql_create', { name: 'Cedar', folder: 'wood', url: 'http://127.0.0.1:9/wood' });
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('wood');
    await expect.poll(() => inFolder()).toEqual(['GET Apple', 'GET Birch', 'GQL Cedar']);
    await row('Cedar').dragTo(row('Birch'), { targetPosition: { x: 60, y: 4 } });
    await expect.poll(() => inFolder()).toEqual(['GET Apple', 'GQL Cedar', 'GET Birch']);
    await row('Apple').dragTo(row('Birch'), { targetPosition: { x: 60, y: 24 } });
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Apple']);
    const other = await openPage(journey.browser);
    await other.goto(journey.addresses.page);
    await other.getByRole('searchbox', { name: 'Search requests' }).fill('wood');
    await expect.poll(() => inFolder(other)).toEqual(['GQL Cedar', 'GET Birch', 'GET Apple']);
    await openRequest(page, 'Birch');
    await page.getByRole('tree').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => inFolder()).toEqual(['GET Birch', 'GQL Cedar', 'GET Apple']);
    await expect.poll(() => inFolder(other)).toEqual(['GET Birch', 'GQL Cedar', 'GET Apple']);
    // Choose moves after which no order occurs twice, so that no poll succeeds before the last move.
    for (const key of ['Down', 'Down']) await page.keyboard.press(`Alt+Arrow${key}`);
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Apple', 'GET Birch']);
    for (const key of ['Up', 'Up']) await page.keyboard.press(`Alt+Arrow${key}`);
    await expect.poll(() => inFolder()).toEqual(['GET Birch', 'GQL Cedar', 'GET Apple']);
    await other.close();
    await row('Birch').getByRole('button', { name: 'Actions for Birch' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Apple']);
    await page.getByRole('tree').focus();
    // Press all keys at once, so that the copy is requested before the moves have finished.
    await page.evaluate(`for (const key of ['ArrowUp', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'd']) {
      const init = { key, altKey: key !== 'd', ctrlKey: key === 'd', bubbles: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init));
    }`);
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Birch copy', 'GET Apple']);
    await row('Birch copy').getByRole('button', { name: 'Actions for Birch copy' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Apple']);
    await undo('You deleted the request Birch copy');
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Birch copy', 'GET Apple']);
    const below = { targetPosition: { x: 60, y: 300 } };
    await row('Apple').dragTo(page.getByRole('tree'), below);
    await expect.poll(() => row('Apple').getAttribute('aria-level')).toBe('1');
    await row('Apple').dragTo(row('wood'));
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Birch copy', 'GET Apple']);
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('wood');
    await expect.poll(() => inFolder()).toEqual(['GQL Cedar', 'GET Birch', 'GET Birch copy', 'GET Apple']);
  });
});

describe('text typed in the window', () => {
  it('survives a reload, and so do the tabs', async () => {
    const { page } = journey;
    await make('REST', 'Kept', 'http://127.0.0.1:9/a');
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/typed');
    await page.reload();
    await page.getByRole('tab', { name: 'Kept', selected: true }).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue())
      .toBe('http://127.0.0.1:9/typed');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Kept', selected: true }).click({ button: 'middle' });
    await expect.poll(() => page.getByRole('tab', { name: 'Kept' }).count()).toBe(0);
  });
});

describe('an environment', () => {
  it('provides a variable and a secret to a request, and never shows the secret', async () => {
    const { page } = journey;
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    await page.getByRole('textbox', { name: 'Variable 1 name' }).fill('greeting');
    await page.getByRole('textbox', { name: 'Variable 1 value' }).fill('hello-there');
    await page.getByRole('textbox', { name: 'Variable 2 name' }).fill('token');
    await page.getByRole('button', { name: 'Variable 2 is secret' }).click();
    await page.getByLabel('Variable 2 value').fill('s3cret-value');
    await page.getByRole('textbox', { name: 'Variable 3 name' }).focus();
    await page.getByPlaceholder('•••••• (set)').waitFor();
    await make('REST', 'Filled', '{{echo_base_url}}/{{greeting}}');
    await send();
    await result().getByText('"/hello-there"').waitFor();
    await tab('Headers');
    await page.getByRole('textbox', { name: 'Header 1 name' }).fill('x-token');
    await page.getByRole('textbox', { name: 'Header 1 value' }).fill('{{token}}');
    await send();
    // The tabs disappear between two results, so a click on a tab would be lost.
    await expect
      .poll(async () => {
        await result().getByRole('tab', { name: 'Request' }).click();
        return result().getByText('‹secret:token›').count();
      })
      .toBeGreaterThan(0);
    await result().getByRole('tab', { name: 'Console' }).click();
    expect(await page.content()).not.toContain('s3cret-value');
  });

  it('shows which variable a script set, until the person sets that variable', async () => {
    const { page } = journey;
    await make('REST', 'Log in', '{{echo_base_url}}/login');
    await tab('Script');
    await type(
      'Script',
      "export function onResponse(req, res) { res.env.setVariable('ticket', 'from-script'); }",
    );
    await send();
    await result().getByText('No tests', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'changed by the script of Log in' });
    await row.waitFor();
    const value = row.getByRole('textbox', { name: /value$/ });
    await expect.poll(() => value.inputValue()).toBe('from-script');
    await value.fill('mine');
    await value.blur();
    await expect.poll(() => row.count()).toBe(0);
  });
});

describe('an image', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwoFABE0AX7pM/egAAAAABJRU5ErkJggg==';
  let server: Server;
  let url = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      const isWhole = request.url === '/whole.png';
      response.setHeader('content-type', 'image/png');
      response.end(isWhole ? Buffer.from(png, 'base64') : Buffer.from([0x89, 0x50, 0xff, 0]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("is shown from its bytes despite the page's content policy, and invalid bytes are reported", async () => {
    const { page, errors } = journey;
    await make('REST', 'Picture', `${url}/whole.png`);
    await send();
    const image = result().getByRole('img', { name: 'The response' });
    await image.waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('img.preview')?.naturalHeight")).toBe(3);
    await page.getByRole('textbox', { name: 'URL' }).fill(`${url}/broken.png`);
    await send();
    await result().getByText('The browser cannot show this image/png body. Save it to a file.').waitFor();
    expect(errors).toEqual([]);
  });
});

describe('a workspace', () => {
  it('is opened from a folder, and the previous workspace stays unchanged', async () => {
    const { page } = journey;
    const folder = await mkdtemp(join(tmpdir(), 'tandem-folder-'));
    await openRequest(page, 'See what is sent');
    await page.getByRole('button', { name: 'Workspace' }).click();
    await page.getByRole('menuitem', { name: 'Open a folder' }).click();
    await page.getByRole('combobox', { name: 'Full path of the folder' }).fill(folder);
    await page.keyboard.press('Enter');
    await page.getByText('No request is open').waitFor();
    await page.getByRole('button', { name: 'Workspace' }).click();
    await page.getByRole('menuitemradio', { name: 'Playground' }).click();
    await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
    await rm(folder, { recursive: true, force: true });
  });
});
