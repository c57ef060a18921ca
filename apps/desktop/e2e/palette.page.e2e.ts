import { beforeEach, describe, expect, it } from 'vitest';

import { openRequest, pickInPalette, runRequest } from './open-page.js';
import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

const option = (name: string) => journey.page.getByRole('option', { name, exact: true });
const findSelectedOption = (name: string) =>
  journey.page.getByRole('option', { name, exact: true, selected: true });
const dialog = (name: string) => journey.page.getByRole('dialog', { name, exact: true });
const input = () => journey.page.locator('dialog.palette[open] input:focus');

/** Opens the palette and types, which are two steps. */
const find = async (words: string): Promise<void> => {
  await person.press('Control+k');
  await input().waitFor();
  await person.type(words);
};

describe('the command palette', { tags: 'palette:all' }, () => {
  it('takes what is typed before it is loaded', async () => {
    const { page } = journey;
    let load = (): void => undefined;
    const isLoaded = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/palette-*.js', async (route) => {
      await isLoaded;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('show tt?');
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    load();
    await input().waitFor();
    expect(await input().inputValue()).toBe('show t');
    await page.getByRole('option', { name: 'Show Trust' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  it('creates and restores workspaces', async () => {
    await pickInPalette(journey.page, 'Control+k', 'new works', 'New workspace');
    await dialog('New workspace').waitFor();
    await journey.page.keyboard.press('Escape');
    await dialog('New workspace').waitFor({ state: 'detached' });
    await pickInPalette(journey.page, 'Control+k', 'restore', 'Restore a workspace');
    await dialog('Deleted workspaces').waitFor();
  });

  it('synchronizes the folder, and copies an address', async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await pickInPalette(page, 'Control+k', 'synch', 'Synchronize the folder');
    await page.getByText('Synchronized the folder', { exact: true }).waitFor();
    await page.getByRole('contentinfo').getByText('All saved to disk').waitFor();
    await pickInPalette(page, 'Control+k', 'copy mcp', 'Copy the MCP address');
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await expect.poll(copied).toBe(journey.addresses.mcp);
  });

  it('activates an environment after two words and Enter', async () => {
    await journey.agent('environments_create', { name: 'Far away' });
    await find('far away');
    await findSelectedOption('Use the environment Far away').waitFor();
    await person.press('Enter');
    const active = journey.page.getByRole('combobox', { name: 'Active environment' });
    await expect.poll(() => active.innerText()).toContain('Far away');
    expect(person.steps()).toBe(3);
  });

  it('shows an invisible character in a name as an escape sequence', { tags: 'text:visible' }, async () => {
    await journey.agent('environments_create', { name: 'Prod \u202egnitset' });
    await find('prod');
    await findSelectedOption(String.raw`Use the environment Prod \u202egnitset`).waitFor();
    await person.press('Enter');
    const active = journey.page.getByRole('combobox', { name: 'Active environment' });
    await expect.poll(() => active.innerText()).toContain(String.raw`Prod \u202egnitset`);
  });

  it('offers all actions on the current request, with their shortcuts', async () => {
    await openRequest(journey.page, 'Post JSON and test it');
    await find('');
    for (const name of [
      'Preview what would be sent',
      'Send and save the response',
      'Run the request',
      'Copy as curl',
      'Copy as curl with secrets',
      'Copy as curl with variable names',
      'Copy as code',
      'Duplicate the request',
      'Reveal the request in the tree',
      'Delete the request',
    ])
      await expect.poll(() => option(name).count(), { message: name }).toBe(1);
    await option('Send Ctrl Enter').waitFor();
    await option('New REST request Alt N').waitFor();
  });

  it('offers no actions on a request if none is shown', async () => {
    await journey.page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
    await journey.page.getByRole('tab', { name: 'Shortcuts', selected: true }).waitFor();
    await find('');
    await option('New folder Alt Shift N').waitFor();
    expect(await option('Delete the request').count()).toBe(0);
  });

  it('duplicates, finds and deletes the current request', async () => {
    const { page } = journey;
    await openRequest(page, 'Answer with a mock');
    await pickInPalette(page, 'Control+k', 'duplicate', 'Duplicate the request');
    await page.getByRole('tab', { name: 'Answer with a mock copy', selected: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('nothing of that name');
    await pickInPalette(page, 'Control+k', 'reveal', 'Reveal the request in the tree');
    await page.getByRole('treeitem', { name: 'Answer with a mock copy' }).waitFor();
    await pickInPalette(page, 'Control+k', 'delete the req', 'Delete the request');
    await page.getByRole('treeitem', { name: 'Answer with a mock copy' }).waitFor({ state: 'detached' });
  });

  it('changes the theme and the position of the response', async () => {
    const { page } = journey;
    await openRequest(page, 'See what is sent');
    await pickInPalette(page, 'Control+k', 'dark', 'Use the dark theme');
    await page.locator('html[data-theme=dark]').waitFor();
    await pickInPalette(page, 'Control+k', 'below', 'Show the response below the request');
    await page.locator('.request[style*="column"]').waitFor();
    await pickInPalette(page, 'Control+k', 'beside', 'Show the response beside the request');
    await page.locator('.request[style*="row"]').waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('finds commands by the words of other tools', async () => {
    const { page } = journey;
    await runRequest(page, 'Post JSON and test it');
    await find('');
    const words: Readonly<Record<string, string>> = {
      rename: 'Rename the request',
      move: 'Move the request',
      clone: 'Duplicate the request',
      trash: 'Delete the request',
      snippet: 'Copy as code',
      runner: 'Run the request',
      csv: 'Run the request',
      openapi: 'Import documents',
      postman: 'Import documents',
      collection: 'Workspace settings',
      global: 'Variables of the workspace',
      find: 'Find in the response',
      filter: 'Filter the response',
      jsonpath: 'Filter the response',
      wrap: 'Wrap the lines of the response',
      beautify: 'Show the response laid out',
      raw: 'Show the response as it arrived',
      hex: 'Show the response as bytes',
      download: 'Save the response to a file',
      status: 'Show the headers of the response',
      console: 'Show the console of the response',
      latency: 'Show the times of the response',
      'pre-request': 'Script and tests of the request',
      'api key': 'Auth of the request',
      upload: 'Body of the request',
      docs: 'Notes of the request',
      keybindings: 'Show Shortcuts',
      preferences: 'Show Settings',
      sidebar: 'Show or hide the list of requests',
      permissions: 'Show Trust',
      proxy: 'Proxy',
      certificate: 'Certificate authorities',
      timeout: 'Timeout of the request',
      compare: 'Compare environments',
      example: 'Examples of the request',
      undo: 'Undo my last change',
      auth: 'Auth of the request',
    };
    for (const [word, title] of Object.entries(words)) {
      await input().fill(word);
      const found = page.getByRole('option', { name: title });
      await expect.poll(() => found.count(), { message: word }).toBeGreaterThan(0);
    }
  });

  it('renames and moves the current request, and offers actions on its response', async () => {
    const { page } = journey;
    await journey.agent('folders_create', { path: 'Elsewhere' });
    await runRequest(page, 'Post JSON and test it');
    await pickInPalette(page, 'Control+k', 'filter', 'Filter the response');
    await page.getByRole('textbox', { name: 'JSONPath' }).waitFor();
    await pickInPalette(page, 'Control+k', 'console', 'Show the console of the response');
    await page.getByRole('tab', { name: 'Console', selected: true }).waitFor();
    await pickInPalette(page, 'Control+k', 'hex', 'Show the response as bytes');
    await page.getByRole('radio', { name: 'Hex', checked: true }).waitFor();
    await pickInPalette(page, 'Control+k', 'raw source', 'Show the response as it arrived');
    await pickInPalette(page, 'Control+k', 'find in', 'Find in the response');
    await page.locator('[aria-label="Find"]:focus').waitFor();
    await page.keyboard.type('method');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Find', exact: true }).inputValue())
      .toBe('method');
    await page.keyboard.press('Escape');
    await pickInPalette(page, 'Control+k', 'move', 'Move the request');
    await dialog('Move Post JSON and test it').locator('input:focus').waitFor();
    await page.keyboard.type('Elsewh');
    await page.getByRole('option', { name: 'Elsewhere', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Elsewhere /').waitFor();
    await pickInPalette(page, 'Control+k', 'rename', 'Rename the request');
    await page.locator('[aria-label=Name]:focus').waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('compares the shown response, and saves it as an example', async () => {
    const { page } = journey;
    const find = (title: string) => page.getByRole('option', { name: title, exact: true });
    const compare = 'Compare the response with the previous one';
    await runRequest(page, 'See what is sent');
    await page.getByRole('button', { name: 'Save as example' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('response');
    await find('Save the response as an example').waitFor();
    expect(await find(compare).count()).toBe(0);
    await page.keyboard.press('Escape');
    await runRequest(page, 'See what is sent');
    await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
    await pickInPalette(page, 'Control+k', 'compare', compare);
    await page.getByText('Compared with').waitFor();
    await pickInPalette(page, 'Control+k', 'with another', 'Compare the response with another one');
    await dialog('Compare with').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Compare with').waitFor({ state: 'detached' });
    await pickInPalette(page, 'Control+k', 'as an example', 'Save the response as an example');
    await page.getByText(/^Saved as the example “/).waitFor();
    expect(journey.errors).toEqual([]);
  });
});
