import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createHeadFilter } from './response-head.js';

/** Filters bytes that arrive in these chunks after a request. */
const filterPieces = (...pieces: readonly string[]): string => {
  const filter = createHeadFilter(1_000);
  filter.begin();
  return Buffer.concat(pieces.map((piece) => filter.pass(Buffer.from(piece, 'latin1')))).toString('latin1');
};

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
const interims = [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 100\r\n\r\n',
  'HTTP/1.0 102 Processing\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX: 1\r\n\r\n',
  'HTTP/1.1 199 What\n\n',
];

describe('the filter for response heads', { tags: ['send:interim'] }, () => {
  it('drops interim responses, however they are split, and leaves the body unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...interims), { maxLength: 4 }),
        fc.array(fc.nat({ max: 300 }), { maxLength: 20 }),
        (before, cuts) => {
          const text = before.join('') + final;
          const at = [0, ...cuts.sort((a, b) => a - b), text.length];
          expect(filterPieces(...at.slice(1).map((cut, index) => text.slice(at[index], cut)))).toBe(final);
        },
      ),
    );
  });

  it.each([
    '',
    'HTTP/1.0 200\r\n\r\n',
    'HTTP/1.1 999 High\r\n\r\n',
    'HTTP/2.0 200 OK\r\nX: 1\r\n\r\nbody\n\n',
  ])('passes %j on to the parser', (text) => {
    expect(filterPieces(text)).toBe(text);
    expect(filterPieces(...Array.from(text))).toBe(text);
  });

  it('waits for nine bytes or a line before it says that a server does not speak HTTP', () => {
    expect(filterPieces('SSH-2.0-')).toBe('');
    const notHttp = expect.objectContaining({ code: 'HPE_INVALID' }) as unknown;
    for (const pieces of [
      ['SSH-2.0-', 'O'],
      ['+', 'O', 'K\n'],
      ['\x15\x03'],
      ['\x16', '\x03'],
      ['HTTP', ':1234'],
    ])
      expect(() => filterPieces(...pieces)).toThrow(notHttp);
  });

  it.each([
    [[0, 0, 6, 4, 0, 0, 0, 0, 0], 'speaks HTTP/2 without TLS'],
    [[1, 0, 0, 4, 0, 0, 0, 0, 0], 'does not speak HTTP here'],
    [[0, 0, 6, 3, 0, 0, 0, 0, 0], 'does not speak HTTP here'],
    [[0, 0, 6, 4, 0, 0, 0, 0, 1], 'does not speak HTTP here'],
  ])('recognizes HTTP/2 by the frame %j: %s', (bytes, what) => {
    const filter = createHeadFilter(1_000);
    filter.begin();
    expect(() => filter.pass(Buffer.from(bytes))).toThrow(what);
  });

  it('filters the bytes of a connection only after a request', () => {
    const filter = createHeadFilter(1_000);
    const interim = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
    expect(filter.pass(interim)).toBe(interim);
    filter.begin();
    expect(filter.pass(interim)).toHaveLength(0);
    filter.pass(Buffer.from(final));
    expect(filter.pass(interim)).toBe(interim);
  });

  it('drops empty lines up to the maximum size of a head', () => {
    expect(filterPieces('\r\n'.repeat(500))).toBe('');
  });

  it.each([
    ['UNASKED_UPGRADE', 'HTTP/1.1 101 Switching Protocols\r\n'],
    ['TOO_MANY_INTERIM', 'HTTP/1.1 100\n\n'.repeat(101)],
    ['UND_ERR_HEADERS_OVERFLOW', `HTTP/1.1 103 Hints\r\nX: ${'a'.repeat(1_000)}`],
    ['UND_ERR_HEADERS_OVERFLOW', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1_000)}`],
    ['UND_ERR_HEADERS_OVERFLOW', '\r\n'.repeat(501)],
  ])('fails with %s', (code, text) => {
    const filter = createHeadFilter(code === 'TOO_MANY_INTERIM' ? 10_000 : 1_000);
    filter.begin();
    expect(() => filter.pass(Buffer.from(text))).toThrow(expect.objectContaining({ code }));
  });
});
