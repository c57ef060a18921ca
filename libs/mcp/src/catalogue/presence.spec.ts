import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';
import { createPresence } from './presence.js';

const openPresence = () => {
  let minute = 0;
  return createPresence(() => `12:${String(minute++).padStart(2, '0')}`);
};
const cursor = { name: 'Cursor', version: '3.1' };

it('presence records who has listed and called tools, most recent first', { tags: 'mcp:presence' }, () => {
  const presence = openPresence();
  presence.listed(cursor);
  presence.listed({ name: 'codex' });
  expect(presence.clients()).toEqual([
    { name: 'codex', version: '', seenAt: '12:01', lastCall: null },
    { name: 'Cursor', version: '3.1', seenAt: '12:00', lastCall: null },
  ]);
  presence.called(cursor, 'rest_execute');
  presence.listed(cursor);
  expect(presence.clients()[0]).toEqual({
    ...cursor,
    seenAt: '12:03',
    lastCall: { tool: 'rest_execute', at: '12:02' },
  });
});

it('presence counts all clients without a name as one unnamed client', { tags: 'mcp:presence' }, () => {
  const presence = openPresence();
  for (const client of [undefined, {}, { name: 1 }, { name: ' ' }]) presence.called(client, 'rest_list');
  expect(presence.clients()).toMatchObject([{ name: '', version: '', lastCall: { tool: 'rest_list' } }]);
});

it(
  'presence contains shortened names and versions on one line, and at most twenty clients',
  { tags: 'mcp:presence' },
  () => {
    const presence = openPresence();
    presence.called({ name: 'a\nb', version: `1\n${'2'.repeat(99)}` }, 'rest_list');
    const [{ name, version } = cursor] = presence.clients();
    expect([name, version.length]).toEqual(['a b', 40]);
    for (let count = 0; count < 30; count += 1) presence.listed({ name: `client ${count}` });
    expect(presence.clients()).toHaveLength(20);
    expect(presence.clients()[0]?.name).toBe('client 29');
  },
);

it('presence contains clients of old and new protocol revisions', { tags: 'mcp:presence' }, async () => {
  const product = await serveProduct();
  try {
    const client = new Client({ name: 'first', version: '1.2' });
    await client.connect(new StreamableHTTPClientTransport(new URL(product.url)));
    await client.callTool({ name: 'workspaces_list', arguments: {} });
    await client.close();
    const clientInfo = { 'io.modelcontextprotocol/clientInfo': { name: 'second', version: '3' } };
    await product.ask('sdk2', 'tools/list', { _meta: clientInfo });
    expect(product.clients()).toMatchObject([
      { name: 'second', version: '3', lastCall: null },
      { name: 'first', version: '1.2', lastCall: { tool: 'workspaces_list' } },
    ]);
  } finally {
    await product.close();
  }
});
