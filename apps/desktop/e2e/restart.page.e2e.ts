import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, readToolResult } from '@tandem/node/testing';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { chooseTab, type Desktop, openChromium, openPage, openRequest, startDesktop } from './open-page.js';

let desktop: Desktop;
let browser: Browser;
let page: Page;
let again: LaunchedProgram | undefined;

beforeEach(async () => {
  desktop = await startDesktop();
  browser = await openChromium();
  page = await openPage(browser);
  await page.goto(desktop.addresses.page);
  await page.getByRole('treeitem').first().waitFor();
});
afterEach(async () => {
  await browser.close();
  await again?.stop();
  await desktop.program.stop();
  await desktop.remove();
});

/** Restarts the application on the same data folder, and returns the page's new address. */
const startAgain = async (): Promise<string> => {
  again = launch('desktop', ['--no-window', '--data-dir', desktop.folder]);
  const [line = ''] = await again.lines(3);
  return line.replace(/^tandem window\s+/, '');
};

const stop = async (): Promise<void> => {
  await desktop.program.stop();
  await page.getByText('Tandem is not responding.').waitFor();
};

const waitForConnection = () =>
  page.getByRole('contentinfo', { name: 'Status' }).getByText('Connected').waitFor();

const url = () => page.getByRole('textbox', { name: 'URL' });

const typeWhileAway = async (): Promise<void> => {
  await openRequest(page, 'See what is sent');
  await url().waitFor();
  await stop();
  await page
    .getByRole('region', { name: 'Result' })
    .getByText('The request can be sent once the page has reconnected.')
    .waitFor();
  expect(await page.getByRole('button', { name: 'More ways to send' }).isDisabled()).toBe(true);
  await url().fill('http://127.0.0.1:9/typed-while-away');
  await page.getByText(/^Not saved/).waitFor();
  expect(await page.getByRole('contentinfo', { name: 'Status' }).innerText()).not.toMatch(/save/);
};

const expectTyped = async (): Promise<void> => {
  await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
  await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/typed-while-away');
  await page.getByText('Saved', { exact: true }).waitFor();
};

describe('an open page after a restart', { timeout: 120_000 }, () => {
  it(
    'reports that a question was not answered and that nothing was sent',
    { tags: 'guard:window' },
    async () => {
      let received = 0;
      const target = createServer((_, response) => {
        received += 1;
        response.end();
      });
      target.listen(0, '127.0.0.1');
      await once(target, 'listening');
      const { port } = target.address() as AddressInfo;
      const client = new Client({ name: 'agent-smith', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(desktop.addresses.mcp)));
      const call = async (name: string, args: Record<string, unknown>) =>
        readToolResult<{ readonly id: string }>(await client.callTool({ name, arguments: args }));
      const environment = await call('environments_create', { name: 'Live' });
      await call('environments_activate', { id: environment.id });
      const request = await call('rest_create', {
        name: 'Buy',
        method: 'POST',
        url: `http://127.0.0.1:${port}/buy`,
      });
      await page.getByRole('button', { name: 'Environments', exact: true }).click();
      await page.getByText('Agents may send everything').click();
      await page.getByRole('checkbox', { name: 'Production' }).click();
      await page
        .getByRole('group')
        .filter({ hasText: 'Guard' })
        .getByText('Production', { exact: true })
        .first()
        .waitFor();
      const sending = call('rest_execute', { id: request.id }).then(
        () => 'answered',
        () => 'cut off',
      );
      await page.getByRole('dialog').waitFor();
      await stop();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await sending).toBe('cut off');
      await startAgain();
      await waitForConnection();
      await page.getByText('Tandem was restarted, so the request of agent-smith was not sent.').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(received).toBe(0);
      await client.close().catch(() => undefined);
      target.close();
    },
  );

  it(
    'reconnects by itself and stores what was typed while Tandem was not running',
    { tags: 'page:resume' },
    async () => {
      await typeWhileAway();
      await startAgain();
      await waitForConnection();
      await expectTyped();
      await page.reload();
      await waitForConnection();
      await expectTyped();
    },
  );

  it('reconnects after a second restart, and after a reload with the keyboard while Tandem is not running', async () => {
    await stop();
    await startAgain();
    await waitForConnection();
    await again?.stop();
    await page.getByText('Tandem is not responding.').waitFor();
    await page.keyboard.press('F5');
    await startAgain();
    await waitForConnection();
  });

  it('loses no typed text when the new address is opened', async () => {
    await typeWhileAway();
    const address = await startAgain();
    await page.goto('about:blank');
    await page.goto(address);
    await expectTyped();
  });
});

describe('a page that Tandem does not know', { timeout: 120_000 }, () => {
  it('can be used with the address that Tandem printed', { tags: 'page:proof' }, async () => {
    const stranger = await openPage(browser);
    await stranger.goto(desktop.addresses.page.split('#')[0] ?? '');
    await stranger.getByText('You do not have access to this page.').waitFor();
    await stranger.getByRole('textbox', { name: 'Address that Tandem printed' }).fill(desktop.addresses.page);
    await stranger.keyboard.press('Enter');
    await stranger.getByRole('treeitem').first().waitFor();
    expect(stranger.url()).not.toContain('token');
  });
});

describe("another program on the page's port", { timeout: 120_000 }, () => {
  it(
    'learns nothing that grants access, and the page reconnects once Tandem runs again',
    { tags: 'page:resume' },
    async () => {
      const heard: { readonly headers: IncomingHttpHeaders; readonly path: string | undefined }[] = [];
      const other = createServer(({ headers, url: path }, response) => {
        heard.push({ headers, path });
        const answer = { proof: 'x', nonce: 'x', signature: 'x', key: 'x', version: '', mcp: '', echo: '' };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      });
      other.on('upgrade', ({ headers, url: path }, socket) => {
        heard.push({ headers, path });
        socket.destroy();
      });
      await typeWhileAway();
      const { port } = new URL(desktop.addresses.page);
      other.listen(Number(port), '127.0.0.1');
      await once(other, 'listening');
      await page.getByText('You do not have access to this page.').waitFor();
      // The editor loads when it is first shown.
      await chooseTab(page, 'Request', 'Headers');
      const before = heard.length;
      await expect.poll(() => heard.length).toBeGreaterThan(before + 1);
      other.closeAllConnections();
      other.close();
      await once(other, 'close');
      await startAgain();
      await waitForConnection();
      await expectTyped();
      await page.getByRole('tabpanel', { name: 'Headers' }).getByRole('textbox').first().waitFor();
      expect(new Set(heard.map(({ path }) => path))).toEqual(new Set(['/session/resume']));
      for (const { headers } of heard) {
        const { cookie = '' } = headers;
        const proof = headers['x-tandem-proof'] ?? '';
        const answer = await fetch(`http://127.0.0.1:${port}/status`, {
          headers: { cookie, 'x-tandem-proof': String(proof) },
        });
        expect(answer.status).toBe(401);
      }
    },
  );
});
