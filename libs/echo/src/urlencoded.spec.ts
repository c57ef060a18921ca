import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pairsText, parsePairs } from './urlencoded.js';

describe('pairs', () => {
  it('are those of URLSearchParams, whatever the ASCII text', () => {
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

  it.each(['a&', 'a=&', '&', 'a=1&b&', '%&', '%ff&', 'a=%C3%A9&'])(
    'are read and written in linear time: %s a million times',
    (piece) => {
      const started = performance.now();
      pairsText(parsePairs(piece.repeat(1_000_000)));
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});
