import { expect, it } from 'vitest';

import { addScheme } from './with-scheme.js';

it.each([
  'localhost:3000/x',
  'localhost',
  'api/users',
  'backend:8080?q=1',
  'a.test/:id',
  '127.0.0.1:8080#x',
  '[::1]:80/',
  'münchen.example./',
  'my_host-1.example/{{path}}',
  'localhost:{{port}}/x',
])('%s, which looks like a host, gets http://', { tags: 'url:no-scheme' }, (url) => {
  expect(addScheme(` ${url}`)).toBe(`http://${url}`);
});

it.each([
  'http://a.test',
  'ftp://a.test',
  'mailto:a@b.test',
  'javascript:1',
  'tel:123',
  'data:,x',
  'localhost:abc',
  'hello world',
  'nonsense',
  'a@b.test',
  '/path',
  '//a.test',
  '?q',
  '#x',
  '{{host}}/x',
  '',
])('%j is unchanged', { tags: 'url:no-scheme' }, (url) => {
  expect(addScheme(url)).toBe(url);
});
