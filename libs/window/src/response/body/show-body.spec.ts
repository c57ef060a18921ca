import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResponseSummary } from '@tandem/core';

import {
  formatByteSize,
  formatDuration,
  formatReadableBody,
  getStatusTone,
  maxComparedLength,
  formatResponse,
  formatHexLines,
  maxHexBytes,
} from './show-body.js';

describe('a readable body', () => {
  it('is indented if its type or content is JSON', () => {
    const text = '{\n  "a": 1\n}';
    expect(formatReadableBody('{"a":1}', 'application/json; charset=utf-8')).toEqual({ text, json: true });
    expect(formatReadableBody('{"a":1}', 'application/problem+json').json).toBe(true);
    expect(formatReadableBody(' {"a":1}', undefined)).toEqual({ text, json: true });
    expect(formatReadableBody('12', 'application/json').json).toBe(true);
  });

  it.each([
    ['<p>', 'text/html'],
    ['{ not json', 'application/json'],
    ['12', 'text/plain'],
    ['', undefined],
  ])('is shown as received: %s', (text, contentType) => {
    expect(formatReadableBody(text, contentType)).toEqual({ text, json: false });
  });

  it('keeps every digit and every name when it is indented', () => {
    const { text } = formatReadableBody('{"id":12345678901234567890,"id":1.0}', 'application/json');
    expect(text).toBe('{\n  "id": 12345678901234567890,\n  "id": 1.0\n}');
  });

  it('is the same value after it is indented', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(formatReadableBody(text, 'application/json').text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('a number in the window', () => {
  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_536, '1.5 KiB'],
    [1_048_576, '1.0 MiB'],
  ])('is formatted: %d bytes are %s', (bytes, text) => {
    expect(formatByteSize(bytes)).toBe(text);
  });

  it.each([
    [0.42, '0.4 ms'],
    [12.6, '13 ms'],
    [1_234, '1.23 s'],
  ])('is formatted: %d ms are %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [100, 'plain'],
    [200, 'good'],
    [299, 'good'],
    [304, 'plain'],
    [404, 'bad'],
    [503, 'bad'],
  ])('is formatted: %d is %s', (status, tone) => {
    expect(getStatusTone(status)).toBe(tone);
  });
});

const response: ResponseSummary = {
  status: 200,
  statusText: 'OK',
  time: 1,
  headers: { 'x-b': '2', 'content-type': 'text/plain' },
  cookies: [],
  textBody: 'body',
  bodyType: 'text',
  size: 4,
  bodyTruncated: false,
};

it('a response is formatted as one text, with headers sorted by name', () => {
  expect(formatResponse({ response, error: null }, 'body')).toBe(
    '200 OK\ncontent-type: text/plain\nx-b: 2\n\nbody',
  );
});

it('the text for a missing response explains why there is none', () => {
  const error = { code: 'TIMEOUT', message: 'too late' } as const;
  expect(formatResponse({ response: null, error }, '')).toBe('TIMEOUT: too late');
});

it('the text of a response cuts a long body', () => {
  const text = formatResponse({ response, error: null }, `${'x'.repeat(maxComparedLength)}y`);
  expect([text.endsWith('x'), text.length]).toEqual([true, maxComparedLength + 40]);
});

describe('a hex dump', () => {
  it('shows the address, sixteen bytes and the printable characters of each line', () => {
    const bytes = new TextEncoder().encode('{"name":"Zoë"}\n\0 next');
    expect(formatHexLines(bytes)).toBe(
      [
        '00000000  7b 22 6e 61 6d 65 22 3a  22 5a 6f c3 ab 22 7d 0a  {"name":"Zo.."}.',
        '00000010  00 20 6e 65 78 74                                 . next',
      ].join('\n'),
    );
  });

  it('has a limited length, and is empty if there are no bytes', () => {
    expect(formatHexLines(new Uint8Array(maxHexBytes + 1)).split('\n')).toHaveLength(maxHexBytes / 16);
    expect(formatHexLines(new Uint8Array())).toBe('');
  });
});
