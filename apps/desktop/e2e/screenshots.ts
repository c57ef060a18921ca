import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { openJourney } from './journey.js';
import { chooseOption, openRequest, runRequest } from './open-page.js';

/** The names of the screenshots that the docs use. If the command line names another folder, all states are captured. */
const docScreenshots: readonly string[] = ['window', 'failing', 'environments', 'activity', 'guard'];
const [, , elsewhere] = process.argv;
const folder = elsewhere ?? fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const journey = await openJourney();
await mkdir(folder, { recursive: true });
const { agent } = journey;

const { id } = await agent('rest_create', {
  name: 'Find a pet',
  folder: 'Pets/Cats',
  url: '{{echo_base_url}}/pets/:id',
  pathParams: [{ name: 'id', value: '42', enabled: true }],
  queryParams: [
    { name: 'with', value: 'owner', enabled: true },
    { name: 'draft', value: 'yes', enabled: false },
  ],
  headers: [{ name: 'accept', value: 'application/json', enabled: true }],
  script: `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('is the cat', () => expect(res.json().path).toBe('/pets/7'));
}
`,
});
await agent('rest_create', { name: 'Adopt', folder: 'Pets', method: 'POST', url: '{{shop}}/adopt' });
await agent('rest_create', { name: 'Return', folder: 'Pets', method: 'DELETE', url: '{{shop}}/adopt/:id' });
await agent('graphql_create', {
  name: 'Owners of a pet',
  folder: 'Pets',
  url: '{{echo_base_url}}/graphql',
  query: 'query Owners($pet: ID!) {\n  pet(id: $pet) {\n    owners { name }\n  }\n}\n',
  variables: { pet: '42' },
});

const order = await agent('rest_create', {
  name: 'Place an order',
  folder: 'Pets',
  method: 'POST',
  url: '{{echo_base_url}}/orders',
  headers: [{ name: 'Authorization', value: 'Bearer {{api_token}}', enabled: true }],
  body: { type: 'json', content: '{"pet": "Milo", "quantity": 1}' },
});

const page = () => journey.page;
const button = (name: string) => page().getByRole('button', { name, exact: true }).click();
const requestTab = (name: string) =>
  page().getByRole('tablist', { name: 'Request' }).getByRole('tab', { name }).click();

let production: Readonly<Record<string, unknown>> | undefined;

/** Sets up an environment in which agents have to ask. */
const createProduction = async (): Promise<Readonly<Record<string, unknown>>> => {
  const created = await agent('environments_create', {
    name: 'Production',
    color: '#d32f2f',
    secrets: { api_token: 'example-of-a-token' },
  });
  const active = page().getByRole('combobox', { name: 'Active environment' });
  await chooseOption(active, 'Edit environments …');
  await page().getByRole('option', { name: 'Production' }).click();
  await page().getByText('Agents may send everything').click();
  await page().getByRole('checkbox', { name: 'Production' }).click();
  await page().getByRole('group').filter({ hasText: 'Guard' }).getByText('Production').first().waitFor();
  return created;
};

/** Ends what the current state has started, after its screenshot. */
let finish: (() => Promise<void>) | undefined;

/** Makes the window ask about a request that an agent wants to send. */
const askAboutOrder = async (): Promise<void> => {
  production ??= await createProduction();
  await agent('environments_activate', { id: production.id });
  await openRequest(page(), 'Place an order');
  const sending = agent('rest_execute', { id: order.id });
  await page().getByRole('dialog').getByText('Milo').waitFor();
  finish = async () => {
    await button('Deny');
    await sending;
    await chooseOption(page().getByRole('combobox', { name: 'Active environment' }), 'Default');
  };
};

/** The main states in order, each with the steps that show it. */
const states: Readonly<Record<string, () => Promise<unknown>>> = {
  window: async () => {
    for (const name of ['See what is sent', 'Answer with a mock', 'Post JSON and test it'])
      await runRequest(page(), name);
  },
  failing: async () => {
    await runRequest(page(), 'Find a pet');
    await requestTab('Script');
    await page().getByRole('textbox', { name: 'Script' }).waitFor();
  },
  graphql: () => runRequest(page(), 'Owners of a pet'),
  unresolved: () => openRequest(page(), 'Return'),
  palette: async () => {
    await page().keyboard.press('Control+k');
    await page().locator('dialog.palette[open] input:focus').waitFor();
    await page().keyboard.type('pet');
  },
  environments: async () => {
    await page().keyboard.press('Escape');
    await page().locator('dialog.palette').waitFor({ state: 'detached' });
    await button('Environments');
    await page().getByRole('textbox', { name: 'Variable 1 name' }).waitFor();
  },
  activity: async () => {
    await agent('rest_update', { id: id, description: 'Looks a pet up.' });
    await button('Activity');
    await page().getByRole('listitem').first().waitFor();
  },
  guard: askAboutOrder,
  cookies: () => button('Cookies'),
  connect: () => button('Connect an agent'),
  shortcuts: () => button('Shortcuts'),
};

await journey.newPage();
await button('Environments');
await page().getByRole('textbox', { name: 'Variable 1 name' }).fill('shop');
await page().getByRole('textbox', { name: 'Variable 1 value' }).fill('http://127.0.0.1:4000');
await page().getByRole('textbox', { name: 'Variable 2 name' }).fill('token');
await button('Variable 2 is secret');
await page().getByLabel('Variable 2 value').fill('example');
await page().getByRole('textbox', { name: 'Variable 3 name' }).focus();
await page().getByPlaceholder('•••••• (set)').waitFor();
await page().keyboard.press('Alt+w');

for (const scheme of ['light', 'dark'] as const) {
  await journey.newPage(scheme);
  for (const [name, open] of Object.entries(states)) {
    await open();
    if (elsewhere !== undefined || docScreenshots.includes(name)) {
      await page().mouse.move(780, 795);
      await page().waitForTimeout(150);
      await page().screenshot({ path: `${folder}${name}-${scheme}.png` });
      process.stdout.write(`${name}-${scheme}.png\n`);
    }
    await finish?.();
    finish = undefined;
  }
}

await journey.close();
await journey.browser.close();
