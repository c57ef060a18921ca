import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatLongPairs, formatPairs, parsePairs } from './urlencoded.js';

describe('pairs', () => {
  it('parses any ASCII text like URLSearchParams', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'b', '=', '&', '%', '+', '2', 'c', 'C', 'z', '%C3%A9', '%ff'),
        }),
        (text) => {
          const { names, values } = parsePairs(text);
          const pairs = names.map((name, index) => [name, values[index]]);
          expect(pairs).toEqual([...new URLSearchParams(`?${text}`)]);
        },
      ),
    );
  });

  it('the code for long forms writes pairs in the same way', { tags: 'echo:body:form' }, () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      '=',
      '&',
      '%',
      '+',
      '"',
      '%C3%A9',
      '%ff',
      '\u00e9',
      '__proto__',
      '2',
      '1',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(formatLongPairs(text)).toBe(formatPairs(parsePairs(text)));
      }),
    );
  });

  it.each(['a&', 'a=&', '&', 'a=1&b&', '%&', '%ff&', 'a=%C3%A9&'])(
    'parses and writes pairs in linear time: %s 200,000 times',
    (piece) => {
      const started = performance.now();
      const text = piece.repeat(200_000);
      expect(formatLongPairs(text) === formatPairs(parsePairs(text))).toBe(true);
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );
});
