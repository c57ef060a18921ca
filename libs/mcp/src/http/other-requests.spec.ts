import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, initialize, json, type Served, serveSample } from '../testing/served.js';

let served: Served;
beforeAll(async () => {
  served = await serveSample({ mostStreams: 2 });
});
afterAll(() => served.close());

const events = { accept: 'text/event-stream' };
const says = (text: string) => (JSON.parse(text) as { error: { message: string } }).error.message;

describe('MCP-Protocol-Version', { tags: 'mcp:health' }, () => {
  it.each(['GET', 'HEAD', 'DELETE', 'POST'])(
    'is refused with 400 if it is unknown, for %s',
    async (method) => {
      const headers = { ...json, 'mcp-protocol-version': '1999-01-01' };
      const answer = await served.ask(method, '/', headers, method === 'POST' ? '{}' : undefined);
      expect(answer.status).toBe(400);
      if (method !== 'HEAD') expect(says(answer.text)).toMatch(/supported are 2026-07-28, 2025-11-25/);
    },
  );

  it.each(['2024-11-05', '2025-11-25', '2026-07-28'])('%s gets the health of the server', async (version) => {
    const answer = await served.ask('GET', '/', { 'mcp-protocol-version': version });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok' });
  });

  it('2026-07-28 has no GET stream and no batches; the error names the alternative', async () => {
    const version = { 'mcp-protocol-version': '2026-07-28' };
    const stream = await served.ask('GET', '/', { ...events, ...version });
    expect([stream.status, says(stream.text)]).toEqual([
      405,
      expect.stringContaining('subscriptions/listen') as string,
    ]);
    const batch = await served.post([call('echo')], { ...json, ...version });
    expect(JSON.parse(batch.text)).toMatchObject({ error: { code: -32600 } });
    expect([batch.status, says(batch.text)]).toEqual([400, expect.stringContaining('no batches') as string]);
  });
});

it('DELETE without a session explains what DELETE does', async () => {
  const answer = await served.ask('DELETE', '/', {});
  expect(answer.status).toBe(405);
  expect(says(answer.text)).toContain('Mcp-Session-Id');
});

describe('GET streams', { tags: ['mcp:get-stream', 'mcp:legacy-stream'] }, () => {
  it('are limited in number; more are answered with 503 until one ends', async () => {
    const id = String((await served.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const mine = await served.openStream({ 'mcp-session-id': id });
    const other = await served.openStream();
    const refused = await served.ask('GET', '/', events);
    expect(refused.status).toBe(503);
    expect(says(refused.text)).toContain('Too many streams');
    const again = await served.openStream({ 'mcp-session-id': id });
    expect(again.response.status).toBe(200);
    await mine.ended;
    other.close();
    await expect.poll(async () => (await served.openStream()).response.status).toBe(200);
  });
});
