import { expect, it } from 'vitest';

import { parseResponseCookies } from './cookies.js';

const plain = { secure: false, httpOnly: false };

it.each([
  ['a=1', { name: 'a', value: '1', ...plain }],
  [' a = 1 ; Path=/', { name: 'a', value: '1', path: '/', ...plain }],
  ['a=b=c', { name: 'a', value: 'b=c', ...plain }],
  ['a=%20"x"', { name: 'a', value: '%20"x"', ...plain }],
  ['constructor=1', { name: 'constructor', value: '1', ...plain }],
  ['hello', { name: '', value: 'hello', ...plain }],
  [' hello ; Path=/', { name: '', value: 'hello', path: '/', ...plain }],
  ['=hello', { name: '', value: 'hello', ...plain }],
  ['a=1; Secure; HttpOnly', { name: 'a', value: '1', secure: true, httpOnly: true }],
  [
    'a=1; Domain=h.example; Max-Age=60; SameSite=Lax',
    { name: 'a', value: '1', domain: 'h.example', maxAge: 60, sameSite: 'Lax', ...plain },
  ],
  [
    'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    { name: 'a', value: '1', expires: '2026-10-21T07:28:00.000Z', ...plain },
  ],
  ['a=1; Expires=never; Max-Age=long', { name: 'a', value: '1', ...plain }],
])('the cookie %j is parsed', (field, cookie) => {
  expect(parseResponseCookies([['Set-Cookie', field]])).toStrictEqual([cookie]);
});

it('every set-cookie field is parsed, and no other field', () => {
  const fields = [
    ['set-cookie', 'a=1'],
    ['cookie', 'b=2'],
    ['SET-COOKIE', 'c=3'],
    ['x-set-cookie', 'd=4'],
  ] as const;
  expect(parseResponseCookies(fields).map(({ name }) => name)).toEqual(['a', 'c']);
});
