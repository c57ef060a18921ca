import type { HeaderList, OutgoingBody, OutgoingRequest } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createTransport } from '../index.js';
import { countBodyBytes, decodePercent, toWire } from './outgoing.js';
import { describeRequest, formatOutcome, openOtherEnd } from '../testing/other-end.js';
import { formatProxyAuthorization, isProxyResponse, toForwardedWire } from '../proxy/through.js';
import type { Proxy } from '../proxy/proxy.js';
import type { UnsendableError } from '../errors.js';

const text = (content: string): OutgoingBody => ({ kind: 'text', text: content });

const wire = (url: string, more: Partial<OutgoingRequest> = {}) =>
  toWire({ method: 'GET', url, headers: [], body: { kind: 'none' }, ...more });

const getRefusal = async (headers: HeaderList, more: Partial<OutgoingRequest> = {}): Promise<unknown> => {
  try {
    await wire('http://a.example/', { headers, ...more });
    return undefined;
  } catch (error) {
    return (error as UnsendableError).fault;
  }
};

const refusal = (name: string, why: string) => ({
  ...{ code: 'HEADER_INVALID', details: { name } },
  message: `The header ${name} ${why}. Remove it from the request.`,
});

describe('a request that is written but not sent', () => {
  const written = async (
    variables: Readonly<Record<string, string>>,
    more: Partial<OutgoingRequest> = {},
  ) => {
    const transport = createTransport({ variables });
    const request = {
      method: 'GET',
      url: 'http://a.example/x',
      headers: [],
      body: { kind: 'none' },
      ...more,
    } as const;
    const outcome = await transport.write(request, { proxy: 'system' })();
    await transport.close();
    return E.isRight(outcome) ? outcome.right : outcome.left;
  };

  it('names the whole URL for the proxy of the given variables', async () => {
    expect(await written({ HTTP_PROXY: 'http://127.0.0.1:9' })).toMatchObject({
      target: 'http://a.example/x',
    });
    expect(await written({})).toMatchObject({ target: '/x' });
    const one = await written({ HTTP_PROXY: 'http://ada:hidden@127.0.0.1:9' });
    expect('headers' in one && one.headers.map(([name]) => name)).toEqual(['host', 'connection']);
  });

  it('is what is sent, header by header', async () => {
    const end = openOtherEnd();
    const url = await end.http(describeRequest);
    const own = [
      ['X-B', '1'],
      ['HOST', 'a.example'],
      ['x-b', '2'],
      ['Connection', 'Keep-Alive'],
      ['Content-Length', '0'],
    ] as const;
    const requests: readonly Partial<OutgoingRequest>[] = [
      {},
      { headers: own },
      { headers: own, method: 'POST' },
      { method: 'PROPFIND' },
      { method: 'DELETE', body: text('é') },
      { method: 'PUT', headers: own.slice(0, 2), body: { kind: 'bytes', bytes: new Uint8Array([1, 255]) } },
      { headers: [['connection', 'close']], body: text('a') },
    ];
    for (const more of requests) {
      const request = {
        ...{ method: 'GET', url: `${url}p%2f?q`, headers: [], body: { kind: 'none' } as const },
        ...more,
      };
      const sent = JSON.parse(formatOutcome(await end.send(request.url, request))) as {
        readonly headers: readonly string[];
      };
      const outcome = await end.transport.write(request, {})();
      if (E.isLeft(outcome)) throw new Error(outcome.left.message);
      const { method, target, headers, body } = outcome.right;
      expect({
        ...{ method, url: target, body: Buffer.from(body).toString('latin1') },
        headers: headers.flatMap(([name, value]) => [name.toLowerCase(), value]),
      }).toEqual({
        ...sent,
        headers: sent.headers.map((one, index) => (index % 2 === 0 ? one.toLowerCase() : one)),
      });
    }
    await end.close();
  });

  it('begins the sign-in of NTLM, unless it has an Authorization header', async () => {
    const authorization = async (...headers: HeaderList) => {
      const auth = { type: 'ntlm', username: 'u', password: 'p' } as const;
      const one = await written({}, { auth, headers });
      return 'headers' in one
        ? one.headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []))
        : one;
    };
    expect(await authorization(['X-A', '1'])).toEqual([expect.stringMatching(/^NTLM TlRM/)]);
    expect(await authorization(['Authorization', 'own'])).toEqual(['own']);
  });

  it('closes the connection if it is a HEAD, or if it says so', async () => {
    const connection = async (more: Partial<OutgoingRequest>) => {
      const one = await written({}, more);
      return 'headers' in one ? one.headers.filter(([name]) => name === 'connection') : one;
    };
    expect(await connection({})).toEqual([['connection', 'keep-alive']]);
    expect(await connection({ method: 'HEAD' })).toEqual([['connection', 'close']]);
    expect(await connection({ headers: [['Connection', 'Close']] })).toEqual([['connection', 'close']]);
  });
});

describe('a request on the wire', () => {
  it.each([
    ['http://a.example', 'http://a.example', '/'],
    ['http://A.example:80/x/../y?z#', 'http://a.example', '/x/../y?z#'],
    ['https://a.example?x', 'https://a.example', '/?x'],
    ['http://u:p@a.example:8080/%7Ex', 'http://a.example:8080', '/%7Ex'],
  ])('to %s has the origin %s and the target %s as written', async (url, origin, path) => {
    expect(await wire(url)).toMatchObject({ origin, path, method: 'GET', body: null });
  });

  it('has its body and headers', async () => {
    const headers = [
      ['X-A', '1'],
      ['x-a', '2'],
    ] as const;
    expect(await wire('http://a.example/', { headers, body: text('é') })).toMatchObject({
      ...{ headers: ['X-A', '1', 'x-a', '2'], body: 'é' },
    });
    const bytes = new Uint8Array([1, 2]);
    expect((await wire('http://a.example/', { body: { kind: 'bytes', bytes } })).body).toBe(bytes);
  });

  it('has the content type of its multipart body, unless the request sets one', async () => {
    const body: OutgoingBody = {
      kind: 'multipart',
      parts: [
        { name: 'a', value: '1' },
        { name: 'f', bytes: Buffer.from('x'), contentType: 'text/x', filename: 'f.x' },
      ],
    };
    const sent = await wire('http://a.example/', { body });
    expect(sent.headers).toEqual([
      'content-type',
      expect.stringMatching(/^multipart\/form-data; boundary=\S+$/),
    ]);
    expect(Buffer.from(sent.body as Uint8Array).toString()).toMatch(
      /filename="f\.x"\r\nContent-Type: text\/x\r\n\r\nx\r\n/,
    );
    const own = await wire('http://a.example/', { body, headers: [['Content-Type', 'text/plain']] });
    expect(own.headers).toEqual(['Content-Type', 'text/plain']);
    const mixed = [['Content-Type', ' MULTIPART/mixed ; boundary=xyz; a=b']] as const;
    expect((await wire('http://a.example/', { body, headers: mixed })).headers[1]).toMatch(
      /^ MULTIPART\/mixed ; a=b; boundary=[^;]+$/,
    );
  });

  it('uses the credentials in the URL, unless the request has others', async () => {
    const fields = async (more: Partial<OutgoingRequest> = {}, url = 'http://u%3A:p%zz@a.example/') =>
      (await wire(url, more)).headers;
    const basic = `Basic ${Buffer.from('u::p%zz').toString('base64')}`;
    expect(await fields()).toEqual(['authorization', basic]);
    expect(await fields({}, 'http://:p@a.example/')).toEqual([
      ...['authorization', `Basic ${Buffer.from(':p').toString('base64')}`],
    ]);
    expect(await fields({}, 'http://a.example/')).toEqual([]);
    expect(await fields({ headers: [['AUTHORIZATION', 'x']] })).toEqual(['AUTHORIZATION', 'x']);
    expect(await fields({ auth: { type: 'digest', username: 'a', password: 'b' } })).toEqual([]);
    expect(await fields({ auth: { type: 'wsse', username: 'a', password: 'b' } })).toEqual([
      'authorization',
      basic,
    ]);
  });

  it('is refused with the method CONNECT', async () => {
    expect(await getRefusal([], { method: 'CONNECT' })).toEqual({
      ...{ code: 'METHOD_INVALID', details: { method: 'CONNECT' } },
      message: 'CONNECT requests a tunnel from a proxy and has no response to show. Use another method.',
    });
  });

  it('is refused with headers that the connection sets', async () => {
    for (const name of ['Transfer-Encoding', 'Keep-Alive', 'Upgrade', 'EXPECT'])
      expect(await getRefusal([[name, 'x']])).toEqual(refusal(name, 'is set by the connection itself'));
    const two = [
      ['Host', 'a'],
      ['HOST', 'b'],
    ] as const;
    expect(await getRefusal(two)).toEqual(refusal('Host', 'appears twice'));
    expect(await getRefusal([['host', 'a']])).toBeUndefined();
    const only = 'but only close and keep-alive can be sent';
    expect(await getRefusal([['Connection', 'upgrade']])).toEqual(
      refusal('Connection', `is "upgrade", ${only}`),
    );
    expect(await getRefusal([['Connection', 'close, x']])).toEqual(
      refusal('Connection', `is "close, x", ${only}`),
    );
    expect(await getRefusal([['Connection', 'x-close']])).toEqual(
      refusal('Connection', `is "x-close", ${only}`),
    );
    expect(await getRefusal([['Connection', 'CLOSE']])).toBeUndefined();
    expect(await getRefusal([['connection', 'Keep-Alive']])).toBeUndefined();
  });

  it('omits its own Content-Length if that is correct', async () => {
    const sent = await wire('http://a.example/', { headers: [['Content-Length', ' 2 ']], body: text('é') });
    expect(sent.headers).toEqual([]);
    expect((await wire('http://a.example/', { headers: [['content-length', '0']] })).headers).toEqual([]);
    const wrong = refusal('Content-Length', 'is 1, but the body has 2 bytes');
    expect(await getRefusal([['Content-Length', '1']], { body: text('é') })).toEqual(wrong);
  });

  it('has a size that does not include the overhead of multipart', () => {
    const parts = [
      { name: 'a', value: 'é' },
      { name: 'f', bytes: new Uint8Array(3), filename: 'f', contentType: '' },
    ];
    expect(
      [
        { kind: 'none' },
        text('é'),
        { kind: 'bytes', bytes: new Uint8Array(4) },
        { kind: 'multipart', parts },
      ].map((body) => countBodyBytes(body as OutgoingBody)),
    ).toEqual([0, 2, 4, 5]);
  });

  it('contains the bytes of percent-encoded text', () => {
    expect(decodePercent('%C3%a9%zz%4').toString()).toBe('é%zz%4');
  });
});

describe('a request that a proxy forwards', () => {
  const proxy: Proxy = { protocol: 'http', hostname: 'p', port: 80, name: 'http://p:80', from: 'x' };
  const known: Proxy = { ...proxy, credentials: { username: 'u', password: 'w' } };
  const sent = { origin: 'http://a.example', path: '/x', method: 'GET', headers: ['a', 'b'], body: null };

  it('has its origin, and credentials if the proxy has asked for them', () => {
    expect(toForwardedWire(sent, undefined, true)).toBe(sent);
    expect(toForwardedWire(sent, proxy, true)).toEqual({ ...sent, path: 'http://a.example/x' });
    expect(toForwardedWire(sent, known, false)).toEqual({ ...sent, path: 'http://a.example/x' });
    expect(toForwardedWire(sent, known, true)).toEqual({
      ...{ ...sent, path: 'http://a.example/x' },
      headers: ['a', 'b', 'Proxy-Authorization', `Basic ${Buffer.from('u:w').toString('base64')}`],
    });
    expect(formatProxyAuthorization(proxy)).toBeUndefined();
  });

  it('is one over http:// to a proxy other than SOCKS', () => {
    const secured = { ...sent, origin: 'https://a.example' };
    expect(toForwardedWire(secured, known, true)).toBe(secured);
    expect(toForwardedWire(sent, { ...known, protocol: 'socks5' }, true)).toBe(sent);
    expect(toForwardedWire(sent, { ...proxy, protocol: 'https' }, true).path).toBe('http://a.example/x');
  });

  it('gets a response with 407 from the proxy, not from the server', () => {
    expect(isProxyResponse(407, 'http://a.example/', proxy)).toBe(true);
    expect(isProxyResponse(401, 'http://a.example/', proxy)).toBe(false);
    expect(isProxyResponse(407, 'https://a.example/', proxy)).toBe(false);
    expect(isProxyResponse(407, 'http://a.example/', undefined)).toBe(false);
    expect(isProxyResponse(407, 'http://a.example/', { ...proxy, protocol: 'socks5' })).toBe(false);
  });
});
