import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatLongPairs, formatPairs, parsePairs } from './urlencoded.js';

describe('pairs of a form', () => {
  it('are parsed from any ASCII text as URLSearchParams parses them', () => {
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

  it('are written in the same way by the code for long forms', { tags: 'echo:body:form' }, () => {
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
    'are parsed and written in linear time: %s 200,000 times',
    (piece) => {
      const started = performance.now();
      const text = piece.repeat(200_000);
      expect(formatLongPairs(text) === formatPairs(parsePairs(text))).toBe(true);
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );
});
