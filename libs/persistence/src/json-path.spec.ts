import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { jsonPath } from './json-path.js';

const shop = {
  items: [
    { name: 'bell', price: 9, tags: ['a'] },
    { name: 'lamp', price: 21.5 },
  ],
  'odd key': { $: 1 },
};

/** Cases of RFC 9535, section 1.5 and 2. */
describe('a JSONPath', () => {
  it.each<[string, unknown[]]>([
    ['$', [shop]],
    ['$.items[0].name', ['bell']],
    ['$.items[-1].name', ['lamp']],
    ['$.items[*].price', [9, 21.5]],
    ['$..name', ['bell', 'lamp']],
    ['$.items[?@.price > 10].name', ['lamp']],
    ['$.items[?@.tags].name', ['bell']],
    ["$['odd key']['$']", [1]],
    ['$.items[0:1].name', ['bell']],
    ['$.items[?length(@.name) == 4].name', ['bell', 'lamp']],
    ['$.nothing', []],
  ])('%s selects as RFC 9535 says', (path, expected) => {
    expect(jsonPath.select(path, shop)).toEqual(E.right(expected));
  });

  it.each([
    ['items'],
    ['$.items['],
    ['$[?match(@.name, "(a+)+b")]'],
    ['$..[?count($..*) > 1]'],
    ['$[?process.exit()]'],
    [''],
  ])('%s is refused', (path) => {
    const outcome = jsonPath.select(path, shop);
    expect(outcome).toMatchObject({
      _tag: 'Left',
      left: { kind: 'invalid-input', issues: [{ path: 'select' }] },
    });
  });

  it('that is empty is told what the whole body is', () => {
    expect(jsonPath.select(' ', shop)).toMatchObject({
      left: {
        issues: [
          {
            message: expect.stringMatching(/^select must be a JSONPath .*; \$ is the whole body$/) as string,
          },
        ],
      },
    });
  });

  it('that selects too much ends', () => {
    const wide = Array.from({ length: 5_000 }, () => [1, 2, 3]);
    expect(E.isLeft(jsonPath.select('$..*', wide))).toBe(true);
  });
});
