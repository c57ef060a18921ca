import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { selectPart } from './part-of-run.js';

const selectedRequests = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ path }));

const parts = (of: number, durations?: Readonly<Record<string, number>>): readonly string[] =>
  Array.from({ length: of }, (_, at) => {
    const shard = { index: at + 1, of, ...(durations === undefined ? {} : { durations }) };
    const part = selectPart(selectedRequests, shard);
    return E.isRight(part) ? part.right.map(({ path }) => path).join('') : '';
  });

describe('the parts of a run', () => {
  it('have equal numbers of requests if no durations are known', { tags: 'run:shard' }, () => {
    expect(parts(2)).toEqual(['ace', 'bdf']);
  });

  it('have equal total durations if durations are known', { tags: 'run:shard' }, () => {
    expect(parts(2, { a: 900, b: 100, c: 200, d: 300, e: 100, f: 200 })).toEqual(['a', 'bcdef']);
    expect(parts(3, { a: 500, b: 500, c: 200, d: 200, e: 50, f: 50 })).toEqual(['a', 'b', 'cdef']);
  });

  it('count an unknown duration as the average, and are never empty', { tags: 'run:shard' }, () => {
    expect(parts(2, { a: 100, b: 100 })).toEqual(['ace', 'bdf']);
    expect(parts(6, { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 })).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
