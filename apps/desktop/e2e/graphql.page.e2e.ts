import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseOption, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const toNamedType = (kind: string, name: string) => ({ kind, name, ofType: null });
const type = (kind: string, name: string, fields: readonly object[] | null) => ({
  kind,
  name,
  description: null,
  fields,
  interfaces: fields && [],
  inputFields: null,
  enumValues: null,
  possibleTypes: null,
});
const field = (name: string, of: object, args: readonly object[] = []) => ({
  name,
  description: null,
  args,
  type: of,
  isDeprecated: false,
  deprecationReason: null,
});
const id = {
  ...{ name: 'id', description: null, defaultValue: null },
  type: { kind: 'NON_NULL', name: null, ofType: toNamedType('SCALAR', 'ID') },
};
const data = {
  __schema: {
    ...{ queryType: { name: 'Query' }, mutationType: null, subscriptionType: null, directives: [] },
    types: [
      type('OBJECT', 'Query', [
        field('thing', toNamedType('OBJECT', 'Thing'), [id]),
        field('found', toNamedType('UNION', 'Found')),
      ]),
      { ...type('UNION', 'Found', null), possibleTypes: [toNamedType('OBJECT', 'Thing')] },
      type('OBJECT', 'Thing', [field('label', toNamedType('SCALAR', 'String'))]),
      ...['ID', 'String', 'Boolean'].map((name) => type('SCALAR', name, null)),
    ],
  },
};

let server: Server;
let url = '';
/** The body with which the server answers. */
let answer: object = { data };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const query = () => journey.page.getByRole('textbox', { name: 'GraphQL query' });
const fetchSchema = () => journey.page.getByRole('button', { name: 'Fetch schema' }).click();
const waitForSchema = () => journey.page.getByRole('button', { name: 'Refresh schema' }).waitFor();

const createAndOpenRequest = async (name: string, fields: object) => {
  const request = await journey.agent('graphql_create', { name, url, ...fields });
  await openRequest(journey.page, name);
  return request.id;
};

it(
  'a schema is fetched with one click, validates and completes the query, and survives a reload',
  { tags: 'graphql:schema' },
  async () => {
    const { page, errors } = journey;
    answer = { data };
    await createAndOpenRequest('Typed', { query: 'query A($id: ID!) { thing(id: $id) { wrong } }' });
    await fetchSchema();
    await waitForSchema();
    await query().locator('.cm-lintRange-error').waitFor();
    const problems = page.getByRole('list', { name: 'Problems of the query' });
    await problems.getByText('Line 1, column 38: Cannot query field "wrong" on type "Thing".').waitFor();
    await page.getByText('$id needs a value of type ID!.').waitFor();
    await query().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('query A($id: ID!) { thing(id: $id) { la');
    await page.getByRole('option', { name: 'label' }).first().click();
    await expect.poll(() => query().innerText()).toContain('thing(id: $id) { label');
    await page.reload();
    await waitForSchema();
    expect(errors).toEqual([]);
  },
);

it('nothing covers the schema buttons in a narrow pane', { tags: 'graphql:explorer' }, async () => {
  const { page } = journey;
  answer = { data };
  await createAndOpenRequest('Narrow', { query: '{ thing(id: 1) { label } }' });
  await fetchSchema();
  await waitForSchema();
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await page.setViewportSize({ width: 920, height: 700 });
  await page.getByRole('button', { name: 'Refresh schema' }).click({ trial: true });
});

it('a schema is not used for another URL or environment', { tags: 'graphql:schema' }, async () => {
  const { page } = journey;
  answer = { data };
  const own = await createAndOpenRequest('Moved', { query: '{ wrong }' });
  await fetchSchema();
  await page.getByText('Cannot query field "wrong" on type "Query".').waitFor();
  await journey.agent('graphql_update', { id: own, url: `${url}/v2` });
  await page.getByText('No schema yet').waitFor();
  await expect.poll(() => page.getByText('Cannot query field').count()).toBe(0);
  await journey.agent('graphql_update', { id: own, url });
  await waitForSchema();
  const { id } = await journey.agent('environments_create', { name: 'Another server' });
  await journey.agent('environments_activate', { id });
  await page.getByText('No schema yet').waitFor();
});

it(
  'the types of a schema can be searched and browsed, and their fields inserted',
  { tags: 'graphql:explorer' },
  async () => {
    const { page } = journey;
    answer = { data };
    const own = await createAndOpenRequest('Explored', { query: '' });
    await fetchSchema();
    await waitForSchema();
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    const explorer = page.getByRole('region', { name: 'Schema explorer' });
    const button = (name: string) => explorer.getByRole('button', { name, exact: true });
    await explorer.getByText('thing(id: ID!): Thing').waitFor();
    await button('thing: show the type Thing').click();
    await button('Insert label').click();
    await expect
      .poll(() => journey.agent('graphql_get', { id: own }))
      .toMatchObject({ query: 'query ($id: ID!) {\n  thing(id: $id) { label }\n}\n' });
    await button('query').click();
    await explorer.getByRole('list', { name: 'Fields of Query' }).waitFor();
    await button('found: show the type Found').click();
    await button('Thing').click();
    await button('on Thing').waitFor();
    await button('Insert label').click();
    await expect
      .poll(async () => (await journey.agent('graphql_get', { id: own })).query)
      .toContain('found { ... on Thing { label } }');
    await button('query').click();
    await explorer.getByRole('searchbox').fill('lab');
    await button('Thing.label').click();
    await explorer.getByRole('list', { name: 'Fields of Thing' }).waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await button('Close the explorer').click();
    await explorer.waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  },
);

it('the operations of a document are listed in a menu', { tags: 'graphql:operations' }, async () => {
  const { page } = journey;
  const own = await createAndOpenRequest('Many', {
    query: 'query One { thing(id: 1) { label } } mutation Two { thing }',
  });
  await chooseOption(page.getByRole('combobox', { name: 'Operation' }), 'Two mutation');
  await expect.poll(() => journey.agent('graphql_get', { id: own })).toMatchObject({ operationName: 'Two' });
  await page.getByRole('combobox', { name: 'Operation' }).getByText('Two').waitFor();
});

it(
  'the message of a server that refuses introspection is quoted, with advice on what to check',
  { tags: 'graphql:schema' },
  async () => {
    const { page } = journey;
    answer = { errors: [{ message: 'introspection is disabled' }] };
    await createAndOpenRequest('Refused', { query: '{ a }' });
    await fetchSchema();
    await page.getByRole('alert').getByText('introspection is disabled').waitFor();
    await page.getByRole('alert').getByText('check the URL, Auth and headers').waitFor();
  },
);
