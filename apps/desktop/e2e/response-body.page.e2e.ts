import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { openRequest } from './open-page.js';

const journey = useJourney();

/** Bodies by path, each with its content type. */
const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/users.json': ['application/json', '{"users":[{"name":"Ada"},{"name":"Bob"}],"total":2}'],
  '/feed.xml': ['application/xml', '<feed><link>http://one</link><entry id="1"/></feed>'],
  '/page.html': ['text/html', '<main><p>Words</p></main>'],
  '/long.html': ['text/html', `<p>beginning</p>${'<p>x</p>'.repeat(50_000)}<p>end</p>`],
  '/style.css': ['text/css', 'a{color:red}'],
  '/code.js': ['text/javascript', 'function a(b){return b}'],
  '/long.txt': ['text/plain', 'a line of a long text\n'.repeat(500_000)],
  '/broken.json': ['application/json', '{"a":1,\n"b"}'],
  '/doc.pdf': ['application/pdf', '%PDF-1.4\n%%EOF'],
  '/sound.wav': ['audio/wav', 'RIFF'],
};

let server: Server;
let url = '';

let countedCount = 0;

/** Creates a long list, in which one value is different each time. */
const createCounted = (): string => {
  countedCount += 1;
  const items = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `item ${id}` }));
  return JSON.stringify(items.with(5_000, { id: 5_000, name: `version ${countedCount}` }));
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const [type, body] =
      request.url === '/counted.json'
        ? ['application/json', createCounted()]
        : (bodies[request.url ?? ''] ?? ['text/plain', 'nothing here']);
    response.setHeader('content-type', type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const result = () => journey.page.getByRole('region', { name: 'Result' });
const body = () => result().getByRole('textbox', { name: 'Response body' });
const view = (name: string) => result().getByRole('radio', { name, exact: true });

let sentCount = 0;

/** Creates a request for a path as the agent, opens it in the page, and sends it. */
const sendTo = async (path: string): Promise<void> => {
  const name = `Body ${(sentCount += 1)} of ${path}`;
  await journey.agent('rest_create', { name, url: `${url}${path}` });
  await openRequest(journey.page, name);
  await journey.page.getByRole('button', { name: 'Send', exact: true }).click();
};

const lines = () => body().locator('.cm-line').allTextContents();

describe('the body of a response', () => {
  it.each([
    ['/users.json', ['{', '  "users": [', '    {', '      "name": "Ada"']],
    ['/feed.xml', ['<feed>', '  <link>http://one</link>', '  <entry id="1" />', '</feed>']],
    ['/page.html', ['<main>', '  <p>Words</p>', '</main>']],
    ['/style.css', ['a {', '  color: red', '}']],
    ['/code.js', ['function a(b) {', '  return b', '}']],
  ])('%s is formatted, and shown raw on demand', { tags: 'viewer:formats' }, async (path, expected) => {
    await sendTo(path);
    await expect.poll(async () => (await lines()).slice(0, expected.length)).toEqual(expected);
    await view('Raw').click();
    await expect.poll(lines).toEqual([bodies[path]?.[1]]);
  });

  it('can be folded, searched, copied and saved', { tags: 'viewer:tools' }, async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendTo('/users.json');
    await expect.poll(async () => (await lines()).length).toBe(11);
    await result().getByTitle('Fold line').nth(2).click();
    await expect.poll(lines).toEqual(['{', '  "users": […],', '  "total": 2', '}']);
    await body().click();
    await page.keyboard.press('Control+f');
    await result().locator('[aria-label="Find"]:focus').waitFor();
    await page.keyboard.type('Bob');
    await result().getByText('1 match', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await result().getByText('1 of 1', { exact: true }).waitFor();
    await expect.poll(() => result().locator('.cm-searchMatch').allTextContents()).toEqual(['Bob']);
    await result().getByRole('button', { name: 'Copy the body' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(bodies['/users.json']?.[1]);
    const download = page.waitForEvent('download');
    await result().getByRole('button', { name: 'Save the body to a file' }).click();
    expect((await download).suggestedFilename()).toBe('users.json');
  });

  it(
    'can be filtered by a JSONPath, and an error in the path is shown',
    { tags: 'viewer:filter' },
    async () => {
      const { page } = journey;
      await sendTo('/users.json');
      await expect.poll(async () => (await lines()).length).toBe(11);
      await result().getByRole('button', { name: 'Filter by JSONPath' }).click();
      await page.locator('[aria-label="JSONPath"]:focus').waitFor();
      await page.keyboard.type('$.users[?search(@.name, "^A")].name');
      const selected = result().getByRole('textbox', { name: 'Selected values' });
      await expect.poll(() => selected.locator('.cm-line').allTextContents()).toEqual(['[', '  "Ada"', ']']);
      await result().getByRole('textbox', { name: 'JSONPath' }).fill('$.users[');
      await result().locator('.bad').filter({ hasText: 'JSONPath' }).waitFor();
      await result().getByRole('textbox', { name: 'JSONPath' }).press('Escape');
      await expect.poll(async () => (await lines()).length).toBe(11);
    },
  );

  it(
    'is reported as invalid if its type says JSON and it is not JSON',
    { tags: 'viewer:formats' },
    async () => {
      await sendTo('/broken.json');
      await result().getByText('Invalid JSON at line 2, column 4; it is shown as received.').waitFor();
      await expect.poll(lines).toEqual(['{"a":1,', '"b"}']);
    },
  );

  it('can be shown as bytes', { tags: 'viewer:tools' }, async () => {
    await sendTo('/style.css');
    await view('Hex').click();
    await body().getByText('00000000  61 7b 63 6f 6c 6f 72 3a').waitFor();
    await sendTo('/long.txt');
    await body().getByText('a line of a long text').first().waitFor();
    await view('Hex').click();
    await body().getByText('00000000  61 20 6c 69 6e 65 20 6f').waitFor();
    await body().click();
    await journey.page.keyboard.press('Control+End');
    await result().getByText('First 1.0 MiB shown.').waitFor();
  });

  it(
    'is compared with a long body by the lines that differ, and shows equal lines on demand',
    { tags: 'window:compare' },
    async () => {
      await sendTo('/counted.json');
      await body().getByText('"item 0"').waitFor();
      await journey.page.getByRole('button', { name: 'Send', exact: true }).click();
      await result().getByRole('button', { name: 'Compare', exact: true }).click();
      await journey.page.getByRole('menuitem', { name: 'Compare with the previous one' }).click();
      const differences = result().getByRole('textbox', { name: 'Differences' });
      await differences.locator('.cm-deletedLine').getByText('"name": "version 1"').waitFor();
      await differences.locator('.cm-insertedLine').getByText('"name": "version 2"').waitFor();
      await expect.poll(() => differences.getByText('"name": "item 3"').count()).toBe(0);
      await differences
        .getByRole('button', { name: / unchanged lines/ })
        .first()
        .click();
      await differences.getByText('"name": "item 3"').waitFor();
    },
  );

  it(
    'is read from the store if it is long, and ends with a note if it was truncated',
    { tags: 'viewer:long' },
    async () => {
      await sendTo('/long.txt');
      await body().getByText('a line of a long text').first().waitFor();
      await body().click();
      await journey.page.keyboard.press('Control+End');
      await result().getByText('First 10.0 MiB kept. The whole body is 10.5 MiB.').waitFor();
    },
  );

  it('is rendered up to a limit if it is a long page, with a note', { tags: 'viewer:media' }, async () => {
    await sendTo('/long.html');
    await view('Preview').click();
    await result().getByText('Only the first 60,000 characters are rendered. Raw has them all.').waitFor();
    const page = result().frameLocator('iframe[title="Preview"]').locator('body');
    await expect.poll(() => page.textContent()).toMatch(/^beginning/);
    expect(await page.textContent()).not.toContain('end');
  });

  it('can be shown as a document or played as audio', { tags: 'viewer:media' }, async () => {
    await sendTo('/doc.pdf');
    await result().locator('iframe[title="Preview"][src^="blob:"]').waitFor();
    await sendTo('/sound.wav');
    await result()
      .locator('audio')
      .or(result().getByText('The browser cannot show this audio/wav body. Save it to a file.'))
      .waitFor();
    const policy = journey.errors.filter((error) => error.includes('Content Security Policy'));
    expect(policy).toEqual([]);
  });
});
