import { expect } from 'vitest';

import type { Desktop } from './open-page.js';

/** Checks that the page, the MCP server and the echo server respond. */
export const expectAllToRespond = async ({ addresses }: Pick<Desktop, 'addresses'>): Promise<void> => {
  const page = await fetch(addresses.page);
  expect(await page.text()).toContain('<title>Tandem</title>');
  expect(await (await fetch(`${addresses.echo}/hello`)).json()).toMatchObject({ path: '/hello' });
  expect(await (await fetch(addresses.mcp)).json()).toMatchObject({ status: 'ok' });
};
