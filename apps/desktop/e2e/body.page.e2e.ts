import { expect, it } from 'vitest';

import { holdAnswers } from './hold.js';
import { chooseOption, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true });
const card = (name: string) => journey.page.getByRole('dialog', { name });
const option = (name: string) => journey.page.getByRole('option', { name }).first();

/** Waits until the list of completions accepts keys. While the variables reload, it is visible but ignores them. */
const waitForEnabledCompletion = () =>
  journey.page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)').waitFor();

/** Opens a request created by the agent on one of its tabs. */
const createAndOpenRequest = async (name: string, fields: object, tab: string): Promise<void> => {
  await journey.agent('rest_create', { name, method: 'POST', url: '{{echo_base_url}}/x', ...fields });
  await openRequest(journey.page, name);
  await journey.page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: tab }).click();
};

it(
  'invalid JSON is marked while the person types, and Format reformats the body',
  { tags: 'body:json' },
  async () => {
    const { page, errors } = journey;
    await createAndOpenRequest('Marks', { body: { type: 'json', content: '' } }, 'Body');
    const json = text('JSON body');
    await json.click();
    await page.keyboard.insertText('{"n": {{n}}, "who?": }');
    await page.getByText('Invalid JSON at line 1, column 22').click();
    await json.locator('.cm-fault').waitFor();
    await page.keyboard.insertText('"me"');
    await json.locator('.cm-fault').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('Invalid JSON').count()).toBe(0);
    await page.keyboard.press('Shift+Alt+F');
    await expect.poll(() => json.innerText()).toBe('{\n  "n": {{n}},\n  "who?": "me"\n}');
    expect(errors).toEqual([]);
  },
);

it('a body of a megabyte is shown, edited, formatted and stored', async () => {
  const { page, errors } = journey;
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id} {{n}}`, price: 1.5 }));
  const content = JSON.stringify(items);
  const { id } = await journey.agent('rest_create', {
    ...{ name: 'Megabyte', method: 'POST', url: '{{echo_base_url}}/x' },
    body: { type: 'json', content },
  });
  const storedBody = async () => (await journey.agent('rest_get', { id })).body;
  await openRequest(page, 'Megabyte');
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Body' }).click();
  const json = text('JSON body');
  await json.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('7,');
  await expect.poll(storedBody).toEqual({ type: 'json', content: `[7,${content.slice(1)}` });
  await page.keyboard.press('Shift+Alt+F');
  const formatted = JSON.stringify([7, ...items], null, 2);
  await expect.poll(storedBody).toEqual({ type: 'json', content: formatted });
  await expect.poll(() => json.innerText()).toContain('[\n  7,\n  {\n    "id": 0,');
  expect(errors).toEqual([]);
});

it('a question mark in a body is plain text', async () => {
  const { page } = journey;
  await createAndOpenRequest('Asks', { body: { type: 'json', content: '""' } }, 'Body');
  await text('JSON body').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('why?');
  await expect.poll(() => text('JSON body').innerText()).toBe('"why?"');
  await page.getByRole('tab', { name: 'Asks', selected: true }).waitFor();
});

it(
  'variables in a body are completed, marked if they have no value, and created by keyboard',
  { tags: 'variables:anywhere' },
  async () => {
    const { page, addresses, errors } = journey;
    await createAndOpenRequest('Fills', { body: { type: 'json', content: '' } }, 'Body');
    const json = text('JSON body');
    await json.click();
    await page.keyboard.type('"{{echo');
    await option('echo_base_url').getByText(addresses.echo).waitFor();
    await waitForEnabledCompletion();
    await page.keyboard.press('Enter');
    await expect.poll(() => json.innerText()).toBe('"{{echo_base_url}}"');
    await json.locator('.cm-variable:not(.cm-unresolved)').waitFor();
    await page.keyboard.insertText(' {{not_yet}}');
    await json.locator('.cm-unresolved').waitFor();
    await page.keyboard.press('Alt+Enter');
    await card('{{not_yet}}').locator('input:focus').waitFor();
    await page.keyboard.type('now');
    await page.keyboard.press('Enter');
    await card('{{not_yet}}').waitFor({ state: 'detached' });
    await json.locator('.cm-unresolved').waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+Enter');
    await card('{{not_yet}}').getByText('now').waitFor();
    await page.keyboard.press('Escape');
    await card('{{not_yet}}').waitFor({ state: 'detached' });
    await page.keyboard.type('!');
    await expect.poll(() => json.innerText()).toBe('"{{echo_base_url}} {{not_yet}}!"');
    expect(errors).toEqual([]);
  },
);

it(
  'a variable that is created while the person types its name is offered',
  { tags: 'variables:anywhere' },
  async () => {
    const { page } = journey;
    await journey.agent('environments_create', { name: 'Filled late' });
    await journey.agent('environments_activate', { id: 'Filled late' });
    await createAndOpenRequest('Begun', { body: { type: 'json', content: '' } }, 'Body');
    const json = text('JSON body');
    await json.click();
    await page.keyboard.type('"{{arrives');
    await expect.poll(() => json.innerText()).toContain('{{arrives');
    await journey.agent('environments_update', { id: 'Filled late', variables: { arrives_late: 'now' } });
    await option('arrives_late').waitFor();
    await waitForEnabledCompletion();
    await page.keyboard.press('Enter');
    await expect.poll(() => json.innerText()).toBe('"{{arrives_late}}"');
  },
);

it('the form for a new variable stays open and focused if the change arrives before the response', async () => {
  const { page } = journey;
  const held = await holdAnswers(page, 'environments_update');
  await createAndOpenRequest('Announced', { body: { type: 'json', content: '{{slow_answer}}' } }, 'Body');
  const json = text('JSON body');
  await json.locator('.cm-unresolved').waitFor();
  await json.click();
  await page.keyboard.press('Alt+Enter');
  const value = card('{{slow_answer}}').locator('input:focus');
  await value.fill('1');
  await page.keyboard.press('Enter');
  await json.locator('.cm-unresolved').waitFor({ state: 'detached' });
  await value.waitFor();
  held.release();
  await card('{{slow_answer}}').waitFor({ state: 'detached' });
  await page.keyboard.type('!');
  await expect.poll(() => json.innerText()).toContain('!');
});

it('a card shows the value that is sent, and those that it is used instead of', async () => {
  const { page, agent } = journey;
  const row = (value: string) => ({ name: 'stacked', value, enabled: true });
  await agent('folders_update', { id: '', variables: [row('of-the-workspace')] });
  await createAndOpenRequest(
    'Stacked',
    { body: { type: 'json', content: '{{stacked}}' }, requestVariables: [row('of-the-request')] },
    'Body',
  );
  await text('JSON body').locator('.cm-variable').hover();
  const shown = card('{{stacked}}');
  await shown.getByText('of-the-request', { exact: true }).waitFor();
  const others = await shown.getByRole('listitem').allInnerTexts();
  expect(others).toEqual(['of-the-workspace from the workspace']);
  await page.keyboard.press('Escape');
  await agent('folders_update', { id: '', variables: [] });
});

it('Escape closes a card that was opened by hovering, wherever the focus is', async () => {
  const { page } = journey;
  await createAndOpenRequest('Points', { body: { type: 'json', content: '{{nobody}}' } }, 'Body');
  await text('JSON body').locator('.cm-unresolved').hover();
  await card('{{nobody}}').waitFor();
  await page.keyboard.press('Escape');
  await card('{{nobody}}').waitFor({ state: 'detached' });
});

it(
  'variables are completed in multipart values and in auth, which hides values that contain more than variables',
  { tags: 'variables:anywhere' },
  async () => {
    const { page } = journey;
    await createAndOpenRequest(
      'Elsewhere',
      { body: { type: 'multipart', parts: [{ name: 'a', value: '' }] }, auth: { type: 'bearer', token: '' } },
      'Body',
    );
    await text('Part 1 value').pressSequentially('{{echo');
    await option('echo_base_url').click();
    await expect.poll(() => text('Part 1 value').inputValue()).toBe('{{echo_base_url}}');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Auth' }).click();
    const token = page.getByLabel('Token', { exact: true });
    await token.pressSequentially('{{gone}}');
    await expect.poll(() => token.getAttribute('aria-description')).toBe('{{gone}} has no value');
    await expect.poll(() => token.getAttribute('type')).toBe('text');
    await token.press('Alt+Enter');
    await card('{{gone}}').getByRole('button', { name: 'Create variable' }).waitFor();
    await page.keyboard.press('Escape');
    await token.pressSequentially('abc');
    await expect.poll(() => token.getAttribute('type')).toBe('password');
    await expect.poll(() => token.inputValue()).toBe('{{gone}}abc');
  },
);

it(
  'a picked or dropped file is copied into the workspace under a free name, and sent',
  { tags: 'body:upload' },
  async () => {
    const { page, errors } = journey;
    await createAndOpenRequest('Uploads', { body: { type: 'binary', file: '' } }, 'Body');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload File' }).click();
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('from the picker') };
    await (await choosing).setFiles(file);
    await expect.poll(() => text('File').inputValue()).toBe('files/note.txt');
    await chooseOption(page.getByRole('combobox', { name: 'Type', exact: true }), 'Multipart form');
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], 'note.txt'));
      return data;
    })()`);
    await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: dropped });
    await expect.poll(() => text('Part 1 file').inputValue()).toBe('files/note-2.txt');
    await expect.poll(() => text('Part 1 name').inputValue()).toBe('note-2');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Result' }).getByText('note-2.txt').first().waitFor();
    expect(errors).toEqual([]);
  },
);

it('a file with an unsafe name is refused with a message', { tags: 'body:upload' }, async () => {
  const { page } = journey;
  await createAndOpenRequest('Refuses', { body: { type: 'binary', file: '' } }, 'Body');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload File' }).click();
  const file = { name: '{{x}}.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await (await choosing).setFiles(file);
  await page.getByRole('alert').getByText('which begins a variable').waitFor();
  expect(await text('File').inputValue()).toBe('');
});

it(
  'the details of a form part determine how the part is sent, and stay closed until they are opened',
  { tags: 'bodies:parts' },
  async () => {
    const { page, errors } = journey;
    const parts = [{ name: 'meta', value: '{}' }];
    await createAndOpenRequest('Parts of a form', { body: { type: 'multipart', parts } }, 'Body');
    const details = page.getByRole('button', { name: 'How part 1 is sent' });
    await expect.poll(() => text('Part 1 content type').count()).toBe(0);
    await details.click();
    await text('Part 1 content type').fill('application/json');
    await text('Part 1 file name').fill('meta.json');
    await text('Part 1 header 1 name').fill('X-Id');
    await text('Part 1 header 1 value').fill('7');
    await page.keyboard.press('Control+s');
    const stored = async () => JSON.stringify(await journey.agent('rest_get', { id: 'Parts of a form' }));
    await expect.poll(stored).toContain('X-Id');
    expect(await stored()).toMatch(/application\/json.*meta\.json|meta\.json.*application\/json/);
    await details.click();
    await page.getByText('application/json, as meta.json, 1 header').waitFor();
    expect(errors).toEqual([]);
  },
);
