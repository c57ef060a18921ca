import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'playwright-core';

import {
  type Addresses,
  errorsOf,
  openChromium,
  pageTimeout,
  getSharedChromium,
  startDesktop,
} from './open-page.js';
import { steadyArguments, steadyPage } from './pictures.js';

/** A running application with a browser and an agent. */
export interface Journey {
  readonly addresses: Addresses;
  /** Shared by the test files of a process. */
  readonly browser: Browser;
  /** The page of `newPage`, open on the application. */
  readonly page: Page;
  /** The errors that the page has written to its console. */
  readonly errors: readonly string[];
  /** Opens the application anew, with nothing left of what an earlier test did in the page. */
  readonly newPage: (colorScheme?: 'light' | 'dark') => Promise<void>;
  /** Calls a tool as the agent and returns its result. */
  readonly agent: (tool: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** Ends the session of the agent, so that the window no longer shows it. */
  readonly agentLeaves: () => Promise<void>;
  /** Ends everything except the browser, in which it closes every context. */
  readonly close: () => Promise<void>;
}

/** Stops the date of a page, so that a notice of a change does not expire during a slow test. */
const stillDate = 'const now = Date.now(); Date.now = () => now;';

/**
 * Empties a page for the next test, which takes a third less than another page: leaves its document, what it has stored and who
 * listens to it. False if a test has put something in place that outlives a document, such as a clock or a route.
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

/** How an application and its browser are started. */
export interface JourneyOptions {
  readonly isAutomatic?: boolean;
  /** Whether pages are drawn alike on all machines, by a browser of their own, which the caller closes. */
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
  // Pages of one context share what is compiled, so they open in a quarter of the time. What a page stores is its own: the
  // window keeps it in the session.
  const context = await browser.newContext({ viewport, ...(isSteady ? steadyPage('light') : {}) });
  context.setDefaultTimeout(pageTimeout);
  // A page that stays open keeps their renderer alive between two tests.
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
        await page.addInitScript(stillDate);
      }
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      errors = errorsOf(page);
      await page.goto(desktop.addresses.page);
      await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
    },
    agent: async (name, args) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      if (isError === true) throw new Error(JSON.stringify(content));
      return structuredContent as Record<string, unknown>;
    },
    agentLeaves: () => transport.terminateSession(),
    close: async () => {
      await client.close();
      await Promise.all(browser.contexts().map((one) => one.close()));
      await desktop.program.stop();
      await desktop.remove();
    },
  };
};
