import { expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { openRequest, pickInPalette } from './open-page.js';

const paste = async (text: string): Promise<void> => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+v');
};
const url = () => journey.page.getByRole('textbox', { name: 'URL' });
const result = () => journey.page.getByRole('region', { name: 'Result' });
const command = () =>
  `curl '${journey.addresses.echo}/from/curl?page=2' -X PUT -u me:secret-word \\\n -H 'X-Mine: yes' --json '{"a":1}'`;

const journey = useJourney();

const readClipboard = () => journey.page.evaluate('navigator.clipboard.readText()');

it('a request is copied as curl with its latest edits, from its menu and by keyboard', async () => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRequest(page, 'Answer with a mock');
  await page.getByRole('textbox', { name: 'URL' }).fill('http://a.test/typed');
  await page.getByRole('button', { name: 'Actions for Answer with a mock' }).click({ force: true });
  await Promise.all([
    // The message disappears after a few seconds.
    page.getByRole('region', { name: 'Changes' }).getByText('Copied as curl').waitFor(),
    page.getByRole('menuitem', { name: 'Copy as curl', exact: true }).click(),
  ]);
  await expect.poll(readClipboard).toContain('http://a.test/typed');
  await page.getByRole('textbox', { name: 'URL' }).fill('http://a.test/again');
  await pickInPalette(page, 'Control+k', 'copy as', 'Copy as curl');
  await expect.poll(readClipboard).toContain('http://a.test/again');
});

it('a pasted URL loses its line breaks and the spaces around it', async () => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRequest(page, 'See what is sent');
  const url = page.getByRole('textbox', { name: 'URL' });
  await page.evaluate('navigator.clipboard.writeText("\\n  http://a.test/long\\r\\n  /path?q=a b\\n")');
  await url.press('Control+a');
  await url.press('Control+v');
  await expect.poll(() => url.inputValue()).toBe('http://a.test/long/path?q=a b');
  await url.press('Control+z');
  await expect.poll(() => url.inputValue()).toBe('{{echo_base_url}}/hello?name=Tandem');
});

it(
  'a curl command pasted into the URL is sent in two steps, and the paste is undone by a key',
  { tags: 'curl:paste' },
  async () => {
    const { page, addresses, errors } = journey;
    await journey.agent('rest_create', { name: 'Blank', url: 'http://127.0.0.1:9/before' });
    await openRequest(page, 'Blank');
    await url().click();
    await paste(command());
    await expect.poll(() => url().inputValue()).toBe(`${addresses.echo}/from/curl?page=2`);
    await expect.poll(() => page.getByRole('combobox', { name: 'Method' }).inputValue()).toBe('PUT');
    await page.getByText('Filled in from the curl command.').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/before');
    await expect.poll(() => page.getByRole('combobox', { name: 'Method' }).inputValue()).toBe('GET');
    await paste(command());
    await expect.poll(() => url().inputValue()).toBe(`${addresses.echo}/from/curl?page=2`);
    await page.keyboard.press('Enter');
    await result().getByText('"x-mine"', { exact: false }).waitFor();
    await result().getByText('"PUT"').first().waitFor();
    expect(errors).toEqual([]);
  },
);

it(
  'an invalid curl command causes a message with the reason, and changes nothing',
  { tags: 'curl:paste' },
  async () => {
    const { page } = journey;
    await openRequest(page, 'Answer with a mock');
    const before = await url().inputValue();
    await url().click();
    await paste('curl http://a.test --unheard-of');
    await page.getByRole('alert').getByText('The option --unheard-of is not one').waitFor();
    expect(await url().inputValue()).toBe(before);
  },
);

it('a curl command pasted into the tree becomes a request', { tags: 'curl:paste' }, async () => {
  const { page } = journey;
  await page.getByRole('tree').focus();
  await paste(command());
  await page.getByRole('tab', { name: 'PUT /from/curl', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await result().getByText('"/from/curl', { exact: false }).first().waitFor();
});

it(
  'the Send menu copies a request with variable names instead of values',
  { tags: 'curl:names' },
  async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openRequest(page, 'Post JSON and test it');
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'With variable names' }).click();
    await expect.poll(readClipboard).toContain('{{echo_base_url}}');
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'With variable values', exact: true }).click();
    await expect.poll(readClipboard).toContain(journey.addresses.echo);
  },
);
