import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { type Journey, openJourney } from './journey.js';
import { chooseTab, openRequest, runRequest } from './open-page.js';

let journey: Journey;

beforeAll(async () => {
  journey = await openJourney();
  await journey.agent('rest_create', {
    name: 'Fails',
    folder: 'broken/deep',
    url: '{{echo_base_url}}/:id/{{nowhere}}',
    headers: [{ name: 'x', value: 'y', enabled: false }],
  });
  await journey.agent('environments_create', { name: 'Other', color: '#e07b00', secrets: { key: 'value' } });
  await journey.agent('rest_create', {
    name: 'Tells events',
    url: '{{echo_base_url}}/events',
    script: `const headers = { 'content-type': 'text/event-stream' };
      export const onRequest = () => new ServiceResponse('event: price\\ndata: {"a":1}\\n\\n', { headers });`,
  });
  await journey.agent('runs_execute', { folder: 'broken' });
  await journey.agent('graphql_create', { name: 'Asks', url: '{{echo_base_url}}/graphql', query: '{ a }' });
});
afterAll(() => journey.close());

/** Deletes a workspace as a person, because agents cannot. */
const deleteWorkspace = async (name: string): Promise<void> => {
  await journey.agent('workspaces_create', { name });
  await journey.newPage();
  const { page } = journey;
  const open = page.getByRole('button', { name: /^Workspace / });
  await open.click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.getByRole('button', { name: `Workspace ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
};

beforeAll(() => deleteWorkspace('Deleted before'));

const requestTab = (name: string) => chooseTab(journey.page, 'Request', name);
const responseTab = (name: string) => chooseTab(journey.page, 'Response', name);
const openScreen = async (name: string): Promise<void> => {
  await journey.page.getByRole('button', { name, exact: true }).click();
  await journey.page.getByRole('tab', { name, selected: true }).waitFor();
  await journey.page.locator('.empty', { hasText: 'Loading …' }).waitFor({ state: 'detached' });
};

/** Closes whatever is open, then opens a menu and chooses an entry that opens a dialog. */
const openDialog = async (menu: string, entry: string, name: string): Promise<void> => {
  await journey.page.keyboard.press('Escape');
  await journey.page.getByRole('dialog').waitFor({ state: 'detached' });
  await journey.page.getByRole('button', { name: menu }).click();
  await journey.page.getByRole('menuitem', { name: entry }).click();
  await journey.page.getByRole('dialog', { name }).waitFor();
};

const environmentAs = async (action: string, words: string): Promise<void> => {
  await journey.page.getByRole('button', { name: action, exact: true }).click();
  await journey.page.getByText(words).waitFor();
};

/** All screens, each with the steps that open it from the screen before. */
const screens: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['an empty page', () => Promise.resolve()],
  ['a request', () => openRequest(journey.page, 'Post JSON and test it')],
  ['a result', () => runRequest(journey.page, 'Post JSON and test it')],
  ...['Headers', 'Cookies', 'Tests', 'Console', 'Times', 'Request'].map(
    (name) => [`the ${name} of a response`, () => responseTab(name)] as const,
  ),
  [
    'a search of a response',
    async () => {
      await responseTab('Headers');
      // The key reaches the response only once the menu of its tabs has closed.
      const openSearch = async (): Promise<boolean> => {
        await journey.page.keyboard.press('Control+f');
        return journey.page.getByRole('search').isVisible();
      };
      await expect.poll(openSearch).toBe(true);
      await journey.page.keyboard.type('content');
      await journey.page.getByRole('search').getByRole('status').getByText('matches').waitFor();
    },
  ],
  ...['Params', 'Headers', 'Body', 'Auth', 'Variables', 'Script', 'Settings', 'Notes'].map(
    (name) => [`the ${name} of a request`, () => requestTab(name)] as const,
  ),
  ['names without a value', () => openRequest(journey.page, 'Fails')],
  ['a GraphQL request', () => openRequest(journey.page, 'Asks')],
  ['Environments', () => openScreen('Environments')],
  [
    'an environment with a secret',
    async () => {
      await journey.page.getByRole('option', { name: 'Other' }).click();
      await journey.page.getByPlaceholder('•••••• (set)').waitFor();
    },
  ],
  ['two environments compared', () => environmentAs('Compare', 'names differ')],
  ['an environment as text', () => environmentAs('Edit as text', 'One name=value per line')],
  ...[
    'Folder',
    'Trust',
    'Cookies',
    'Runs',
    'History',
    'Activity',
    'Connect an agent',
    'Shortcuts',
    'Settings',
  ].map((name) => [name, () => openScreen(name)] as const),
  [
    'a run',
    async () => {
      await openScreen('Runs');
      await journey.page.getByRole('option', { name: 'broken / deep / Fails' }).click();
      await journey.page.getByRole('region', { name: 'Exchange' }).waitFor();
    },
  ],
  [
    'the palette',
    async () => {
      await journey.page.keyboard.press('Control+k');
      await journey.page.getByRole('dialog', { name: 'Commands' }).waitFor();
    },
  ],
  [
    'the menu of a request',
    async () => {
      await journey.page.keyboard.press('Escape');
      await journey.page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' });
      await openRequest(journey.page, 'Fails');
      await journey.page.getByRole('button', { name: 'Actions for Fails' }).click();
      await journey.page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  ],
  [
    'the events of a stream',
    async () => {
      await journey.page.keyboard.press('Escape');
      await runRequest(journey.page, 'Tells events');
      await journey.page.getByRole('list', { name: 'Events' }).getByText('price').waitFor();
    },
  ],
  ['a preview', () => openDialog('More ways to send', 'Preview what would be sent', 'Preview')],
  ['a request as code', () => openDialog('More ways to send', 'Copy as code', 'Copy as code')],
  ['a run to start', () => openDialog('More ways to send', 'Run …', 'Run requests')],
  ['a new workspace', () => openDialog('Workspace ', 'New workspace', 'New workspace')],
  ['a folder to open', () => openDialog('Workspace ', 'Open a folder', 'Open a folder')],
  ['deleted workspaces', () => openDialog('Workspace ', 'Restore a workspace', 'Deleted workspaces')],
  ['the renaming of a workspace', () => openDialog('Workspace ', 'Rename', 'Rename the workspace')],
];

beforeAll(() => journey.newPage());

describe('a window in light and dark', () => {
  it.each(screens)('has no serious accessibility violation: %s', async (_, open) => {
    await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await journey.page.emulateMedia({ colorScheme });
      await expect.poll(() => findAccessibilityViolations(journey.page)).toEqual([]);
    }
  });
});
