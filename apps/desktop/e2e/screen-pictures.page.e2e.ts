import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Journey, openJourney } from './journey.js';
import { chooseTab, openRequest } from './open-page.js';
import { describeDifference } from './pictures.js';

let journey: Journey;

const answer = (status: number, body: object): string => `export function onRequest() {
  const headers = { 'content-type': 'application/json' };
  return new ServiceResponse(${JSON.stringify(JSON.stringify(body))}, { status: ${status}, headers });
}
`;

const tests = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('is the cat', () => expect(res.json().name).toBe('Tom'));
}
`;

/** Creates the requests in the screenshots. Scripts mock the responses, so that they are always the same. */
const makeRequests = async (): Promise<void> => {
  const { agent } = journey;
  const adopt = await agent('rest_create', {
    ...{ name: 'Adopt', folder: 'Pets', method: 'POST', url: 'https://{{shop}}/adopt/:id?owner=ann' },
    pathParams: [{ name: 'id', value: '42', enabled: true }],
    body: { type: 'json', content: '{\n  "pet": 42,\n  "by": "{{user}}"\n}' },
    script: answer(201, { id: 42, owner: 'ann', paid: true, tags: ['cat', 'grey'] }),
  });
  const find = await agent('rest_create', {
    ...{ name: 'Find a pet', folder: 'Pets/Cats', url: 'https://{{shop}}/pets/42' },
    script: `${answer(200, { id: 42, name: 'Felix' })}${tests}`,
  });
  const owners = await agent('graphql_create', {
    ...{ name: 'Owners', folder: 'Pets', url: 'https://{{shop}}/graphql', variables: { pet: '42' } },
    query: 'query Owners($pet: ID!) {\n  pet(id: $pet) {\n    owners { name }\n  }\n}\n',
    script: answer(200, { data: { pet: { owners: [{ name: 'Ann' }] } } }),
  });
  await agent('rest_create', {
    name: 'Return',
    folder: 'Pets',
    method: 'DELETE',
    url: 'https://{{gone}}/:id',
  });
  const staging = await agent('environments_create', {
    ...{ name: 'Staging', color: '#e07b00', secrets: { password: 'x' } },
    variables: { shop: 'staging.example.com', user: 'bob' },
  });
  await agent('environments_activate', { id: staging.id });
  for (const { id } of [adopt, find]) await agent('rest_execute', { id });
  await agent('graphql_execute', { id: owners.id });
  await agent('rest_update', { id: find.id, description: 'Looks a pet up.' });
};

beforeAll(async () => {
  journey = await openJourney({}, { isSteady: true, viewport: { width: 1024, height: 700 } });
  await makeRequests();
  await journey.endAgentSession();
  await journey.newPage();
});
afterAll(async () => {
  await journey.close();
  await journey.browser.close();
});

/** Replaces text that varies between runs, such as ports, times of day, durations and the data folder. */
const stabilizeTextScript = `(() => {
  const words = [
    [/127\\.0\\.0\\.1:\\d+/g, '127.0.0.1:40000'],
    [/\\d{1,2}:\\d\\d:\\d\\d( [AP]M)?/g, '9:41:00 AM'],
    [/\\d+(\\.\\d+)? (ms|s)\\b/g, '10 ms'],
    [/\\/\\S+(?=\\/workspaces)/g, '/data'],
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    const steady = words.reduce((text, [pattern, word]) => text.replace(pattern, word), data);
    if (steady !== data) walker.currentNode.data = steady;
  }
  // A notice disappears after a while.
  document.querySelector('.toasts').style.visibility = 'hidden';
  document.activeElement.blur();
})()`;

const show = (screen: string) => journey.page.getByRole('button', { name: screen, exact: true }).click();
const region = (name: string) => journey.page.getByRole('region', { name, exact: true });
const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true });

/** Each screen, with the steps that open it. */
const screens: Readonly<Record<string, () => Promise<unknown>>> = {
  first: async () => {
    const { page } = journey;
    await page.getByText('No request is open').waitFor();
    // The lists below the cards, the marks in the tree and the state of the folder are the last elements to
    // load.
    await region('Recently sent').getByRole('button').first().waitFor();
    await page.getByRole('treeitem', { name: 'Find a pet' }).getByRole('img').waitFor();
    await page.getByRole('contentinfo').getByText('changes to save').waitFor();
  },
  request: async () => {
    await openRequest(journey.page, 'Adopt');
    await text('Response body').getByText('"owner"').waitFor();
    await text('JSON body').waitFor();
  },
  failing: async () => {
    await openRequest(journey.page, 'Find a pet');
    await chooseTab(journey.page, 'Request', 'Script');
    await chooseTab(journey.page, 'Response', 'Tests');
    await text('Script').waitFor();
  },
  graphql: async () => {
    await openRequest(journey.page, 'Owners');
    await text('Response body').getByText('"owners"').waitFor();
    await text('GraphQL query').waitFor();
  },
  environments: async () => {
    await show('Environments');
    await journey.page.getByRole('option', { name: 'Staging' }).click();
    await region('Environment Staging').waitFor();
  },
  history: async () => {
    await show('History');
    await region('History').getByRole('option').first().waitFor();
  },
  activity: async () => {
    await show('Activity');
    await region('Activity').getByRole('listitem').first().waitFor();
  },
  folder: async () => {
    await show('Folder');
    await journey.page.getByText('Will be written to files').waitFor();
  },
};

const picture = (): Promise<Buffer> => journey.page.screenshot({ animations: 'disabled', caret: 'hide' });

// Other systems render glyphs differently.
it.skipIf(process.platform !== 'linux').each(Object.entries(screens))(
  'the screen %s matches its screenshots, in light and dark',
  { tags: 'looks:screens' },
  async (name, open) => {
    const { page, browser } = journey;
    await open();
    await page.mouse.move(512, 699);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const compare = async () => {
        await page.evaluate(stabilizeTextScript);
        return describeDifference(browser, `screen-${name}-${colorScheme}`, await picture(), 'screen');
      };
      await expect.poll(compare).toBeUndefined();
    }
    expect(journey.errors).toEqual([]);
  },
);
