import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Desktop, errorsOf, openChromium, runRequest, startDesktop } from './open-page.js';

let desktop: Desktop;
let browser: Browser;
let agent: Client;
let page: Page;
let errors: readonly string[] = [];

beforeAll(async () => {
  desktop = await startDesktop();
  browser = await openChromium();
  agent = new Client({ name: 'agent', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(desktop.addresses.mcp));
  await agent.connect(transport);
});

beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  errors = errorsOf(page);
  await page.goto(desktop.addresses.page);
  await page.getByRole('button', { name: 'See what is sent' }).waitFor();
});

afterAll(async () => {
  await agent.close();
  await browser.close();
  await desktop.program.stop();
  await desktop.remove();
});

const create = async (fields: Record<string, unknown>): Promise<void> => {
  const { isError } = await agent.callTool({ name: 'rest_create', arguments: fields });
  expect(isError ?? false).toBe(false);
};

const result = () => page.getByRole('region', { name: 'Result' });

describe('a first start', () => {
  it('shows the addresses, the workspace and three requests', async () => {
    const status = page.getByRole('contentinfo');
    for (const text of [desktop.addresses.mcp, desktop.addresses.echo, 'Playground']) {
      await status.getByText(text, { exact: true }).waitFor();
    }
    expect(await page.getByRole('navigation').getByRole('button').count()).toBe(3);
    expect(new URL(page.url()).hash).toBe('');
    expect(errors).toEqual([]);
  });

  it('runs the three requests, and every test passes', async () => {
    for (const [name, status] of [
      ['See what is sent', '200 OK'],
      ['Post JSON and test it', '200 OK'],
      ['Answer with a mock', '203'],
    ] as const) {
      await runRequest(page, name);
      await result().getByText(status).first().waitFor();
      expect(await result().getByRole('img', { name: 'passed' }).count()).toBeGreaterThan(0);
      expect(await result().getByRole('img', { name: 'failed' }).count()).toBe(0);
    }
    expect(await page.getByRole('navigation').getByRole('img', { name: 'passed' }).count()).toBe(3);
    expect(errors).toEqual([]);
  });

  it('works with the keyboard alone', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Post JSON and test it' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await result().getByText('2 tests passed', { exact: true }).waitFor();
    await result().getByRole('tab', { name: 'Body' }).focus();
    await page.keyboard.press('ArrowRight');
    await result().getByText('content-type', { exact: true }).waitFor();
  });
});

describe('the page', () => {
  it('shows by itself what an agent adds, and says what failed and what to do', async () => {
    await create({ name: 'Goes nowhere', folder: 'broken', url: '{{nowhere}}/x' });
    await page.getByRole('button', { name: 'Goes nowhere' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await result().getByText('UNRESOLVED_VARIABLE', { exact: true }).waitFor();
    await result().getByText('Set the variable in the active environment').waitFor();
    expect(await page.getByRole('navigation').getByRole('img', { name: 'failed' }).count()).toBe(1);
  });

  it('shows why a test failed, and what the script wrote', async () => {
    const script = `export function onTest(req, res) { console.warn('look'); test('is 201', () => expect(res.status).toBe(201)); }`;
    await create({ name: 'Fails', folder: 'broken', url: '{{echo_base_url}}/x', script });
    await runRequest(page, 'Fails');
    await result().getByText('1 of 1 test failed', { exact: true }).waitFor();
    await result()
      .getByText(/expected 200 to be 201/i)
      .waitFor();
    await result().getByRole('tab', { name: 'Console' }).click();
    await result().getByText('look', { exact: true }).waitFor();
  });

  it('lets go of a slow request', async () => {
    await create({ name: 'Slow', folder: 'broken', url: '{{echo_base_url}}/x?delay=30000' });
    await page.getByRole('button', { name: 'Slow' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await result().getByText('CANCELLED', { exact: true }).waitFor();
  });

  it('opens to nobody without the token', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(new URL('/', desktop.addresses.page).href);
    await stranger.getByText('This page is not open to you.').waitFor();
    expect(await stranger.getByRole('navigation').count()).toBe(0);
    await context.close();
  });

  it('says that the application is gone, and keeps what it shows', async () => {
    const other = await startDesktop();
    const here = await browser.newPage();
    await here.goto(other.addresses.page);
    await runRequest(here, 'See what is sent');
    await other.program.stop();
    await here.getByText('Tandem does not answer.').waitFor();
    expect(await here.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    expect(await here.getByText('2 tests passed', { exact: true }).count()).toBe(1);
    await here.getByRole('button', { name: 'Try now' }).click();
    await here.close();
    await other.remove();
  });
});
