import { launch } from '@tandem/node/testing';
import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import {
  chooseTab,
  openChromium,
  openPage,
  openRequest,
  startDesktop,
  readUnsavedEdits,
} from './open-page.js';

const journey = useJourney();

const result = () => journey.page.getByRole('region', { name: 'Result' });
const editor = (name: string) => journey.page.getByRole('textbox', { name });
const send = () => journey.page.getByRole('button', { name: 'Send', exact: true }).click();
const tab = (name: string) => chooseTab(journey.page, 'Request', name);

/** Opens a request created by the agent, by its id. */
const createAndOpenRequest = async (
  tool: 'rest_create' | 'graphql_create',
  fields: object,
): Promise<string> => {
  const made = await journey.agent(tool, { url: '{{echo_base_url}}/x', ...fields });
  await openRequest(journey.page, made.name as string);
  return made.id as string;
};

const type = async (label: string, text: string): Promise<void> => {
  await editor(label).click();
  await journey.page.keyboard.press('Control+a');
  await journey.page.keyboard.insertText(text);
};

/** Reads the name of the focused element, which may be inside a shadow root. */
const readFocusedName = (): Promise<unknown> =>
  journey.page.evaluate(
    "((one) => (one.shadowRoot?.activeElement ?? one).ariaLabel ?? one.closest('label')?.innerText)(document.activeElement)",
  );

describe('variables that are invalid JSON', () => {
  const broken = '{\n  "id": seven\n}';
  const problem = 'Not saved: variables are not JSON (line 2, column 9)';

  it('survive a change of tabs and a reload, and are never shown as saved', async () => {
    const { page } = journey;
    const id = await createAndOpenRequest('graphql_create', { name: 'Broken', variables: { id: 'six' } });
    await type('GraphQL variables', broken);
    await page.getByRole('status').getByText(problem, { exact: true }).waitFor();
    await tab('Headers');
    await tab('Query');
    await editor('GraphQL variables').getByText('seven').waitFor();
    await openRequest(page, 'See what is sent');
    await openRequest(page, 'Broken');
    await editor('GraphQL variables').getByText('seven').waitFor();
    await page.reload();
    await editor('GraphQL variables').getByText('seven').waitFor();
    await page.getByRole('status').getByText(problem, { exact: true }).waitFor();
    await expect.poll(() => journey.agent('graphql_get', { id })).toMatchObject({ variables: { id: 'six' } });
    await type('GraphQL variables', '{"id":"seven"}');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect
      .poll(() => journey.agent('graphql_get', { id }))
      .toMatchObject({ variables: { id: 'seven' } });
  });

  it('prevent sending, even of their previous value, and the cursor moves to the error', async () => {
    const { page } = journey;
    const id = await createAndOpenRequest('graphql_create', {
      name: 'Unsendable',
      variables: { id: 'old-one' },
    });
    await type('GraphQL variables', broken);
    await tab('Notes');
    await send();
    await result()
      .getByText('Not sent: variables are not JSON (line 2, column 9).', { exact: true })
      .last()
      .waitFor();
    await expect.poll(readFocusedName).toBe('GraphQL variables');
    await page.keyboard.insertText('"seven" //');
    await editor('GraphQL variables').getByText('"seven" //seven').waitFor();
    await expect
      .poll(() => journey.agent('executions_list', { requestId: id }))
      .toMatchObject({ executions: [] });
  });
});

describe('an invalid timeout', () => {
  it('is marked in its field, kept as typed, and not sent', async () => {
    const { page } = journey;
    const id = await createAndOpenRequest('rest_create', {
      name: 'Impatient',
      settings: { timeoutMs: 4_000 },
    });
    await tab('Settings');
    await editor('Timeout (ms)').fill('-5');
    const said = 'the timeout must be a whole number from 1 to 600000';
    await page.getByRole('alert').getByText(`Not saved: ${said}.`).waitFor();
    await editor('Name').fill('Impatient now');
    await page.getByRole('treeitem', { name: 'Impatient now' }).waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ settings: { timeoutMs: 4_000 } });
    await page.reload();
    await tab('Params');
    await send();
    await result().getByText(`Not sent: ${said}.`).last().waitFor();
    await expect.poll(() => editor('Timeout (ms)').inputValue()).toBe('-5');
    await expect.poll(readFocusedName).toBe('Timeout (ms)');
    await editor('Timeout (ms)').fill('250');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ settings: { timeoutMs: 250 } });
  });
});

it('text typed just before the page closes is shown by the next page and stored', async () => {
  const { page } = journey;
  const id = await createAndOpenRequest('rest_create', { name: 'Left in a hurry' });
  const typed = 'http://127.0.0.1:9/typed-last';
  await editor('URL').waitFor();
  await page.evaluate(`(() => {
    const input = document.querySelector('.url input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(typed)});
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    location.href = '/nothing';
  })()`);
  await page.waitForURL('**/nothing');
  await journey.newPage();
  await openRequest(journey.page, 'Left in a hurry');
  await expect.poll(() => editor('URL').inputValue()).toBe(typed);
  await expect.poll(() => journey.agent('rest_get', { id })).toMatchObject({ url: typed });
});

it('edits that could not be stored are shown in another browser after a restart at another address', async () => {
  // Wide enough for all tabs of a request.
  const viewport = { width: 1440, height: 900 };
  const first = await startDesktop();
  const before = await openChromium();
  const page = await openPage(before, { viewport });
  await page.goto(first.addresses.page);
  await openRequest(page, 'See what is sent');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
  await page.getByRole('status').getByText('Not saved: the name is empty').waitFor();
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
  const stored = page.waitForResponse((one) => one.url().endsWith('/unsaved') && one.status() === 204);
  await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('soon');
  await stored;
  await expect.poll(() => readUnsavedEdits(page)).toContain('soon');
  await before.close();
  await first.program.stop();
  const again = launch('desktop', ['--no-window', '--data-dir', first.folder]);
  const [line = ''] = await again.lines(3);
  const after = await openChromium();
  const other = await openPage(after, { viewport });
  await other.goto(line.replace(/^tandem window\s+/, ''));
  await other.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
  await expect.poll(() => other.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('');
  await other.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
  await expect.poll(() => other.getByRole('textbox', { name: 'Timeout (ms)' }).inputValue()).toBe('soon');
  await after.close();
  await again.stop();
  await first.remove();
}, 120_000);
