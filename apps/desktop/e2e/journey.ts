import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'playwright-core';
import { readToolResult } from '@tandem/node/testing';

import {
  type Addresses,
  collectErrors,
  openChromium,
  pageTimeout,
  getSharedChromium,
  startDesktop,
} from './open-page.js';
import { steadyArguments, steadyPage } from './pictures.js';

/** A running application with a browser and an agent. */
export interface Journey {
  readonly addresses: Addresses;
  /** Shared by all test files of a process. */
  readonly browser: Browser;
  /** The page that `newPage` returned, with the application open. */
  readonly page: Page;
  /** The errors logged to the page's console. */
  readonly errors: readonly string[];
  /** Opens the application again, without any page state from earlier tests. */
  readonly newPage: (colorScheme?: 'light' | 'dark') => Promise<void>;
  /** Calls a tool as the agent and returns its result. */
  readonly agent: (tool: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** Ends the agent's session, so that the window no longer shows it. */
  readonly endAgentSession: () => Promise<void>;
  /** Ends everything except the browser, but closes all of its contexts. */
  readonly close: () => Promise<void>;
}

/** Stops the page's clock, so that a notice does not expire during a slow test. */
const stopClockScript = 'const now = Date.now(); Date.now = () => now;';

/**
 * Resets a page for the next test: clears its document, storage and event listeners, which takes two thirds of the time of opening another page.
 * Returns false if a test has installed something that survives this, such as a clock or a route.
 */
const isCleared = async (page: Page, nothing: string): Promise<boolean> => {
  if (page.isClosed()) return false;
  page.removeAllListeners();
  await page.unrouteAll();
  await page.mouse.move(0, 0);
  await page.goto(nothing);
  return page.evaluate<boolean>(`(() => {
    sessionStorage.clear();
    return [setTimeout, WebSocket].every((one) => String(one).includes('[native code]'));
  })()`);
};

/** How to start an application and its browser. */
export interface JourneyOptions {
  readonly isAutomatic?: boolean;
  /** Whether pages must render the same on all machines. They then need a browser of their own, which the caller closes. */
  readonly isSteady?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Starts the application on an empty data folder, with a browser and an MCP client. */
export const openJourney = async (
  env: Readonly<Record<string, string>> = {},
  options: JourneyOptions = {},
): Promise<Journey> => {
  const desktop = await startDesktop(undefined, env, options);
  const { isSteady = false, viewport = { width: 1280, height: 800 } } = options;
  const browser = isSteady ? await openChromium(steadyArguments) : await getSharedChromium();
  const client = new Client({ name: 'agent-smith', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(desktop.addresses.mcp));
  await client.connect(transport);
  // Pages of one context share compiled code, so they open four times as fast. Their storage is still separate, because the window only
  // uses sessionStorage.
  const context = await browser.newContext({ viewport, ...(isSteady ? steadyPage('light') : {}) });
  context.setDefaultTimeout(pageTimeout);
  // An open page keeps their renderer process alive between two tests.
  const nothing = new URL('/nothing', desktop.addresses.page).href;
  await (await context.newPage()).goto(nothing);
  let page: Page | undefined;
  let errors: readonly string[] = [];
  return {
    addresses: desktop.addresses,
    browser,
    get page() {
      if (page === undefined) throw new Error('there is no page yet');
      return page;
    },
    get errors() {
      return errors;
    },
    newPage: async (colorScheme = 'light') => {
      if (page === undefined || !(await isCleared(page, nothing))) {
        await page?.close();
        page = await context.newPage();
        await page.addInitScript(stopClockScript);
      }
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      errors = collectErrors(page);
      await page.goto(desktop.addresses.page);
      await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    },
    agent: async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      return readToolResult(result);
    },
    endAgentSession: () => transport.terminateSession(),
    close: async () => {
      await client.close();
      await Promise.all(browser.contexts().map((one) => one.close()));
      await desktop.program.stop();
      await desktop.remove();
    },
  };
};
