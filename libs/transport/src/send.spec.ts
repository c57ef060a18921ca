import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import type { OutgoingRequest, SendOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterEach, describe, expect, it } from 'vitest';

import { createTransport } from './index.js';

const transport = createTransport();
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const start = async (server: Server): Promise<string> => {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const http = (listener: RequestListener) => start(createHttpServer(listener));

/** A server that answers the first bytes of each connection with raw text. */
const raw = (talk: (socket: Socket) => void) =>
  start(
    createServer((socket) => {
      socket.once('data', () => {
        talk(socket);
      });
    }),
  );

const send = (url: string, more: Partial<OutgoingRequest> = {}, options: Partial<SendOptions> = {}) =>
  transport.send(
    { method: 'GET', url, headers: [], body: { kind: 'none' }, ...more },
    {
      timeoutMs: 5_000,
      followRedirects: true,
      maxRedirects: 10,
      maxBytes: 1_000_000,
      signal: new AbortController().signal,
      ...options,
    },
  )();

const text = (outcome: Awaited<ReturnType<typeof send>>): string =>
  E.isRight(outcome) ? Buffer.from(outcome.right.body).toString() : JSON.stringify(outcome.left);

describe('a response', () => {
  it('arrives with status, reason, fields in order and time', async () => {
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
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['identity', Buffer.from('hello')],
  ])('in %s is decoded', async (coding, body) => {
    const url = await http((_, response) => response.setHeader('content-encoding', coding).end(body));
    expect(text(await send(url))).toBe('hello');
  });

  it('to HEAD may announce a coding and a length without a body', async () => {
    const url = await http((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 100 }).end();
    });
    expect(text(await send(url, { method: 'HEAD' }))).toBe('');
  });

  it('keeps the target byte for byte', async () => {
    const url = await http((request, response) => response.end(request.url));
    expect(text(await send(`${url}a/../b/%zz?x=%&&`))).toBe('/a/../b/%zz?x=%&&');
  });
});

describe('a request', () => {
  it('carries repeated fields and a text body', async () => {
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

  it('writes a multipart body with its own boundary', async () => {
    const url = await http((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('x-type', request.headers['content-type'] ?? '').end(Buffer.concat(chunks));
      });
    });
    const parts = [
      { name: 'a', value: '1' },
      { name: 'f', filename: 'ü.txt', contentType: 'text/plain', bytes: Buffer.from('file') },
    ];
    const body = text(await send(url, { method: 'POST', body: { kind: 'multipart', parts } }));
    expect(body).toContain('name="a"\r\n\r\n1');
    expect(body).toContain('name="f"; filename="ü.txt"\r\nContent-Type: text/plain\r\n\r\nfile');
  });
});

describe('a redirect', () => {
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
  ])('%d of a POST is followed as %s', async (status, expected) => {
    const headers = [['content-type', 'text/x']] as const;
    const outcome = await send(await hops(status), {
      method: 'POST',
      headers,
      body: { kind: 'text', text: 'x' },
    });
    expect(text(outcome)).toBe(expected);
  });

  it('is shown as it is when it is not to be followed', async () => {
    expect(await send(await hops(302), {}, { followRedirects: false })).toMatchObject({
      right: { status: 302 },
    });
  });

  it('loses Authorization and Cookie when the origin changes', async () => {
    const end = await http((request, response) => {
      response.end(
        JSON.stringify([request.headers.authorization, request.headers.cookie, request.headers['x-a']]),
      );
    });
    const url = await http((_, response) => response.writeHead(302, { location: end }).end());
    const headers = [
      ['Authorization', 'Bearer t'],
      ['Cookie', 'a=b'],
      ['x-a', '1'],
    ] as const;
    expect(text(await send(url, { headers }))).toBe('[null,null,"1"]');
  });

  it('that goes round in circles ends with TOO_MANY_REDIRECTS and the last response', async () => {
    const url = await http((_, response) => response.writeHead(302, { location: '/' }).end());
    expect(await send(url, {}, { maxRedirects: 3 })).toMatchObject({
      left: { fault: { code: 'TOO_MANY_REDIRECTS' }, response: { status: 302 } },
    });
  });
});

describe('a fault', () => {
  it('of a closed port is NETWORK_ERROR with ECONNREFUSED', async () => {
    const url = await http(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await send(url)).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'ECONNREFUSED' } } },
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['a reset before the headers', (socket) => socket.resetAndDestroy()],
    [
      'a reset within the headers',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A', () => socket.resetAndDestroy()),
    ],
    [
      'a body shorter than announced',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
    ],
    [
      'a bad chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n'),
    ],
    ['no HTTP at all', (socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
    [
      'a corrupt coding',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc'),
    ],
  ])('such as %s is NETWORK_ERROR', async (_, talk) => {
    expect(await send(await raw(talk))).toMatchObject({ left: { fault: { code: 'NETWORK_ERROR' } } });
  });

  it('of a server that never answers is TIMEOUT', async () => {
    const url = await http(() => undefined);
    expect(await send(url, {}, { timeoutMs: 50 })).toMatchObject({ left: { fault: { code: 'TIMEOUT' } } });
  });

  it('of a body that drips past the deadline is TIMEOUT', async () => {
    const url = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'));
    expect(await send(url, {}, { timeoutMs: 100 })).toMatchObject({ left: { fault: { code: 'TIMEOUT' } } });
  });

  it('of a cancelled call is CANCELLED and frees the socket', async () => {
    const controller = new AbortController();
    const url = await raw(() => {
      controller.abort();
    });
    const closed = new Promise<void>((resolve) => {
      servers.at(-1)?.once('connection', (socket: Socket) =>
        socket.once('close', () => {
          resolve();
        }),
      );
    });
    expect(await send(url, {}, { signal: controller.signal })).toMatchObject({
      left: { fault: { code: 'CANCELLED' } },
    });
    await closed;
  });

  it.each([
    ['plain', {}, Buffer.alloc(2_000)],
    ['decoded', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2_000))],
  ])(
    'of a %s body over the limit is RESPONSE_TOO_LARGE with status and headers',
    async (_, headers, body) => {
      const url = await http((__, response) => response.writeHead(201, { ...headers, 'x-a': '1' }).end(body));
      const outcome = await send(url, {}, { maxBytes: 1_000 });
      expect(outcome).toMatchObject({
        left: { fault: { code: 'RESPONSE_TOO_LARGE' }, response: { status: 201 } },
      });
    },
  );
});

describe('cookies', () => {
  it('are read with their attributes, values as they were sent', () => {
    const headers = [
      ['set-cookie', 'a=%20x; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=5'],
      ['Set-Cookie', 'b=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Domain=example.com'],
    ] as const;
    expect(transport.cookiesOf(headers)).toEqual([
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
});
