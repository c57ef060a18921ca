import { describe, expect, it } from 'vitest';

import { decode, deepest, isTooDeep, Json } from './index.js';

const createNestedArrays = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('a value', () => {
  it('may be nested up to a limit', () => {
    expect(isTooDeep(createNestedArrays(deepest))).toBe(false);
    expect(isTooDeep({ a: createNestedArrays(deepest) })).toBe(true);
  });

  it('that is nested too deeply is rejected with a reason, at any depth', () => {
    for (const depth of [deepest + 1, 200_000])
      expect(decode(Json)(createNestedArrays(depth))).toMatchObject({
        left: [{ path: '', message: expect.stringContaining('500 deep') as string }],
      });
  });
});
