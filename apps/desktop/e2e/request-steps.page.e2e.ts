import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { chooseTab, openRequest } from './open-page.js';
import { type Person, createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let person: Person;
beforeEach(() => {
  person = createPerson(journey.page);
});

/** Responds with HTML; with JSON that counts requests; or with a schema, to any GraphQL query. */
let server: Server;
let address = '';
beforeAll(async () => {
  let asked = 0;
  server = createServer(({ url = '' }, response) => {
    if (url === '/page.html')
      response.setHeader('content-type', 'text/html').end('<h1>Hello</h1><p>there</p>');
    else if (url === '/graphql') response.setHeader('content-type', 'application/json').end(schema);
    else {
      asked += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ users: [{ asked }] }));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const field = { args: [], description: null, isDeprecated: false, deprecationReason: null };
const schema = JSON.stringify({
  data: {
    __schema: {
      ...{ queryType: { name: 'Query' }, mutationType: null, subscriptionType: null, directives: [] },
      types: [
        {
          ...{ kind: 'OBJECT', name: 'Query', description: null, interfaces: [], inputFields: null },
          enumValues: null,
          possibleTypes: null,
          fields: [{ ...field, name: 'label', type: { kind: 'SCALAR', name: 'String', ofType: null } }],
        },
        ...['String', 'Boolean'].map((name) => ({ kind: 'SCALAR', name })),
      ],
    },
  },
});

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true });
const result = () => journey.page.getByRole('region', { name: 'Result' });
const findResultButton = (name: string) => result().getByRole('button', { name, exact: true });
const option = (name: string) => journey.page.getByRole('option', { name }).first();

const createAndOpenRequest = async (name: string, fields: object): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: '{{echo_base_url}}/x', ...fields });
  await openRequest(journey.page, name);
  return String(id);
};

const url = (id: string) => journey.agent('rest_get', { id });

describe('the number of steps for editing a request', { tags: 'steps:few' }, () => {
  it('is one for a query in the URL, and two for changing a value in the table', async () => {
    const id = await createAndOpenRequest('Asks twice', {});
    await text('URL').focus();
    await journey.page.keyboard.press('End');
    await person.type('?a=1');
    await expect.poll(() => url(id)).toMatchObject({ queryParams: [{ name: 'a', value: '1' }] });
    expect(person.steps()).toBe(1);
    await text('Query parameter 1 value').focus();
    await person.press('Control+a');
    await person.type('2');
    await expect.poll(() => text('URL').inputValue()).toContain('?a=2');
    expect(person.steps()).toBe(3);
  });

  it('is two each for completing a variable and for creating a missing one', async () => {
    await createAndOpenRequest('Fills in', { url: '' });
    await text('URL').focus();
    await person.type('{{ech');
    await option('echo_base_url').waitFor();
    await person.press('Enter');
    await expect.poll(() => text('URL').inputValue()).toBe('{{echo_base_url}}');
    expect(person.steps()).toBe(2);
    await journey.page.keyboard.type('/{{missing_one}}');
    await journey.page.keyboard.press('Escape');
    await person.press('Alt+Enter');
    await journey.page.getByRole('dialog', { name: '{{missing_one}}' }).locator('input:focus').waitFor();
    await person.enter('here');
    await expect
      .poll(async () => JSON.stringify(await journey.agent('environments_list', {})))
      .toContain('missing_one');
    expect(person.steps()).toBe(4);
  });

  it('is three for a completed header, and one for editing all headers as text', async () => {
    const id = await createAndOpenRequest('Has headers', {});
    await chooseTab(journey.page, 'Request', 'Headers');
    await text('Header 1 name')
      .or(journey.page.getByRole('combobox', { name: 'Header 1 name' }))
      .focus();
    await person.type('accep');
    await option('Accept').waitFor();
    await person.press('ArrowDown');
    await person.press('Enter');
    await expect.poll(async () => JSON.stringify((await url(id)).headers)).toMatch(/accept"/i);
    expect(person.steps()).toBe(3);
    await person.click(journey.page.getByRole('button', { name: /^Edit as text: / }));
    await journey.page.locator('textarea:visible').waitFor();
    expect(person.steps()).toBe(4);
  });

  it('is one for formatting a body, and none for seeing the error in it', async () => {
    await createAndOpenRequest('Is laid out', { method: 'POST', body: { type: 'json', content: '{"a":1}' } });
    await chooseTab(journey.page, 'Request', 'Body');
    await text('JSON body').click();
    await person.press('Shift+Alt+f');
    await expect.poll(() => text('JSON body').innerText()).toBe('{\n  "a": 1\n}');
    expect(person.steps()).toBe(1);
    await journey.page.keyboard.press('Control+End');
    await journey.page.keyboard.type(',');
    await journey.page.getByText('Invalid JSON at line 3').waitFor();
  });

  it('is two for a response from a URL without a scheme', async () => {
    await person.press('Alt+n');
    await journey.page.locator('[aria-label="URL"]:focus').waitFor();
    await person.enter(`localhost:${address.split(':')[1] ?? ''}/plain`);
    await result().getByText('200 OK', { exact: true }).waitFor();
    await expect.poll(() => text('URL').inputValue()).toMatch(/^http:\/\/localhost/);
    expect(person.steps()).toBe(2);
  });

  it('is one each for getting a schema, seeing its types and inserting a field', async () => {
    const { id } = await journey.agent('graphql_create', {
      name: 'Explores',
      url: `http://${address}/graphql`,
      query: '',
    });
    await openRequest(journey.page, 'Explores');
    await person.click(button('Fetch schema'));
    await button('Refresh schema').waitFor();
    expect(person.steps()).toBe(1);
    await person.click(button('Explore'));
    await person.click(button('Insert label'));
    await expect.poll(async () => (await journey.agent('graphql_get', { id })).query).toContain('label');
    expect(person.steps()).toBe(3);
  });
});

it('Ctrl+Enter does not send while a dialog is open', async () => {
  const id = await createAndOpenRequest('Is not sent', {});
  await button('More ways to send').click();
  await journey.page.getByRole('menuitem', { name: 'Run …' }).click();
  const dialog = journey.page.getByRole('dialog', { name: 'Run requests' });
  await dialog.waitFor();
  await person.press('Control+Enter');
  await person.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { executions } = await journey.agent('executions_list', { requestId: id });
  expect(executions).toEqual([]);
});

describe('the number of steps for reading a response', { tags: 'steps:few' }, () => {
  it('is one each for saving, filtering, wrapping and folding a body, and for its views as text and bytes', async () => {
    const { page } = journey;
    const id = await createAndOpenRequest('Is looked at', { url: `http://${address}/users` });
    await journey.agent('rest_execute', { id });
    const body = text('Response body');
    await body.getByText('"asked"').waitFor();
    const download = page.waitForEvent('download');
    await person.click(findResultButton('Save the body to a file'));
    await download;
    const wrap = findResultButton('Wrap lines');
    const before = await wrap.getAttribute('aria-pressed');
    await person.click(wrap);
    await expect.poll(() => wrap.getAttribute('aria-pressed')).not.toBe(before);
    await person.click(
      result().locator('.cm-foldGutter .cm-gutterElement:visible').getByTitle('Fold line').first(),
    );
    await body.locator('.cm-foldPlaceholder').waitFor();
    await person.click(result().getByRole('radio', { name: 'Raw' }));
    await body.getByText('{"users":[{"asked":').waitFor();
    await person.click(result().getByRole('radio', { name: 'Hex' }));
    await body.getByText('00000000  7b 22').waitFor();
    expect(person.steps()).toBe(5);
    await person.click(result().getByRole('radio', { name: 'Pretty' }));
    await person.click(findResultButton('Filter by JSONPath'));
    await page.locator('[aria-label="JSONPath"]:focus').waitFor();
    await person.type('$..asked');
    await result()
      .getByText(/^1 value$/)
      .waitFor();
    expect(person.steps()).toBe(8);
  });

  it('is one each for previewing a page and for seeing the timing', async () => {
    const id = await createAndOpenRequest('Is a page', { url: `http://${address}/page.html` });
    await journey.agent('rest_execute', { id });
    await person.click(result().getByRole('radio', { name: 'Preview' }));
    await result().locator('iframe').first().waitFor();
    expect(person.steps()).toBe(1);
    await person.click(result().getByRole('tab', { name: 'Times' }));
    await result().getByText('Wait for the response').first().waitFor();
    expect(person.steps()).toBe(2);
  });

  it('is two for comparing a response with the last response that passed', async () => {
    const id = await createAndOpenRequest('Is compared', { url: `http://${address}/users` });
    for (let n = 0; n < 2; n += 1) await journey.agent('rest_execute', { id });
    await text('Response body').getByText('"asked"').waitFor();
    await person.click(findResultButton('Compare'));
    await person.click(journey.page.getByRole('menuitem', { name: 'Compare with the last passing one' }));
    await text('Differences').waitFor();
    expect(person.steps()).toBe(2);
    await expect.poll(() => journey.page.getByRole('tooltip').count()).toBe(0);
    expect(journey.errors).toEqual([]);
  });

  it('is two each for sending a request from the tree and for copying it as code', async () => {
    const id = await createAndOpenRequest('Is in the tree', { url: `http://${address}/from-tree` });
    const row = journey.page.getByRole('treeitem', { name: 'GET Is in the tree' });
    await person.click(row, 'right');
    await person.click(journey.page.getByRole('menuitem', { name: 'Send', exact: true }));
    await result().getByText('200 OK', { exact: true }).waitFor();
    expect(person.steps()).toBe(2);
    await person.click(row, 'right');
    await person.click(journey.page.getByRole('menuitem', { name: 'Copy as code' }));
    await journey.page.getByRole('dialog', { name: 'Copy as code' }).waitFor();
    expect([person.steps(), typeof id]).toEqual([4, 'string']);
  });
});
