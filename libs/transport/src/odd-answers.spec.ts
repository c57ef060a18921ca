import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const startAnsweringServer = (latin1: string) =>
  end.raw((socket: Socket) => socket.end(Buffer.from(latin1, 'latin1')));

const answer = (...lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', ...lines, 'Content-Length: 2', '', 'ok'].join('\r\n');

const createChunkedResponse = (body: string): string =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

describe('an unusual but readable response', { tags: 'send:odd-answers' }, () => {
  it.each<[string, string, string, string]>([
    ['a folded header', answer('X-Long: a', ' b'), 'x-long', 'a b'],
    ['a header folded with blanks', answer('X-Long: a \t', '\t  b\t', ' c'), 'x-long', 'a b c'],
    ['a folded header without a first line', answer('X-Long:', ' b'), 'x-long', 'b'],
    ['the same length twice', answer('Content-Length: 2'), 'content-length', '2'],
    ['the same length as a list', answer('Content-Length: 2, 2'), 'content-length', '2'],
    ['a later minor version', answer('X: 1').replace('1.1', '1.2'), 'x', '1'],
    ['a value outside ASCII', answer('X: \xe9'), 'x', '\xe9'],
    ['a tab in a value', answer('X: a\tb'), 'x', 'a\tb'],
    ['no reason', answer('X: 1').replace(' OK', ''), 'x', '1'],
  ])('is accepted: %s', async (_, latin1, name, value) => {
    const outcome = await end.send(await startAnsweringServer(latin1));
    expect(formatOutcome(outcome)).toBe('ok');
    const headers = E.isRight(outcome) ? outcome.right.headers : [];
    expect(headers.filter(([one]) => one === name)).toEqual([[name, value]]);
  });
});

describe('an unreadable response', { tags: ['send:odd-answers', 'send:unavailable:cause'] }, () => {
  it.each<[string, string, string]>([
    ['a space before a colon', answer('X-Name : a'), '"X-Name :" with a space before the colon'],
    ['a tab before a colon', answer('X-Name\t: a'), '"X-Name\\x09:" with a space before the colon'],
    [
      'a control character',
      answer('X-Name: a\x01b'),
      'a control character (\\x01) in the response header X-Name',
    ],
    ['a NUL', answer('X-Name: a\0b'), 'a control character (\\x00) in the response header X-Name'],
    ['a bare CR', answer('X-Name: a\rb'), 'a carriage return (\\x0d) in the response header X-Name'],
    ['a control character in a reason', answer().replace('OK', 'O\x02K'), '(\\x02) in its status line'],
    ['a bare LF', answer('X: 1').replaceAll('\r\n', '\n'), 'a bare line feed (LF) instead of CRLF'],
    ['one bare LF', answer('X: 1\nY: 2'), 'a bare line feed (LF) instead of CRLF'],
    ['two lengths', answer('Content-Length: 3'), 'more than once with different values (3 and 2)'],
    [
      'two lengths in a list',
      answer('Content-Length: 2, 3'),
      'more than once with different values (2 and 3)',
    ],
    ['a length that is not a number', answer('Content-Length: +2'), '"+2" as its Content-Length'],
    ['an empty length', answer('Content-Length:'), '"" as its Content-Length'],
    ['length and chunks', answer('Transfer-Encoding: chunked'), 'both Content-Length and Transfer-Encoding'],
    ['status 099', answer().replace('200', '099'), 'the status 099, but a status has three digits'],
    ['status 000', answer().replace('200', '000'), 'the status 000, but a status has three digits'],
    ['status 99', answer().replace('200', '99'), 'the status 99, but a status has three digits'],
    ['status 1000', answer().replace('200', '1000'), 'the status 1000, but a status has three digits'],
    ['no status', answer().replace('200 ', ''), 'the status line "HTTP/1.1 OK", which cannot be read'],
    ['two spaces', answer().replace(' 200', '  200'), 'the status line "HTTP/1.1  200 OK"'],
    ['a header without a colon', answer('no field'), '"no field" as a response header, which has no colon'],
    ['a header without a name', answer(': a'), 'a response header without a name'],
    ['a bad name', answer('X(a): b'), 'with the name "X(a)"'],
    ['a name outside ASCII', answer('X\xe9: b'), 'with the name "X\\xe9"'],
    ['a fold without a header', answer(' X: b'), 'begins with a space between its status line'],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n', 'does not speak HTTP here: instead of a status line'],
    ['an old streaming protocol', 'ICY 200 OK\r\n\r\n', 'it sent "ICY 200 OK"'],
    ['RTSP', 'RTSP/1.0 200 OK\r\n\r\n', 'it sent "RTSP/1.0 200 OK"'],
    ['HTTP/0.9', '<p>\u0007hello</p>', 'it sent "<p>\\x07hello</p>"'],
    ['a TLS alert', '\x15\x03\x01\x00\x02\x02\x46', 'speaks TLS, but was asked in clear. Use https://'],
    ['HTTP/2', '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64', 'speaks HTTP/2 without TLS'],
    [
      'a bad chunk size',
      createChunkedResponse('zz\r\nok\r\n'),
      'cannot be read: invalid character in chunk size',
    ],
    ['a long chunk', createChunkedResponse('2\r\nokxx\r\n'), 'cannot be read: expected LF after chunk data'],
    [
      'a bad trailer',
      createChunkedResponse('2\r\nok\r\n0\r\nX : 1\r\n\r\n'),
      'cannot be read: invalid header token',
    ],
  ])('is reported because of %s', async (_, latin1, sentence) => {
    const url = await startAnsweringServer(latin1);
    const message = expect.stringContaining(sentence) as string;
    expect(await end.send(url)).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', message, details: { cause: 'HPE_INVALID' } } },
    });
    expect(await end.send(url)).toMatchObject({
      left: { fault: { message: expect.stringMatching(/^127\.0\.0\.1:\d+ \S.+\.$/) as string } },
    });
  });

  it('is detected however its bytes are split', async () => {
    const url = await end.raw((socket) => {
      const bytes = Array.from(answer('X-Name : a'));
      const next = (): void => {
        const one = bytes.shift();
        if (one === undefined) socket.end();
        else socket.write(one, next);
      };
      next();
    });
    expect(formatOutcome(await end.send(url))).toContain('space before the colon');
  });
});

describe('a server that speaks another protocol', { tags: 'send:odd-answers' }, () => {
  it('is not reported as down if it expects TLS and gets plain HTTP', async () => {
    const url = await end.https((_, response) => response.end('ok'));
    expect(formatOutcome(await end.send(url.replace('https:', 'http:')))).toContain('https:// in the URL');
  });

  it('is distinguished from a server with a bad certificate if it expects plain HTTP on a TLS connection', async () => {
    const url = await end.http((_, response) => response.end('ok'));
    expect(formatOutcome(await end.send(url.replace('http:', 'https:')))).toContain('http://');
  });

  it('is reported if it closes at once, in plain text and with TLS', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    expect(formatOutcome(await end.send(`http://${host}/`))).toContain(
      'closed the connection without an answer',
    );
    expect(formatOutcome(await end.send(`https://${host}/`))).toContain(
      'closed the connection during the TLS handshake',
    );
    server.close();
  });
});
