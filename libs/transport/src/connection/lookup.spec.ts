import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { TLSSocket } from 'node:tls';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd, formatOutcome } from '../testing/other-end.js';
import { createSelfSigned } from '../testing/self-signed.js';

let end: OtherEnd;
let servers: Server[] = [];
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(async () => {
  await end.close();
  for (const server of servers) server.close();
  servers = [];
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

const answerWithHost: RequestListener = (request, response) => response.end(request.headers.host);

const startListening = async (host: string, listener: RequestListener = answerWithHost): Promise<number> => {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

describe('a name of this machine', { tags: 'send:localhost' }, () => {
  it.each(['localhost', 'LOCALHOST', 'app.localhost', 'a.b.localhost', 'app.localhost.'])(
    '%s always resolves to loopback, whatever the system says',
    async (name) => {
      const port = await startListening('127.0.0.1');
      expect(formatOutcome(await end.send(`http://${name}:${port}/`))).toBe(`${name.toLowerCase()}:${port}`);
    },
  );

  it.skipIf(!hasIpv6).each(['localhost', 'app.localhost'])(
    '%s is found if the server listens only on ::1',
    async (name) => {
      const port = await startListening('::1');
      expect(formatOutcome(await end.send(`http://${name}:${port}/`))).toBe(`${name}:${port}`);
    },
  );

  it.skipIf(!hasIpv6)('is connected to by its IPv6 address, with each version of HTTP', async () => {
    const server = createSecureServer(
      { ...createSelfSigned('localhost'), allowHTTP1: true },
      (_, response) => {
        response.end('ok');
      },
    ).listen(0, '::1');
    await once(server, 'listening');
    const serverNames: unknown[] = [];
    server.on('secureConnection', (socket: TLSSocket & { readonly servername?: unknown }) =>
      serverNames.push(socket.servername),
    );
    const url = `https://[::1]:${(server.address() as AddressInfo).port}/`;
    for (const http of ['1.1', 'auto', '2'] as const)
      expect(formatOutcome(await end.send(url, {}, { tls: { verify: false }, http }))).toBe('ok');
    // Only a name may be sent as the name of a server (RFC 6066, section 3).
    expect(serverNames).toEqual([false, false]);
    await end.transport.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is found with TLS, with each version of HTTP', async () => {
    const url = await end.https((_, response) => response.end('ok'), createSelfSigned('localhost'));
    const { port } = new URL(url);
    for (const http of ['1.1', 'auto'] as const) {
      const sent = await end.send(`https://app.localhost:${port}/`, {}, { tls: { verify: false }, http });
      expect(formatOutcome(sent)).toBe('ok');
    }
  });

  it('is reported as refused if nobody listens', async () => {
    expect(await end.send('http://app.localhost:1/')).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'ECONNREFUSED' } } },
    });
  });

  it("is refused if it resolves to one of Tandem's own servers", { tags: 'send:own-server' }, async () => {
    const port = await startListening('127.0.0.1');
    const own = openOtherEnd({ isOwnPort: (one) => one === port });
    for (const name of ['localhost', 'app.localhost', 'APP.localhost.'])
      expect(await own.send(`http://${name}:${port}/`)).toMatchObject({
        left: { fault: { code: 'OWN_SERVER_REFUSED' } },
      });
    await own.close();
  });
});
