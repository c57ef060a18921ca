import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  toCanonicalNumber,
  decode,
  ExactNumber,
  Int,
  isContainer,
  Json,
  parseJson,
  stringifyJson,
  struct,
  t,
  toPlainNumbers,
} from './index.js';
import { E } from '../fp.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('JSON that is read and written back', () => {
  it.each([
    '12345678901234567890',
    '-12345678901234567891',
    '1.10',
    '1e400',
    '1E5',
    '1.0',
    '-0',
    '0.1',
    '7',
    '{"a":[1,{"b":9223372036854775807}],"c":"1.10"}',
    '[0.30000000000000004,0.30000000000000004440892098500626]',
    '{"__proto__":{"a":1.0},"text":"\\" 1.10 \\\\"}',
  ])('keeps the digits of %s', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it('is indented like the output of JSON.stringify', () => {
    expect(stringifyJson(parseJson('{"a":[1.10,{}],"b":[]}'), 2)).toBe(
      '{\n  "a": [\n    1.10,\n    {}\n  ],\n  "b": []\n}',
    );
  });

  it('keeps the last of several members with the same name', () => {
    expect(stringifyJson(parseJson('{"a":1.10,"b":2,"a":1.20}'))).toBe('{"a":1.20,"b":2}');
  });

  it('differs from the result of JSON.parse and JSON.stringify only in numbers, and fails with the same errors', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom('1.10', '1e400', '12345678901234567890'),
    );
    const texts = fc
      .tuple(fc.json(), numbers, fc.string())
      .chain(([json, number, junk]) =>
        fc.constantFrom(
          `[${json},${number}]`,
          `{"a":${number},"b":${json}}`,
          `${json}${junk}`,
          `[${number},${junk}]`,
        ),
      );
    fc.assert(
      fc.property(texts, (text) => {
        if (!isJson(text)) expect(() => parseJson(text)).toThrow(SyntaxError);
        else {
          expect(toPlainNumbers(parseJson(text))).toEqual(JSON.parse(text));
          expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
        }
      }),
    );
  });

  it('may contain strings with millions of escapes', () => {
    const text = `${'"'.repeat(8_000_000)}: 1.10`;
    const read = parseJson(JSON.stringify({ text })) as { readonly text: string };
    expect(read.text === text).toBe(true);
    expect(stringifyJson(parseJson('{"a":"\\\\","b":"\\"","c":1.10}'))).toBe(
      '{"a":"\\\\","b":"\\"","c":1.10}',
    );
  });

  it('may be nested deeper than the stack allows', () => {
    const deep = `${'['.repeat(100_000)}1.10${']'.repeat(100_000)}`;
    expect(E.isLeft(decode(Json)(parseJson(deep)))).toBe(true);
  });
});

describe('an exact number', () => {
  it('computes as a number and prints its original digits', () => {
    const number = new ExactNumber('1.10');
    expect([Number(number) + 1, String(number), JSON.stringify({ number }), isContainer(number)]).toEqual([
      2.1,
      '1.10',
      '{"number":1.1}',
      false,
    ]);
  });

  it('has one canonical text for all its spellings', () => {
    expect(['1.10', '1.1', '11e-1', '0.11E+1'].map(toCanonicalNumber)).toEqual(Array(4).fill('11e-1'));
    expect(['0', '-0', '0.00', '0e5'].map(toCanonicalNumber)).toEqual(Array(4).fill('0'));
    expect(toCanonicalNumber('12345678901234567890')).not.toBe(toCanonicalNumber('12345678901234567891'));
  });

  it('becomes a plain number for a codec that expects a number, and keeps its digits elsewhere', () => {
    const Call = struct('a call', { timeoutMs: Int, ratio: t.number, body: Json });
    const decoded = decode(Call)(parseJson('{"timeoutMs":1e3,"ratio":1.50,"body":{"price":1.10}}'));
    expect(E.isRight(decoded) && stringifyJson(decoded.right)).toBe(
      '{"timeoutMs":1000,"ratio":1.5,"body":{"price":1.10}}',
    );
  });

  it('is shown with its digits in error messages', () => {
    const decoded = decode(struct('a call', { timeoutMs: Int }))(parseJson('{"timeoutMs":1.10}'));
    expect(E.isLeft(decoded) && decoded.left[0]?.message).toBe('timeoutMs must be a whole number, not 1.10');
  });
});
