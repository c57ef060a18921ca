import { describe, expect, it } from 'vitest';

import { groupLeftOut } from './import.js';

describe('the parts that an import omits', { tags: 'import:left-out' }, () => {
  it('are grouped by reason, with the first three locations', () => {
    const what = 'its auth “basic”, which is not in use';
    const places = ['a', 'b', 'c', 'd', 'e'];
    expect(
      groupLeftOut([
        ...places.map((place) => ({ place, what })),
        { place: 'a', what: 'a cookie' },
        { place: 'b', what: 'a cookie' },
      ]),
    ).toEqual([
      { place: 'a, b, c and 2 more', what },
      { place: 'a, b', what: 'a cookie' },
    ]);
  });
});
