import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { type Desktop, openChromium, pageTimeout, startDesktop } from './open-page.js';

let desktop: Desktop;
let browser: Browser;
let context: BrowserContext;
let origin = '';
let other: Server;
const receivedHeaders: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  desktop = await startDesktop();
  [origin = ''] = desktop.addresses.page.split('/#');
  browser = await openChromium();
  context = await browser.newContext();
  context.setDefaultTimeout(pageTimeout);
  other = createServer(({ headers }, response) => {
    receivedHeaders.push(headers);
    response.end('another program');
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
});
afterAll(async () => {
  await browser.close();
  other.close();
  await desktop.program.stop();
  await desktop.remove();
});

const openPage = async (address: string) => {
  const page = await context.newPage();
  await page.goto(address);
  return page;
};

describe('the session of the page', () => {
  it('survives a reload', { tags: 'page:proof' }, async () => {
    const page = await openPage(desktop.addresses.page);
    await page.getByRole('treeitem').first().waitFor();
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByRole('treeitem').first().waitFor();
  });

  it('is not shared with another tab that has no token', { tags: 'page:proof' }, async () => {
    const page = await openPage(origin);
    await page.getByText('Use the address that Tandem printed').waitFor();
  });

  it(
    'cannot be used by a program on another port that receives the cookie',
    { tags: 'page:proof' },
    async () => {
      await openPage(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
      const cookie = receivedHeaders.find((headers) => headers.cookie !== undefined)?.cookie ?? '';
      expect(cookie).toMatch(/^tandem_\d+=/);
      expect(JSON.stringify(receivedHeaders)).not.toMatch(/proof/i);
      const headers = { cookie, origin, 'content-type': 'application/json' };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workspaces_list', params: {} });
      expect((await fetch(`${origin}/rpc`, { method: 'POST', headers, body })).status).toBe(401);
      expect((await fetch(`${origin}/unsaved`, { headers })).status).toBe(401);
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, ['tandem.v1'], { headers });
      await expect(once(socket, 'open')).rejects.toThrow('403');
    },
  );
});
