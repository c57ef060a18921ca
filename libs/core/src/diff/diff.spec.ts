import { expect, it } from 'vitest';

import { createUnifiedDiff } from './index.js';

const names = { before: 'script', after: 'script' };
const lines = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${at}\n`).join('');

it('a diff shows hundreds of changed lines, but is omitted if the texts have too little in common', () => {
  expect(createUnifiedDiff(names, lines('a', 200), lines('b', 200))).toContain('+b199');
  expect(createUnifiedDiff(names, lines('a', 20_000), lines('b', 20_000))).toBeUndefined();
});
