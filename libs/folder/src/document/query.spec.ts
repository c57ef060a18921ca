import { expect, it } from 'vitest';

import { withoutQuery, withQuery } from './query.js';

const on = (name: string, value: string) => ({ name, value, enabled: true });
const off = (name: string, value: string) => ({ name, value, enabled: false });

it.each([
  ['http://h/q?fields=a,b&mail=a@b.c&t=10:30', [on('fields', 'a,b'), on('mail', 'a@b.c'), on('t', '10:30')]],
  ['http://h/q?s=a%20b&once=%2C&x={{a b}}', [on('s', 'a b'), on('once', '%2C'), on('x', '{{a b}}')]],
  ['http://h/q?a=1%262#top', [off('no', '1'), on('a', '1&2')]],
])('the query of %s is that of its parameters, both ways', { tags: 'query:as-written' }, (url, pairs) => {
  const fields = withoutQuery(url, pairs);
  expect(fields).toEqual({ url: url.replace(/\?[^#]*/, ''), queryParams: pairs });
  expect(withQuery(fields.url, fields.queryParams)).toBe(url);
});

it('a parameter that has no equals sign in the URL stays there', { tags: 'query:as-written' }, () => {
  const pairs = [on('fields', 'a,b'), off('no', ''), on('flag', ''), on('last', '1')];
  expect(withoutQuery('http://h/q?fields=a,b&flag&last=1', pairs)).toEqual({
    url: 'http://h/q?fields=a,b&flag',
    queryParams: [off('no', ''), on('last', '1')],
  });
});

it.each([
  ['a=x%2Cy', on('a', 'x,y'), on('a', 'x,y')],
  ['a=x%2Cy', on('a', 'x'), on('a', 'x%2Cy')],
  ['a=1%202', on('a', 'x'), on('a', '1 2')],
])(
  'a query %s beside the parameter %j is the parameter %j',
  { tags: 'query:as-written' },
  (query, pair, read) => {
    expect(withoutQuery(`http://h/?${query}`, [pair])).toEqual({ url: 'http://h/', queryParams: [read] });
  },
);
