import type { ProxyOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeRequest, openOtherEnd, type OtherEnd } from '../testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd({ isOwnPort: (port) => port === 4_321 });
});
afterEach(() => end.close());

const toProxyOptions = (url: string, protocol = 'http'): ProxyOptions => {
  const { hostname, port } = new URL(url);
  return { protocol, hostname, port, bypass: '<-loopback>' };
};

const failure = async (proxy: ProxyOptions, url = 'https://127.0.0.1:9/', timeoutMs = 60_000) => {
  const outcome = await end.send(url, {}, { proxy, timeoutMs });
  if (E.isRight(outcome)) throw new Error(`it was sent: ${outcome.right.status}`);
  const { code, message } = outcome.left.fault;
  return `${code} ${message}`;
};

describe('a broken proxy', { tags: 'proxy:messages' }, () => {
  it('is reported if it is not listening', async () => {
    const url = await end.http(describeRequest);
    const { port } = new URL(url);
    await end.close();
    end = openOtherEnd();
    for (const target of ['https://127.0.0.1:9/', 'http://127.0.0.1:9/'])
      for (const protocol of ['http', 'socks5'])
        expect(await failure(toProxyOptions(url, protocol), target)).toMatch(
          new RegExp(`^PROXY_ERROR Nothing listens at the proxy ${protocol}://127.0.0.1:${port}\\. `),
        );
  });

  it('is reported if its host is unknown', async () => {
    const proxy = { ...toProxyOptions('http://127.0.0.1:1'), hostname: 'no-such-proxy.invalid' };
    expect(await failure(proxy)).toMatch(
      /^PROXY_ERROR The (host of|DNS server did not respond for) the proxy/,
    );
  });

  it('is reported if the server is not a proxy', async () => {
    const speaks = await end.raw((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await failure(toProxyOptions(speaks))).toMatch(
      /did not respond as an HTTP proxy\. Check its protocol/,
    );
    expect(await failure(toProxyOptions(speaks, 'socks5'))).toMatch(
      /did not respond as a SOCKS5 proxy\. Check/,
    );
    const web = await end.http((_, response) => response.writeHead(404).end());
    expect(await failure(toProxyOptions(web))).toMatch(
      /^PROXY_ERROR .* closed the connection|refused to connect/,
    );
  });

  it('is told the default port of a URL without one', async () => {
    const refuses = await end.raw((socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    expect(await failure(toProxyOptions(refuses), 'https://a.example/')).toContain('a.example:443 (403)');
    const blocks = await end.raw((socket) => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', () => socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0])));
    });
    for (const [scheme, port] of [
      ['http', 80],
      ['https', 443],
    ])
      expect(await failure(toProxyOptions(blocks, 'socks5'), `${scheme}://a.example/`)).toContain(
        `did not connect to a.example:${port}: its rules do not allow that`,
      );
  });

  it('is not asked for a server whose certificates cannot be used', async () => {
    const proxy = toProxyOptions(await end.http(describeRequest));
    const tls = { ca: [{ name: 'ca.pem', bytes: new Uint8Array() }] };
    expect(await end.send('https://a.example/', {}, { proxy, tls })).toMatchObject({
      left: { fault: { code: 'TLS_ERROR', details: { cause: 'CA_INVALID' } } },
    });
    expect(end.accepted()).toBe(0);
  });

  it('is reported if its certificate is untrusted', async () => {
    expect(await failure(toProxyOptions(await end.https(describeRequest), 'https'))).toMatch(
      /^PROXY_ERROR The certificate of the proxy https:\/\/127\.0\.0\.1:\d+ is self-signed/,
    );
  });

  it('is reported if it closes before the tunnel is open', async () => {
    const ends = await end.raw((socket) => socket.destroy());
    for (const protocol of ['http', 'socks5'])
      expect(await failure(toProxyOptions(ends, protocol))).toMatch(
        /^PROXY_ERROR The proxy \w+:\/\/\S+ closed the connection before it led anywhere/,
      );
  });

  it('is reported if it closes during the TLS handshake or a response', async () => {
    const tunnel = await end.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.once('data', () => socket.destroy());
    });
    expect(await failure(toProxyOptions(tunnel))).toMatch(/proxy http:\/\/127/);
    const half = await end.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', () => socket.destroy());
    });
    expect(await failure(toProxyOptions(half), 'http://127.0.0.1:9/')).toMatch(
      /^NETWORK_ERROR .*It was sent through the proxy http:\/\/127\.0\.0\.1:\d+\.$/,
    );
  });

  it('does not outlast the timeout if it never responds, and its connection is closed', async () => {
    const silent = await end.raw(() => undefined);
    for (const protocol of ['http', 'socks5'])
      expect(await failure(toProxyOptions(silent, protocol), undefined, 200)).toMatch(/^TIMEOUT/);
    await expect.poll(() => end.connections()).toBe(0);
  });

  it("cannot be used to reach Tandem's own servers", async () => {
    const tunnel = await end.raw((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await failure(toProxyOptions(tunnel), 'https://somewhere.example:4321/')).toMatch(
      /^OWN_SERVER_REFUSED/,
    );
  });
});
