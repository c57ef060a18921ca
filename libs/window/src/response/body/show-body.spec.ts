import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { byteSize, duration, prettyBody, statusTone } from './show-body.js';

describe('a body', () => {
  it('is indented when it is JSON, by its type or by its look', () => {
    const text = '{\n  "a": 1\n}';
    expect(prettyBody('{"a":1}', 'application/json; charset=utf-8')).toEqual({ text, json: true });
    expect(prettyBody('{"a":1}', 'application/problem+json').json).toBe(true);
    expect(prettyBody(' {"a":1}', undefined)).toEqual({ text, json: true });
    expect(prettyBody('12', 'application/json').json).toBe(true);
  });

  it.each([
    ['<p>', 'text/html'],
    ['{ not json', 'application/json'],
    ['12', 'text/plain'],
    ['', undefined],
  ])('stays as it came: %s', (text, contentType) => {
    expect(prettyBody(text, contentType)).toEqual({ text, json: false });
  });

  it('keeps every digit and every name when it is indented', () => {
    const { text } = prettyBody('{"id":12345678901234567890,"id":1.0}', 'application/json');
    expect(text).toBe('{\n  "id": 12345678901234567890,\n  "id": 1.0\n}');
  });

  it('means the same when it is indented', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(prettyBody(text, 'application/json').text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('figures', () => {
  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_536, '1.5 KiB'],
    [1_048_576, '1.0 MiB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(byteSize(bytes)).toBe(text);
  });

  it.each([
    [0.42, '0.4 ms'],
    [12.6, '13 ms'],
    [1_234, '1.23 s'],
  ])('%d ms are %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it.each([
    [100, 'plain'],
    [200, 'good'],
    [299, 'good'],
    [304, 'plain'],
    [404, 'bad'],
    [503, 'bad'],
  ])('%d is %s', (status, tone) => {
    expect(statusTone(status)).toBe(tone);
  });
});
