import { beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { holdCalls } from './hold.js';
import { chooseOption, chooseTab, openRequest, pickInPalette, readUnsavedEdits } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

beforeAll(async () => {
  await journey.agent('rest_create', {
    name: 'Heir',
    folder: 'users/admins',
    url: '{{host}}/{{only}}',
    headers: [{ name: 'x-own', value: '1', enabled: true }],
    auth: { type: 'inherit' },
  });
  await journey.agent('folders_update', {
    id: 'users',
    headers: [
      { name: 'x-team', value: 'blue', enabled: true },
      { name: 'X-Own', value: '2', enabled: true },
    ],
    auth: { type: 'bearer', token: '{{token}}' },
    variables: [{ name: 'host', value: 'http://127.0.0.1:9', enabled: true }],
    settings: { timeoutMs: 4321 },
  });
  await journey.agent('folders_update', {
    id: '',
    variables: [{ name: 'only', value: 'everywhere', enabled: true }],
  });
});

const row = (name: string) => journey.page.getByRole('treeitem', { name, exact: true });
const editorOf = (name: string) => journey.page.getByRole('region', { name: `Settings of ${name}` });
const findInheritedHeaders = () => journey.page.getByRole('table', { name: 'Inherited headers' });
const folder = async (id: string) => (await journey.agent('folders_get', { id })).folder;

const barriers = () => findAccessibilityViolations(journey.page);

describe('the settings of a folder', { tags: 'inherit:window' }, () => {
  it('are opened from its menu, and saved', async () => {
    const { page } = journey;
    await journey.agent('folders_create', { path: 'Edited' });
    await row('Edited').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Folder settings' }).click();
    await editorOf('Edited').waitFor();
    await page.getByRole('textbox', { name: 'Header 1 name', exact: true }).fill('x-new');
    await page.getByRole('textbox', { name: 'Header 1 value', exact: true }).fill('yes');
    await expect
      .poll(() => folder('Edited'))
      .toMatchObject({ headers: [{ name: 'x-new', value: 'yes', enabled: true }] });
    await chooseTab(page, 'Folder', 'Settings');
    await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('77');
    await chooseTab(page, 'Folder', 'Notes');
    await page.getByRole('textbox', { name: 'Notes' }).fill('For tests');
    await expect
      .poll(() => folder('Edited'))
      .toMatchObject({ settings: { timeoutMs: 77 }, description: 'For tests' });
    await expect.poll(barriers).toEqual([]);
  });

  it('keep an invalid number while another tab is shown', async () => {
    const { page } = journey;
    await journey.agent('folders_create', { path: 'Halfway' });
    await pickInPalette(page, 'Control+k', 'settings halfway', 'Settings of the folder Halfway');
    await editorOf('Halfway').waitFor();
    const timeout = page.getByRole('textbox', { name: 'Timeout (ms)' });
    await chooseTab(page, 'Folder', 'Settings');
    await timeout.fill('soon');
    await page.getByRole('alert').getByText('the timeout must be a whole number').waitFor();
    await chooseTab(page, 'Folder', 'Notes');
    await chooseTab(page, 'Folder', 'Settings');
    await expect.poll(() => timeout.inputValue()).toBe('soon');
    await page.keyboard.press('Alt+w');
    await editorOf('Halfway').waitFor({ state: 'hidden' });
    await pickInPalette(page, 'Control+k', 'settings halfway', 'Settings of the folder Halfway');
    await expect.poll(() => timeout.inputValue()).toBe('soon');
    await timeout.fill('250');
    await expect.poll(() => folder('Halfway')).toMatchObject({ settings: { timeoutMs: 250 } });
    await expect.poll(() => readUnsavedEdits(page)).toBe('{}');
  });

  it("do not overwrite someone else's change until the person chooses", async () => {
    const { page } = journey;
    const held = await holdCalls(page, 'folders_update');
    await journey.agent('folders_create', { path: 'Shared', description: 'First' });
    await pickInPalette(page, 'Control+k', 'settings shared', 'Settings of the folder Shared');
    await chooseTab(page, 'Folder', 'Notes');
    const notes = page.getByRole('textbox', { name: 'Notes' });
    await expect.poll(() => notes.inputValue()).toBe('First');
    await notes.fill('Mine, typed for a while.');
    await journey.agent('folders_update', {
      id: 'Shared',
      description: 'Theirs',
      settings: { timeoutMs: 5 },
    });
    held.release();
    const conflicts = page.getByRole('alert', { name: 'Conflicts' });
    await conflicts.getByText('Theirs', { exact: true }).waitFor();
    await expect.poll(() => folder('Shared')).toMatchObject({ description: 'Theirs' });
    await expect.poll(barriers).toEqual([]);
    await page.keyboard.press('Alt+w');
    await editorOf('Shared').waitFor({ state: 'hidden' });
    await pickInPalette(page, 'Control+k', 'settings shared', 'Settings of the folder Shared');
    await conflicts.getByRole('button', { name: 'Keep yours' }).click();
    await conflicts.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await folder('Shared')) as object)
      .toMatchObject({
        description: expect.stringContaining('Mine, typed') as string,
        settings: { timeoutMs: 5 },
      });
  });

  it('survive a reload even if they were not stored yet', async () => {
    const { page } = journey;
    const held = await holdCalls(page, 'folders_update');
    await journey.agent('folders_create', { path: 'Reloaded', description: 'First' });
    await pickInPalette(page, 'Control+k', 'settings reloaded', 'Settings of the folder Reloaded');
    await chooseTab(page, 'Folder', 'Settings');
    await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('soon');
    await chooseTab(page, 'Folder', 'Notes');
    const notes = page.getByRole('textbox', { name: 'Notes' });
    await expect.poll(() => notes.inputValue()).toBe('First');
    await notes.fill('Mine, typed for a while.');
    await journey.agent('folders_update', { id: 'Reloaded', description: 'Theirs' });
    held.release();
    const conflicts = page.getByRole('alert', { name: 'Conflicts' });
    await conflicts.getByText('Theirs', { exact: true }).waitFor();
    await expect.poll(() => readUnsavedEdits(page)).toContain('soon');
    await page.reload();
    await conflicts.getByText('Theirs', { exact: true }).waitFor();
    await chooseTab(page, 'Folder', 'Settings');
    const timeout = page.getByRole('textbox', { name: 'Timeout (ms)' });
    await expect.poll(() => timeout.inputValue()).toBe('soon');
    await expect.poll(() => folder('Reloaded')).toMatchObject({ description: 'Theirs', settings: {} });
    await conflicts.getByRole('button', { name: 'Keep yours' }).click();
    await timeout.fill('250');
    await expect
      .poll(async () => (await folder('Reloaded')) as object)
      .toMatchObject({
        description: expect.stringContaining('Mine, typed') as string,
        settings: { timeoutMs: 250 },
      });
    await editorOf('Reloaded').getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => readUnsavedEdits(page)).toBe('{}');
  });

  it('are opened by a key in the tree and from the palette', async () => {
    const { page } = journey;
    await row('users').click();
    await page.keyboard.press('Alt+Enter');
    await editorOf('users').waitFor();
    await chooseTab(page, 'Folder', 'Auth');
    await expect.poll(barriers).toEqual([]);
    await pickInPalette(page, 'Control+k', 'settings admins', 'Settings of the folder users/admins');
    await editorOf('admins').waitFor();
  });

  it("are opened for the workspace from the workspace's menu", async () => {
    const { page } = journey;
    await page.getByRole('button', { name: /^Workspace / }).click();
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    await chooseTab(page, 'Folder', 'Variables');
    await page.getByRole('table', { name: 'Variable', exact: true }).waitFor();
    await expect.poll(barriers).toEqual([]);
  });

  it("are opened for the workspace by right-clicking the workspace's name", async () => {
    const { page } = journey;
    await openRequest(page, 'Heir');
    await page.getByRole('button', { name: /^Workspace / }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename …' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Open a folder …' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    await editorOf('Playground').waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('for the workspace include CAs and client certificates', async () => {
    const { page } = journey;
    await page.getByRole('button', { name: /^Workspace / }).click();
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    await chooseTab(page, 'Folder', 'Connections');
    const box = (name: string) => page.getByRole('textbox', { name, exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const connections = async () => ((await folder('')) as { connections: object }).connections;
    await box('CA file').fill('certs/ca.pem');
    await button('Add the CA').click();
    await box('Domain').fill('*.test');
    await box('Certificate file').fill('certs/client.pem');
    await expect.poll(() => button('Add the certificate').isDisabled()).toBe(true);
    await box('Key file').fill('certs/client.key');
    await box('Passphrase').fill('{{phrase}}');
    await button('Add the certificate').click();
    const pem = { type: 'pem', domain: '*.test', certificate: 'certs/client.pem', key: 'certs/client.key' };
    const first = { ...pem, passphrase: '{{phrase}}', enabled: true };
    await expect.poll(connections).toEqual({ ca: ['certs/ca.pem'], clientCertificates: [first] });
    await expect.poll(barriers).toEqual([]);
    await page.getByRole('checkbox', { name: '*.test' }).uncheck();
    await expect.poll(connections).toMatchObject({ clientCertificates: [{ ...first, enabled: false }] });
    await chooseOption(page.getByRole('combobox', { name: 'Clear session cookies' }), 'When Tandem starts');
    await expect.poll(connections).toMatchObject({ ca: ['certs/ca.pem'], sessionCookies: 'restart' });
    await chooseOption(page.getByRole('combobox', { name: 'Clear session cookies' }), 'Manually');
    await expect.poll(connections).toMatchObject({ sessionCookies: 'keep' });
    await button('Remove the CA certs/ca.pem').click();
    await button('Remove the certificate for *.test').click();
    await expect.poll(connections).toEqual({ ca: [], clientCertificates: [], sessionCookies: 'keep' });
    expect(journey.errors).toEqual([]);
  });

  it('for the workspace include a proxy', { tags: ['proxy:named', 'proxy:window'] }, async () => {
    const { page } = journey;
    const box = (name: string) => page.getByRole('textbox', { name, exact: true });
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const proxy = async () => ((await folder('')) as { connections: { proxy?: object } }).connections.proxy;
    await page.getByRole('button', { name: /^Workspace / }).click();
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    await chooseTab(page, 'Folder', 'Connections');
    await choose('Proxy', 'System proxy');
    await expect.poll(proxy).toEqual({ mode: 'system', hostname: '' });
    await choose('Proxy', 'Custom');
    await choose('Protocol', 'SOCKS5');
    await box('Host').fill('not a host!!');
    await box('Port').fill('99999');
    await page.getByText('“not a host!!” is not a host name.').waitFor();
    await box('Username').focus();
    await page.getByText('“99999” is not a port. Enter a number from 1 to 65535.').waitFor();
    await expect.poll(barriers).toEqual([]);
    await box('Host').fill('proxy.test');
    await box('Port').fill('1081');
    await box('Username').focus();
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'not a' }).count()).toBe(0);
    await box('Username').fill('ada');
    await box('Password').fill('{{phrase}}');
    await box('Bypass').fill('*.test');
    const auth = { username: 'ada', password: '{{phrase}}', enabled: true };
    const set = { protocol: 'socks5', hostname: 'proxy.test', port: 1081, auth, bypass: '*.test' };
    await expect.poll(proxy).toEqual({ mode: 'manual', ...set });
    await expect.poll(barriers).toEqual([]);
    await choose('Proxy', 'None');
    await expect.poll(proxy).toEqual({ mode: 'none', ...set });
    expect(journey.errors).toEqual([]);
  });
});

describe('a request in a folder', { tags: 'inherit:window' }, () => {
  it('shows inherited headers, and strikes out overridden headers', async () => {
    const { page } = journey;
    await openRequest(page, 'Heir');
    await chooseTab(page, 'Request', 'Headers');
    await findInheritedHeaders().getByText('x-team').waitFor();
    await expect.poll(() => findInheritedHeaders().locator('s').allTextContents()).toEqual(['X-Own', '2']);
    await expect.poll(barriers).toEqual([]);
    await findInheritedHeaders().getByRole('button', { name: 'x-team, from users' }).click();
    await editorOf('users').waitFor();
  });

  it('shows the inherited auth and settings', async () => {
    const { page } = journey;
    await openRequest(page, 'Heir');
    await chooseTab(page, 'Request', 'Auth');
    await page.getByRole('button', { name: 'Bearer token, from users' }).waitFor();
    await chooseTab(page, 'Request', 'Settings');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Timeout (ms)' }).getAttribute('placeholder'))
      .toBe('4321');
  });

  it('can override an inherited switch, and inherit it again later', async () => {
    const { page } = journey;
    const { id } = await journey.agent('rest_create', { name: 'Switched', folder: 'users', url: 'http://h' });
    const settings = async () => (await journey.agent('rest_get', { id })).settings;
    await openRequest(page, 'Switched');
    await chooseTab(page, 'Request', 'Settings');
    const verify = page.getByRole('checkbox', { name: 'Verify certificates' });
    const danger = page.getByText('Any server can impersonate this one');
    await expect.poll(() => verify.isChecked()).toBe(true);
    await verify.uncheck();
    await danger.waitFor();
    await expect.poll(() => danger.getAttribute('class')).toBe('bad');
    await expect.poll(settings).toEqual({ tls: { verify: false } });
    await verify.check();
    await danger.waitFor({ state: 'hidden' });
    await expect.poll(settings).toEqual({ tls: { verify: true } });
    await page.getByRole('button', { name: 'Use inherited: Verify certificates' }).click();
    await expect.poll(settings).toEqual({});
    await page.getByRole('checkbox', { name: 'Follow redirects' }).uncheck();
    await expect.poll(settings).toEqual({ followRedirects: false });
    await page.getByRole('button', { name: 'Use inherited: Follow redirects' }).click();
    await expect.poll(settings).toEqual({});
    await journey.agent('folders_update', {
      id: 'users',
      settings: { timeoutMs: 4321, tls: { verify: false } },
    });
    await danger.waitFor();
    await expect.poll(() => verify.isChecked()).toBe(false);
    await expect.poll(barriers).toEqual([]);
    await journey.agent('folders_update', { id: 'users', settings: { timeoutMs: 4321 } });
  });

  it('can override the inherited HTTP version', async () => {
    const { page } = journey;
    const { id } = await journey.agent('rest_create', {
      name: 'Versioned',
      folder: 'users',
      url: 'http://h',
    });
    const settings = async () => (await journey.agent('rest_get', { id })).settings;
    await openRequest(page, 'Versioned');
    await chooseTab(page, 'Request', 'Settings');
    const version = page.getByRole('combobox', { name: 'HTTP version' });
    await expect.poll(() => version.textContent()).toContain('HTTP/1.1 (default)');
    await version.click();
    await page.getByRole('option', { name: 'HTTP/2', exact: true }).click();
    await expect.poll(settings).toEqual({ http: '2' });
    await journey.agent('folders_update', { id: 'users', settings: { timeoutMs: 4321, http: 'auto' } });
    await version.click();
    await page.getByRole('option', { name: 'HTTP/2 if the server offers it (inherited)' }).click();
    await expect.poll(settings).toEqual({});
    await expect.poll(barriers).toEqual([]);
    await journey.agent('folders_update', { id: 'users', settings: { timeoutMs: 4321 } });
  });

  it('runs the scripts of its folders, which are edited in the folders and named in its list of tests', async () => {
    const { page } = journey;
    await journey.agent('folders_create', { path: 'Scripted' });
    await journey.agent('rest_create', { name: 'Tried', folder: 'Scripted', url: '{{echo_base_url}}/get' });
    await row('Scripted').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Folder settings' }).click();
    await editorOf('Scripted').waitFor();
    await chooseTab(page, 'Folder', 'Script');
    await page.getByRole('textbox', { name: 'Script' }).click();
    const text = `export const onTest = () => { test("of the folder", () => {`;
    await page.keyboard.insertText(`${text} }); };`);
    await expect
      .poll(() => folder('Scripted'))
      .toMatchObject({ script: expect.stringContaining(text) as string });
    await expect.poll(barriers).toEqual([]);
    await openRequest(page, 'Tried');
    await chooseTab(page, 'Request', 'Script');
    await page.getByRole('button', { name: 'Script, from Scripted' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: /^Tests/ }).click();
    await page.getByText('Scripted/folder.js').waitFor();
    await page.getByText('of the folder').waitFor();
    expect(journey.errors).toEqual([]);
  });

  it(
    'shows whether response scripts run in workspace order, which is set in the workspace',
    { tags: 'inherit:scripts:flow' },
    async () => {
      const { page } = journey;
      await journey.agent('folders_create', { path: 'Ordered', script: '// first' });
      await journey.agent('rest_create', {
        name: 'In order',
        folder: 'Ordered',
        url: '{{echo_base_url}}/get',
      });
      await page.getByRole('button', { name: /^Workspace / }).click();
      await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
      await chooseTab(page, 'Folder', 'Script');
      const choose = async (option: string) => {
        await page.getByRole('combobox', { name: 'onResponse and onTest', exact: true }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      await choose('From the workspace inwards');
      await expect.poll(() => folder('')).toMatchObject({ connections: { scriptFlow: 'sequential' } });
      await expect.poll(barriers).toEqual([]);
      await openRequest(page, 'In order');
      await chooseTab(page, 'Request', 'Script');
      await page.getByText('in this order after a response too').waitFor();
      await journey.agent('folders_update', { id: '', connections: { scriptFlow: 'sandwich' } });
      await expect.poll(() => page.getByText('in this order after a response too').count()).toBe(0);
      await page.getByRole('button', { name: 'Script, from Ordered' }).waitFor();
      expect(journey.errors).toEqual([]);
    },
  );

  it('has its own variables, and shows which variables of folders and the workspace they override', async () => {
    const { page } = journey;
    await openRequest(page, 'Heir');
    await chooseTab(page, 'Request', 'Variables');
    const shown = page.getByRole('table', { name: 'Inherited variables' });
    await expect.poll(() => shown.locator('s').allTextContents()).toEqual([]);
    await page.getByRole('textbox', { name: 'Variable 1 name', exact: true }).fill('only');
    await page.getByRole('textbox', { name: 'Variable 1 value', exact: true }).fill('mine');
    await expect.poll(() => shown.locator('s').allTextContents()).toEqual(['only', 'everywhere']);
    await shown.getByRole('button', { name: 'host, from users' }).waitFor();
    await expect.poll(barriers).toEqual([]);
    const url = page.getByRole('textbox', { name: 'URL', exact: true });
    await url.click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Alt+Enter');
    const card = page.getByRole('dialog', { name: '{{only}}' });
    await card.getByText('mine').waitFor();
    await card.getByText('Of this request').waitFor();
    await page.keyboard.press('Escape');
  });

  it('explains variables of folders and of the workspace', async () => {
    const { page } = journey;
    await openRequest(page, 'Heir');
    const url = page.getByRole('textbox', { name: 'URL', exact: true });
    await url.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+Enter');
    const card = page.getByRole('dialog', { name: '{{host}}' });
    await card.getByText('from users').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    await editorOf('users').waitFor();
  });
});
