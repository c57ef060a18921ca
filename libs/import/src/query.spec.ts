import { expect, it } from 'vitest';

import { named, read } from './testing/read.js';

const on = (name: string, value: string) => ({ name, value, enabled: true });
const off = (name: string, value: string) => ({ name, value, enabled: false });

const imported = (url: unknown) =>
  named(read({ info: { name: 'A' }, item: [{ name: 'R', request: { url } }] }), 'R');

it.each([
  [
    '{{base}}/q?fields=a,b&path=x%2Fy&q=a+b&s=a%20b#top',
    '{{base}}/q',
    [on('fields', 'a,b'), on('path', 'x%2Fy'), on('q', 'a+b'), on('s', 'a b')],
  ],
  ['http://h/q?a=1&flag&b=2', 'http://h/q?a=1&flag', [on('b', '2')]],
  ['http://h/q?flag', 'http://h/q?flag', []],
])(
  'the query of %s goes to the table in the form in which it is sent',
  { tags: 'query:as-written' },
  (url, address, rows) => {
    expect(imported(url)).toMatchObject({ url: address, queryParams: rows });
  },
);

it('a parameter of Postman without a value has no equals sign', { tags: 'query:as-written' }, () => {
  const query = [
    { key: 'fields', value: 'a,b' },
    { key: 'off', value: '1', disabled: true },
    { key: 'flag', value: null },
    { key: 'once', value: 'a%2Cb' },
    { key: 'empty', value: '' },
    { key: 'flagOff', value: null, disabled: true },
  ];
  const url = { raw: '{{base}}/q?fields=a,b&flag&once=a%2Cb&empty=', host: ['{{base}}'], path: ['q'], query };
  expect(imported(url)).toMatchObject({
    url: '{{base}}/q?fields=a,b&flag',
    queryParams: [off('off', '1'), on('once', 'a%2Cb'), on('empty', ''), off('flagOff', '')],
  });
});
