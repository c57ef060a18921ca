import { expect, it } from 'vitest';

import { getFileName } from './save-response.js';

it.each([
  ['http://h/users/42', { 'content-type': 'application/json' }, '{}', '42.json'],
  ['http://h/', { 'content-type': 'text/html' }, '<p>', 'response.html'],
  ['http://h/a/cat.png?x=1', { 'content-type': 'image/png' }, undefined, 'cat.png'],
  ['http://h/a', { 'content-disposition': 'attachment; filename="a \\"b\\".csv"' }, 'a,b', 'a -b-.csv'],
  ['http://h/a', { 'content-disposition': 'attachment; filename=../../x.sh' }, 'a', '-..-x.sh'],
  ['not a url', {}, 'words', 'response.txt'],
  ['http://h/%2e%2e%2fetc', {}, undefined, '-etc.bin'],
] as const)(
  'a response of %s is saved under a name from its headers or its URL',
  (url, headers, text, name) => {
    expect(getFileName(url, headers, text)).toBe(name);
  },
);
