import { describe, expect, it } from 'vitest';

import { mapInSlices } from './in-slices.js';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Work that takes about a millisecond. */
const work = (one: number): number => {
  const began = performance.now();
  while (performance.now() - began < 1);
  return one * 2;
};

describe('work in slices', { tags: 'import:bounded' }, () => {
  it('yields to other work, and keeps the results in order', async () => {
    const told: string[] = [];
    setTimeout(() => told.push('another'), 0);
    expect(await mapInSlices(numbers(60), work)).toEqual(numbers(60).map((one) => one * 2));
    expect(told).toEqual(['another']);
  });

  it('maps a short list without waiting', async () => {
    const told: string[] = [];
    setTimeout(() => told.push('another'), 0);
    expect(await mapInSlices(numbers(3), (one, at) => `${one} ${at}`)).toEqual(['0 0', '1 1', '2 2']);
    expect(told).toEqual([]);
  });
});
