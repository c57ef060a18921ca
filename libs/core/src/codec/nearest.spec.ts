import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nearest } from './nearest.js';

const known = ['queryParams', 'pathParams', 'variables', 'script', 'timeoutMs', 'id'];

describe('the nearest known word', () => {
  it.each([
    ['queryParam', 'queryParams'],
    ['QUERYPARAMS', 'queryParams'],
    ['pathparams', 'pathParams'],
    ['path_params', 'pathParams'],
    ['timeout', 'timeoutMs'],
    ['variabels', 'variables'],
    ['scirpt', 'script'],
    ['ID', 'id'],
  ])('for %j is %j', (word, expected) => {
    expect(nearest(word, known)).toEqual([expected]);
  });

  it.each(['by', 'colour', 'xyzzyxyzzy', 'workspaceId'])('does not exist for %j', (word) => {
    expect(nearest(word, known)).toEqual([]);
  });

  it('comes first among the requested number', () => {
    expect(nearest('Payment', ['Payroll', 'Payments', 'payment', 'Rent'], 2)).toEqual([
      'payment',
      'Payments',
    ]);
  });

  it('of a known word is that word', () => {
    const words = fc.uniqueArray(fc.string({ minLength: 1 }), {
      minLength: 1,
      selector: (word) => word.toLowerCase(),
    });
    fc.assert(
      fc.property(words, (all) => {
        for (const word of all) expect(nearest(word, all)).toEqual([word]);
      }),
    );
  });
});
