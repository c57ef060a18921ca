import { expect, it } from 'vitest';

import { removeQuery, addQuery } from './rest.js';

const createEnabledPair = (name: string, value: string) => ({ name, value, enabled: true });
const createDisabledPair = (name: string, value: string) => ({ name, value, enabled: false });

it.each([
  [
    'http://h/q?fields=a,b&mail=a@b.c&t=10:30',
    [createEnabledPair('fields', 'a,b'), createEnabledPair('mail', 'a@b.c'), createEnabledPair('t', '10:30')],
  ],
  [
    'http://h/q?s=a%20b&once=%2C&x={{a b}}',
    [createEnabledPair('s', 'a b'), createEnabledPair('once', '%2C'), createEnabledPair('x', '{{a b}}')],
  ],
  ['http://h/q?a=1%262#top', [createDisabledPair('no', '1'), createEnabledPair('a', '1&2')]],
])(
  'the query of %s is read into parameters, which produce the same query again',
  { tags: 'query:as-written' },
  (url, pairs) => {
    const fields = removeQuery(url, pairs);
    expect(fields).toEqual({ url: url.replace(/\?[^#]*/, ''), queryParams: pairs });
    expect(addQuery(fields.url, fields.queryParams)).toBe(url);
  },
);

it('a parameter without an equals sign stays in the URL', { tags: 'query:as-written' }, () => {
  const pairs = [
    createEnabledPair('fields', 'a,b'),
    createDisabledPair('no', ''),
    createEnabledPair('flag', ''),
    createEnabledPair('last', '1'),
  ];
  expect(removeQuery('http://h/q?fields=a,b&flag&last=1', pairs)).toEqual({
    url: 'http://h/q?fields=a,b&flag',
    queryParams: [createDisabledPair('no', ''), createEnabledPair('last', '1')],
  });
});

it.each([
  ['a=x%2Cy', createEnabledPair('a', 'x,y'), createEnabledPair('a', 'x,y')],
  ['a=x%2Cy', createEnabledPair('a', 'x'), createEnabledPair('a', 'x%2Cy')],
  ['a=1%202', createEnabledPair('a', 'x'), createEnabledPair('a', '1 2')],
])(
  'a query %s next to the parameter %j becomes the parameter %j',
  { tags: 'query:as-written' },
  (query, pair, read) => {
    expect(removeQuery(`http://h/?${query}`, [pair])).toEqual({ url: 'http://h/', queryParams: [read] });
  },
);
