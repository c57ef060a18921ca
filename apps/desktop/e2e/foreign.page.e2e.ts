import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desktop, openChromium, openPage, startDesktop } from './open-page.js';
import { expectAllToRespond } from './still-there.js';

let desktop: Desktop;
let browser: Browser;
let foreign: Server;

beforeAll(async () => {
  desktop = await startDesktop();
  browser = await openChromium();
  foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Foreign</title>');
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
});
afterAll(async () => {
  await browser.close();
  foreign.close();
  await desktop.program.stop();
  await desktop.remove();
});

it(
  'the window survives a page from a foreign origin that opens 400 sockets and is closed',
  {
    tags: 'server:reset',
    timeout: 120_000,
  },
  async () => {
    const { port } = new URL(desktop.addresses.page);
    for (const host of ['localhost', '127.0.0.1']) {
      const page = await openPage(browser);
      await page.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`);
      await page.evaluate((address) => {
        for (let index = 0; index < 400; index++) new WebSocket(address);
      }, `ws://127.0.0.1:${port}/rpc`);
      await page.close();
      await expectAllToRespond(desktop);
    }
    const own = await openPage(browser);
    await own.goto(desktop.addresses.page);
    await own.getByRole('treeitem').first().waitFor();
    expect(desktop.program.out.stderr).not.toMatch(/"level":[56]0/);
  },
);
