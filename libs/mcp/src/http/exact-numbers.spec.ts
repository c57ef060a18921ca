import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { acceptEither, serveSample } from '../testing/served.js';

let testServer: Awaited<ReturnType<typeof serveSample>>;
beforeAll(async () => {
  testServer = await serveSample();
});
afterAll(() => testServer.close());

const numbers = '{"id":12345678901234567890,"price":1.10,"large":1e400,"list":[-0,7]}';

const meta =
  '{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"ratio":1.0}';

const callText = (more: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${numbers}${more}}}`;

const eras = [
  ['2025-11-25', callText(''), {}],
  ['2026-07-28', callText(`,"_meta":${meta}`), { 'mcp-method': 'tools/call', 'mcp-name': 'echo' }],
] as const;

describe.each(eras)('a call of %s', (version, body, more) => {
  const headers = { ...acceptEither, 'mcp-protocol-version': version, ...more };

  it('keeps the digits of numbers in its arguments and result', { tags: 'bodies:digits' }, async () => {
    const { status, text } = await testServer.ask('POST', '/', headers, body);
    expect(status).toBe(200);
    expect(text).toContain(JSON.stringify(`{"args":${numbers}}`));
  });

  it('keeps the digits of numbers in a stream', { tags: 'bodies:digits' }, async () => {
    const streamed = { ...headers, accept: 'text/event-stream' };
    const { text } = await testServer.ask('POST', '/', streamed, body);
    expect(text).toContain(JSON.stringify(`{"args":${numbers}}`));
  });
});
