import type { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const head = (...fields: readonly string[]) => `HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n`;

/** A URL with a port on which nothing listens: it is reserved for tcpmux (RFC 1078) and never assigned automatically. */
const closedPort = 'http://127.0.0.1:1/';

const sentenceMatcher = expect.stringMatching(/^\S.+\.$/) as string;

describe('the error after a failed request', () => {
  it(
    'is ECONNREFUSED for a closed port',
    { tags: ['send:unavailable', 'send:unavailable:cause'] },
    async () => {
      expect(await end.send(closedPort)).toMatchObject({
        left: {
          fault: {
            code: 'NETWORK_ERROR',
            message: expect.stringContaining('Start the server or check the port.') as string,
            details: { cause: 'ECONNREFUSED' },
          },
        },
      });
    },
  );

  it('includes the name of an unknown host', { tags: ['send:unavailable:cause'] }, async () => {
    // Node does not ask a name server for a label of more than 63 bytes (RFC 1035, section 2.3.4).
    const host = `${'a'.repeat(64)}.invalid`;
    expect(await end.send(`http://${host}/`)).toMatchObject({
      left: {
        fault: {
          code: 'NETWORK_ERROR',
          message: expect.stringContaining(host) as string,
          details: { cause: expect.stringMatching(/^(ENOTFOUND|EAI_\w+)$/) as string },
        },
      },
    });
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['a reset before the headers', 'ECONNRESET', (socket) => socket.resetAndDestroy()],
    ['an end before the headers', 'ECONNRESET', (socket) => socket.end()],
    [
      'a reset within the headers',
      'ECONNRESET',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A', () => socket.resetAndDestroy()),
    ],
    [
      'a reset within the body',
      'ECONNRESET',
      (socket) => socket.write(`${head('Content-Length: 10')}abc`, () => socket.resetAndDestroy()),
    ],
    [
      'a body shorter than announced',
      'ECONNRESET',
      (socket) => socket.end(`${head('Content-Length: 10')}abc`),
    ],
    [
      'a bad chunk',
      'HPE_INVALID',
      (socket) => socket.end(`${head('Transfer-Encoding: chunked')}zz\r\nabc\r\n`),
    ],
    [
      'endless headers',
      'UND_ERR_HEADERS_OVERFLOW',
      (socket) => socket.end(head(`X: ${'a'.repeat(300_000)}`)),
    ],
    [
      'a corrupt gzip',
      'BAD_CONTENT_CODING',
      (socket) => socket.end(`${head('Content-Encoding: gzip', 'Content-Length: 3')}abc`),
    ],
    [
      'a truncated gzip',
      'BAD_CONTENT_CODING',
      (socket) => {
        const bytes = gzipSync('hello hello').subarray(0, 12);
        socket.write(head('Content-Encoding: gzip', `Content-Length: ${bytes.length}`));
        socket.end(bytes);
      },
    ],
    [
      'a corrupt deflate',
      'BAD_CONTENT_CODING',
      (socket) => {
        const bytes = deflateSync('hello hello').fill(0xff, 3);
        socket.write(head('Content-Encoding: deflate', `Content-Length: ${bytes.length}`));
        socket.end(bytes);
      },
    ],
  ])('for %s is NETWORK_ERROR with %s', { tags: ['send:unavailable:cause'] }, async (_, cause, talk) => {
    const url = await end.raw(talk);
    expect(await end.send(url)).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', message: sentenceMatcher, details: { cause } } },
    });
    await expect.poll(end.connections).toBe(0);
  });

  it('includes the host that failed after a redirect', async () => {
    const url = await end.http((_, response) => response.writeHead(302, { location: closedPort }).end());
    expect(await end.send(url)).toMatchObject({
      left: { fault: { message: expect.stringContaining(new URL(closedPort).host) as string } },
    });
  });

  it('is TLS_ERROR for a self-signed certificate', { tags: ['send:tls'] }, async () => {
    const url = await end.https((_, response) => response.end());
    expect(await end.send(url)).toMatchObject({
      left: {
        fault: {
          code: 'TLS_ERROR',
          message: expect.stringContaining('is self-signed') as string,
          details: { cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
        },
      },
    });
  });

  it('is TLS_ERROR for a plain HTTP server behind https://', { tags: ['send:tls'] }, async () => {
    const url = await end.http((_, response) => response.end());
    expect(await end.send(url.replace('http:', 'https:'))).toMatchObject({
      left: { fault: { code: 'TLS_ERROR' } },
    });
  });

  it.each([
    ['Transfer-Encoding', 'chunked'],
    ['Upgrade', 'h2c'],
    ['Keep-Alive', '5'],
    ['Expect', '100-continue'],
    ['Content-Length', '4'],
    ['Content-Length', 'x'],
  ])(
    'is HEADER_INVALID for the header %s: %s, because the connection sets it',
    { tags: ['headers:invalid'] },
    async (name, value) => {
      const url = await end.http((_, response) => response.end());
      const request = {
        method: 'POST',
        headers: [[name, value]] as const,
        body: { kind: 'text', text: 'hello' } as const,
      };
      expect(await end.send(url, request)).toMatchObject({
        left: { fault: { code: 'HEADER_INVALID', message: sentenceMatcher, details: { name } } },
      });
      expect(end.accepted()).toBe(0);
    },
  );

  it('is METHOD_INVALID for the method CONNECT', async () => {
    const url = await end.http((_, response) => response.end());
    expect(await end.send(url, { method: 'CONNECT' })).toMatchObject({
      left: { fault: { code: 'METHOD_INVALID', message: sentenceMatcher } },
    });
  });
});

describe('the timeout', { tags: ['send:timeout', 'send:timeout:one-deadline'] }, () => {
  const timedOut = {
    left: {
      fault: {
        code: 'TIMEOUT',
        message: expect.stringContaining('Increase timeoutMs') as string,
        details: { timeoutMs: 100 },
      },
    },
  };

  it.each<[string, (socket: Socket) => void]>([
    ['headers', () => undefined],
    ['the rest of the headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: ')],
    ['the rest of the body', (socket) => socket.write(`${head('Content-Length: 10')}abc`)],
    [
      'the rest of a coded body',
      (socket) => socket.write(head('Content-Encoding: gzip', 'Content-Length: 10')),
    ],
  ])('applies to %s and frees the socket', async (_, talk) => {
    const url = await end.raw(talk);
    expect(await end.send(url, {}, { timeoutMs: 100 })).toMatchObject(timedOut);
    await expect.poll(end.connections).toBe(0);
  });

  it('applies to an unanswered TLS handshake and frees the socket', async () => {
    const url = await end.raw(() => undefined);
    const outcome = await end.send(url.replace('http:', 'https:'), {}, { timeoutMs: 100 });
    expect(outcome).toMatchObject(timedOut);
    await expect.poll(end.connections).toBe(0);
  });

  it('covers all redirects together', async () => {
    const waiting = await end.raw(() => undefined);
    const url = await end.http((_, response) => {
      setTimeout(() => response.writeHead(302, { location: waiting }).end(), 60);
    });
    expect(await end.send(url, {}, { timeoutMs: 100 })).toMatchObject(timedOut);
  });

  it('applies to a body that trickles forever', async () => {
    const url = await end.raw((socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      const drip = setInterval(() => socket.write('1\r\na\r\n'), 10);
      socket.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await end.send(url, {}, { timeoutMs: 100 })).toMatchObject(timedOut);
    await expect.poll(end.connections).toBe(0);
  });
});

describe('cancelling a request', { tags: ['send:cancel'] }, () => {
  it('before anything is sent opens no connection', async () => {
    const url = await end.http((_, response) => response.end());
    const outcome = await end.send(url, {}, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    expect(end.accepted()).toBe(0);
  });

  it.each<[string, string]>([
    ['a TLS handshake', ''],
    ['headers', ''],
    ['the body', `${head('Content-Length: 10')}abc`],
    ['a coded body', head('Content-Encoding: br', 'Content-Length: 10')],
  ])('during %s frees the socket', async (during, answer) => {
    const controller = new AbortController();
    const url = await end.raw((socket) => {
      socket.write(answer, () => setImmediate(() => controller.abort()));
    });
    const asked = during === 'a TLS handshake' ? url.replace('http:', 'https:') : url;
    const outcome = await end.send(asked, {}, { signal: controller.signal });
    expect(outcome).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    await expect.poll(end.connections).toBe(0);
  });

  it('does not affect another request to the same origin', async () => {
    const controller = new AbortController();
    const url = await end.http((request, response) => {
      if (request.url === '/slow') controller.abort();
      else response.end('ok');
    });
    const [slow, quick] = await Promise.all([
      end.send(`${url}slow`, {}, { signal: controller.signal }),
      end.send(url),
    ]);
    expect(slow).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    expect(quick).toMatchObject({ right: { status: 200 } });
  });

  it('while it connects does not affect the next request to the same origin', async () => {
    const url = (await end.raw((socket) => end.accepted() > 1 && socket.end())).replace('http:', 'https:');
    const controller = new AbortController();
    const first = end.send(url, {}, { signal: controller.signal });
    await expect.poll(end.accepted).toBe(1);
    controller.abort();
    const second = end.send(url);
    expect(await first).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    expect(await second).toMatchObject({ left: { fault: { details: { cause: 'ECONNRESET' } } } });
  });
});

describe('a response body over the limit', { tags: ['send:too-large'] }, () => {
  it.each([
    ['without a coding', {}, Buffer.alloc(2_000)],
    ['once decoded', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2_000))],
    ['once decoded', { 'content-encoding': 'deflate' }, deflateSync(Buffer.alloc(2_000))],
  ])('is reported as RESPONSE_TOO_LARGE, with status and headers: %s', async (_, headers, body) => {
    const url = await end.http((__, response) =>
      response.writeHead(201, { ...headers, 'x-a': '1' }).end(body),
    );
    expect(await end.send(url, {}, { maxBytes: 1_000 })).toMatchObject({
      left: {
        fault: { code: 'RESPONSE_TOO_LARGE', message: sentenceMatcher, details: { maxBytes: 1_000 } },
        response: { status: 201, headers: expect.arrayContaining([['x-a', '1']]) as unknown },
      },
    });
  });

  it('has at least one byte too many: exactly the limit is accepted', async () => {
    const url = await end.http((_, response) => response.end(Buffer.alloc(1_000)));
    expect(await end.send(url, {}, { maxBytes: 1_000 })).toMatchObject({ right: { status: 200 } });
  });

  it('is aborted even if it never ends, and its socket is freed', async () => {
    const url = await end.http((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return;
      };
      response.on('drain', more);
      more();
    });
    expect(await end.send(url, {}, { maxBytes: 10_000_000 })).toMatchObject({
      left: { fault: { code: 'RESPONSE_TOO_LARGE' } },
    });
    await expect.poll(end.connections).toBe(0);
  });
});

describe('a body in many content codings', { tags: ['send:decoding:limits'] }, () => {
  const coded = (codings: string, body: Uint8Array) =>
    end.http((_, response) => response.writeHead(200, { 'content-encoding': codings }).end(body));
  const gzipped = (times: number, body: Uint8Array): Uint8Array =>
    times === 0 ? body : gzipped(times - 1, gzipSync(body));

  it('is decoded with up to five codings', async () => {
    const url = await coded('gzip, gzip,, GZIP, identity, gzip, gzip', gzipped(5, Buffer.from('hello')));
    expect(formatOutcome(await end.send(url))).toBe('hello');
  });

  it.each([
    ['six', Array(6).fill('gzip').join()],
    ['52,000', Array(52_000).fill('br').join()],
    ['unknown codings', Array(6).fill('zstd').join()],
  ])('is refused with more codings, and status and headers are kept: %s', async (_, codings) => {
    const url = await coded(codings, gzipped(1, Buffer.from('hello')));
    expect(await end.send(url)).toMatchObject({
      left: {
        fault: {
          code: 'NETWORK_ERROR',
          message: sentenceMatcher,
          details: { cause: 'TOO_MANY_CONTENT_CODINGS' },
        },
        response: { status: 200 },
      },
    });
    await expect.poll(end.connections).toBe(0);
  });

  it.each(['gzip', 'deflate'])(
    'is refused if the data between two codings is too long: %s',
    async (inner) => {
      // Compressed many times, the data is long between the codings and empty in the end.
      const empty = inner === 'gzip' ? gzipSync('') : deflateSync(Buffer.alloc(2_000_000));
      const between = inner === 'gzip' ? Buffer.concat(Array<Buffer>(20_000).fill(empty)) : empty;
      const url = await coded(`${inner}, gzip`, gzipSync(between));
      expect(await end.send(url, {}, { maxBytes: 100_000 })).toMatchObject({
        left: { fault: { code: 'RESPONSE_TOO_LARGE' } },
      });
      await expect.poll(end.connections).toBe(0);
    },
  );

  it('keeps decoded deflate data only up to the limit', async () => {
    const body = deflateSync(Buffer.alloc(60_000_000));
    const url = await coded('deflate', body);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 1);
    const outcome = await end.send(url, {}, { maxBytes: 1_000_000 });
    clearInterval(timer);
    expect(outcome).toMatchObject({ left: { fault: { code: 'RESPONSE_TOO_LARGE' } } });
    expect(most).toBeLessThan(30_000_000);
  });
});
