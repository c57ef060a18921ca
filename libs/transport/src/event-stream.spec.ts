import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const decoder = new TextDecoder();

describe('an event stream', { tags: 'stream:pieces' }, () => {
  it('is passed on piece by piece, and is kept up to where it was stopped', async () => {
    const url = await end.http((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write('data: one\n\n');
    });
    const controller = new AbortController();
    const pieces: string[] = [];
    const outcome = await end.send(
      url,
      {},
      {
        signal: controller.signal,
        onPiece: (piece) => {
          pieces.push(decoder.decode(piece));
          if (piece.length > 0) controller.abort();
        },
      },
    );
    expect(pieces).toEqual(['', 'data: one\n\n']);
    expect(outcome).toMatchObject({ left: { fault: { code: 'CANCELLED' }, response: { status: 200 } } });
    const body = E.isLeft(outcome) ? outcome.left.response?.body : undefined;
    expect(decoder.decode(body)).toBe('data: one\n\n');
  });

  it('is an ordinary response if the server ends it, and other responses are not passed on', async () => {
    const pieces: string[] = [];
    const onPiece = (piece: Uint8Array): void => void pieces.push(decoder.decode(piece));
    const other = await end.http((_, response) => response.end('text'));
    expect(E.isRight(await end.send(other, {}, { onPiece }))).toBe(true);
    expect(pieces).toEqual([]);
    const stream = await end.http((_, response) => {
      response.writeHead(200, { 'content-type': 'Text/Event-Stream' });
      response.end('data: one\n\n');
    });
    expect(await end.send(stream, {}, { onPiece })).toMatchObject({ right: { status: 200 } });
    expect(pieces.join('')).toBe('data: one\n\n');
  });

  it.each([
    ['text/event-stream', true],
    ['\tTEXT/Event-Stream ; charset=utf-8', true],
    ['text/event-stream2', false],
    ['x-text/event-stream', false],
    ['text/plain; text/event-stream', false],
  ])('is recognized by its content type: %j: %s', async (type, isStream) => {
    const url = await end.raw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: 1\r\n\r\nx`),
    );
    const pieces: string[] = [];
    await end.send(url, {}, { onPiece: (piece) => pieces.push(decoder.decode(piece)) });
    expect(pieces.join('')).toBe(isStream ? 'x' : '');
  });

  it(
    'outlives its timeout while events arrive, and ends after silence',
    { tags: 'stream:timeout' },
    async () => {
      const count = 6;
      const url = await end.http((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        let sent = 0;
        const timer = setInterval(() => {
          sent += 1;
          response.write(`data: ${sent}\n\n`);
          if (sent === count) clearInterval(timer);
        }, 300);
        response.on('close', () => clearInterval(timer));
      });
      const outcome = await end.send(url, {}, { timeoutMs: 1_200 });
      expect(outcome).toMatchObject({
        left: { fault: { code: 'TIMEOUT', message: expect.stringContaining('silent') as string } },
      });
      const body = decoder.decode(E.isLeft(outcome) ? outcome.left.response?.body : undefined);
      expect(body.match(/data: /g)).toHaveLength(count);
    },
  );

  it('has the usual timeout until its headers arrive', { tags: 'stream:timeout' }, async () => {
    const url = await end.http(() => undefined);
    expect(await end.send(url, {}, { timeoutMs: 50 })).toMatchObject({
      left: { fault: { code: 'TIMEOUT', message: expect.stringContaining('took longer') as string } },
    });
  });
});
