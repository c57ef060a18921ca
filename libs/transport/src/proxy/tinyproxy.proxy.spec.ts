import type { ProxyOptions, SendOptions, TlsOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, type IssuedCertificate, openAuthority } from '../testing/authority.js';
import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome } from '../testing/other-end.js';
import { openHttpProxy, type RunningProxy } from '../testing/proxies.js';

const credentials = { username: 'ada', password: 'Secret8: word' };
let open: RunningProxy;
let closedProxy: RunningProxy;
let authority: Authority;
let trustedCertificate: IssuedCertificate;
let tls: TlsOptions;
let end: OtherEnd;
beforeAll(async () => {
  authority = openAuthority();
  trustedCertificate = authority.issue('127.0.0.1');
  tls = { ca: [{ name: 'ca.pem', bytes: Buffer.from(authority.ca) }] };
  open = await openHttpProxy();
  closedProxy = await openHttpProxy(['BasicAuth ada Secret9', 'ConnectPort 9']);
});
afterAll(async () => {
  authority.remove();
  await open.close();
  await closedProxy.close();
});
beforeEach(() => {
  end = openOtherEnd({ variables: {} });
});
afterEach(() => end.close());

const ada = { username: 'ada', password: 'Secret9' };

const failure = async (url: string, proxy: ProxyOptions, http: SendOptions['http'] = '1.1') => {
  const outcome = await end.send(url, {}, { proxy, tls, http });
  if (E.isRight(outcome)) throw new Error(`it was sent: ${outcome.right.status}`);
  expect(JSON.stringify(outcome.left)).not.toMatch(/Secret/);
  return outcome.left.fault;
};

describe('an HTTP proxy', { tags: 'proxy:http' }, () => {
  it('forwards plain requests, and gets the full URL', async () => {
    const url = await end.http(describeRequest);
    const outcome = await end.send(`${url}a%20b?c=%7b`, {}, { proxy: { ...open.options, ...credentials } });
    expect(formatOutcome(outcome)).toContain('"/a%20b?c=%7b"');
    expect(formatOutcome(outcome)).not.toMatch(/proxy-authorization/i);
    expect(E.isRight(outcome) && outcome.right.connection).toMatchObject({
      proxy: `http://127.0.0.1:${open.options.port}`,
      tls: null,
    });
    expect(open.log()).toContain(url);
  });

  it('connects to TLS servers, which are verified, and the tunnel is reused', async () => {
    const url = await end.https(describeRequest, trustedCertificate);
    const proxy = { ...open.options, ...credentials };
    const first = await end.send(url, { method: 'PUT' }, { proxy, tls });
    expect(formatOutcome(first)).not.toMatch(/proxy-authorization/i);
    if (E.isLeft(first)) throw new Error(formatOutcome(first));
    const { connection, times } = first.right;
    const name = `http://127.0.0.1:${open.options.port}`;
    expect(connection).toMatchObject({ proxy: name, reused: false, tls: { version: 'TLSv1.3' } });
    expect(Object.keys(times ?? {})).toEqual(expect.arrayContaining(['connect', 'tls']));
    await expect
      .poll(async () => {
        const next = await end.send(url, {}, { proxy, tls });
        return E.isRight(next) && next.right.connection;
      })
      .toMatchObject({ proxy: name, reused: true });
    const stranger = await end.send(await end.https(describeRequest), {}, { proxy: open.options });
    expect(E.isLeft(stranger) && stranger.left.fault).toMatchObject({ code: 'TLS_ERROR' });
  });

  it(
    'connects to HTTP/2 servers, while HTTP/2 is not used with the proxy itself',
    { tags: 'http:version' },
    async () => {
      const url = await end.h2((stream) => {
        stream.respond({ ':status': 204 }, { endStream: true });
      }, trustedCertificate);
      const proxy = { ...open.options, ...credentials };
      for (const reused of [false, true]) {
        const outcome = await end.send(url, {}, { proxy, tls, http: reused ? 'auto' : '2' });
        expect(E.isRight(outcome) && outcome.right.connection).toMatchObject({
          protocol: 'h2',
          proxy: `http://127.0.0.1:${open.options.port}`,
          reused,
        });
      }
      const old = await end.https(describeRequest, trustedCertificate);
      expect(formatOutcome(await end.send(old, {}, { proxy, tls, http: 'auto' }))).toContain('"GET"');
      expect(await failure(old, proxy, '2')).toMatchObject({ details: { cause: 'HTTP2_UNAVAILABLE' } });
    },
  );

  it('gets the credentials, and missing or wrong credentials are reported', async () => {
    const url = await end.http(describeRequest);
    expect(formatOutcome(await end.send(url, {}, { proxy: { ...closedProxy.options, ...ada } }))).toContain(
      '"GET"',
    );
    const secure = await end.https(describeRequest, trustedCertificate);
    for (const target of [url, secure])
      expect(await failure(target, closedProxy.options)).toMatchObject({
        code: 'PROXY_ERROR',
        details: { cause: 'PROXY_CREDENTIALS' },
        message: expect.stringMatching(
          /asks for credentials \(407\).*connections of the workspace/,
        ) as string,
      });
    expect((await failure(secure, { ...closedProxy.options, ...credentials })).message).toMatch(
      /did not accept the credentials \(401\)/,
    );
  });

  it('is reported if it refuses a tunnel', async () => {
    const fault = await failure(await end.https(describeRequest, trustedCertificate), {
      ...closedProxy.options,
      ...ada,
    });
    expect(fault).toMatchObject({ code: 'PROXY_ERROR', details: { cause: 'PROXY_STATUS_403' } });
    expect(fault.message).toMatch(/refused to connect to 127\.0\.0\.1:\d+ \(403\)/);
  });

  it('that cannot reach a server is reported', async () => {
    const { port } = new URL(await end.https(describeRequest, trustedCertificate));
    await end.close();
    end = openOtherEnd({ variables: {} });
    const fault = await failure(`https://127.0.0.1:${port}/`, open.options);
    expect(fault.message).toMatch(/could not reach 127\.0\.0\.1:\d+ \(50\d\)/);
  });

  it('gets requests to loopback only if NO_PROXY says so', async () => {
    const url = await end.http(describeRequest);
    const through = (NO_PROXY: string) => {
      const other = openOtherEnd({ variables: { HTTP_PROXY: `127.0.0.1:${open.options.port}`, NO_PROXY } });
      return other.send(url, {}, { proxy: 'system' }).finally(() => other.close());
    };
    const used = [];
    for (const noProxy of ['', '<-loopback>', '<-loopback>,127.0.0.1', '<-loopback>,127.0.0.0/8']) {
      const outcome = await through(noProxy);
      used.push(E.isRight(outcome) && outcome.right.connection?.proxy !== undefined);
    }
    expect(used).toEqual([false, true, false, false]);
  });
});
