import { describe, expect, it } from 'vitest';

import { E } from '@tandem/core/fp';

import { checkHeaders, toHeaderRecord } from './headers.js';

describe('the check of headers', () => {
  it('accepts valid headers', () => {
    const headers = [
      ['x-a!#$', 'ü\tb'],
      ['X', ''],
    ] as const;
    expect(checkHeaders(headers)).toEqual(E.right(headers));
  });

  it.each([
    ['', 'x'],
    ['a b', 'x'],
    ['a:', 'x'],
    ['é', 'x'],
    ['a', 'x\r\nb: c'],
    ['a', 'x\u0000'],
    ['a', '€'],
  ])('rejects %j: %j', (name, value) => {
    expect(checkHeaders([[name, value]])).toMatchObject({ left: { code: 'HEADER_INVALID' } });
  });
});

describe('the conversion of headers to a record', () => {
  it('joins repeated headers with a comma and set-cookie with a line break', () => {
    const headers = [
      ['A', '1'],
      ['a', '2'],
      ['Set-Cookie', 'x=1'],
      ['set-cookie', 'y=2'],
    ] as const;
    expect(toHeaderRecord(headers)).toEqual({ a: '1, 2', 'set-cookie': 'x=1\ny=2' });
  });

  it('keeps a header named __proto__', () => {
    expect(Object.keys(toHeaderRecord([['__proto__', 'x']]))).toEqual(['__proto__']);
  });
});
