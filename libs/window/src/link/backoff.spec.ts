import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { backoff } from './backoff.js';

describe('the wait before the next try', () => {
  it('doubles from a quarter of a second', () => {
    expect([1, 2, 3, 4].map(backoff)).toEqual([250, 500, 1_000, 2_000]);
  });

  it('never shrinks, and never exceeds ten seconds', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (failures) => {
        expect(backoff(failures)).toBeLessThanOrEqual(backoff(failures + 1));
        expect(backoff(failures)).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
