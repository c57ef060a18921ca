import { E } from '@tandem/core/fp';
import { startEchoServer } from '@tandem/echo';
import { createTransport } from '@tandem/transport';
import { expect, it } from 'vitest';

it('the transport sends a request, and returns an error instead of throwing an exception', async () => {
  const echo = await startEchoServer();
  const transport = createTransport();
  const options = {
    guard: () => Promise.resolve(undefined),
    ...{ timeoutMs: 10_000, followRedirects: true, maxRedirects: 10, maxBytes: 10_000_000 },
    signal: new AbortController().signal,
  };
  const get = (url: string) =>
    transport.send({ method: 'GET', url, headers: [['accept', '*/*']], body: { kind: 'none' } }, options)();
  try {
    const sent = await get(`${echo.url}/users?page=2`);
    if (E.isLeft(sent)) throw new Error(sent.left.fault.message);
    expect(sent.right.status).toBe(200);
    expect(JSON.parse(new TextDecoder().decode(sent.right.body))).toMatchObject({ args: { page: '2' } });

    await echo.stop();
    const refused = await get(echo.url);
    expect(E.isLeft(refused) && refused.left.fault.code).toBe('NETWORK_ERROR');
  } finally {
    await transport.close();
  }
});
