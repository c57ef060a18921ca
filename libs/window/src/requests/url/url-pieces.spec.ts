import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { urlPieces } from './url-pieces.js';

describe('the pieces of a URL', () => {
  it('tell variables and parameters from the rest', () => {
    expect(urlPieces('{{base}}/orders/:id?q={{ q }}')).toEqual([
      { kind: 'variable', text: '{{base}}' },
      { kind: 'plain', text: '/orders/' },
      { kind: 'parameter', text: ':id' },
      { kind: 'plain', text: '?q=' },
      { kind: 'variable', text: '{{ q }}' },
    ]);
  });

  it('leave a port alone', () => {
    expect(urlPieces('http://127.0.0.1:80/')).toEqual([{ kind: 'plain', text: 'http://127.0.0.1:80/' }]);
  });

  it('are the URL again when put together', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', ':', '/', 'a', '1', '?') }), (url) => {
        expect(
          urlPieces(url)
            .map(({ text }) => text)
            .join(''),
        ).toBe(url);
      }),
    );
  });
});
