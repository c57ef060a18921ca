import { expect, it } from 'vitest';

import { lossWords } from './environment-loss.js';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

it.each([
  [[], [], 'Delete Dev? It is empty.'],
  [['a'], [], 'Delete Dev with 1 variable? This cannot be undone.'],
  [['a', 'b'], ['k'], 'Delete Dev with 2 variables and 1 secret (k)? This cannot be undone.'],
  [[], ['k', 'l'], 'Delete Dev with 2 secrets (k, l)? This cannot be undone.'],
])('of the variables %j and the secrets %j: %s', (variables, secrets, words) => {
  expect(lossWords({ name: 'Dev', variables: named(...variables), secrets: named(...secrets) })).toBe(words);
});
