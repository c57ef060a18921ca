import type { ProxyOptions, TlsOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, type IssuedCertificate, openAuthority } from '../testing/authority.js';
import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome } from '../testing/other-end.js';
import { findFreePort, openRuledProxy, openSocksProxy, type RunningProxy } from '../testing/proxies.js';

const ada = { username: 'ada', password: 'Secret9' };
let authenticatingProxy: RunningProxy;
let restrictedProxy: RunningProxy;
let blockedPort: number;
let authority: Authority;
let trustedCertificate: IssuedCertificate;
let tls: TlsOptions;
let end: OtherEnd;
beforeAll(async () => {
  authority = openAuthority();
  trustedCertificate = authority.issue('127.0.0.1');
  tls = { ca: [{ name: 'ca.pem', bytes: Buffer.from(authority.ca) }] };
  blockedPort = await findFreePort();
  authenticatingProxy = await openSocksProxy([ada.username, ada.password]);
  restrictedProxy = await openRuledProxy(blockedPort);
});
afterAll(async () => {
  authority.remove();
  await authenticatingProxy.close();
  await restrictedProxy.close();
});
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const failure = async (url: string, proxy: ProxyOptions) => {
  const outcome = await end.send(url, {}, { proxy });
  if (E.isRight(outcome)) throw new Error(`it was sent: ${outcome.right.status}`);
  expect(JSON.stringify(outcome.left)).not.toMatch(/Secret/);
  return outcome.left.fault;
};

describe('a SOCKS5 proxy', { tags: 'proxy:socks' }, () => {
  it('connects to servers with and without TLS', async () => {
    for (const url of [await end.http(describeRequest), await end.https(describeRequest, trustedCertificate)])
      for (const options of [restrictedProxy.options, { ...authenticatingProxy.options, ...ada }]) {
        const body = { kind: 'text', text: 'x'.repeat(100_000) } as const;
        const outcome = await end.send(url, { method: 'POST', body }, { proxy: options, tls });
        expect(formatOutcome(outcome)).toContain('"/"');
        expect(E.isRight(outcome) && outcome.right.connection).toMatchObject({
          proxy: `socks5://127.0.0.1:${options.port}`,
        });
      }
  });

  it('resolves names itself', async () => {
    const url = (await end.http(describeRequest)).replace('127.0.0.1', 'localhost');
    expect(
      formatOutcome(await end.send(url, {}, { proxy: { ...authenticatingProxy.options, ...ada } })),
    ).toContain('"/"');
  });

  it('reports missing or wrong credentials', async () => {
    const url = await end.http(describeRequest);
    expect((await failure(url, authenticatingProxy.options)).message).toMatch(/asks for credentials/);
    const wrong = await failure(url, { ...authenticatingProxy.options, ...ada, password: 'not Secret9' });
    expect(wrong.message).toMatch(/did not accept the credentials/);
    expect(wrong.details).toMatchObject({ cause: 'PROXY_CREDENTIALS' });
  });

  it('reports what it refuses and what it cannot reach', async () => {
    const fault = await failure(`http://127.0.0.1:${blockedPort}/`, restrictedProxy.options);
    expect(fault.message).toMatch(/did not connect to 127\.0\.0\.1:\d+: its rules do not allow that/);
    const nothing = await failure(`http://127.0.0.1:${await findFreePort()}/`, {
      ...authenticatingProxy.options,
      ...ada,
    });
    expect(nothing.message).toMatch(/did not connect to .*: nothing listens there/);
  });
});
