import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { promisify } from 'node:util';

import type { TlsOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openJar } from '../cookies/cookie-jar.js';
import { type Authority, type IssuedCertificate, openAuthority } from '../testing/authority.js';
import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome } from '../testing/other-end.js';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  ({ stdout }) => stdout.includes('HTTP2'),
  () => false,
);

let authority: Authority;
let host: IssuedCertificate;
let tls: TlsOptions;
let end: OtherEnd;
beforeAll(() => {
  authority = openAuthority();
  host = authority.issue('127.0.0.1');
  tls = { ca: [{ name: 'ca.pem', bytes: Buffer.from(authority.ca) }] };
});
afterAll(() => {
  authority.remove();
});
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

type SendParameters = Parameters<OtherEnd['send']>;
const send = (url: string, request: SendParameters[1] = {}, options: SendParameters[2] = {}) =>
  end.send(url, request, { tls, http: '2', timeoutMs: 20_000, ...options });

/** Responds with the method, the target, the fields and the body of the request as JSON. */
const describeTo = (stream: ServerHttp2Stream, headers: object) => {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    stream.end(JSON.stringify({ headers, body: Buffer.concat(chunks).toString('latin1') }));
  });
};

const getConnection = (outcome: Awaited<ReturnType<typeof send>>) =>
  E.isRight(outcome) ? outcome.right.connection : outcome.left;

describe('HTTP/2', { tags: 'http:version' }, () => {
  it('is used if the settings say so, and is reported in the result', async () => {
    const url = await end.h2(describeTo, host);
    const outcome = await send(url);
    expect(getConnection(outcome)).toMatchObject({
      protocol: 'h2',
      reused: false,
      remoteAddress: '127.0.0.1',
      tls: { subject: 'CN=127.0.0.1' },
    });
    const times = E.isRight(outcome) ? outcome.right.times : {};
    expect(Object.keys(times ?? {})).toEqual(
      expect.arrayContaining(['connect', 'tls', 'waiting', 'download']),
    );
    expect(getConnection(await send(url))).toMatchObject({ protocol: 'h2', reused: true });
    expect(end.accepted()).toBe(1);
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'sends %s with and without a body',
    async (method) => {
      const url = await end.h2(describeTo, host);
      const request = {
        method,
        headers: [
          ['X-One', '1'],
          ['x-one', '2'],
          ['Host', 'other.example'],
          ['te', 'gzip'],
        ],
      } as const;
      const text = formatOutcome(
        await send(`${url}a%2fb?c=%7b`, { ...request, body: { kind: 'text', text: 'héllo' } }),
      );
      if (method !== 'HEAD')
        expect(JSON.parse(text)).toEqual({
          headers: {
            ':method': method,
            ':authority': 'other.example',
            ':scheme': 'https',
            ':path': '/a%2fb?c=%7b',
            'x-one': '1, 2',
            'content-length': '6',
          },
          body: 'hÃ©llo',
        });
      const empty = await send(url, { method });
      const length = ['POST', 'PUT', 'PATCH'].includes(method) ? { 'content-length': '0' } : {};
      if (method !== 'HEAD')
        expect(JSON.parse(formatOutcome(empty))).toMatchObject({ headers: length, body: '' });
      expect(empty).toMatchObject({ right: { status: 200 } });
    },
  );

  it.skipIf(!hasCurl).each([
    ['GET', undefined],
    ['POST', 'a=1&b=h\u00e9llo'],
    ['PUT', ''],
    ['DELETE', 'x'],
  ])('sends the same fields and body as curl with %s', async (method, text) => {
    const url = `${await end.h2(describeTo, host)}a%2fb?c=%7b&d`;
    const headers = [
      ['x-one', '1'],
      ['x-two', 'a, b'],
      ['content-type', 'text/plain'],
      ['user-agent', 'same'],
      ['accept', '*/*'],
    ] as const;
    const body = text === undefined ? {} : { body: { kind: 'text', text } as const };
    const ours = formatOutcome(await send(url, { method, headers, ...body }));
    const { stdout } = await run('curl', [
      ...['-s', '--http2', '--insecure', '--globoff', '-X', method, url],
      ...headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(text === undefined ? [] : ['--data-raw', text]),
    ]);
    expect(JSON.parse(ours)).toEqual(JSON.parse(stdout));
  });

  it('keeps repeated fields separate, and ignores interim responses and trailers', async () => {
    const url = await end.h2((stream) => {
      for (let count = 0; count < 3; count++) stream.additionalHeaders({ ':status': 103, link: '</a>' });
      stream.respond(
        { ':status': 201, 'set-cookie': ['a=1', 'b=2'], 'x-latin': 'é' },
        { waitForTrailers: true },
      );
      stream.on('wantTrailers', () => {
        stream.sendTrailers({ 'x-trailer': '1' });
      });
      stream.end('body');
    }, host);
    const outcome = await send(url);
    expect(formatOutcome(outcome)).toBe('body');
    expect(outcome).toMatchObject({
      right: {
        status: 201,
        headers: expect.arrayContaining([
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['x-latin', 'é'],
        ]) as unknown,
      },
    });
  });

  it('ends an exchange with more than 100 interim responses', async () => {
    const url = await end.h2((stream) => {
      for (let count = 0; count < 101; count++) stream.additionalHeaders({ ':status': 102 });
    }, host);
    expect(await send(url)).toMatchObject({ left: { fault: { details: { cause: 'TOO_MANY_INTERIM' } } } });
  });

  it('sends several requests on one connection', async () => {
    const waiting: ServerHttp2Stream[] = [];
    const url = await end.h2((stream, headers) => {
      waiting.push(stream);
      stream.respond({ ':status': 200 });
      stream.write(`${headers[':path']} `);
      if (waiting.length === 20) for (const one of waiting.reverse()) one.end('done');
    }, host);
    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => formatOutcome(await send(`${url}${at}`))),
    );
    expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => `/${at} done`));
    expect(end.accepted()).toBe(1);
  });

  it('opens more connections if the server limits the streams', async () => {
    const waiting: ServerHttp2Stream[] = [];
    const url = await end.h2(
      (stream) => {
        waiting.push(stream);
        if (waiting.length < 6) return;
        for (const one of waiting) one.respond({ ':status': 204 }, { endStream: true });
      },
      { ...host, settings: { maxConcurrentStreams: 2 } },
    );
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(url)));
    expect(outcomes.every(E.isRight)).toBe(true);
    expect(end.accepted()).toBeGreaterThanOrEqual(3);
  });

  it('follows redirects, keeps cookies and decodes bodies', async () => {
    const second = await end.h2(describeTo, host);
    const first = await end.h2((stream, headers) => {
      const to = headers[':path'] === '/' ? '/next' : second;
      stream.respond({ ':status': 307, location: to, 'set-cookie': 'seen=1' });
      stream.end('x'.repeat(200_000));
    }, host);
    const cookies = openJar([]);
    const headers = [['authorization', 'Bearer secret']] as const;
    const outcome = await send(
      first,
      { method: 'POST', headers, body: { kind: 'text', text: 'b' } },
      { cookies },
    );
    expect(JSON.parse(formatOutcome(outcome))).toMatchObject({
      headers: { cookie: 'seen=1', ':method': 'POST' },
      body: 'b',
    });
    expect(formatOutcome(outcome)).not.toContain('secret');
    expect(outcome).toMatchObject({ right: { redirects: [{ status: 307 }, { status: 307 }] } });
    expect(end.accepted()).toBe(2);
  });

  it('presents a client certificate', async () => {
    const client = authority.issue('client');
    const url = await end.h2(
      (stream) => {
        const socket = stream.session?.socket as {
          getPeerCertificate: () => { subject?: { CN?: string } };
        };
        stream.respond({ ':status': 200 });
        stream.end(socket.getPeerCertificate().subject?.CN);
      },
      { ...host, ca: authority.ca, requestCert: true, rejectUnauthorized: true },
    );
    const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
    const certificate = {
      domain: '*',
      type: 'pem',
      certificate: file('c.pem', client.cert),
      key: file('k.pem', client.key),
    } as const;
    expect(formatOutcome(await send(url, {}, { tls: { ...tls, clientCertificates: [certificate] } }))).toBe(
      'client',
    );
    expect(await send(url)).toMatchObject({
      left: {
        fault: { code: 'TLS_ERROR', message: expect.stringContaining('client certificate') as unknown },
      },
    });
  });

  it('verifies servers', async () => {
    const url = await end.h2(describeTo, authority.issue('other.example'));
    expect(await send(url)).toMatchObject({
      left: { fault: { code: 'TLS_ERROR', details: { cause: 'ERR_TLS_CERT_ALTNAME_INVALID' } } },
    });
    expect(await send(url, {}, { tls: { ...tls, verify: false } })).toMatchObject({ right: { status: 200 } });
  });
});

describe('the negotiation of HTTP/2', { tags: 'http:version' }, () => {
  const alone = {
    'HTTP/1.1 by ALPN': () => end.https(describeRequest, host),
    'no ALPN': () => end.https(describeRequest, { ...host, ALPNProtocols: [] }),
    'HTTP/1.1 alone by ALPN': () => end.https(describeRequest, { ...host, ALPNProtocols: ['http/1.1'] }),
  };

  it.each(Object.entries(alone))('fails with "2" and a clear message: %s', async (_, open) => {
    const url = await open();
    expect(await send(url)).toMatchObject({
      left: {
        fault: {
          code: 'NETWORK_ERROR',
          message: expect.stringMatching(/does not offer HTTP\/2\. Set http to "auto" or "1\.1"/) as unknown,
          details: { cause: 'HTTP2_UNAVAILABLE' },
        },
      },
    });
  });

  it.each(Object.entries(alone))(
    'falls back to HTTP/1.1 with "auto", on the negotiating connection: %s',
    async (_, open) => {
      const url = await open();
      const outcome = await send(
        url,
        { method: 'POST', body: { kind: 'text', text: 'x' } },
        { http: 'auto' },
      );
      expect(formatOutcome(outcome)).toContain('"POST"');
      expect(getConnection(outcome)).toMatchObject({ protocol: 'http/1.1', reused: false });
      expect(Object.keys(E.isRight(outcome) ? (outcome.right.times ?? {}) : {})).toEqual(
        expect.arrayContaining(['connect', 'tls']),
      );
      // The connection returns to the pool a few turns of the event loop later.
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      expect(getConnection(await send(url, {}, { http: 'auto' }))).toMatchObject({ reused: true });
      expect(end.accepted()).toBe(1);
    },
  );

  it('fails with "2" over http://, and falls back with "auto"', async () => {
    const url = await end.http(describeRequest);
    expect(await send(url)).toMatchObject({ left: { fault: { details: { cause: 'HTTP2_NEEDS_TLS' } } } });
    expect(getConnection(await send(url, {}, { http: 'auto' }))).toMatchObject({ protocol: 'http/1.1' });
  });

  it('selects HTTP/2 with "auto" and HTTP/1.1 with "1.1" if the server supports both versions', async () => {
    const url = await end.h2(describeTo, { ...host, allowHTTP1: true }, describeRequest);
    expect(getConnection(await send(url, {}, { http: 'auto' }))).toMatchObject({ protocol: 'h2' });
    expect(getConnection(await send(url, {}, { http: '1.1' }))).toMatchObject({ protocol: 'http/1.1' });
    expect(getConnection(await send(url))).toMatchObject({ protocol: 'h2', reused: true });
  });

  it('selects HTTP/1.1 with "auto" if the server requires it on HTTP/2', async () => {
    const url = await end.h2(
      (stream) => {
        stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED);
      },
      { ...host, allowHTTP1: true },
      describeRequest,
    );
    const post = { method: 'POST' };
    expect(getConnection(await send(url, post, { http: 'auto' }))).toMatchObject({ protocol: 'http/1.1' });
    expect(await send(url, post)).toMatchObject({
      left: { fault: { details: { cause: 'HTTP2_HTTP_1_1_REQUIRED' } } },
    });
  });
});

describe('a response over HTTP/2 with more header fields than the limit', { tags: 'http:version' }, () => {
  it('is refused with an error that names the limit', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, 'v']));
    const url = await end.h2((stream) => stream.respond(fields, { endStream: true }), {
      ...host,
      maxSendHeaderBlockLength: 1_000_000,
    });
    const message = expect.stringContaining('sent more header fields than the limit') as unknown;
    expect(await send(url)).toMatchObject({ left: { fault: { code: 'NETWORK_ERROR', message } } });
  });
});

describe('a request over HTTP/2 that is interrupted', { tags: 'http:version' }, () => {
  it('is subject to the limits for time, body and fields', async () => {
    const ended: Promise<unknown>[] = [];
    const url = await end.h2(
      (stream, headers) => {
        if (headers[':path'] === '/never') ended.push(once(stream, 'close'));
        else if (headers[':path'] === '/long') {
          stream.respond({ ':status': 200 });
          stream.end('x'.repeat(5_000));
        } else
          stream.respond(
            Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x-${at}`, 'v'.repeat(100)])),
            { endStream: true },
          );
      },
      { ...host, maxSendHeaderBlockLength: 1_000_000 },
    );
    expect(await send(`${url}never`, {}, { timeoutMs: 300 })).toMatchObject({
      left: { fault: { code: 'TIMEOUT' } },
    });
    await ended[0];
    const aborting = new AbortController();
    const cancelled = send(`${url}never`, {}, { signal: aborting.signal });
    await expect.poll(() => ended.length).toBe(2);
    aborting.abort();
    expect(await cancelled).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    await ended[1];
    expect(await send(`${url}long`, {}, { maxBytes: 4_999 })).toMatchObject({
      left: { fault: { code: 'RESPONSE_TOO_LARGE' }, response: { status: 200 } },
    });
    expect(await send(`${url}many`)).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'UND_ERR_HEADERS_OVERFLOW' } } },
    });
  });

  it.each([
    ['before the response', false],
    ['within the body', true],
  ])('reports a stream that was reset %s', async (_, late) => {
    const url = await end.h2((stream) => {
      if (!late) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      else {
        stream.respond({ ':status': 200 });
        stream.write('part', () => stream.destroy(new Error('broken')));
      }
    }, host);
    const cause = late ? 'HTTP2_INTERNAL_ERROR' : 'HTTP2_ENHANCE_YOUR_CALM';
    expect(await send(url)).toMatchObject({ left: { fault: { code: 'NETWORK_ERROR', details: { cause } } } });
  });

  it('reports a server that vanished, before the response and within the body', async () => {
    let late = false;
    const url = await end.h2((stream) => {
      const vanish = () => stream.session?.destroy();
      if (late) {
        stream.respond({ ':status': 200 });
        stream.write('part', vanish);
      } else vanish();
    }, host);
    const gone = { left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'ECONNRESET' } } } };
    expect(await send(url, { method: 'POST' })).toMatchObject(gone);
    late = true;
    expect(await send(url)).toMatchObject(gone);
  });

  it('can finish after GOAWAY, and the next request opens another connection', async () => {
    const url = await end.h2((stream) => {
      stream.session?.goaway(constants.NGHTTP2_NO_ERROR);
      setImmediate(() => {
        stream.respond({ ':status': 200 });
        stream.end('late');
      });
    }, host);
    expect(formatOutcome(await send(url, { method: 'POST' }))).toBe('late');
    expect(getConnection(await send(url))).toMatchObject({ reused: false });
    expect(end.accepted()).toBe(2);
  });

  it('is repeated if the server refused its stream', { tags: 'send:repeat' }, async () => {
    let asked = 0;
    const url = await end.h2((stream, headers) => {
      asked += 1;
      if (asked > 1) describeTo(stream, headers);
      else stream.close(constants.NGHTTP2_REFUSED_STREAM);
    }, host);
    const outcome = await send(url, { method: 'POST', body: { kind: 'text', text: 'x' } });
    expect(outcome).toMatchObject({ right: { status: 200, repeated: true } });
    expect(formatOutcome(outcome)).toContain('"body":"x"');
    expect(asked).toBe(2);
  });

  const frame = (type: number, flags: number, stream: number, payload: readonly number[] = []) =>
    Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload]);
  /** The frame that begins the first request, as its type, flags and stream. */
  const heads = [4, 5, 0x24, 0x25].map((flags) => Buffer.from([1, flags, 0, 0, 0, 1]).toString('latin1'));
  const settings = frame(4, 0, 0);
  const [ok, okAndEnd] = [frame(1, 4, 1, [0x88]), frame(1, 5, 1, [0x88])];
  const data = frame(0, 0, 1, [0x61]);

  /** Creates a server. Each of its connections answers the first request with the next of `answers`. */
  const answering = (...answers: readonly (readonly Buffer[])[]) => {
    let opened = 0;
    return end.tls(
      (socket) => {
        const answer = answers[opened] ?? [];
        opened += 1;
        let sent = false;
        let seen = '';
        socket.write(settings);
        socket.on('data', (bytes: Buffer) => {
          seen += bytes.toString('latin1');
          if (sent || !heads.some((head) => seen.includes(head))) return;
          sent = true;
          socket.write(Buffer.concat(answer));
        });
      },
      { ...host, ALPNProtocols: ['h2'] },
    );
  };

  it('is repeated if GOAWAY excludes it', { tags: 'send:repeat' }, async () => {
    const url = await answering([frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])], [okAndEnd]);
    expect(await send(url, { method: 'POST' })).toMatchObject({ right: { status: 200, repeated: true } });
    expect(end.accepted()).toBe(2);
  });

  it('fails if the server excludes it each time', { tags: 'send:repeat' }, async () => {
    const refused = frame(3, 0, 1, [0, 0, 0, 7]);
    const url = await answering([refused], [refused], [okAndEnd]);
    expect(await send(url)).toMatchObject({
      left: { fault: { details: { cause: 'HTTP2_REFUSED_STREAM' } } },
    });
    expect(end.accepted()).toBe(2);
  });

  it('is not complete if its stream is reset', async () => {
    const url = await answering([ok, data, frame(3, 0, 1, [0, 0, 0, 8])]);
    expect(await send(url)).toMatchObject({ left: { fault: { details: { cause: 'HTTP2_CANCEL' } } } });
  });

  it('is not complete if its stream is closed without an error before the response', async () => {
    const url = await answering([frame(3, 0, 1, [0, 0, 0, 0])]);
    expect(await send(url)).toMatchObject({ left: { fault: { details: { cause: 'ECONNRESET' } } } });
  });

  it.each([
    ['GET', true],
    ['POST', false],
  ])(
    'with %s is repeated on a fresh connection if the reused one was closed: %s',
    { tags: 'send:repeat' },
    async (method, isRepeated) => {
      let asked = 0;
      const url = await end.h2((stream) => {
        asked += 1;
        if (asked === 2) stream.session?.destroy();
        else stream.respond({ ':status': 204 }, { endStream: true });
      }, host);
      await send(url);
      expect(await send(url, { method })).toMatchObject(
        isRepeated
          ? { right: { status: 204, repeated: true } }
          : { left: { fault: { details: { cause: 'ECONNRESET' } } } },
      );
      expect(asked).toBe(isRepeated ? 3 : 2);
    },
  );
});
