import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readBody, truncate } from './body.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const typed = (type: string) => [['content-type', type]] as const;

describe('readBody', () => {
  it.each([
    ['text/plain', 'text'],
    ['text/html; charset=utf-8', 'text'],
    ['application/json', 'text'],
    ['application/problem+json', 'text'],
    ['APPLICATION/XML', 'text'],
    ['image/svg+xml', 'text'],
    ['application/javascript', 'text'],
    ['application/x-www-form-urlencoded', 'text'],
    ...['x-yaml', 'jsonl', 'x-ndjson', 'toml', 'json-seq'].map((type) => [`application/${type}`, 'text']),
    ['image/png', 'binary'],
    ['application/octet-stream', 'binary'],
  ])('treats %s as %s', (type, bodyType) => {
    expect(readBody(typed(type), bytes('x')).bodyType).toBe(bodyType);
  });

  it('decides by the bytes if there is no content type', () => {
    expect(readBody([], bytes('grüße'))).toEqual({ bodyType: 'text', text: 'grüße', exact: true });
    expect(readBody([], new Uint8Array([0xff, 0xfe, 0x00]))).toMatchObject({
      bodyType: 'binary',
      text: null,
    });
  });

  it('reads an empty body as empty text, whatever its type', () => {
    expect(readBody(typed('image/png'), new Uint8Array())).toMatchObject({ bodyType: 'empty', text: '' });
  });

  it.each([
    ['text/plain; charset=iso-8859-1', new Uint8Array([0xfc]), 'ü'],
    ['text/plain; charset="windows-1252"', new Uint8Array([0x80]), '€'],
    ['text/plain; charset=no-such', bytes('ü'), 'ü'],
  ])('decodes %s', (type, body, text) => {
    expect(readBody(typed(type), body).text).toBe(text);
  });
});

describe('a text', () => {
  it.each([
    ['text/plain', bytes('ü'), true],
    ['text/plain; charset=UTF-8', bytes('ü'), true],
    ['text/plain', new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), false],
    ['text/plain', new Uint8Array([0x61, 0xff]), false],
    ['text/plain; charset=iso-8859-1', new Uint8Array([0x61]), false],
  ])('of %s reports whether it reproduces its bytes', (type, body, exact) => {
    expect(readBody(typed(type), body).exact).toBe(exact);
  });
});

describe('truncate', () => {
  it.each([
    ['abc', 3, 'abc', false],
    ['abcd', 3, 'abc', true],
    ['aü', 2, 'a', true],
    ['a😀', 4, 'a', true],
    ['a😀', 5, 'a😀', false],
    ['abc', 0, '', true],
    ['', 0, '', false],
  ])('of %s at %d bytes is %s', (text, most, expected, truncated) => {
    expect(truncate(text, most)).toEqual({ text: expected, truncated });
  });

  it('never splits a character and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, most) => {
        const cut = truncate(text, most);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(bytes(cut.text).length).toBeLessThanOrEqual(most);
        expect(bytes(cut.text)).toEqual(bytes(text).subarray(0, bytes(cut.text).length));
      }),
    );
  });
});
