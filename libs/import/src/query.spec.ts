import { expect, it } from 'vitest';

import { findRequest, read } from './testing/read.js';

const createEnabledRow = (name: string, value: string) => ({ name, value, enabled: true });
const createDisabledRow = (name: string, value: string) => ({ name, value, enabled: false });

const importUrl = (url: unknown) =>
  findRequest(read({ info: { name: 'A' }, item: [{ name: 'R', request: { url } }] }), 'R');

it.each([
  [
    '{{base}}/q?fields=a,b&path=x%2Fy&q=a+b&s=a%20b#top',
    '{{base}}/q',
    [
      createEnabledRow('fields', 'a,b'),
      createEnabledRow('path', 'x%2Fy'),
      createEnabledRow('q', 'a+b'),
      createEnabledRow('s', 'a b'),
    ],
  ],
  ['http://h/q?a=1&flag&b=2', 'http://h/q?a=1&flag', [createEnabledRow('b', '2')]],
  ['http://h/q?flag', 'http://h/q?flag', []],
])(
  'the query of %s is imported as parameters in the form in which it is sent',
  { tags: 'query:as-written' },
  (url, address, rows) => {
    expect(importUrl(url)).toMatchObject({ url: address, queryParams: rows });
  },
);

it(
  'a Postman parameter without a value is imported without an equals sign',
  { tags: 'query:as-written' },
  () => {
    const query = [
      { key: 'fields', value: 'a,b' },
      { key: 'off', value: '1', disabled: true },
      { key: 'flag', value: null },
      { key: 'once', value: 'a%2Cb' },
      { key: 'empty', value: '' },
      { key: 'flagOff', value: null, disabled: true },
    ];
    const url = {
      raw: '{{base}}/q?fields=a,b&flag&once=a%2Cb&empty=',
      host: ['{{base}}'],
      path: ['q'],
      query,
    };
    expect(importUrl(url)).toMatchObject({
      url: '{{base}}/q?fields=a,b&flag',
      queryParams: [
        createDisabledRow('off', '1'),
        createEnabledRow('once', 'a%2Cb'),
        createEnabledRow('empty', ''),
        createDisabledRow('flagOff', ''),
      ],
    });
  },
);
