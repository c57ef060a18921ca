import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
});
afterAll(() => testServer.close());

it.each([
  ['rest_exec', 'Unknown tool: rest_exec; did you mean rest_execute?'],
  ['rest-get', 'Unknown tool: rest-get; did you mean rest_get?'],
  ['nothing_like_it', '"Unknown tool: nothing_like_it"'],
])('an unknown tool name is refused with a similar name: %s', async (name, message) => {
  expect(await testServer.ask('sdk1', 'tools/call', { name })).toContain(message);
});
