import { describe, expect, it } from 'vitest';

import { decode, maxDepth, isTooDeep, Json } from './index.js';

const createNestedArrays = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('the depth check', () => {
  it('measures depth up to a limit, inside objects too', () => {
    expect(isTooDeep(createNestedArrays(maxDepth))).toBe(false);
    expect(isTooDeep({ a: createNestedArrays(maxDepth) })).toBe(true);
  });

  it('rejects a value that is nested too deeply, with a reason', () => {
    for (const depth of [maxDepth + 1, 200_000])
      expect(decode(Json)(createNestedArrays(depth))).toMatchObject({
        left: [{ path: '', message: expect.stringContaining('500 deep') as string }],
      });
  });
});
