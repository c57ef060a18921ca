import type { Socket } from 'node:net';
import { constants, gzipSync } from 'node:zlib';

import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const head = (...lines: readonly string[]): string =>
  ['HTTP/1.1 500 Oops', 'X-Id: 7', ...lines, '', ''].join('\r\n');

const text = '{"message":"stopped"}';
const zippedText = gzipSync(text);
const brokenBody = Buffer.concat([zippedText.subarray(0, -4), Buffer.from([1, 2, 3, 4])]);

/** The whole text, followed by a block of a type that does not exist in DEFLATE. */
const half = Buffer.concat([gzipSync(text, { finishFlush: constants.Z_SYNC_FLUSH }), Buffer.alloc(64, 0x07)]);

type Answer = (socket: Socket) => void;

const answers: readonly (readonly [string, string, string, Answer])[] = [
  [
    'ends before its Content-Length',
    'NETWORK_ERROR',
    'abc',
    (socket) => socket.end(`${head('Content-Length: 10')}abc`),
  ],
  [
    'ends within its chunks',
    'NETWORK_ERROR',
    'abc',
    (socket) => socket.end(`${head('Transfer-Encoding: chunked')}3\r\nabc\r\n`),
  ],
  [
    'has a chunk that cannot be read',
    'NETWORK_ERROR',
    'abc',
    (socket) => socket.end(`${head('Transfer-Encoding: chunked')}3\r\nabc\r\nzz\r\n`),
  ],
  [
    'ends with a reset',
    'NETWORK_ERROR',
    'abc',
    (socket) => socket.write(`${head('Content-Length: 10')}abc`, () => socket.resetAndDestroy()),
  ],
  [
    'has a wrong checksum of gzip',
    'NETWORK_ERROR',
    text,
    (socket) => {
      socket.write(head('Content-Encoding: gzip', `Content-Length: ${brokenBody.length}`));
      socket.end(brokenBody);
    },
  ],
  [
    'has gzip that is broken in the middle',
    'NETWORK_ERROR',
    text,
    (socket) => {
      socket.write(head('Content-Encoding: gzip', `Content-Length: ${half.length}`));
      socket.end(half);
    },
  ],
  [
    'is not gzip',
    'NETWORK_ERROR',
    '',
    (socket) => socket.end(`${head('Content-Encoding: gzip', 'Content-Length: 3')}abc`),
  ],
  [
    'ends within its gzip',
    'NETWORK_ERROR',
    '',
    (socket) => {
      socket.write(head('Content-Encoding: gzip', `Content-Length: ${zippedText.length}`));
      socket.end(zippedText.subarray(0, 10));
    },
  ],
  ['does not arrive in time', 'TIMEOUT', 'abc', (socket) => socket.write(`${head('Content-Length: 10')}abc`)],
];

describe('a response body', { tags: 'send:body-fails' }, () => {
  it.each(answers)(
    'that %s fails with %s, and the error contains the head and what arrived',
    async (_, code, body, answer) => {
      const timeoutMs = code === 'TIMEOUT' ? 300 : 30_000;
      const outcome = await end.send(await end.raw(answer), {}, { timeoutMs });
      const { fault, response } = E.isLeft(outcome)
        ? outcome.left
        : { fault: undefined, response: undefined };
      expect(fault?.code).toBe(code);
      expect(response).toMatchObject({ status: 500, statusText: 'Oops' });
      expect(response?.headers).toContainEqual(['x-id', '7']);
      expect(Buffer.from(response?.body ?? []).toString()).toBe(body);
    },
  );

  it('is said to end early rather than to have a wrong coding, if the connection was closed', async () => {
    const send = async (length: number) => {
      const bytes = zippedText.subarray(0, 12);
      const url = await end.raw((socket) => {
        socket.write(head('Content-Encoding: gzip', `Content-Length: ${length}`));
        socket.end(bytes);
      });
      const outcome = await end.send(url);
      return E.isLeft(outcome) ? outcome.left.fault.details : undefined;
    };
    expect(await send(13)).toEqual({ cause: 'ECONNRESET' });
    expect(await send(12)).toEqual({ cause: 'BAD_CONTENT_CODING' });
  });

  it('with two codings that is broken fails, and what it decodes to in between is limited', async () => {
    /** A body of gzip in gzip, of which the outer one decodes to exactly this many bytes. */
    const wrap = (bytes: number) => {
      const inner = gzipSync('ok');
      const name = Buffer.from(`${'a'.repeat(bytes - inner.length - 1)}\0`);
      const named = Buffer.concat([inner.subarray(0, 10), name, inner.subarray(10)]);
      named[3] = 8;
      return gzipSync(named);
    };
    const send = async (body: Buffer, maxBytes: number) => {
      const url = await end.http((_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(body);
      });
      const outcome = await end.send(url, {}, { maxBytes });
      return E.isRight(outcome) ? Buffer.from(outcome.right.body).toString() : outcome.left.fault.code;
    };
    expect(await send(wrap(128 + 2 + 65_536), 128)).toBe('ok');
    expect(await send(wrap(128 + 2 + 65_536 + 1), 128)).toBe('RESPONSE_TOO_LARGE');
    expect(await send(gzipSync(brokenBody), 128)).toBe('NETWORK_ERROR');
  });

  it('that ends early after the last redirect does not hide that there were too many', async () => {
    const url = await end.raw((socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 10\r\n\r\nabc'),
    );
    const outcome = await end.send(url, {}, { maxRedirects: 0 });
    expect(outcome).toMatchObject({ left: { fault: { code: 'TOO_MANY_REDIRECTS' } } });
  });
});
