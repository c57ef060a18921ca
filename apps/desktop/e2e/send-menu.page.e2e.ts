import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseOption, openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const dialog = (name: string) => journey.page.getByRole('dialog', { name });
const chooseSendMenuEntry = async (entry: string): Promise<void> => {
  await journey.page.getByRole('button', { name: 'More ways to send' }).click();
  await journey.page.getByRole('menuitem', { name: entry }).click();
};

describe('the Copy as code dialog', { tags: 'code:window' }, () => {
  it('shows the request in the language that was selected last, and copies it', async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const url = `${journey.addresses.echo}/as-code`;
    await journey.agent('rest_create', {
      name: 'As code',
      url,
      headers: [{ name: 'x', value: '{{who}}', enabled: true }],
    });
    await openRequest(page, 'As code');
    await chooseSendMenuEntry('Copy as code …');
    const code = dialog('Copy as code').getByRole('group', { name: 'Code' });
    await code.getByText(`curl --globoff --url`).or(code.getByText('curl --url')).waitFor();
    await chooseOption(
      dialog('Copy as code').getByRole('combobox', { name: 'Language' }),
      'Python: requests',
    );
    await code.getByText('import requests').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    await dialog('Copy as code').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied as Python: requests. Unresolved: {{who}}.').waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(`"${url}"`);
    await page.reload();
    await openRequest(page, 'As code');
    await pickInPalette(page, 'Control+k', 'copy as code', 'Copy as code');
    await code.getByText('import requests').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Copy as code').waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  });

  it('explains why there is no code', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Refused', url: 'gopher://a.test' });
    await openRequest(page, 'Refused');
    await chooseSendMenuEntry('Copy as code …');
    await dialog('Copy as code').getByRole('alert').getByText('gopher').waitFor();
    await expect
      .poll(() => dialog('Copy as code').getByRole('button', { name: 'Copy', exact: true }).isDisabled())
      .toBe(true);
  });
});

describe('a drop on the window', { tags: 'drop:recognised' }, () => {
  /** Drags a file or text over the page and drops it there. */
  const drop = async (content: {
    readonly file?: string;
    readonly name?: string;
    readonly text?: string;
  }) => {
    const { page } = journey;
    const { file, name = 'file', text } = content;
    const fill =
      file === undefined
        ? `made.setData('text/plain', ${JSON.stringify(text)})`
        : `made.items.add(new File([${JSON.stringify(file)}], ${JSON.stringify(name)}))`;
    const transfer = await page.evaluateHandle(
      `(() => { const made = new DataTransfer(); ${fill}; return made; })()`,
    );
    const target = page.getByRole('tree');
    await target.dispatchEvent('dragover', { dataTransfer: transfer });
    await page.getByText('Drop it here').waitFor();
    await target.dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText('Drop it here').waitFor({ state: 'detached' });
  };

  it('imports a document of another tool once its plan is confirmed, and the import can be undone', async () => {
    const { page } = journey;
    const api = {
      openapi: '3.1.0',
      info: { title: 'Shop' },
      servers: [{ url: journey.addresses.echo, description: 'Echo' }],
      security: [{ key: [] }],
      paths: {
        '/users': { get: { tags: ['users'], summary: 'List users' }, post: { summary: 'Add a user' } },
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      webhooks: { sold: {} },
    };
    await drop({ name: 'shop.json', file: JSON.stringify(api) });
    const plan = dialog('An OpenAPI 3.1.0 document “Shop”');
    await plan
      .getByText('It creates 2 requests, 2 folders, 1 environment in the new folder “Shop”.')
      .waitFor();
    await plan.getByRole('treeitem', { name: 'GET List users' }).waitFor();
    await plan.getByText('1 variable, 1 secret (token)').waitFor();
    await plan.getByText('a webhook, which the server sends').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    expect(await page.locator('.sidebar .tree-row', { hasText: 'Shop' }).count()).toBe(0);
    await plan.getByRole('button', { name: 'Import' }).click();
    await plan.waitFor({ state: 'detached' });
    await page.getByRole('treeitem', { name: /^Shop/ }).waitFor();
    await page.getByText('Imported 2 requests.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('treeitem', { name: /^Shop/ }).waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  });

  it('is not needed for a document that is chosen from the palette', async () => {
    const { page } = journey;
    const chosen = page.waitForEvent('filechooser');
    await pickInPalette(page, 'Control+k', 'import doc', 'Import documents');
    await (
      await chosen
    ).setFiles({
      name: 'calls.http',
      mimeType: 'text/plain',
      buffer: Buffer.from(`### Say hello\nGET ${journey.addresses.echo}/chosen\n`),
    });
    const plan = page.getByRole('dialog').filter({ hasText: 'Say hello' });
    await plan.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported 1 request.').waitFor();
    await page.getByRole('treeitem', { name: /^calls/ }).waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('causes an explanation of what is wrong with a document of a known format', async () => {
    await drop({ name: 'shop.json', file: JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop' } }) });
    const plan = dialog('An OpenAPI 3.1.0 document “Shop”');
    await plan.getByText(/was read as openapi \(openapi is 3\.1\.0\), but has no request/).waitFor();
    await expect.poll(() => plan.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    await journey.page.keyboard.press('Escape');
    await plan.waitFor({ state: 'detached' });
  });

  it('creates a request if it is a curl command', async () => {
    const { page } = journey;
    await drop({ text: `curl ${journey.addresses.echo}/dropped -H 'x: 1'` });
    await page.getByRole('tab', { name: 'GET /dropped', selected: true }).waitFor();
  });

  it('asks for the path if it is a workspace folder', async () => {
    const { page } = journey;
    await drop({ name: 'opencollection.yml', file: 'opencollection: 1.0.0\ninfo:\n  name: Shop\n' });
    await dialog('The file of a workspace').getByRole('button', { name: 'Open a folder …' }).click();
    await dialog('Open a folder').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Open a folder').waitFor({ state: 'detached' });
  });
});
