import { describe, expect, it } from 'vitest';

import type { Sealer } from '../secrecy/sealing.js';
import { readSecretsColumn } from './secret-bindings.js';

const plainSealer: Sealer = { seal: (text) => text, open: (stored) => stored };

const readPairs = (column: unknown): readonly (readonly [string, string])[] =>
  readSecretsColumn(plainSealer, column).map(({ name, value }) => [name, value]);

describe('the secrets in a column', () => {
  it('are the pairs stored in it', () => {
    const pairs = [{ name: 'token', value: 'abc', enabled: false }];
    expect(readSecretsColumn(plainSealer, JSON.stringify(pairs))).toEqual(pairs);
  });

  it.each([
    ['JSON that is cut in a value', '[{"name":"token","value":"ab\\u0063d', [['token', 'abcd']]],
    ['JSON that is cut in an escape', '[{"name":"token","value":"ab\\', [['token', 'ab']]],
    ['a value with a wrong escape', '[{"name":"token","value":"a\\qb"}', [['token', 'a\\qb']]],
    ['a wrong escape before a quote', '[{"name":"token","value":"a\\q\\"b"}', [['token', 'a\\q\\"b']]],
    ['a value before any name', '[{"value":"ab","name":"token"', [['damaged', 'ab']]],
    ['a lone quote', '"', [['damaged', '']]],
    [
      'a list of texts',
      '["ab","cd"]',
      [
        ['damaged', 'ab'],
        ['damaged', 'cd'],
      ],
    ],
    ['pairs with a number for a value', '[{"name":"a","value":1},{"name":"b","value":"cd"}]', [['b', 'cd']]],
    ['a list with a hole', '[null,{"name":"b","value":"cd"}]', [['b', 'cd']]],
    ['an object', '{"value" : "ab"}', [['damaged', 'ab']]],
    ['no text', 'null', []],
  ] as const)('are all values in a damaged column that may be secrets: %s', (_, column, expected) => {
    expect(readPairs(column)).toEqual(expected);
    expect(readSecretsColumn(plainSealer, column).every(({ enabled }) => enabled)).toBe(true);
  });
});
