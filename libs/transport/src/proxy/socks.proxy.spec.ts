import type { ProxyOptions, TlsOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, type Issued, openAuthority } from '../testing/authority.js';
import { describing, openOtherEnd, type OtherEnd, textOf } from '../testing/other-end.js';
import { freePort, openRuledProxy, openSocksProxy, type RunningProxy } from '../testing/proxies.js';

const ada = { username: 'ada', password: 'Secret9' };
let asking: RunningProxy;
let ruled: RunningProxy;
let blocked: number;
let authority: Authority;
let trusted: Issued;
let tls: TlsOptions;
let end: OtherEnd;
beforeAll(async () => {
  authority = openAuthority();
  trusted = authority.issue('127.0.0.1');
  tls = { ca: [{ name: 'ca.pem', bytes: Buffer.from(authority.ca) }] };
  blocked = await freePort();
  asking = await openSocksProxy([ada.username, ada.password]);
  ruled = await openRuledProxy(blocked);
});
afterAll(async () => {
  authority.remove();
  await asking.close();
  await ruled.close();
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
  it('leads to servers with TLS and without', async () => {
    for (const url of [await end.http(describing), await end.https(describing, trusted)])
      for (const options of [ruled.options, { ...asking.options, ...ada }]) {
        const body = { kind: 'text', text: 'x'.repeat(100_000) } as const;
        const outcome = await end.send(url, { method: 'POST', body }, { proxy: options, tls });
        expect(textOf(outcome)).toContain('"/"');
        expect(E.isRight(outcome) && outcome.right.connection).toMatchObject({
          proxy: `socks5://127.0.0.1:${options.port}`,
        });
      }
  });

  it('resolves names', async () => {
    const url = (await end.http(describing)).replace('127.0.0.1', 'localhost');
    expect(textOf(await end.send(url, {}, { proxy: { ...asking.options, ...ada } }))).toContain('"/"');
  });

  it('says when credentials are missing or wrong', async () => {
    const url = await end.http(describing);
    expect((await failure(url, asking.options)).message).toMatch(/asks for credentials/);
    const wrong = await failure(url, { ...asking.options, ...ada, password: 'not Secret9' });
    expect(wrong.message).toMatch(/did not accept the credentials/);
    expect(wrong.details).toMatchObject({ cause: 'PROXY_CREDENTIALS' });
  });

  it('says what it refuses and what it cannot reach', async () => {
    const fault = await failure(`http://127.0.0.1:${blocked}/`, ruled.options);
    expect(fault.message).toMatch(/did not connect to 127\.0\.0\.1:\d+: its rules do not allow that/);
    const nothing = await failure(`http://127.0.0.1:${await freePort()}/`, { ...asking.options, ...ada });
    expect(nothing.message).toMatch(/did not connect to .*: nothing listens there/);
  });
});
