import type { ProxyOptions, TlsOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, openAuthority } from './testing/authority.js';
import { type NtlmRequest, createNtlmServer } from './testing/ntlm-server.js';
import { openOtherEnd, formatOutcome } from './testing/other-end.js';
import { openHttpProxy, openSocksProxy, type RunningProxy } from './testing/proxies.js';

const user = { username: 'User', password: 'SecREt01' };
const auth = { type: 'ntlm', ...user, domain: 'Domain' } as const;
const post = { method: 'POST', auth, body: { kind: 'text', text: 'the body' } } as const;

const end = openOtherEnd({ variables: {} });
const receivedRequests: NtlmRequest[] = [];
const server = createNtlmServer({ users: [user] }, receivedRequests);

let authority: Authority;
let tls: TlsOptions;
let http: RunningProxy;
let socks: RunningProxy;
beforeAll(async () => {
  authority = openAuthority();
  tls = { ca: [{ name: 'ca.pem', bytes: Buffer.from(authority.ca) }] };
  http = await openHttpProxy();
  socks = await openSocksProxy();
});
afterAll(async () => {
  authority.remove();
  await end.close();
  await http.close();
  await socks.close();
});
beforeEach(() => {
  receivedRequests.length = 0;
});

const connections = () => new Set(receivedRequests.map(({ socket }) => socket)).size;

describe('NTLM through a proxy', { tags: ['auth:ntlm', 'proxy:http'] }, () => {
  const tunnels: readonly [string, () => ProxyOptions, () => Promise<string>][] = [
    [
      'an HTTP proxy to a server with TLS',
      () => http.options,
      () => end.https(server, authority.issue('127.0.0.1')),
    ],
    ['a SOCKS5 proxy', () => socks.options, () => end.http(server)],
    [
      'a SOCKS5 proxy to a server with TLS',
      () => socks.options,
      () => end.https(server, authority.issue('127.0.0.1')),
    ],
  ];

  it.each(tunnels)('authenticates a connection through %s', async (_, proxy, opened) => {
    const outcome = await end.send(await opened(), post, { proxy: proxy(), tls });
    expect(formatOutcome(outcome)).toBe('hello Domain\\User: POST the body');
    expect(receivedRequests.map(({ message }) => message)).toEqual(['negotiate', 'authenticate']);
    expect(connections()).toBe(1);
  });

  it('fails with a proxy that forwards each request on a separate connection', async () => {
    const outcome = await end.send(await end.http(server), post, { proxy: http.options, tls });
    expect(E.isLeft(outcome) ? outcome.left.fault : outcome.right.status).toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringContaining('any proxy in between, keeps connections open') as string,
    });
  });
});
