import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desktop, openChromium, openPage, startDesktop } from './open-page.js';

let desktop: Desktop;
let browser: Browser;

beforeAll(async () => {
  desktop = await startDesktop();
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  await desktop.program.stop();
  await desktop.remove();
});

/** Collects the methods that a page calls, by socket. */
const collectMethods = (page: Page): readonly string[][] => {
  const sockets: string[][] = [];
  page.on('websocket', (socket) => {
    const methods: string[] = [];
    sockets.push(methods);
    socket.on('framesent', ({ payload }) => {
      methods.push((JSON.parse(String(payload)) as { readonly method: string }).method);
    });
  });
  return sockets;
};

const firstMethods = ['environments_list', 'approvals_list', 'prompts_list', 'folders_list', 'requests_list'];

const isFirst = (method: string): boolean => firstMethods.includes(method);

it('the page makes its first calls while its program is loading, and makes none of them again', async () => {
  const page = await openPage(browser);
  const sockets = collectMethods(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/first-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const opening = page.goto(desktop.addresses.page);
  await expect.poll(() => sockets, { timeout: 20_000 }).toEqual([firstMethods]);
  release();
  await opening;
  await expect.poll(() => sockets[0], { timeout: 20_000 }).toContain('workspaces_list');
  await page.getByRole('treeitem').first().waitFor();
  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.filter(isFirst)).toEqual(firstMethods);

  await page.reload();
  await expect.poll(() => sockets[1], { timeout: 20_000 }).toContain('workspaces_list');
  expect(sockets).toHaveLength(2);
  expect(sockets[1]?.filter(isFirst)).toEqual(firstMethods);
});
