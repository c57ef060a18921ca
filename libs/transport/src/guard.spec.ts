import type { PreparedRequest, ExecutionFault, SendGuard } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createNtlmServer } from './testing/ntlm-server.js';
import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd({ variables: {} });
});
afterEach(() => end.close());

const refusal: ExecutionFault = { code: 'OWN_SERVER_REFUSED', message: 'The guard refuses.' };

/** Creates a guard that records the requests that it is asked about, and refuses the one with this index. */
const createNotingGuard = (refused = -1) => {
  const asked: PreparedRequest[] = [];
  const guard: SendGuard = async (request) => {
    asked.push(request);
    return Promise.resolve(asked.length - 1 === refused ? refusal : undefined);
  };
  return { asked, guard, hops: () => asked.map(({ hop }) => hop) };
};

const user = { username: 'User', password: 'SecREt01' };

describe('the guard of a request', { tags: 'send:guard' }, () => {
  it('sees the request as it is sent', async () => {
    const { asked, guard } = createNotingGuard();
    const url = await end.http(describeRequest);
    const jar = end.transport.openJar([]);
    jar.receive(url, ['a=1']);
    const body = { kind: 'multipart', parts: [{ name: 'part', value: 'inside' }] } as const;
    const address = `${url.replace('//', '//ada:pass@').replace('127.0.0.1', '127.1')}p%2fq?x=%41`;
    const request = { method: 'POST', headers: [['x-own', 'v'] as const], body };
    const arrived = JSON.parse(formatOutcome(await end.send(address, request, { guard, cookies: jar }))) as {
      readonly headers: readonly string[];
      readonly body: string;
    };
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ hop: 'first', method: 'POST', url: `${url}p%2fq?x=%41` });
    expect(asked[0]?.headers).toEqual([
      ['x-own', 'v'],
      ['cookie', 'a=1'],
      ['authorization', `Basic ${Buffer.from('ada:pass').toString('base64')}`],
      ['content-type', expect.stringContaining('multipart/form-data; boundary=')],
    ]);
    expect(arrived.headers).toEqual(expect.arrayContaining([...(asked[0]?.headers ?? [])].flat()));
    expect(Buffer.from(asked[0]?.body as Uint8Array).toString()).toBe(arrived.body);
  });

  it('sees the keys with which the request is signed', async () => {
    const { asked, guard } = createNotingGuard();
    const url = await end.http(describeRequest);
    const auth = { type: 'digest', ...user } as const;
    await end.send(url, { auth, signedWith: ['key'] }, { guard });
    await end.send(url, { auth }, { guard });
    await end.send(url, { signedWith: ['key'] }, { guard });
    await end.send(url, {}, { guard });
    expect(asked.map(({ signedWith }) => signedWith)).toEqual([
      ['key', 'SecREt01'],
      ['SecREt01'],
      ['key'],
      undefined,
    ]);
  });

  it('opens no connection if it refuses the request', async () => {
    const url = await end.http(describeRequest);
    expect(await end.send(url, {}, { guard: createNotingGuard(0).guard })).toEqual(
      E.left({ fault: refusal }),
    );
    expect(end.accepted()).toBe(0);
  });

  it("checks each redirect, and can prevent the redirect's request", async () => {
    const target = await end.http(describeRequest);
    const url = await end.http((_, response) => response.writeHead(302, { location: `${target}next` }).end());
    const followed = createNotingGuard();
    expect(E.isRight(await end.send(url, {}, { guard: followed.guard }))).toBe(true);
    expect(followed.asked.map(({ hop, url: to }) => [hop, to])).toEqual([
      ['first', url],
      ['redirect', `${target}next`],
    ]);
    const before = end.accepted();
    expect(await end.send(url, {}, { guard: createNotingGuard(1).guard })).toMatchObject(
      E.left({ fault: refusal, redirects: [{ status: 302 }] }),
    );
    expect(end.accepted()).toBe(before);
  });

  it('checks each answer to a challenge', async () => {
    const digest = await end.http((request, response) => {
      if (request.headers.authorization !== undefined) response.end('in');
      else response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end();
    });
    const byDigest = createNotingGuard();
    const auth = { type: 'digest', ...user } as const;
    expect(formatOutcome(await end.send(digest, { auth }, { guard: byDigest.guard }))).toBe('in');
    expect(byDigest.hops()).toEqual(['first', 'auth']);
    expect(byDigest.asked[1]?.headers.at(-1)?.[1]).toContain('Digest username="User"');

    const url = await end.http(createNtlmServer({ users: [user] }, []));
    const byNtlm = createNotingGuard();
    const post = { method: 'POST', body: { kind: 'text', text: 'the body' } } as const;
    const signed = await end.send(url, { ...post, auth: { ...auth, type: 'ntlm' } }, { guard: byNtlm.guard });
    expect(formatOutcome(signed)).toContain('hello');
    expect(byNtlm.asked.map(({ hop, body }) => [hop, body])).toEqual([
      ['first', null],
      ['auth', 'the body'],
    ]);
  });

  it('sees the proxy and its credentials, and whether the proxy can read the request', async () => {
    const { asked, guard } = createNotingGuard();
    const proxy = new URL(await end.http(describeRequest));
    const given = { protocol: 'http', hostname: '127.0.0.1', port: proxy.port, bypass: '<-loopback>' };
    const sent = { guard, proxy: { ...given, ...user } };
    await end.send('http://a.test/', {}, sent);
    await end.send('https://a.test/', {}, sent);
    expect(asked.map(({ url, proxy: through }) => [url, through])).toMatchObject([
      [
        'http://a.test/',
        { hostname: '127.0.0.1', port: Number(proxy.port), credentials: user, forwards: true },
      ],
      ['https://a.test/', { forwards: false }],
    ]);
  });

  it('may wait longer than the timeout, which does not count that time', async () => {
    const url = await end.http(describeRequest);
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const outcome = end.send(url, {}, { timeoutMs: 2_000, guard: () => answered.then(() => undefined) });
    setTimeout(() => answer?.(), 2_200);
    const response = await outcome;
    expect(E.isRight(response) && response.right.time).toBeLessThan(2_000);
  });

  it('is notified of a cancellation while it waits', async () => {
    const cancelling = new AbortController();
    const guard: SendGuard = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
        cancelling.abort();
      });
    const outcome = await end.send('http://127.0.0.1:9/', {}, { guard, signal: cancelling.signal });
    expect(outcome).toMatchObject(E.left({ fault: { code: 'CANCELLED' } }));
  });
});
