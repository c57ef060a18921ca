import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { urlQuery, withoutQuery } from './url-query.js';

const rows = (url: string): readonly string[] => urlQuery(url).map(({ name, value }) => `${name}: ${value}`);

describe('the query of a URL', () => {
  it.each([
    ['/a', [], '/a'],
    ['/a?', [], '/a'],
    ['/a?b=c', ['b: c'], '/a'],
    ['/a?b=c&&b=d&e', ['b: c', 'b: d', 'e: '], '/a'],
    ['/a?b=c=d', ['b: c=d'], '/a'],
    ['/a?q=x+y%20z%26&p=100%', ['q: x y z&', 'p: 100%'], '/a'],
    ['/a?b=c#d?e=f', ['b: c'], '/a#d?e=f'],
    ['/a#d?e=f', [], '/a#d?e=f'],
    ['{{host?}}/a?id={{x&y#}}', ['id: {{x&y#}}'], '{{host?}}/a'],
  ])('%s has the rows %j, and without them is %s', (url, expected, rest) => {
    expect([rows(url), withoutQuery(url)]).toEqual([expected, rest]);
  });

  it('comes back from how a browser writes it', () => {
    const pairs = fc.array(
      fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
    );
    fc.assert(
      fc.property(pairs, (given) => {
        const written = new URLSearchParams(given);
        const read = urlQuery(`/a?${written.toString()}`);
        expect(read.map(({ name, value }) => [name, value])).toEqual([...written]);
      }),
    );
  });
});
