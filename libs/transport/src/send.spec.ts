import { getEventListeners } from 'node:events';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { OutgoingBody } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome as text } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const send: OtherEnd['send'] = (...args) => end.send(...args);
const http: OtherEnd['http'] = (listener) => end.http(listener);
const raw: OtherEnd['raw'] = (talk) => end.raw(talk);

describe('a response', () => {
  it('has its status, reason, fields in order and time', async () => {
    const url = await raw((socket) => {
      socket.end('HTTP/1.1 299 Fine Enough\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nok');
    });
    expect(await send(url)).toMatchObject({
      right: {
        status: 299,
        statusText: 'Fine Enough',
        headers: [
          ['x-a', '1'],
          ['x-a', '2'],
          ['content-length', '2'],
        ],
        time: expect.any(Number) as number,
        url,
      },
    });
  });

  it.each([
    ['', '/'],
    ['?a=1', '/?a=1'],
    ['?a=/b', '/?a=/b'],
  ])('arrives for a URL without a path: %j', async (rest, target) => {
    const url = await http((request, reply) => reply.end(request.url));
    expect(text(await send(url.replace(/\/$/, '') + rest))).toBe(target);
  });

  it.each([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    [['gzip', 'br'], brotliCompressSync(gzipSync('hello'))],
    ['identity', Buffer.from('hello')],
  ])('is returned with its body decoded: %s', { tags: ['send:decoding'] }, async (coding, body) => {
    const url = await http((_, response) => response.setHeader('content-encoding', coding).end(body));
    expect(text(await send(url))).toBe('hello');
  });

  it.each([
    ['204 No Content', ''],
    ['204 No Content', 'Content-Length: 10\r\n'],
    ['304 Not Modified', 'Content-Length: 10\r\n'],
    ['205 Reset Content', 'Content-Length: 0\r\n'],
  ])('with %s has no body, whatever its headers say', async (status, fields) => {
    const url = await raw((socket) => socket.end(`HTTP/1.1 ${status}\r\n${fields}\r\n`));
    const outcome = await send(url);
    expect(outcome).toMatchObject({ right: { status: Number(status.slice(0, 3)) } });
    expect(text(outcome)).toBe('');
  });

  it.each([
    ['HTTP/1.0 200 OK\r\n\r\n', 'until the end'],
    ['HTTP/1.1 200 OK\r\n\r\n', 'until the end'],
    ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n', 'last'],
    ['HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\n', 'ok'],
    ['HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 2\r\n\r\n', 'as'],
  ])('may begin with %j', async (start, body) => {
    const url = await raw((socket) => socket.end(start + body));
    expect(text(await send(url))).toBe(body);
  });

  it('to HEAD may have a coding and a length without a body', async () => {
    const url = await http((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 100 }).end();
    });
    expect(text(await send(url, { method: 'HEAD' }))).toBe('');
  });

  it('answers a request whose target was sent byte for byte', async () => {
    const url = await http((request, response) => response.end(request.url));
    expect(text(await send(`${url}a/../b/%zz?x=%&&`))).toBe('/a/../b/%zz?x=%&&');
  });
});

describe('a request', () => {
  it('sends repeated fields and a text body', async () => {
    const url = await http((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.end(JSON.stringify({ raw: request.rawHeaders, body: Buffer.concat(chunks).toString() }));
      });
    });
    const headers = [
      ['X-One', 'a'],
      ['x-one', 'b'],
    ] as const;
    const outcome = await send(url, { method: 'POST', headers, body: { kind: 'text', text: 'grüße' } });
    const seen = JSON.parse(text(outcome)) as { raw: string[]; body: string };
    expect(seen.body).toBe('grüße');
    expect(seen.raw.join('|')).toContain('X-One|a|x-one|b');
  });

  const parts = [
    { name: 'a', value: '1' },
    { name: 'f', filename: 'ü.txt', contentType: 'text/plain', bytes: Buffer.from('file') },
  ];
  const seen = async (headers: readonly (readonly [string, string])[], body: OutgoingBody) =>
    JSON.parse(text(await send(await http(describeRequest), { method: 'POST', headers, body }))) as {
      headers: string[];
      body: string;
    };
  const typeOf = (headers: readonly string[]) =>
    headers[headers.findIndex((name) => name.toLowerCase() === 'content-type') + 1];

  it('writes a multipart body with its own boundary', async () => {
    const { headers, body } = await seen([], { kind: 'multipart', parts });
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(typeOf(headers) ?? '')?.[1] ?? '?';
    const latin1 = Buffer.from('ü').toString('latin1');
    expect(body).toContain(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`);
    expect(body).toContain(`name="f"; filename="${latin1}.txt"\r\nContent-Type: text/plain\r\n\r\nfile\r\n`);
    expect(body.endsWith(`--${boundary}--\r\n`)).toBe(true);
  });

  it.each([
    ['multipart/form-data', /^multipart\/form-data; boundary=\S+$/],
    ['multipart/related; boundary="x y"; type=a', /^multipart\/related; type=a; boundary=[^ "]+$/],
    ['application/x', /^application\/x$/],
  ])(
    'keeps its own content type %s, with the boundary of the body',
    { tags: ['headers:content-type'] },
    async (type, expected) => {
      const { headers } = await seen([['Content-Type', type]], { kind: 'multipart', parts });
      expect(typeOf(headers)).toMatch(expected);
      expect(headers.filter((name) => name.toLowerCase() === 'content-type')).toHaveLength(1);
    },
  );

  it('may set a correct Content-Length', async () => {
    const { headers } = await seen([['Content-Length', '5']], { kind: 'text', text: 'hello' });
    expect(headers.filter((name) => name.toLowerCase() === 'content-length')).toHaveLength(1);
  });

  it.each(['GET', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    'with %s may have a body',
    async (method) => {
      const url = await http(describeRequest);
      const answer: unknown = JSON.parse(
        text(await send(url, { method, body: { kind: 'text', text: 'b' } })),
      );
      expect(answer).toMatchObject({ method, body: 'b' });
    },
  );

  it('uses the credentials in the URL unless it has an Authorization header', async () => {
    const url = (await http(describeRequest)).replace('//', '//u%40x:p%3Aw@');
    expect(text(await send(url))).toContain(`Basic ${btoa('u@x:p:w')}`);
    const own = text(await send(url, { headers: [['authorization', 'Bearer t']] }));
    expect(own).toContain('Bearer t');
    expect(own).not.toContain('Basic');
  });

  it.each([
    ['a%zz:b', 'a%zz:b'],
    ['a%:%', 'a%:%'],
    ['%ff:', '\xff:'],
  ])('uses %s in its URL as credentials', async (userinfo, pair) => {
    const url = (await http(describeRequest)).replace('//', `//${userinfo}@`);
    expect(text(await send(url))).toContain(`Basic ${btoa(pair)}`);
  });

  it('leaves no listener on the signal of its caller', async () => {
    const url = await http((_, response) => response.end());
    const { signal } = new AbortController();
    expect(await send(url, {}, { signal })).toMatchObject({ right: { status: 200 } });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each([1, 2])('fails with BUSY if there is no memory for step %i of it', async (step) => {
    const url = await http((_, response) => response.end(Buffer.alloc(70_000)));
    let steps = 0;
    const take = () => Promise.resolve(++steps < step);
    const share = { limit: 6_000_000, take, release: () => undefined };
    const outcome = await send(url, {}, { share });
    expect(outcome).toMatchObject({
      left: {
        fault: {
          code: 'BUSY',
          message: expect.stringContaining('all of the 5.7 MiB') as string,
          details: { limit: 6_000_000, timeoutMs: 60_000 },
        },
        ...(step === 1 ? {} : { response: { status: 200, body: new Uint8Array() } }),
      },
    });
    // The time without what memory took.
    if (E.isLeft(outcome)) expect(outcome.left.response?.time ?? 0).toBeGreaterThanOrEqual(0);
  });

  it('reuses a connection', { tags: ['send:keep-alive'] }, async () => {
    const url = await http((_, response) => response.end('ok'));
    for (let round = 0; round < 50; round++) await send(url);
    expect(end.accepted()).toBeLessThan(4);
  });
});

describe('the times of a response', { tags: ['send:times'] }, () => {
  const timesOf = async (url: string): Promise<readonly string[]> => {
    const outcome = await send(url);
    return E.isRight(outcome) ? Object.keys(outcome.right.times ?? {}).sort() : [];
  };

  it('include the times of a connection only if it was opened for the response', async () => {
    const url = await http((_, response) => response.end('ok'));
    expect(await timesOf(url)).toEqual(['connect', 'download', 'waiting']);
    // A connection is free again shortly after its response has been read.
    await expect.poll(() => timesOf(url)).toEqual(['download', 'waiting']);
  });

  it('include a lookup time for a host name', async () => {
    const url = await http((_, response) => response.end('ok'));
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await timesOf(named)).toEqual(['connect', 'dns', 'download', 'waiting']);
  });
});

describe('the connection of a response', { tags: ['send:connection'] }, () => {
  const connectionOf = async (url: string) => {
    const outcome = await send(url);
    return E.isRight(outcome) ? outcome.right.connection : outcome.left;
  };

  it('is reported with its address, and whether it was reused', async () => {
    const url = await http((_, response) => response.end('ok'));
    const first = { protocol: 'http/1.1', reused: false, remoteAddress: '127.0.0.1', tls: null };
    expect(await connectionOf(url)).toEqual(first);
    await expect.poll(() => connectionOf(url)).toEqual({ ...first, reused: true });
  });

  it('is the connection of the last redirect', async () => {
    const end = await http((_, response) => response.end('ok'));
    const url = await http((_, response) => response.writeHead(302, { location: end }).end());
    await send(url);
    await expect.poll(() => connectionOf(url)).toMatchObject({ reused: true });
  });
});

describe('a redirect', { tags: ['send:redirects'] }, () => {
  const hops = (status: number) =>
    http((request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/end?x' }).end('moved');
      else
        response.end(
          `${request.method ?? ''} ${request.url ?? ''} ${request.headers['content-type'] ?? '-'}`,
        );
    });

  it.each([
    [301, 'GET /end?x -'],
    [302, 'GET /end?x -'],
    [303, 'GET /end?x -'],
    [307, 'POST /end?x text/x'],
    [308, 'POST /end?x text/x'],
    [300, 'moved'],
    [304, ''],
  ])('with %d is followed: a POST becomes %s', async (status, expected) => {
    const headers = [['content-type', 'text/x']] as const;
    const outcome = await send(await hops(status), {
      method: 'POST',
      headers,
      body: { kind: 'text', text: 'x' },
    });
    expect(text(outcome)).toBe(expected);
  });

  it(
    'is reported with its URL, the changed method and the dropped headers',
    { tags: ['send:redirects:reported'] },
    async () => {
      const url = await hops(303);
      const headers = [['content-type', 'text/x']] as const;
      const body = { kind: 'text', text: 'x' } as const;
      const outcome = await send(url, { method: 'POST', headers, body });
      expect(outcome).toMatchObject({
        right: {
          redirects: [
            { method: 'POST', status: 303, nextMethod: 'GET', droppedHeaders: ['content-type'], url },
          ],
        },
      });
      const straight = await send(await hops(200));
      expect(E.isRight(straight) && straight.right.redirects).toBeUndefined();
    },
  );

  it('is reported with its own time, of which the times of several are a part of the whole', async () => {
    const url = await http((request, response) => {
      const next = { '/': '/1', '/1': '/2' }[request.url ?? ''];
      if (next === undefined) response.end();
      else setTimeout(() => response.writeHead(302, { location: next }).end(), 20);
    });
    const outcome = await send(url);
    if (E.isLeft(outcome)) throw new Error(outcome.left.fault.message);
    const { redirects = [], time } = outcome.right;
    const times = redirects.map((one) => one.time);
    expect(Math.min(...times)).toBeGreaterThan(0);
    expect(times.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(time);
  });

  it('is reported even if no response follows', { tags: ['send:redirects:reported'] }, async () => {
    const end = await http((request) => request.socket.destroy());
    const url = await http((_, response) => response.writeHead(302, { location: end }).end());
    expect(await send(url)).toMatchObject({ left: { redirects: [{ status: 302, url }] } });
  });

  it('is returned unchanged if redirects are not followed', async () => {
    expect(await send(await hops(302), {}, { followRedirects: false })).toMatchObject({
      right: { status: 302 },
    });
  });

  it(
    'loses only Authorization, Cookie and an API key if the origin changes',
    { tags: ['send:redirects:cross-origin'] },
    async () => {
      const end = await http(({ headers: { authorization, cookie, ...others } }, response) => {
        response.end(JSON.stringify([authorization, cookie, others['x-key'], others['x-a']]));
      });
      const url = await http((_, response) => response.writeHead(302, { location: end }).end());
      const headers = [
        ['Authorization', 'Bearer t'],
        ['Cookie', 'a=b'],
        ['X-Key', 'k'],
        ['x-a', '1'],
      ] as const;
      expect(text(await send(url, { headers, credentials: ['x-key'] }))).toBe('[null,null,null,"1"]');
    },
  );

  it(
    'within its origin keeps Authorization and Cookie',
    { tags: ['send:redirects:cross-origin'] },
    async () => {
      const url = await http((request, response) => {
        if (request.url === '/') response.writeHead(307, { location: '/end' }).end();
        else response.end(JSON.stringify([request.headers.authorization, request.headers.cookie]));
      });
      const headers = [
        ['Authorization', 'Bearer t'],
        ['Cookie', 'a=b'],
      ] as const;
      expect(text(await send(url, { headers }))).toBe('["Bearer t","a=b"]');
    },
  );

  it.each([
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'HEAD', 'HEAD'],
    [308, 'PATCH', 'PATCH'],
  ])('with %d is followed: a %s becomes %s', async (status, method, expected) => {
    const asked: string[] = [];
    const url = await http((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.writeHead(request.url === '/' ? status : 200, { location: '/end' }).end();
    });
    await send(url, { method });
    expect(asked).toEqual([`${method} /`, `${expected} /end`]);
  });

  it('is followed at most ten times', { tags: ['send:redirects:too-many'] }, async () => {
    const url = await http((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('end');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(text(await send(`${url}10`))).toBe('end');
    expect(await send(`${url}11`)).toMatchObject({ left: { fault: { code: 'TOO_MANY_REDIRECTS' } } });
  });

  it('to a location outside ASCII is decoded as UTF-8', async () => {
    const url = await raw((socket) => {
      socket.end('HTTP/1.1 302 F\r\nLocation: /ü?ö#frag\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    expect(await send(url, {}, { followRedirects: false })).toMatchObject({ right: { status: 302 } });
    const seen: string[] = [];
    const target = await http((request, response) => {
      seen.push(request.url ?? '');
      if (request.url === '/') {
        response.setHeader('location', Buffer.from('/ü?ö#frag').toString('latin1'));
        response.writeHead(302).end();
      } else response.end();
    });
    await send(target);
    expect(seen).toEqual(['/', '/%C3%BC?%C3%B6']);
  });

  it.each(['ftp://127.0.0.1/', 'http://[bad/', 'mailto:a@b.example'])(
    'to %s is returned unchanged',
    async (location) => {
      const url = await http((_, response) => response.writeHead(302, { location }).end('moved'));
      expect(text(await send(url))).toBe('moved');
    },
  );

  it('is followed without waiting for its body', async () => {
    const closed: string[] = [];
    const url = await http((request, response) => {
      response.on('close', () => closed.push(request.url ?? ''));
      if (request.url === '/end') response.end('end');
      else response.writeHead(302, { location: '/end' }).write('for ever');
    });
    expect(text(await send(url))).toBe('end');
    await expect.poll(() => closed).toContain('/');
  });

  it(
    'that loops ends with TOO_MANY_REDIRECTS and the last response',
    { tags: ['send:redirects:too-many'] },
    async () => {
      const url = await http((_, response) => response.writeHead(302, { location: '/' }).end());
      expect(await send(url, {}, { maxRedirects: 3 })).toMatchObject({
        left: { fault: { code: 'TOO_MANY_REDIRECTS' }, response: { status: 302 } },
      });
    },
  );
});

describe('the cookies of a response', { tags: ['result:cookies'] }, () => {
  it('are parsed with attributes and unchanged values', () => {
    const headers = [
      ['set-cookie', 'a=%20x; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=5'],
      ['Set-Cookie', 'b=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Domain=example.com'],
    ] as const;
    expect(end.transport.cookiesOf(headers)).toEqual([
      { name: 'a', value: '%20x', path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 5 },
      {
        name: 'b',
        value: '1',
        expires: '2026-10-21T07:28:00.000Z',
        domain: 'example.com',
        secure: false,
        httpOnly: false,
      },
    ]);
  });

  it.each([
    ['valueOf=1', { name: 'valueOf', value: '1' }],
    ['__proto__=1', { name: '__proto__', value: '1' }],
    [' a = b ;secure', { name: 'a', value: 'b', secure: true }],
    ['a=b=c', { name: 'a', value: 'b=c' }],
    ['a=', { name: 'a', value: '' }],
    ['a="q; x"', { name: 'a', value: '"q' }],
    ['=b', { name: '', value: 'b' }],
    ['alone', { name: '', value: 'alone' }],
    ['a=1; Max-Age=x; Expires=never; SameSite=Odd', { name: 'a', value: '1', sameSite: 'Odd' }],
  ])('are parsed from %j', (line, expected) => {
    expect(end.transport.cookiesOf([['set-cookie', line]])).toEqual([
      { secure: false, httpOnly: false, ...expected },
    ]);
  });
});
