import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { getDataFilePaths } from '@tandem/node';
import { launch, type LaunchedProgram, quietPort, temporaryFolder } from '@tandem/node/testing';
import { proofHeader } from '@tandem/window';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';

import { findChromium } from '../../../tools/tests/chromium.mjs';

/** The addresses that the application prints to stdout at the start, one per line. */
export interface Addresses {
  readonly page: string;
  readonly echo: string;
  readonly mcp: string;
}

/** A running application with its own data folder. */
export interface Desktop {
  readonly program: LaunchedProgram;
  readonly addresses: Addresses;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const pattern =
  /^tandem window {3}(http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+)\ntandem echo {5}(http:\/\/127\.0\.0\.1:\d+)\ntandem mcp {6}(http:\/\/127\.0\.0\.1:\d+\/)$/;

const keepFolder = (): Promise<void> => Promise.resolve();

/** Turns automatic synchronization off for a data folder. Otherwise tests would depend on when it runs. */
const disableAutomaticSynchronization = async (folder: string): Promise<void> => {
  const { preferences } = getDataFilePaths(folder);
  await mkdir(dirname(preferences), { recursive: true });
  await writeFile(preferences, JSON.stringify({ savesFolder: false, watchesFolder: false }));
};

/** Assigns ports to the window and the MCP server of a data folder. They are unlikely to be taken during a restart. */
const assignQuietPorts = async (folder: string): Promise<void> => {
  const { windowPort, mcpPort } = getDataFilePaths(folder);
  await mkdir(dirname(windowPort), { recursive: true, mode: 0o700 });
  for (const file of [windowPort, mcpPort]) await writeFile(file, `${await quietPort()}\n`);
};

/** Starts the built application without a window, on an empty data folder unless one is provided. */
export const startDesktop = async (
  folder?: string,
  env: Readonly<Record<string, string>> = {},
  { isAutomatic = false }: { readonly isAutomatic?: boolean } = {},
): Promise<Desktop> => {
  const { path, remove } =
    folder === undefined ? await temporaryFolder() : { path: folder, remove: keepFolder };
  if (folder === undefined) {
    if (!isAutomatic) await disableAutomaticSynchronization(path);
    await assignQuietPorts(path);
  }
  const program = launch('desktop', ['--no-window', '--data-dir', path], env);
  const lines = (await program.lines(3)).join('\n');
  const [, page, echo, mcp] = pattern.exec(lines) ?? [];
  if (page === undefined || echo === undefined || mcp === undefined)
    throw new Error(`not the three lines: ${lines}`);
  return { program, addresses: { page, echo, mcp }, folder: path, remove };
};

/** Starts Chromium in headless mode. */
export const openChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      // One renderer for all pages of a context, so that the next page reuses compiled code. Without the limit, each page gets its own
      // renderer, although pages of one site could share one.
      '--process-per-site',
      '--renderer-process-limit=1',
      // A test runs most code too rarely for optimized compilation to pay off.
      '--js-flags=--no-opt --no-maglev',
      ...more,
    ],
  });

let sharedBrowser: Browser | undefined;

/**
 * Returns the browser shared by the test files of this process, which run one after another. Each file closes its contexts, and Chromium ends
 * with the process.
 */
export const getSharedChromium = async (): Promise<Browser> => {
  if (sharedBrowser?.isConnected() !== true) sharedBrowser = await openChromium();
  return sharedBrowser;
};

/** Timeout for waiting in a page. It is as long as for polling assertions, because a busy machine is slow. */
export const pageTimeout = 60_000;

/** Opens a page next to that of a journey, in its own context, which closing the page also closes. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(pageTimeout);
  return page;
};

/** Collects the errors logged to the page's console, such as violations of its content policy. */
export const collectErrors = (page: Page): readonly string[] => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
};

/** Opens the request with that name from the tree, in a permanent tab. */
export const openRequest = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tree').getByRole('treeitem', { name }).dblclick();
  await page.getByRole('tab', { name, selected: true }).waitFor();
};

/** Reads the unsaved edits of all pages, as JSON by request. The application stores them. */
export const readUnsavedEdits = async (page: Page): Promise<string> => {
  const headers = { [proofHeader]: String(await page.evaluate(`sessionStorage.getItem('tandem.proof')`)) };
  return page.evaluate(async (own) => (await fetch('/unsaved', { headers: own })).text(), headers);
};

/** Opens the palette by key, types, and chooses the option with that title once it is selected. */
export const pickInPalette = async (page: Page, key: string, text: string, title: string): Promise<void> => {
  await page.keyboard.press(key);
  await page.locator('dialog.palette[open] input:focus').waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: title, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('dialog.palette').waitFor({ state: 'detached' });
};

/** Chooses the option with that title in a select. */
export const chooseOption = async (select: Locator, title: string): Promise<void> => {
  await select.click();
  await select.page().getByRole('option', { name: title, exact: true }).click();
};

/** Chooses a tab, from the overflow menu if it does not fit. */
export const chooseTab = async (page: Page, list: string, name: string): Promise<void> => {
  const tabs = page.getByRole('tablist', { name: list, exact: true });
  const more = page.getByRole('button', { name: `More of ${list}`, exact: true });
  const click = async (timeout: number): Promise<void> => {
    if (await tabs.getByRole('tab', { name }).isVisible())
      await tabs.getByRole('tab', { name }).click({ timeout });
    else {
      await more.click({ timeout });
      await page.getByRole('menuitem', { name }).click({ timeout });
    }
  };
  await tabs.waitFor();
  // The tab may move into or out of the menu before the click, for example when a count appears on another tab.
  await click(10_000).catch(() => click(pageTimeout));
  await tabs.getByRole('tab', { name, selected: true }).waitFor();
};

/** Sets the method of the shown request. */
export const setMethod = async (page: Page, method: string): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'Method' });
  await field.click();
  await page.getByRole('option', { name: method, exact: true }).click();
  await page.locator(`.method-input[data-method="${method}"]`).waitFor();
};

/** Opens the request of that name, sends it and waits for its result. */
export const runRequest = async (page: Page, name: string): Promise<void> => {
  await openRequest(page, name);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('region', { name: 'Result' })
    .getByText(/passed|failed|No tests/)
    .first()
    .waitFor();
};
