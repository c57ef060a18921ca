import { expect, it } from 'vitest';

import { headerRows } from './header-rows.js';

it('has a line for each time that a header came', () => {
  const rows = headerRows({ etag: '1', 'set-cookie': 'a=1; Path=/\nb=2', 'x-empty': '' });
  expect(rows.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'etag: 1',
    'set-cookie: a=1; Path=/',
    'set-cookie: b=2',
    'x-empty: ',
  ]);
});
