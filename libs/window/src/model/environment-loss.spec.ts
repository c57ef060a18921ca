import { expect, it } from 'vitest';

import { lossWords } from './environment-loss.js';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

it.each([
  [[], [], 'Delete Dev? It is empty.'],
  [['a'], [], 'Delete Dev with 1 variable? It cannot be brought back.'],
  [['a', 'b'], ['k'], 'Delete Dev with 2 variables and 1 secret (k)? None of it can be brought back.'],
  [[], ['k', 'l'], 'Delete Dev with 2 secrets (k, l)? None of it can be brought back.'],
])('of the variables %j and the secrets %j: %s', (variables, secrets, words) => {
  expect(lossWords({ name: 'Dev', variables: named(...variables), secrets: named(...secrets) })).toBe(words);
});
