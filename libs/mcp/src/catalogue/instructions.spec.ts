import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
});
afterAll(() => testServer.close());

it('the instructions contain what most scripts need, for clients that read no resources', async () => {
  const client = new Client({ name: 'claude', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(testServer.url)));
  const text = client.getInstructions() ?? '';
  await client.close();
  for (const name of [
    'onResponse(req, res)',
    'res.status',
    'res.json()',
    'res.headers.get(name)',
    'res.env.setVariable(name, value)',
    'test(name, fn)',
    'expect(value).toBe(other)',
  ])
    expect(text).toContain(name);
});
