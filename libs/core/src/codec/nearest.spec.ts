import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findNearest } from './nearest.js';

const knownWords = ['queryParams', 'pathParams', 'variables', 'script', 'timeoutMs', 'id'];

describe('the search for the nearest known word', () => {
  it.each([
    ['queryParam', 'queryParams'],
    ['QUERYPARAMS', 'queryParams'],
    ['pathparams', 'pathParams'],
    ['path_params', 'pathParams'],
    ['timeout', 'timeoutMs'],
    ['variabels', 'variables'],
    ['scirpt', 'script'],
    ['ID', 'id'],
  ])('finds a word for %j: %j', (word, expected) => {
    expect(findNearest(word, knownWords)).toEqual([expected]);
  });

  it.each(['by', 'colour', 'xyzzyxyzzy', 'workspaceId'])('finds no word for %j', (word) => {
    expect(findNearest(word, knownWords)).toEqual([]);
  });

  it('returns the nearest word first, up to the requested number of words', () => {
    expect(findNearest('Payment', ['Payroll', 'Payments', 'payment', 'Rent'], 2)).toEqual([
      'payment',
      'Payments',
    ]);
  });

  it('returns only the word itself if it is known', () => {
    const words = fc.uniqueArray(fc.string({ minLength: 1 }), {
      minLength: 1,
      selector: (word) => word.toLowerCase(),
    });
    fc.assert(
      fc.property(words, (all) => {
        for (const word of all) expect(findNearest(word, all)).toEqual([word]);
      }),
    );
  });
});
