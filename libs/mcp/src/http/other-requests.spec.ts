import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, initialize, json, type SampleServer, serveSample } from '../testing/served.js';

let testServer: SampleServer;
beforeAll(async () => {
  testServer = await serveSample({ mostStreams: 2 });
});
afterAll(() => testServer.close());

const events = { accept: 'text/event-stream' };
const parseErrorMessage = (text: string) =>
  (JSON.parse(text) as { error: { message: string } }).error.message;

describe('MCP-Protocol-Version', { tags: 'mcp:health' }, () => {
  it.each(['GET', 'HEAD', 'DELETE', 'POST'])(
    'is refused with 400 for %s if the version is unknown',
    async (method) => {
      const headers = { ...json, 'mcp-protocol-version': '1999-01-01' };
      const answer = await testServer.ask(method, '/', headers, method === 'POST' ? '{}' : undefined);
      expect(answer.status).toBe(400);
      if (method !== 'HEAD')
        expect(parseErrorMessage(answer.text)).toMatch(/supported are 2026-07-28, 2025-11-25/);
    },
  );

  it.each(['2024-11-05', '2025-11-25', '2026-07-28'])(
    '%s returns the health of the server',
    async (version) => {
      const answer = await testServer.ask('GET', '/', { 'mcp-protocol-version': version });
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok' });
    },
  );

  it('2026-07-28 allows neither GET streams nor batches, and the error names the alternative', async () => {
    const version = { 'mcp-protocol-version': '2026-07-28' };
    const stream = await testServer.ask('GET', '/', { ...events, ...version });
    expect([stream.status, parseErrorMessage(stream.text)]).toEqual([
      405,
      expect.stringContaining('subscriptions/listen') as string,
    ]);
    const batch = await testServer.post([call('echo')], { ...json, ...version });
    expect(JSON.parse(batch.text)).toMatchObject({ error: { code: -32600 } });
    expect([batch.status, parseErrorMessage(batch.text)]).toEqual([
      400,
      expect.stringContaining('no batches') as string,
    ]);
  });
});

it('DELETE without a session is refused with an explanation of what DELETE does', async () => {
  const answer = await testServer.ask('DELETE', '/', {});
  expect(answer.status).toBe(405);
  expect(parseErrorMessage(answer.text)).toContain('Mcp-Session-Id');
});

describe('GET streams', { tags: ['mcp:get-stream', 'mcp:legacy-stream'] }, () => {
  it('are limited in number, and a stream beyond the limit gets a 503 until another stream ends', async () => {
    const id = String((await testServer.post(initialize('2025-11-25'))).headers['mcp-session-id']);
    const mine = await testServer.openStream({ 'mcp-session-id': id });
    const other = await testServer.openStream();
    const refused = await testServer.ask('GET', '/', events);
    expect(refused.status).toBe(503);
    expect(parseErrorMessage(refused.text)).toContain('Too many streams');
    const again = await testServer.openStream({ 'mcp-session-id': id });
    expect(again.response.status).toBe(200);
    await mine.ended;
    other.close();
    await expect.poll(async () => (await testServer.openStream()).response.status).toBe(200);
  });
});
